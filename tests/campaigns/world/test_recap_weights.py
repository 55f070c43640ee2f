"""The draft of a recap chooses lines by their weight, from a log of any usual length, and says what it leaves out."""

import time

import pytest

from campaigns.log import actions as log_actions
from campaigns.log.entries import build_entry, write_entries
from campaigns.sessions import actions as session_actions
from campaigns.sessions.recaps import drafts
from people.access import get_membership
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(membership):
    return session_actions.plan_session(membership=membership, title="Rain")


def transcribe(membership, session, count):
    """A bot's lines, in the middle of which people wrote three."""
    bot = {"campaign": membership.campaign, "session": session, "by": membership.user, "source": "ears"}
    texts = [f"And then someone says sentence {n}, and another one." for n in range(count)]
    rows = [build_entry(kind="transcript", text=text, **bot) for text in texts]
    write_entries(rows[: count // 2])
    for text in ("The reeve pays the toll at last.", "We swear an oath on the bridge.", "Otto flees into the marsh."):
        log_actions.add_note(membership=membership, text=text, session=session)
    write_entries(rows[count // 2 :])


def test_texts_of_people_are_named_and_a_bot_fills_only_what_is_left(membership, session):
    transcribe(membership, session, 397)
    told = drafts.draft_recap(membership, session, "party")
    noted = told.partition("## Noted")[2].strip().splitlines()
    assert len(noted) == drafts.MAX_NOTES + 1
    for words in ("The reeve pays", "We swear an oath", "Otto flees"):
        assert any(words in line for line in noted), words
    assert noted[-1] == f"- The log has {397 + 3 - drafts.MAX_NOTES} more entries."


def test_ten_thousand_lines_are_weighed_within_seconds(membership, session):
    transcribe(membership, session, 9_990)
    log_actions.add_note(membership=membership, text="The very last line of the evening.", session=session)
    began = time.monotonic()
    told = drafts.draft_recap(membership, session, "gm")
    assert time.monotonic() - began < 10
    assert "The very last line" in told
    assert "We swear an oath" in told
    assert "draft uses" not in told


def test_a_longer_log_is_not_cut_silently(membership, session, monkeypatch):
    monkeypatch.setattr(drafts, "MAX_ENTRIES", 20)
    transcribe(membership, session, 17)
    assert "draft uses" not in drafts.draft_recap(membership, session, "party")
    log_actions.add_note(membership=membership, text="One too many.", session=session)
    assert "this draft uses only its first 20 entries" in drafts.draft_recap(membership, session, "party")


def test_weight_comes_from_kind_names_links_corrections_and_the_character(membership, campaign, session, ana, write):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    write("The old mill", "x", shown=True)
    notes = {
        "plain": {"text": "It rains the whole day long, and the road is mud."},
        "says": {"text": "I shall not cross this river tonight, I say.", "kind": "say", "speaker": "Mara"},
        "link": {"text": "It rains the whole day long at [[The old mill]]."},
        "name": {"text": "It rains the whole day long, and Mara is wet."},
        "again": {"text": "It rains the whole day long, and the road is mud."},
        "roll": {"text": "A roll of nineteen, from the tool beside the table.", "kind": "roll", "source": "dice"},
    }
    rows = {key: log_actions.add_note(membership=membership, session=session, **note) for key, note in notes.items()}

    def best(most, character=None):
        read = drafts.Reader(drafts.anonymous_member(membership)).text
        found = drafts.weights.weightiest_entries(
            list(campaign.log.order_by("pk")), most, names=["Mara"], character=character, read=read
        )
        return [key for key, row in rows.items() if row in found]

    assert best(1) == ["link"]
    assert best(2) == ["link", "name"]
    assert best(3) == ["plain", "link", "name"], "each text once, the earlier one"
    assert best(4) == ["plain", "says", "link", "name"]
    assert "Mara: I shall not cross" in drafts.draft_recap(membership, session, "character", hero)


def test_the_choice_tells_nothing_of_a_hidden_link(membership, campaign, session, write):
    write("CANARY spire", "x")
    texts = ("We saw [[CANARY spire|a tower]] in the rain.", "We saw a tower in the rain.")
    links, plain = (log_actions.add_note(membership=membership, text=text, session=session) for text in texts)
    for reader, equal in ((drafts.anonymous_member(membership), True), (membership, False)):
        read = drafts.Reader(reader).text
        weights = [drafts.weights.weight_of(row, read(row.text), [], None) for row in (links, plain)]
        assert (weights[0] == weights[1]) is equal, "GMs know the page, and for them it has a weight"


def test_a_gms_line_is_in_no_recap_for_players(membership, session, ana, campaign):
    log_actions.add_note(membership=membership, text="CANARY is the thief of the bell.", session=session, audience="gm")
    assert "CANARY" in drafts.draft_recap(membership, session, "gm")
    assert "CANARY" not in drafts.draft_recap(get_membership(ana, campaign.pk), session, "party")

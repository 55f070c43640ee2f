"""Recaps: plain sentences from what was logged and learned, each reader's own, without spoilers; kept when edited."""

import pytest

from campaigns.encounters.models import Encounter
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Recap
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.sessions.recaps import drafts
from campaigns.world import reveals
from characters.experience import actions as experience_actions
from common.edit_conflicts import EditConflict
from tests import factories
from tests.people.helpers import forbidden, refused


@pytest.fixture
def mara(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


@pytest.fixture
def session(membership, campaign, seat, ana, ben, mara, write):
    """A session with something of everything, for everyone and for some."""
    row = session_actions.plan_session(
        membership=membership,
        title="The ford",
        notes="We met.\n:::secret\nCANARYnotes\n:::",
        gm_notes="CANARYgm",
        agenda="CANARYagenda",
    )
    session_actions.record_attendance(membership=membership, session=row, attendance=[membership, seat(ana)])
    for title, status, outcome in (("Ambush", "ended", "victory"), ("CANARYplan", "prepared", "")):
        Encounter.objects.create(campaign=campaign, title=title, status=status, outcome=outcome, session=row)
    data = {"kind": "skill-check", "inputs": {"difficulty": 10}, "result": {"success": True}}
    LogEntry.objects.create(campaign=campaign, session=row, kind="check", text="Mara swims.", data=data, character=mara)
    dull = data | {"inputs": {"difficulty": 3}}
    LogEntry.objects.create(campaign=campaign, session=row, kind="check", text="Dull.", data=dull)
    LogEntry.objects.create(campaign=campaign, session=row, kind="check", text="CANARYcheck.", data=data, audience="gm")
    experience_actions.award_experience(character=mara, amount=6, reason="the ford", by=membership.user, session=row)
    slip = experience_actions.award_experience(
        character=mara, amount=3, reason="CANARYslip", by=membership.user, session=row
    )
    experience_actions.take_back(entry=slip, by=membership.user, reason="slip")
    log_actions.add_note(membership=membership, text="The reeve pays.", session=row)
    log_actions.add_note(membership=membership, text="CANARYnote", session=row, audience="gm")
    wrong = log_actions.add_note(membership=membership, text="CANARYwrong", session=row)
    log_actions.correct_entry(membership=membership, entry=wrong, text="Otto is late.")
    reveals.show_entry(
        membership=membership, entry=write("The letter", kind="handout"), how="in the chest", session=row
    )
    reveals.show_entry(membership=membership, entry=write("CANARYforben"), members=[seat(ben)], session=row)
    reveals.hide_entry(
        membership=membership, entry=reveals.show_entry(membership=membership, entry=write("CANARYhidden"), session=row)
    )
    return row


def test_everybodys_recap_tells_what_everybody_may_know(membership, session):
    told = drafts.draft_recap(membership, session, "party")
    for words in (
        "# The ford",
        "Present: ",
        "gm",
        "We met.",
        "“Ambush” ended in victory.",
        "Mara swims.",
        "The chance was",
        "[[The letter]] (in the chest).",
        "Mara: +6",
        "(the ford).",
        "Mara is now level 2.",
        "The reeve pays.",
        "Otto is late.",
    ):
        assert words in told, words
    assert "CANARY" not in told
    assert "Dull." not in told


def test_a_new_member_is_not_told_as_earned(membership, campaign, session):
    LogEntry.objects.create(campaign=campaign, session=session, kind="character", text="Wim joined the campaign.")
    told = drafts.draft_recap(membership, session, "party")
    assert "## Characters\n\n- Wim joined the campaign." in told
    assert "Wim" not in told.partition("## Earned")[2].partition("## ")[0]


def test_an_outcome_in_the_gms_own_words_stays_a_sentence(membership, session):
    Encounter.objects.filter(session=session, title="Ambush").update(outcome="The reeve *yields*.")
    told = drafts.draft_recap(membership, session, "party")
    assert "“Ambush”: The reeve \\*yields\\*.\n" in told
    assert " (the ford)." in told


def test_the_gms_recap_tells_all_of_it_but_what_was_taken_back(membership, session):
    told = drafts.draft_recap(membership, session, "gm")
    for words in ("CANARYgm", "CANARYnotes", "CANARYcheck", "CANARYnote (GMs only)", "ben: [[CANARYforben]]"):
        assert words in told, words
    assert "CANARYslip" not in told
    assert "CANARYwrong" not in told
    assert "CANARYplan" not in told


def test_a_characters_recap_is_its_own(membership, campaign, session, mara, ben):
    other = factories.CharacterFactory(campaign=campaign, owner=ben, name="Oskar")
    hers, his = (drafts.draft_recap(membership, session, "character", hero) for hero in (mara, other))
    assert "from the view of Mara" in hers
    assert "Mara swims." in hers
    assert "CANARY" not in hers
    assert "Mara swims." not in his
    assert "+6" not in his
    assert "ben: [[CANARYforben]]" in his
    assert "Ambush" not in hers, "she took no part in it"


def test_pages_tell_each_reader_their_own_recaps(read, session, mara, gm, ana, ben, watcher, campaign):
    at = f"/sessions/{session.pk}/recap/"
    for reader in (ana, ben, watcher):
        page = read(reader, at)
        assert page.count("<h1") == 1, "the draft has its own title"
        assert "Mara swims." in page
        assert "CANARY" not in page
        read(reader, f"{at}?for=gm", status=403)
    assert "CANARYgm" in read(gm, f"{at}?for=gm")
    assert "from the view of Mara" in read(ana, f"{at}?for={mara.pk}")
    for reader in (ben, watcher):
        read(reader, f"{at}?for={mara.pk}", status=404)
    for nonsense in ("x", "-1", "9" * 30):
        read(ana, f"{at}?for={nonsense}", status=404)


def test_a_kept_recap_takes_the_place_of_the_draft_without_its_secrets_for_players(client, read, session, gm, ana):
    client.force_login(gm)
    at = f"/sessions/{session.pk}/recap/"
    assert "Mara swims." in client.get(f"{at}edit/?for=party").content.decode()
    text = "We won. See [[The letter]] and [[CANARYforben|the rest]].\n:::secret\nCANARYkept\n:::"
    assert client.post(f"{at}edit/?for=party", {"text": text, "revision": "0"}).status_code == 302
    page = read(ana, at)
    assert "We won." in page
    assert page.count("<h1>") == 1, "a text without a title gets one"
    assert "Edited by gm" in page
    assert "CANARY" not in page
    assert "the rest" in page
    assert "CANARYkept" in read(gm, at)
    assert "Mara swims." in read(gm, f"{at}edit/?for=party&draft=1")


def test_two_editors_see_each_others_words(client, membership, session, gm):
    recap_actions.save_recap(membership=membership, session=session, audience="party", text="THEIRS", revision=0)
    client.force_login(gm)
    at = f"/sessions/{session.pk}/recap/edit/?for=party"
    page = client.post(at, {"text": "MINE", "revision": "0"}).content.decode()
    assert "was changed after you opened it" in page
    assert "MINE" in page
    assert "THEIRS" in page
    with pytest.raises(EditConflict):
        recap_actions.save_recap(membership=membership, session=session, audience="party", text="MINE", revision=7)
    assert Recap.objects.get().text == "THEIRS"
    for _answer in ("lost", "received"):
        assert client.post(at, {"text": "MINE\r\n", "revision": "1"}).status_code == 302
    assert (Recap.objects.get().text, Recap.objects.get().history.count()) == ("MINE", 2)


def test_a_recap_that_fits_no_audience_is_refused(membership, session, mara, seat, ana):
    with refused("recap for one character"):
        recap_actions.save_recap(membership=membership, session=session, audience="character", text="x")
    with refused("recap for one character"):
        recap_actions.save_recap(membership=membership, session=session, audience="party", text="x", character=mara)
    with refused("another campaign"):
        recap_actions.save_recap(
            membership=membership,
            session=session,
            audience="character",
            text="x",
            character=factories.CharacterFactory(),
        )
    with forbidden("Only the GM"):
        recap_actions.save_recap(membership=seat(ana), session=session, audience="party", text="x")
    with forbidden("another campaign"):
        recap_actions.save_recap(
            membership=factories.MemberFactory(role="gm"), session=session, audience="party", text="x"
        )


def test_a_gm_who_plays_gets_the_characters_recap_without_the_gms_secrets(membership, campaign, session):
    hero = factories.CharacterFactory(campaign=campaign, owner=membership.user, name="Tilda")
    assert "CANARY" not in drafts.draft_recap(membership, session, "character", hero)


def test_the_session_page_collects_what_happened(read, session, gm, ana):
    page = read(ana, f"/sessions/{session.pk}/")
    happened = page.split("What happened")[1]
    for words in ("Ambush", "victory", "Mara swims.", "is now level 2", "The letter"):
        assert words in happened, words
    assert "CANARYforben" not in page
    assert "CANARYgm" in read(gm, f"/sessions/{session.pk}/")


def test_a_log_entry_written_during_a_session_belongs_to_it(membership, campaign, mara):
    from datetime import timedelta

    from django.utils import timezone

    row = session_actions.plan_session(membership=membership, starts=timezone.now() - timedelta(hours=2))
    experience_actions.award_experience(character=mara, amount=1, reason="r", by=membership.user)
    assert campaign.log.get(kind="award").session == row
    assert log_actions.add_note(membership=membership, text="x").session is None, (
        "where a note belongs is its writer's to say"
    )


def test_awards_begin_with_the_session_they_are_for(read, gm, session, campaign):
    page = read(gm, f"/campaigns/{campaign.pk}/award/?session={session.pk}")
    assert f'<option value="{session.pk}" selected>' in page

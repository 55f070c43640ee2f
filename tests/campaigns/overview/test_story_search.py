"""The story is found by its words wherever it was written: the log filters itself and leads on to the one search."""

import re
from html import unescape

import pytest

from campaigns.log import actions as log_actions
from campaigns.overview.search.queries import search_campaign
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Recap
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.world import actions as world_actions
from tests import factories
from tests.people.helpers import place

NOTES = "Harrow **betrayed** [[Old Ketil|Ketil]].\n\n:::secret\nHarrow serves the baron.\n:::\n"


@pytest.fixture
def session(gm, campaign):
    membership = place(campaign, gm)
    row = session_actions.plan_session(
        membership=membership, title="The toll", notes=NOTES, gm_notes="Next: the ferryman."
    )
    recap_actions.save_recap(
        membership=membership, session=row, audience="party", text="A long walk home in the drizzle."
    )
    return row


def filtered(client, user, campaign, text):
    """The log with only the lines that hold the words."""
    client.force_login(user)
    return client.get(f"/campaigns/{campaign.pk}/log/", {"text": text}).content.decode()


def shown(client, user, campaign, text):
    """What the log's link to the search of everything leads to."""
    page = filtered(client, user, campaign, text)
    (to,) = re.findall(r'href="([^"]+/search/\?text=[^"]+)"', page)
    return client.get(unescape(to)).content.decode()


@pytest.mark.parametrize("text", ["betrayed", "BETRAY ketil", "toll"])
def test_everybody_finds_a_session_by_its_notes(client, gm, ana, campaign, session, text):
    for user in (gm, ana):
        assert f'href="/sessions/{session.pk}/"' in shown(client, user, campaign, text)


def test_the_words_around_are_shown_without_signs(client, ana, campaign, session):
    assert "Harrow betrayed Ketil." in shown(client, ana, campaign, "betrayed")


@pytest.mark.parametrize("text", ["baron", "harrow baron", "ferryman"])
def test_a_secret_is_found_by_gms_alone(client, gm, ana, campaign, session, text):
    assert f"/sessions/{session.pk}/" in shown(client, gm, campaign, text)
    hidden = shown(client, ana, campaign, text)
    assert "No results" in hidden
    assert "serves" not in hidden


def test_recaps_and_pages_of_the_world_are_found_by_whom_they_are_for(client, gm, ana, campaign, session):
    membership = place(campaign, gm)
    recap_actions.save_recap(membership=membership, session=session, audience="gm", text="They missed the lantern.")
    world_actions.create_entry(membership=membership, kind="note", name="The lighthouse", text="Its lantern went out.")
    assert f"/sessions/{session.pk}/" in shown(client, ana, campaign, "drizzle")
    assert "No results" in shown(client, ana, campaign, "lantern")
    page = shown(client, gm, campaign, "lantern")
    assert f"/sessions/{session.pk}/" in page
    assert "The lighthouse" in page


def test_many_recaps_of_a_session_hide_no_other_session(gm, ana, campaign):
    membership = place(campaign, gm)
    heroes = [factories.CharacterFactory(campaign=campaign) for _number in range(9)]
    rows = [session_actions.plan_session(membership=membership, title=f"Evening {n}") for n in range(12)]
    texts = [Recap(session=row, audience="party", text="A wyvern.") for row in rows]
    texts += [
        Recap(session=row, audience="character", character=hero, text="Wyvern!") for row in rows for hero in heroes
    ]
    Recap.objects.bulk_create(texts)
    for user, words in ((gm, "Wyvern!"), (ana, "A wyvern.")):
        found = search_campaign(place(campaign, user), "wyvern")
        assert [hit.name for hit in found.sessions] == [f"Evening {n}" for n in range(11, 1, -1)]
        assert {hit.words for hit in found.sessions} == {words}
        assert "sessions" in found.more


def test_the_log_shows_its_own_lines_alone(client, gm, ana, campaign, session):
    log_actions.add_note(membership=place(campaign, gm), text="A toll was paid.")
    page = filtered(client, ana, campaign, "toll")
    assert "A toll was paid." in page
    assert f"/sessions/{session.pk}/" not in page
    assert "No results. Remove a filter" in filtered(client, ana, campaign, "betrayed")


def test_without_words_nothing_leads_to_a_search_of_them(client, ana, campaign, session):
    page = filtered(client, ana, campaign, " ")
    assert "Search everything" not in page


def test_a_search_for_words_that_nobody_wrote_says_so(client, ana, campaign, session):
    assert "No results" in shown(client, ana, campaign, "xyzzy & <b>")

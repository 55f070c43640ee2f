"""The story is found by its words wherever it was written, and nobody learns of a secret by searching."""

import pytest

from campaigns.actions import recaps, sessions, world
from tests.campaigns.people.helpers import place

NOTES = "Harrow **betrayed** [[Old Ketil|Ketil]].\n\n:::secret\nHarrow serves the baron.\n:::\n"


@pytest.fixture
def evening(gm, campaign):
    own = place(campaign, gm)
    row = sessions.plan(own=own, title="The toll", notes=NOTES, gm_notes="Next: the ferryman.")
    recaps.save(own=own, session=row, audience="party", text="A long walk home in the drizzle.")
    return row


def shown(client, user, campaign, text):
    client.force_login(user)
    return client.get(f"/campaigns/{campaign.pk}/log/", {"text": text}).content.decode()


@pytest.mark.parametrize("text", ["betrayed", "BETRAY ketil", "toll"])
def test_everybody_finds_an_evening_by_its_notes(client, gm, ana, campaign, evening, text):
    for user in (gm, ana):
        page = shown(client, user, campaign, text)
        assert "Written elsewhere" in page
        assert f'href="/sessions/{evening.pk}/"' in page


def test_the_words_around_are_shown_without_signs(client, ana, campaign, evening):
    assert "Harrow betrayed Ketil." in shown(client, ana, campaign, "betrayed")


@pytest.mark.parametrize("text", ["baron", "harrow baron", "ferryman"])
def test_a_secret_is_found_by_gms_alone(client, gm, ana, campaign, evening, text):
    assert "Written elsewhere" in shown(client, gm, campaign, text)
    hidden = shown(client, ana, campaign, text)
    assert "Written elsewhere" not in hidden
    assert "serves" not in hidden


def test_recaps_and_pages_of_the_world_are_found_by_whom_they_are_for(client, gm, ana, campaign, evening):
    own = place(campaign, gm)
    recaps.save(own=own, session=evening, audience="gm", text="They missed the lantern.")
    world.create(own=own, kind="note", name="The lighthouse", text="Its lantern went out.")
    assert f"/sessions/{evening.pk}/recap/?for=party" in shown(client, ana, campaign, "drizzle")
    assert "Written elsewhere" not in shown(client, ana, campaign, "lantern")
    page = shown(client, gm, campaign, "lantern")
    assert f"/sessions/{evening.pk}/recap/?for=gm" in page
    assert "The lighthouse" in page


def test_what_nobody_wrote_is_said_to_be_nowhere(client, ana, campaign, evening):
    assert "no evening, recap or page of the world holds these words" in shown(client, ana, campaign, "xyzzy")

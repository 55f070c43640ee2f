"""One search finds the log, the world, evenings and people; of what is hidden nobody learns anything by it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import access, search
from campaigns.actions import log, recaps, reveals, sessions, world
from campaigns.models import Recap, Session, WorldEntry
from campaigns.queries import finding
from campaigns.queries import world as queries
from characters.models import Character
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
SECRET = "Otto keeps the inn.\n\n:::secret\nOtto betrayed the Zephyrine.\n:::\n\nHe smiles."


@pytest.fixture
def own(campaign, gm):
    return access.member(gm, campaign.pk)


@pytest.fixture
def player(campaign, ana):
    return access.member(ana, campaign.pk)


@pytest.fixture
def story(own, campaign, ana, ben):
    """A campaign in which every place that can hold a word holds Zephyrine, where players do not read."""
    page = reveals.make(own=own, kind="location", name="The inn", text=SECRET, shown=True)
    reveals.make(own=own, kind="note", name="Zephyrine's plan", text="For GMs.")
    told = reveals.make(own=own, kind="handout", name="Letter to Ben", text="Zephyrine, come at dusk.")
    reveals.show(own=own, entry=told, members=[access.member(ben, campaign.pk)])
    gone = reveals.make(own=own, kind="note", name="Old rumour", text="Zephyrine died.", shown=True)
    world.archive(own=own, entry=gone)
    log.add_note(own=own, text="Zephyrine pays Otto.", audience="gm")
    evening = sessions.plan(own=own, title="At the inn", notes=SECRET, gm_notes="Zephyrine listens", agenda="Zephyrine")
    recaps.save(own=own, session=evening, audience="gm", text="Zephyrine won.")
    hero = factories.CharacterFactory(campaign=campaign, owner=ben, name="Mara", notes="Ask Zephyrine.")
    recaps.save(own=own, session=evening, audience="character", character=hero, text="Zephyrine winked at Mara.")
    recaps.save(own=own, session=evening, audience="party", text="You slept.\n\n:::secret\nZephyrine did not.\n:::")
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Zephyrine", visible=False)
    # Which of these are found is asked below by their names.
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", about=SECRET, notes="Zephyrine's man.")
    factories.CharacterFactory(
        campaign=campaign, owner=ana, name="Wren", about="Zephyrine's daughter.", gm_notes="Zephyrine knows it."
    )  # fmt: skip
    other = factories.CampaignFactory()
    WorldEntry.objects.create(campaign=other, kind="note", name="Zephyrine", folded="zephyrine", visibility="party")
    return page


def names(found):
    return {
        "log": [one.text for one in found.log], "world": [one.name for one in found.world],
        "sessions": [one.name for one in found.sessions], "characters": [one.name for one in found.characters],
    }  # fmt: skip


def test_a_gm_finds_everything_of_the_campaign_with_one_search(own, story):
    assert names(finding.find(own, "zephyr")) == {
        "log": ["Zephyrine pays Otto."],
        "world": ["Letter to Ben", "The inn", "Zephyrine's plan"],
        "sessions": ["At the inn"],
        "characters": ["Mara", "Otto", "Wren", "Zephyrine"],
    }
    assert names(finding.find(own, "who betrayed"))["world"] == []
    assert names(finding.find(own, "BETRAY otto"))["world"] == ["The inn"]


def test_a_player_finds_nothing_of_what_is_hidden(player, story):
    assert not finding.find(player, "Zephyrine")
    assert not finding.find(player, "otto betrayed"), "one word is read by everybody, the other by GMs alone"
    assert list(queries.holding(player, "Zephyrine")) == []
    found = finding.find(player, "otto")
    assert names(found) == {"log": [], "world": ["The inn"], "sessions": ["At the inn"], "characters": ["Otto"]}
    hits = [*found.world, *found.sessions, *found.characters]
    assert [hit.words for hit in hits] == ["Otto keeps the inn. He smiles."] * 3
    assert found.more == frozenset()


def test_the_words_around_a_find_are_plain_and_whole():
    text = "# The quay\n\nSee [[Anstice Vane|the reeve]] and **the bell**.\n\n:::secret\nIt rings.\n:::\n" + "mud " * 90
    assert finding.around(text, "bell").startswith("The quay See the reeve and the bell. It rings. mud mud")
    assert finding.around("mud " * 90 + "bell " + "mud " * 90, "bell").startswith("… mud mud")
    assert finding.around("mud " * 90, "bell").endswith("mud mud …")
    assert finding.around("", "bell") == ""


def test_whom_it_was_shown_finds_it(campaign, ben, story):
    found = finding.find(access.member(ben, campaign.pk), "zephyrine")
    assert names(found) == {
        "log": [], "world": ["Letter to Ben"], "sessions": ["At the inn"], "characters": ["Mara"]
    }  # fmt: skip
    assert "winked at Mara" in found.sessions[0].words
    assert found.characters[0].words == "Ask Zephyrine."


@pytest.mark.parametrize("broken", ["told", "entries", "recaps", "read of", "roster"])
def test_the_guard_notices_when_a_door_stands_open(player, story, monkeypatch, broken):
    """The test above is worth something: with one door open the player does find."""
    if broken == "told":
        monkeypatch.setattr(search, "told", lambda rows, asked, *fields: rows)
    elif broken == "entries":
        every = WorldEntry.objects.filter(campaign=player.campaign_id)
        monkeypatch.setattr(finding.world_queries.access_world, "entries", lambda own: every)
    elif broken == "read of":
        monkeypatch.setattr(finding, "_read_of", lambda own, row: f"{row.about} {row.notes}")
    elif broken == "roster":
        every = Character.objects.filter(campaign=player.campaign_id)
        monkeypatch.setattr(finding.character_access, "roster", lambda own: every)
    else:
        monkeypatch.setattr(finding.access_world, "recaps", lambda own: Recap.objects.all())
    assert finding.find(player, "Zephyrine")


@pytest.mark.parametrize("text", ["", "  ", "…", "::: ()*\"'", "-", "a" * 200, "x:y & !z | (", "NEAR", "AND OR NOT"])
def test_odd_words_find_nothing_and_break_nothing(own, story, client, gm, text):
    assert not finding.find(own, text)
    client.force_login(gm)
    for page in ("search", "world", "log"):
        assert client.get(f"/campaigns/{own.campaign_id}/{page}/", {"text": text}).status_code == 200


def test_words_are_followed_by_every_change(own, story):
    world.change(own=own, entry=story, revision=None, text="Now it belongs to Berta.")
    assert names(finding.find(own, "berta"))["world"] == ["The inn"]
    assert names(finding.find(own, "betrayed"))["world"] == []
    sessions.change(own=own, session=Session.objects.get(), notes="Berta came.", gm_notes="")
    assert names(finding.find(own, "berta"))["sessions"] == ["At the inn"]
    assert names(finding.find(own, "listens"))["sessions"] == []
    recaps.save(own=own, session=Session.objects.get(), audience="gm", text="Berta won.", revision=1)
    WorldEntry.objects.filter(pk=story.pk).delete()
    assert names(finding.find(own, "belongs"))["world"] == []
    Character.objects.filter(name="Otto").update(about="He serves Berta now.", name="Ottokar")
    assert names(finding.find(own, "berta ottokar"))["characters"] == ["Ottokar"]
    assert names(finding.find(own, "betrayed"))["characters"] == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps the column itself")
def test_the_index_of_the_world_is_made_whole_again(own, story):
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {search.WORLD.name}_put")
    assert not search.WORLD.whole(connection)
    WorldEntry.objects.create(campaign=own.campaign, kind="note", name="Behind its back", folded="x", text="Quince")
    search.ensure()
    assert search.WORLD.whole(connection)
    assert names(finding.find(own, "quince"))["world"] == ["Behind its back"]


def test_two_thousand_pages_take_as_many_queries_as_two(own, player):
    text = "The road goes on. " * 30

    def pages(number):
        WorldEntry.objects.bulk_create(
            WorldEntry(
                campaign=own.campaign, kind="note", name=f"Note {number}-{n}", folded=f"note {number}-{n}",
                visibility="party", text=text + ("\n:::secret\nQuince\n:::" if n % 3 else f"Berta{n}"),
            )
            for n in range(number)
        )  # fmt: skip
        for n in range(number // 10):
            Character.objects.create(
                campaign=own.campaign, kind="npc", name=f"Somebody {number}-{n}",
                about=text + (":::secret\nQuince\n:::" if n % 3 else f"Berta{n}"),
            )  # fmt: skip

    def cost(who, asked):
        with CaptureQueriesContext(connection) as spent:
            finding.find(who, asked)
            list(queries.holding(who, asked))
        return len(spent)

    pages(3)
    few = {(who.pk, asked): cost(who, asked) for who in (own, player) for asked in ("road", "quince", "berta0")}
    pages(2000)
    for who in (own, player):
        for asked in ("road", "quince", "berta0"):
            assert cost(who, asked) <= few[who.pk, asked] + 1, (who, asked)
    assert len(list(queries.holding(player, "road"))) == 2003
    assert len(list(queries.holding(player, "quince"))) == 0
    assert len(list(queries.holding(own, "quince"))) == 2003 - 668
    assert finding.find(player, "road").more == {"world", "characters"}


def test_the_page_and_a_script_find_the_same(client, gm, ana, campaign, story, outsider):
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/search/", {"text": "zephyrine"}).content.decode()
    assert "Letter to Ben" in page
    assert "Otto betrayed the Zephyrine" in page
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.pk}/search/", {"text": "zephyrine"}).content.decode()
    assert "Nothing holds all these words" in page
    assert "betrayed" not in page
    here = f"campaigns/{campaign.pk}/search/?text=otto"
    told = ok(Caller(gm).get(here))
    assert [one["name"] for one in told["world"]] == ["The inn"]
    assert told["world"][0]["id"] == story.pk
    assert [one["text"] for one in told["log"]] == ["Zephyrine pays Otto."]
    assert ok(Caller(ana).get(here))["log"] == []
    assert ok(Caller(ana).get(f"campaigns/{campaign.pk}/world/?text=zephyrine"))["results"] == []
    assert len(ok(Caller(gm).get(f"campaigns/{campaign.pk}/world/?text=zephyrine"))["results"]) == 3
    refused(Caller(gm).get(f"campaigns/{campaign.pk}/search/"), 400)
    refused(Caller(outsider).get(here), 404)

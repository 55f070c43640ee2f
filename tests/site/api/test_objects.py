"""Imported objects over the API: read, changed, deleted, restored, shown, marked, taken, rolled on and paid."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ImportedObject
from campaigns.world.models import WorldEntry
from characters.models import ExperienceEntry
from people.models import Member
from tests import factories
from tests.campaigns.modules.object_pages import rich
from tests.site.api.conftest import ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def whole(campaign, gm):
    """The mill, imported with something of every collection."""
    membership = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)
    received = module_actions.receive(data=rich())
    version, _new = module_actions.upload(by=gm, document=received.document, archive=received.archive)
    module_actions.apply_import(membership=membership, version=version)
    return version


@pytest.fixture
def at(campaign, whole):
    """The address of the campaign's objects."""
    return f"campaigns/{campaign.pk}/objects/"


def path(collection, key, act=""):
    """The address of an object."""
    return f"objects/{ImportedObject.objects.get(collection=collection, key=key).pk}/{act}"


def test_every_imported_object_can_be_listed_filtered_and_read(gm_api, at):
    told = ok(gm_api.get(f"{at}?page_size=200"))["results"]
    assert len(told) == ImportedObject.objects.count() > 8
    assert {"locations", "treasures", "hazards", "handouts", "tables", "awards"} <= {row["collection"] for row in told}
    for row in told:
        whole = ok(gm_api.get(f"objects/{row['id']}/"))
        assert row.items() <= whole.items()
        assert whole["content"]["key"] == row["key"]
    chest = ok(gm_api.get(f"{at}?collection=treasures&module=the-mill"))["results"]
    assert [row["title"] for row in chest] == ["A chest"]
    assert ok(gm_api.get(f"{at}?module=nowhere"))["results"] == []
    found = ok(gm_api.get(f"{at}?text=IS+FORGED"))["results"]
    assert [row["key"] for row in found] == ["letter"]
    refused(gm_api.get(f"{at}?collection=monster"), 400, "parameter.invalid")


def test_the_objects_of_an_encounter_are_its_scenes_and_locations_and_its_own(gm_api, ana_api, at, campaign):
    rats = campaign.encounters.get(title="Rats")
    found = ok(gm_api.get(f"{at}?encounter={rats.pk}"))["results"]
    assert {(row["collection"], row["key"]) for row in found} == {("encounters", "rats"), ("locations", "mill")}
    (mill,) = ok(gm_api.get(f"{at}?encounter={rats.pk}&collection=locations"))["results"]
    assert ok(gm_api.get(f"objects/{mill['id']}/"))["content"]["blocks"][0]["kind"] == "read_aloud"
    assert ok(gm_api.get(f"{at}?encounter=999999"))["results"] == []
    refused(gm_api.get(f"{at}?encounter=rats"), 400, "parameter.invalid")
    refused(ana_api.get(f"{at}?encounter={rats.pk}"), 403)


def test_players_read_what_was_shown_as_pages_of_the_world_and_nothing_else(gm_api, ana_api, at, campaign):
    refused(ana_api.get(at), 403)
    letter = path("handouts", "letter")
    for act in ("", "notes/"):
        refused(ana_api.get(f"{letter}{act}"), 404)
    refused(ana_api.post(f"{letter}show/"), 404)
    before = ok(gm_api.get(letter))
    assert (before["can_show"], before["shown"], before["world"]) == (True, False, None)
    assert ok(ana_api.get(f"campaigns/{campaign.pk}/world/"))["results"] == []
    shown = ok(gm_api.post(f"{letter}show/"))
    assert shown["shown"]
    (page,) = ok(ana_api.get(f"campaigns/{campaign.pk}/world/"))["results"]
    assert page["id"] == shown["world"]
    assert "Come at dusk." in page["text"]
    assert "forged" not in page["text"]
    assert not ok(gm_api.post(f"{letter}hide/"))["shown"]
    assert ok(ana_api.get(f"campaigns/{campaign.pk}/world/"))["results"] == []
    refused(gm_api.post(path("hazards", "pit", "show/")), 422)


def test_an_object_is_changed_at_the_revision_that_was_read(gm_api, at):
    letter = path("handouts", "letter")
    seen = gm_api.get(letter)
    body = {"title": "A torn letter", "texts": {"a": "Come at dawn."}}
    refused(gm_api.send("PATCH", letter, body), 428)
    first = ok(gm_api.patch(letter, body, If_Match=seen.headers["ETag"]))
    assert (first["title"], first["content"]["blocks"][0]["md"]) == ("A torn letter", "Come at dawn.")
    stale = refused(gm_api.patch(letter, {"title": "Mine"}, If_Match=seen.headers["ETag"]), 412, "stale")
    assert stale["revision"] == first["revision"] != ok(seen)["revision"]
    content = first["content"] | {"title": "A burnt letter"}
    changed = ok(gm_api.patch(letter, {"content": content, "revision": first["revision"]}))
    assert changed["title"] == "A burnt letter"
    unchanged = gm_api.get(letter)
    assert gm_api.get(letter, If_None_Match=unchanged.headers["ETag"]).status_code == 304
    for body in (
        {},
        {"texts": {"nowhere": "x"}},
        {"content": content, "title": "x"},
        {"content": content | {"key": "other"}},
        {"content": {"key": "letter", "title": 3}},
        {"content": {}},
    ):
        refused(gm_api.patch(letter, body), 422)
    faults = refused(gm_api.patch(letter, {"content": {"key": "letter", "title": 3}}), 422, "module-invalid")["errors"]
    assert [fault["pointer"] for fault in faults] == ["/content", "/content/title"], "one field is missing"
    assert ok(gm_api.get(letter))["title"] == "A burnt letter"


def test_an_object_is_deleted_and_restored(gm_api, at):
    letter = path("handouts", "letter")
    refused(gm_api.delete(letter), 428)
    refused(gm_api.delete(letter, If_Match='"1"'), 412)
    ok(gm_api.delete(letter, If_Match=gm_api.get(letter).headers["ETag"]), 204)
    assert "letter" not in {result["key"] for result in ok(gm_api.get(f"{at}?page_size=200"))["results"]}
    assert [result["key"] for result in ok(gm_api.get(f"{at}?deleted=true"))["results"]] == ["letter"]
    assert ok(gm_api.get(letter))["deleted"]
    refused(gm_api.post(f"{letter}show/"), 404)
    assert not ok(gm_api.post(f"{letter}restore/"))["deleted"]
    assert not ok(gm_api.post(f"{letter}restore/"))["deleted"]


def test_the_state_in_play_is_changed(gm_api, at, campaign):
    assert ok(gm_api.post(path("hazards", "pit", "mark/"), {"done": True}))["play"]["done"]
    assert not ok(gm_api.post(path("hazards", "pit", "mark/"), {"done": False}))["play"]["done"]
    take = path("treasures", "chest", "take/")
    for _again in range(2):
        assert ok(gm_api.post(take, {"item": "ring"}))["play"]["taken"] == ["ring"]
    assert campaign.log.filter(kind=LogEntry.Kind.MODULE, text__contains="A ring").count() == 1
    assert ok(gm_api.post(take, {"item": "coins"}))["play"]["taken"] == ["coins", "ring"]
    assert ok(gm_api.post(take, {"item": "ring", "taken": False}))["play"]["taken"] == ["coins"]
    refused(gm_api.post(take, {"item": "crown"}), 422)


def test_notes_have_a_revision_of_their_own(gm_api, at):
    notes = path("hazards", "pit", "notes/")
    seen = gm_api.get(notes)
    assert ok(seen)["notes"] == ""
    refused(gm_api.send("PATCH", notes, {"notes": "x"}), 428)
    ok(gm_api.patch(notes, {"notes": "It is full of water."}, If_Match=seen.headers["ETag"]))
    refused(gm_api.patch(notes, {"notes": "It is dry."}, If_Match=seen.headers["ETag"]), 412)
    assert ok(gm_api.get(notes))["notes"] == "It is full of water."


def test_a_table_is_rolled_on_until_its_cards_are_drawn(gm_api, at):
    roll = path("tables", "omens", "roll/")
    drawn = [ok(gm_api.post(roll)) for _card in range(52)]
    assert len({draw["result"] for draw in drawn}) == 52
    assert {draw["row"]["md"] for draw in drawn} == {"Luck.", "Woe."}
    refused(gm_api.post(roll), 422)
    assert ok(gm_api.post(path("tables", "omens", "shuffle/")))["play"]["drawn"] == []
    ok(gm_api.post(roll))
    refused(gm_api.post(path("hazards", "pit", "roll/")), 422)


def test_a_roll_is_read_by_gms_or_by_everyone(gm_api, ana_api, at, campaign):
    roll = path("tables", "finds", "roll/")
    refused(gm_api.post(roll, {"audience": "nobody"}), 422)
    refused(gm_api.post(roll, {"audience": "all", "to": "ben"}), 422)
    for sent, read in (({}, 0), ({"audience": "gm"}, 0), ({"audience": "all"}, 1)):
        ok(gm_api.post(roll, sent))
        told = ok(ana_api.get(f"campaigns/{campaign.pk}/log/"))["results"]
        assert len([entry for entry in told if entry["text"].startswith("Finds")]) == read


def test_an_award_is_paid_to_characters_of_the_campaign(gm_api, at, campaign):
    hero = factories.CharacterFactory(campaign=campaign)
    stranger = factories.CharacterFactory(name="Stranger")
    pay = path("awards", "won", "pay/")
    refused(gm_api.post(pay, {"characters": [stranger.pk]}), 422)
    refused(gm_api.post(pay, {"characters": []}), 422)
    assert ok(gm_api.post(pay, {"characters": [hero.pk]})) == {"amount": 1}
    assert ExperienceEntry.objects.get().character == hero
    assert ok(gm_api.get(path("awards", "won")))["play"]["paid"] == 1
    assert not WorldEntry.objects.exists()

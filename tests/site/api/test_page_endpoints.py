"""What pages do and the API once could not: the catalogue, conversion tables, filing, words, pictures, retiring."""

import pytest

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from characters.models import Character
from people.models import User
from rules.models import CatalogueRow
from tests import factories
from tests.site.api.conftest import ok, refused

pytestmark = pytest.mark.django_db

FIGURES = {
    "fifty-two-fates": ("difficulty", {"difficulty": 7}, {"difficulty": 99}),
    "fortune-system": ("cos", {"cos": 45}, {"cos": 4500}),
    "game-of-bastards": ("weapon", {"damage": 3, "ranged": True}, {"damage": "many"}),
    "fortune-and-power": ("modifier", {"value": -3}, {"value": [1]}),
}
HOSTILE = [
    {"x": 1},
    {"rounds": []},
    {"strength": {}},
    {"skills": [[], 1]},
    {"kind": []},
    {"for": {}},
    {"effect": ["a"]},
]


@pytest.fixture
def at(campaign):
    """The address of the campaign."""
    return f"campaigns/{campaign.pk}/"


@pytest.mark.parametrize("system", FIGURES)
def test_a_campaigns_own_catalogue_row_is_added_and_changed(caller, gm, system):
    campaign = factories.CampaignFactory(system=system)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    api, at = caller(gm), f"campaigns/{campaign.pk}/catalogue/"
    kind, good, bad = FIGURES[system]
    body = {"kind": kind, "name": "Knee-deep mud", "text": "It sticks."}
    refused(api.post(at, body | {"figures": bad}), 422)
    for figures in HOSTILE:
        refused(api.post(at, body | {"figures": figures}), 422)
    refused(api.post(at, body | {"kind": "no-such-kind"}), 422)
    assert not campaign.catalogue.exists()
    made = ok(api.post(at, body | {"figures": good}), 201)
    assert good.items() <= made["figures"].items()
    assert made["id"] in {result["id"] for result in ok(api.get(f"{at}?kind={kind}"))["results"]}
    row = f"catalogue/{made['id']}/"
    refused(api.send("PATCH", row, {"name": "Mud"}), 428)
    changed = ok(api.patch(row, {"name": "Deep mud", "active": False}))
    assert (changed["name"], changed["active"], changed["revision"]) == ("Deep mud", False, 2)
    assert changed["figures"] == made["figures"]
    refused(api.patch(row, {"name": "Mine", "revision": 1}), 409, "stale")


def test_only_gms_write_their_own_catalogue(gm_api, ana_api, campaign, at):
    shipped = CatalogueRow.objects.create(system=campaign.system, kind="weapon", key="oar", name="Oar")
    refused(gm_api.get(f"catalogue/{shipped.pk}/"), 404)
    body = {"kind": shipped.kind, "name": shipped.name, "pattern": shipped.pk}
    refused(ana_api.post(f"{at}catalogue/", body), 403)
    own = ok(gm_api.post(f"{at}catalogue/", body), 201)
    assert own["campaign"] == campaign.pk
    refused(ana_api.get(f"catalogue/{own['id']}/"), 404)
    foreign = CatalogueRow.objects.create(
        campaign=factories.CampaignFactory(), system=campaign.system, kind=shipped.kind, key="x", name="x"
    )
    refused(gm_api.post(f"{at}catalogue/", body | {"name": "y", "pattern": foreign.pk}), 422)
    refused(gm_api.get(f"catalogue/{foreign.pk}/"), 404)


def test_a_conversion_table_is_changed_and_reset(gm_api, ana_api, at):
    refused(ana_api.get(f"{at}conversion/"), 403)
    tables = ok(gm_api.get(f"{at}conversion/"))["results"]
    table = next(
        candidate for candidate in tables if any(type(value) is int for value in candidate["figures"].values())
    )
    path = f"{at}conversion/{table['key']}/"
    name = next(name for name, value in table["figures"].items() if type(value) is int)
    figures = table["figures"] | {name: table["figures"][name] + 1}
    refused(gm_api.send("PATCH", path, {"figures": figures}), 428)
    refused(gm_api.patch(path, {"figures": {"x": 1}}), 422)
    changed = ok(gm_api.patch(path, {"figures": figures}))
    assert (changed["figures"], changed["changed"]) == (figures, "campaign")
    refused(gm_api.patch(path, {"figures": figures, "revision": table["revision"]}), 409)
    refused(gm_api.delete(path), 428)
    ok(gm_api.delete(path, If_Match=gm_api.get(path).headers["ETag"]), 204)
    assert ok(gm_api.get(path)) == table
    refused(gm_api.get(f"{at}conversion/nowhere/"), 404)


def test_entries_and_encounters_are_filed_under_a_session(gm_api, ana_api, campaign, gm):
    session = Session.objects.create(campaign=campaign, number=1)
    line = LogEntry.objects.create(campaign=campaign, text="We met Otto.", by=gm)
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    path = f"sessions/{session.pk}/filing/"
    refused(ana_api.get(path), 403)
    found = ok(gm_api.get(path))
    assert [entry["id"] for entry in found["lines"]] == [line.pk]
    assert [(fight["id"], fight["session"]) for fight in found["encounters"]] == [(encounter.pk, None)]
    body = {"lines": [{"id": line.pk}], "encounters": [{"id": encounter.pk, "session": None}]}
    refused(ana_api.post(path, body), 403)
    assert ok(gm_api.post(path, body)) == {"count": 2}
    line.refresh_from_db()
    assert line.session == session
    other = Session.objects.create(campaign=campaign, number=2)
    refused(gm_api.post(f"sessions/{other.pk}/filing/", body), 422)
    line.refresh_from_db()
    assert line.session == session
    assert ok(gm_api.post(path, body)) == {"count": 2}, "a request that is sent twice counts as filed"
    refused(gm_api.post(path, {}), 422)
    assert ok(gm_api.post(path, {"lines": [{"id": line.pk, "session": session.pk}], "out": True})) == {"count": 1}
    line.refresh_from_db()
    assert line.session is None


def test_players_give_words_for_a_deal(gm_api, ana_api, campaign):
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    path = f"encounters/{encounter.pk}/words/"
    refused(ana_api.get(path), 404)
    refused(ana_api.post(f"{path}ask/", {"asked": True}), 404)
    assert ok(gm_api.post(f"{path}ask/", {"asked": True}))["asked"]
    given = ok(ana_api.post(path, {"word": "heron"}))
    assert given["own"]["word"] == "heron"
    seen = ok(gm_api.get(path))
    assert seen["own"] is None
    assert seen["seals"] == [{"who": "ana", "seal": given["own"]["seal"]}]
    assert "heron" not in str(seen)
    refused(ana_api.post(path, {"word": " "}), 422)
    assert not ok(gm_api.post(f"{path}ask/", {"asked": False}))["asked"]


def test_the_place_of_an_absent_person_is_offered_by_a_link(gm_api, ana_api, campaign, at):
    absent = factories.UserFactory(kind=User.Kind.ABSENT, is_active=False)
    member = factories.MemberFactory(campaign=campaign, user=absent)
    path = f"{at}members/{member.pk}/place/"
    refused(ana_api.post(path), 403)
    made = ok(gm_api.post(path, Idempotency_Key="one"), 201)
    assert "/join/" in made["link"]
    assert ok(gm_api.post(path, Idempotency_Key="one"), 201) == made
    present = factories.MemberFactory(campaign=campaign)
    refused(gm_api.post(f"{at}members/{present.pk}/place/"), 422)


IMAGE = {"Content_Type": "image/png", "If_Match": "*"}


def test_an_earlier_picture_is_restored(gm_api, ana_api, at):
    page = ok(gm_api.post(f"{at}world/", {"kind": "handout", "name": "Letter", "shown": True}), 201)
    path = f"world/{page['id']}/"
    for name in ("first", "second"):
        ok(gm_api.send("PUT", f"{path}picture/?described={name}", raw=factories.picture(), **IMAGE))
    refused(ana_api.get(f"{path}pictures/"), 403)
    second, first = ok(gm_api.get(f"{path}pictures/"))["results"]
    assert (second["removed"], first["described"]) == (None, "first")
    refused(ana_api.post(f"{path}pictures/", {"picture": first["id"]}), 403)
    assert ok(gm_api.post(f"{path}pictures/", {"picture": first["id"]}))["picture"]
    again = {picture["id"]: picture["removed"] for picture in ok(gm_api.get(f"{path}pictures/"))["results"]}
    assert again[first["id"]] is None
    assert again[second["id"]] is not None
    refused(gm_api.post(f"{path}pictures/", {"picture": 999_999}), 422)


def test_players_retire_their_own_characters_as_on_the_page(ana_api, ana, campaign):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana)
    path = f"characters/{hero.pk}/"
    refused(ana_api.patch(path, {"status": "dead", "reason": "Enough."}), 422)
    assert ok(ana_api.patch(path, {"status": "retired", "reason": "Enough."}))["status"] == Character.Status.RETIRED
    refused(ana_api.patch(path, {"status": "active", "reason": "Again."}), 422)

"""Every operation that changes something says what it is based on, or has a reason in this file."""

import pytest

from campaigns.encounters import quick_preparation
from campaigns.modules.models import ImportedObject
from people.access import get_membership
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.campaigns.world.maps.conftest import draw
from tests.people.devices.test_devices import ENDPOINT, keys
from tests.site.api.conftest import Caller, ok, refused
from tests.site.api.openapi_document import openapi_document
from tests.site.api.test_objects import whole  # noqa: F401

pytestmark = pytest.mark.django_db
# What needs no If-Match: it overwrites no change of another person.
REASONS = {
    "members_remove": "It ends a membership and overwrites nothing; the person can be invited again.",
    "webhooks_remove": "PATCH with `removed` false restores the webhook as it was.",
    "proposed_dates_answer": "It stores the caller's own answer to a date, which only the caller changes.",
    "devices_remove": "It ends calls to a device of the caller's own; it must not fail because of a signal.",
    "dates_delete": "Nobody changes a date; another one takes its place.",
    "map_visits_delete": "A stop of the party never changes.",
    "draws_delete": "`question` names the draw; nobody changes one.",
    "imports_cancel": "It cancels an import that waits; one that has begun stays.",
    "invitations_revoke": "An invitation never changes, apart from how often it was used.",
    "shared_world_revoke": "A code never changes, and its `id` names it.",
    "places_decline": "It refuses an offer to the caller; the offer never changes.",
    "proposed_dates_withdraw": "A proposed date never changes, apart from its answers.",
    "proposed_dates_close": "It ends the poll that its `id` names; the answers stay.",
    "date_links_revoke": "It ends a link; the answers stay.",
    "stand_ins_end": "A stand-in never changes; it ends.",
    "tokens_revoke": "It ends a token of the caller's own; it must never fail.",
    "transfers_cancel": "It cancels a transfer of the caller's own.",
}
# Of these, the removals of what can change meanwhile. They regard an If-Match.
OPTIONAL = ("members_remove", "webhooks_remove", "devices_remove")
MAY_NAME_REVISION = (*OPTIONAL, "date_links_revoke")


def changes():
    """The operations that overwrite or remove something: every PATCH, PUT and DELETE."""
    paths = openapi_document()["paths"]
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, ways in paths.items()
        for method, operation in ways.items()
        if method in {"patch", "put", "delete"}
    }


def test_every_change_needs_a_revision_in_the_document():
    for name, (_method, _path, operation) in changes().items():
        declared = "If-Match" in {each["name"] for each in operation.get("parameters", [])}
        assert declared is (name not in REASONS or name in MAY_NAME_REVISION), name
        assert ({"409", "412", "428"} <= set(operation["responses"])) is (name not in REASONS), name
    assert set(REASONS) <= set(changes())


@pytest.fixture
def bodies(gm, gm_api, campaign, whole):  # noqa: F811
    """The address of one object of each kind with a body that would change it."""
    at, membership = f"campaigns/{campaign.pk}/", get_membership(gm, campaign.pk)
    made = {
        name: ok(gm_api.post(f"{at}{path}", body), 201)["id"]
        for name, path, body in (
            ("page", "world/", {"kind": "note", "name": "Mill"}),
            ("other", "world/", {"kind": "note", "name": "Brook"}),
            ("thread", "world/", {"kind": "thread", "name": "Who rang?"}),
            ("session", "sessions/", {"title": "One"}),
            ("map", "maps/", {"title": "The coast"}),
            ("webhook", "webhooks/", {"url": "https://example.com/", "topics": ["log"]}),
        )
    }
    hero, monster = factories.CharacterFactory(campaign=campaign), factories.MonsterFactory(campaign=campaign)
    ben = factories.MemberFactory(campaign=campaign, role="player")
    groups = [{"character": hero}, {"monster": monster, "count": 2}]
    encounter = quick_preparation.create_with_groups(membership=membership, title="The ford", groups=groups)
    image = {"raw": draw(), "Content_Type": "image/png"}
    ok(gm_api.send("PUT", f"maps/{made['map']}/picture/", If_Match="*", **image))
    pin = ok(gm_api.post(f"maps/{made['map']}/pins/", {"x": 0.2, "y": 0.4, "label": "Isle"}), 201)["id"]
    area = ok(gm_api.post(f"maps/{made['map']}/areas/", {"name": "E", "points": [[0.5, 0], [1, 1]]}), 201)["id"]
    ends = {"from_page": made["page"], "to_page": made["other"], "words": "feeds"}
    tie = ok(gm_api.post(f"{at}ties/", ends), 201)["id"]
    line = ok(gm_api.post(f"threads/{made['thread']}/quest/", {"text": "Ask the miller"}), 201)["id"]
    calendar = {"definition": TWELVE}
    ok(gm_api.send("PUT", f"{at}calendar/", calendar, If_Match="*"))
    event = ok(gm_api.post(f"{at}planned-events/", {"title": "Flood", "date": "400"}), 201)["id"]
    device = ok(gm_api.post("me/devices/", {"endpoint": ENDPOINT, **keys()}), 201)["id"]
    table = ok(gm_api.get(f"{at}conversion/"))["results"][0]
    mud = {"kind": "difficulty", "name": "Mud", "figures": {"difficulty": 7}}
    row = ok(gm_api.post(f"{at}catalogue/", mud), 201)["id"]
    template = ok(gm_api.post(f"{at}page-templates/", {"name": "Inn"}), 201)["id"]
    ok(gm_api.post(f"{at}shared-world/", {"name": "The Marches"}), 201)
    thing = ImportedObject.objects.filter(collection="handouts").first().pk
    calls = {"mail_after": 1, "remind": False, "quiet_from": None, "quiet_until": None}
    return {
        "campaigns_change": (at, {"name": "New"}),
        "calendar_write": (f"{at}calendar/", calendar),
        "conversion_change": (f"{at}conversion/{table['key']}/", {"figures": table["figures"]}),
        "conversion_reset": (f"{at}conversion/{table['key']}/", None),
        "members_change": (f"{at}members/{ben.pk}/", {"role": "observer"}),
        "catalogue_rows_change": (f"catalogue/{row}/", {"name": "Mud"}),
        "characters_change": (f"characters/{hero.pk}/", {"name": "New"}),
        "characters_set_portrait": (f"characters/{hero.pk}/portrait/", image),
        "characters_remove_portrait": (f"characters/{hero.pk}/portrait/", None),
        "page_templates_change": (f"page-templates/{template}/", {"name": "New"}),
        "page_templates_delete": (f"page-templates/{template}/", None),
        "shared_world_change": (f"{at}shared-world/", {"name": "New"}),
        "encounters_change": (f"encounters/{encounter.pk}/", {"title": "New"}),
        "map_areas_change": (f"map-areas/{area}/", {"name": "New"}),
        "map_areas_delete": (f"map-areas/{area}/", None),
        "map_pins_change": (f"map-pins/{pin}/", {"label": "New"}),
        "map_pins_delete": (f"map-pins/{pin}/", None),
        "maps_change": (f"maps/{made['map']}/", {"title": "New"}),
        "maps_set_picture": (f"maps/{made['map']}/picture/", image),
        "calls_save": ("me/calls/", calls),
        "devices_change": (f"me/devices/{device}/", {"signal": "sound"}),
        "monsters_change": (f"monsters/{monster.pk}/", {"name": "New"}),
        "objects_change": (f"objects/{thing}/", {"title": "New"}),
        "objects_delete": (f"objects/{thing}/", None),
        "objects_note": (f"objects/{thing}/notes/", {"notes": "New"}),
        "planned_events_change": (f"planned-events/{event}/", {"title": "New"}),
        "planned_events_delete": (f"planned-events/{event}/", None),
        "quest_lines_change": (f"quest-lines/{line}/", {"text": "New"}),
        "quest_lines_delete": (f"quest-lines/{line}/", None),
        "sessions_change": (f"sessions/{made['session']}/", {"title": "New"}),
        "ties_change": (f"ties/{tie}/", {"words": "new"}),
        "ties_delete": (f"ties/{tie}/", None),
        "webhooks_change": (f"webhooks/{made['webhook']}/", {"topics": ["award"]}),
        "world_change": (f"world/{made['page']}/", {"name": "New"}),
        "world_set_picture": (f"world/{made['page']}/picture/", image),
        "world_remove_picture": (f"world/{made['page']}/picture/", None),
    }


def test_every_change_is_refused_without_a_revision_and_with_another_one(gm_api, bodies):
    wanted = {name: method for name, (method, _path, _one) in changes().items() if name not in REASONS}
    assert set(bodies) == set(wanted)
    for name, (path, body) in bodies.items():
        sent = body if body and "raw" in body else {"body": body}
        refused(gm_api.send(wanted[name], path, **sent), 428, "precondition.required")
        told = refused(gm_api.send(wanted[name], path, **sent, If_Match='"99"'), 412, "stale")
        assert told["revision"] != 99, name
    for name in sorted(bodies, key=lambda key: wanted[key] == "DELETE"):
        path, body = bodies[name]
        sent = body if body and "raw" in body else {"body": body}
        assert gm_api.send(wanted[name], path, **sent, If_Match="*").status_code in {200, 204}, name


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_removal_that_needs_no_revision_is_refused_with_an_old_one(gm_api, bodies, name):
    path = bodies[name.replace("_remove", "_change")][0]
    tag = gm_api.get(path)["ETag"]
    assert refused(gm_api.send("DELETE", path, If_Match='"99"'), 412, "stale")["revision"] != 99
    assert gm_api.get(path)["ETag"] == tag
    assert gm_api.send("DELETE", path, If_Match=tag).status_code == 204


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_removal_that_needs_no_revision_counts_without_one(gm_api, bodies, name):
    assert gm_api.send("DELETE", bodies[name.replace("_remove", "_change")][0]).status_code == 204


def test_leaving_a_campaign_with_an_old_revision_is_refused(gm_api, campaign):
    player = factories.MemberFactory(campaign=campaign, role="player")
    path, caller = f"campaigns/{campaign.pk}/members/{player.pk}/", Caller(player.user)
    tag = caller.get(path)["ETag"]
    ok(gm_api.send("PATCH", path, {"role": "observer"}, If_Match="*"))
    refused(caller.send("DELETE", path, If_Match=tag), 412, "stale")
    assert caller.send("DELETE", path, If_Match=caller.get(path)["ETag"]).status_code == 204

"""What the API gives of a table has the schemas of the document: views, offers, and events of games and of the site."""

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from campaigns.encounters.play import event_types
from people.models import Member
from rules import play
from rules.engine.schemas import camel_case
from tests.rules.outputs import closed
from tests.site.api.conftest import ok
from tests.site.api.openapi_document import openapi_document
from tests.site.api.test_evening import Evening

pytestmark = pytest.mark.django_db
GAME = camel_case("fifty-two-fates")
# The site adds these to every event of a game.
OF_THE_SITE = ("number", "position", "struck")


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    """The schemas of the document; those of the tables allow no other fields."""
    found: dict[str, Any] = openapi_document()["components"]["schemas"]
    return {name: closed(schema) if name.startswith((GAME, "Table")) else schema for name, schema in found.items()}


def faults(schemas: dict[str, Any], name: str, value: object) -> list[str]:
    """What is wrong with a value."""
    document = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    return [error.message for error in jsonschema_rs.Draft202012Validator(document).iter_errors(value)]


def name_of(schemas: dict[str, Any], kind: str) -> str:
    """The schema of an event of a type: of the game, else of the site."""
    return next(name for whose in (GAME, "Table") if (name := f"{whose}{camel_case(kind)}Event") in schemas)


def plain(event: dict[str, Any]) -> dict[str, Any]:
    """An event as its game or the site made it."""
    return {name: value for name, value in event.items() if name not in OF_THE_SITE}


def test_every_event_view_and_offer_at_a_table_has_its_schema(schemas: dict[str, Any]) -> None:
    night = Evening()
    begun = night.starts()
    member = Member.objects.get(campaign=night.campaign, user__username="bela").pk
    body = {"participant": "bandit-1", "member": member, "reason": "Bela plays the first one."}
    ok(night.gm.post(f"{night.table}control/", body))
    seen = ok(night.gm.get(night.table))
    for viewer in (night.gm, night.ana, night.ben):
        assert faults(schemas, f"{GAME}View", ok(viewer.get(night.table))["view"]) == []
    offers = ok(night.gm.get(f"{night.table}offers/?as=gm"))["offers"]
    assert offers
    for offer in offers:
        assert faults(schemas, f"{GAME}Offer", offer) == []
        assert faults(schemas, f"{GAME}Offer", {**offer, "unheard": 1})
    end = {"command": {"type": "end", "actor": "gm", "outcome": "victory"}, "seen": seen["number"]}
    outcome = ok(night.gm.post(f"{night.table}commands/", end))
    assert faults(schemas, "Outcome", outcome) == []
    ok(night.gm.post(f"{night.table}undo/", {"to": begun["number"] + 1}))
    told = ok(night.gm.get(f"{night.table}events/"))["results"]
    kinds = {event["type"] for event in told}
    assert {"promised", "control", "rewound", "shuffled", "ended"} <= kinds
    for event in told:
        name = name_of(schemas, event["type"])
        assert faults(schemas, name, plain(event)) == [], event
        assert faults(schemas, name, {**plain(event), "unheard": 1})
        assert faults(schemas, name, {**plain(event), "text": None})


def test_every_event_that_the_site_writes_is_named() -> None:
    """`control` is written as `replay.CONTROL`; `unseen` stands in the log for verifying alone."""
    written = {"control"}
    for path in Path(event_types.__file__).parent.glob("*.py"):
        written |= set(re.findall(r'(?:"type": |_event\()"([a-z-]+)"', path.read_text()))
    assert written - {"unseen"} == set(event_types.EVENTS)


def test_the_document_names_a_view_for_every_game(schemas: dict[str, Any]) -> None:
    for body in ("Outcome", "Table"):
        named = [choice["$ref"].rpartition("/")[2] for choice in schemas[body]["properties"]["view"]["anyOf"]]
        assert named == [f"{camel_case(slug)}View" for slug in sorted(play.SYSTEMS)]
        assert all(name in schemas for name in named)

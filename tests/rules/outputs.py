"""Compares what a game gives with its published schemas: every event, view and offer that a test receives.

`check_outputs` is for `conftest.py`: it holds for every test of a folder. Fields that a schema does not name are
refused here, so a field that is missing in a type is found. The published schemas allow them, because later versions
may add fields.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from rules import play
from rules.engine.schemas import camel_case
from rules.games import registry

Schema = dict[str, Any]


def closed(value: Any) -> Any:
    """A schema in which every object has only the fields that it names."""
    if isinstance(value, list):
        return [closed(part) for part in value]
    if not isinstance(value, dict):
        return value
    made = {name: closed(part) for name, part in value.items()}
    if isinstance(value.get("properties"), dict) and value.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


@cache
def schemas(slug: str) -> dict[str, Schema]:
    """The schemas of a game, closed. Making them takes longer than most tests."""
    return {key: closed(schema) for key, schema in play.schemas(slug).items()}


@cache
def validator(slug: str, name: str) -> jsonschema_rs.Draft202012Validator:
    """What checks values of a schema of a game, such as "View" or "DamageEvent"."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{camel_case(slug)}{name}", "$defs": schemas(slug)})


def faults(slug: str, name: str, value: object) -> list[str]:
    """What is wrong with a value, with the path of each fault."""
    return list(faults_of_text(slug, name, json.dumps(value)))  # `json` refuses what is no JSON, such as a set


@lru_cache(maxsize=10_000)
def faults_of_text(slug: str, name: str, text: str) -> tuple[str, ...]:
    """The same of JSON; commands and offers often repeat the same text."""
    errors = validator(slug, name).iter_errors(msgspec.json.decode(text))  # reads in a fraction of the time of `json`
    return tuple(f"{'.'.join(map(str, error.instance_path))}: {error.message}"[:400] for error in errors)


def event_faults(slug: str, event: dict[str, Any]) -> list[str]:
    """What is wrong with an event; one of an unknown type is a fault."""
    shapes = getattr(registry.game(slug), "shapes", None)  # `isinstance(game, HasShapes)` is slow, and this is frequent
    if shapes is None or event.get("type") not in shapes.events:
        return [f"{event.get('type')}: no event of {slug} has this type"]
    return faults(slug, f"{camel_case(event['type'])}Event", event)


def require(slug: str, found: Iterable[str], value: object) -> None:
    """Fail with the faults and the value."""
    told = list(found)
    assert not told, f"{slug} gives something that its types do not describe: {told}\n{value}"


def require_events(slug: str, events: Iterable[dict[str, Any]]) -> None:
    """Fail when an event is not what its type says."""
    for event in events:
        require(slug, event_faults(slug, event), event)


Wrapped = Callable[..., Any]


def checking(function: Wrapped, check: Callable[[str, Any], None]) -> Wrapped:
    """A function of `rules.play` whose results are checked."""

    def checked(system: object, *arguments: object, **named: object) -> Any:
        result = function(system, *arguments, **named)
        game = registry.game(system)
        if hasattr(game, "shapes"):
            check(game.slug, result)
        return result

    return checked


def check_offers(slug: str, found: list[Any]) -> None:
    """Fail when an offer is not what its type says."""
    for offer in found:
        require(slug, faults(slug, "Offer", offer), offer)


CHECKS: dict[str, Callable[[str, Any], None]] = {
    "act": lambda slug, result: require_events(slug, result["events"]),
    "replay": lambda slug, result: require_events(slug, result["events"]),
    "redeal": lambda slug, result: require_events(slug, result["events"]),
    "opening": require_events,
    "view": lambda slug, seen: require(slug, faults(slug, "View", seen), seen),
    "offers": check_offers,
}


@pytest.fixture(autouse=True)
def check_outputs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event, view and offer of a test is what the types of its game say, unless it breaks states on purpose."""
    if request.node.get_closest_marker("tampered"):
        return
    for name, check in CHECKS.items():
        monkeypatch.setattr(play, name, checking(getattr(play, name), check))

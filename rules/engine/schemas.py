"""Builds JSON Schemas of the inputs and outputs of a game from its named types.

Inputs are checked with these types, so the schemas cannot differ from the checks. Outputs are not checked during play:
tests compare every event, view and offer with the types (tests/rules/outputs.py).
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, runtime_checkable

import msgspec

from rules.engine.json_types import Offer

JsonSchema = dict[str, Any]
# Ends of Python's regular expressions, and the same in JSON Schema, which uses those of JavaScript.
ENDS: Final = (("\\A", "^"), ("\\Z", "$"))


@dataclass(frozen=True)
class GameShapes:
    """The named types of a game.

    What it takes: `commands` by type, `checks` (the inputs) by kind, `setup`, `sheet` and `monster` as they are stored.
    What it gives: `events` by type, `view`, and `offer` when its offers have fields of their own.
    `sentences`: what each command does, in one sentence (`sentences_of`).
    """

    commands: Mapping[str, type]
    checks: Mapping[str, type]
    setup: type
    sheet: type
    monster: type
    events: Mapping[str, type]
    view: type
    offer: type = Offer
    sentences: Mapping[str, str] = field(default_factory=dict)

    def named_types(self) -> Iterator[tuple[str, type]]:
        """Every type that has a name of its own in the schemas, with this name."""
        yield from ((f"{camel_case(name)}Command", shape) for name, shape in self.commands.items())
        yield from ((f"{camel_case(kind)}Inputs", shape) for kind, shape in self.checks.items())
        yield from ((f"{camel_case(name)}Event", shape) for name, shape in self.events.items())
        yield from (("Setup", self.setup), ("Sheet", self.sheet), ("MonsterStats", self.monster))
        yield from (("View", self.view), ("Offer", self.offer))


@runtime_checkable
class HasShapes(Protocol):
    """A game that names its types."""

    @property
    def shapes(self) -> GameShapes:
        """The types; see `rules.play.schemas`."""


def sentences_of(moves: Mapping[str, tuple[Any, Callable[..., Any], Any]]) -> dict[str, str]:
    """What each command does: the first sentence of the documentation of the function that carries it out."""
    return {name: first_sentence(move[1].__doc__ or "") for name, move in moves.items()}


def first_sentence(documentation: str) -> str:
    """The first paragraph in one line, with or without the indent, which Python removes from 3.13 on."""
    return " ".join(documentation.strip().split("\n\n")[0].split())


def camel_case(text: str) -> str:
    """ "skill-check" as "SkillCheck"."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-_.]", text))


def make_schemas(slug: str, shapes: GameShapes, place: str) -> dict[str, JsonSchema]:
    """The schemas of a game by name; references begin with `place`, such as "#/$defs/"."""
    game, named = camel_case(slug), dict(shapes.named_types())
    _roots, parts = msgspec.json.schema_components(list(named.values()), ref_template="{name}")
    names = {_part_name(shape, parts): game + name for name, shape in named.items()}
    # Two types of a game may share their class's name: msgspec then names both with their modules.
    names |= {part: game + camel_case(_short_name(part)) for part in parts if part not in names}
    schemas = {names[part]: _with_names(schema, names, place) for part, schema in parts.items()}
    for name, schema in schemas.items():
        schema["title"] = name
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])  # before Python 3.13 it has an indent
    for kind, sentence in shapes.sentences.items():
        schemas[f"{game}{camel_case(kind)}Command"]["description"] = sentence
    schemas[f"{game}Command"] = _any_of(game, "Command", shapes.commands, place)
    schemas[f"{game}Event"] = _any_of(game, "Event", shapes.events, place)
    example = schemas[f"{game}Offer"]["properties"]["example"]
    schemas[f"{game}Offer"]["properties"]["example"] = {
        "description": example["description"],
        "$ref": f"{place}{game}Command",
    }
    schemas[f"{game}Check"] = {"oneOf": [_check(game, kind, place) for kind in shapes.checks]}
    return schemas


def _part_name(shape: type, parts: Mapping[str, JsonSchema]) -> str:
    long = f"{shape.__module__}.{shape.__qualname__}"
    return long if long in parts else shape.__qualname__


def _short_name(part: str) -> str:
    """A name without the packages: "shapes.Weapon" of "rules.games.some_game.shapes.Weapon"."""
    return ".".join(part.split(".")[-2:])


def _with_names(value: Any, names: Mapping[str, str], place: str) -> Any:
    """A schema with the names of this module in its references, and with expressions as JSON Schema has them."""
    if isinstance(value, list):
        return [_with_names(item, names, place) for item in value]
    if not isinstance(value, dict):
        return value
    renamed = {key: _with_names(item, names, place) for key, item in value.items()}
    if isinstance(renamed.get("$ref"), str):
        renamed["$ref"] = place + names[renamed["$ref"]]
    if isinstance(renamed.get("enum"), list) and len(renamed["enum"]) == 1:
        (renamed["const"],) = renamed.pop("enum")
        renamed["type"] = "boolean" if renamed["const"] is True else "string"
    if renamed.get("type") == "array":
        renamed.setdefault("items", {})
    if isinstance(renamed.get("pattern"), str):
        for python, standard in ENDS:
            renamed["pattern"] = renamed["pattern"].replace(python, standard)
    return renamed


def _any_of(game: str, what: str, shapes: Mapping[str, type], place: str) -> JsonSchema:
    """The schema of every command or event of a game; `type` says which one it is."""
    to = {kind: f"{place}{game}{camel_case(kind)}{what}" for kind in shapes}
    return {
        "title": f"{game}{what}",
        "description": f"Any {what.lower()} of the game; `type` says which one.",
        "oneOf": [{"$ref": address} for address in to.values()],
        "discriminator": {"propertyName": "type", "mapping": to},
    }


def _check(game: str, kind: str, place: str) -> JsonSchema:
    inputs = {"$ref": f"{place}{game}{camel_case(kind)}Inputs"}
    return {
        "type": "object",
        "properties": {"kind": {"enum": [kind]}, "inputs": inputs},
        "required": ["kind", "inputs"],
    }

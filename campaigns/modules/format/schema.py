"""Checks a document against the schema and reports all faults in sentences.

A generic validator reports "not valid under any of the given schemas" if no alternative matches. This one first
chooses the alternative by the value's type or a distinctive field, so that the sentence is about that alternative."""

import functools
import json
import re
from pathlib import Path
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.modules.format import fault_sentences
from campaigns.modules.format.faults import Fault, at, shown
from campaigns.modules.format.vocabulary import PLURAL, REFERENCE, SINGULAR, is_draft_block, is_draft_stats, is_type
from rules import play

__all__ = [
    "DRAFT_FILE",
    "PLURAL",
    "REFERENCE",
    "SCHEMA_FILE",
    "SINGULAR",
    "Walker",
    "check",
    "is_draft_block",
    "is_type",
    "load",
]

FOLDER: Final = Path(__file__).parents[1]
SCHEMA_FILE: Final = FOLDER / "satchel-1.0.schema.json"
DRAFT_FILE: Final = FOLDER / "satchel-1.0-draft-stats.schema.json"
ENOUGH: Final = 2000
REFERENCE_PATTERN: Final = re.compile(r"\^\(\?:\[a-z0-9\]\[a-z0-9-\]\{0,63\}/\)\?\(\?:([a-z|]+)\):")


# The parts of the schema that have a field for each game.
BY_GAME: Final = ("stats", "difficulty", "effect", "award")


@functools.cache
def _read_schema(file: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


def load(file: Path = SCHEMA_FILE) -> dict[str, Any]:
    """A shipped schema; games that it does not know may have any object, which the game's engine checks."""
    schema = _read_schema(file)
    known = schema.get("$defs", {}).get("ruleset", {}).get("enum", [])
    others = sorted(play.SYSTEMS.keys() - set(known))
    if file != SCHEMA_FILE or not others:
        return schema
    parts = {**schema["$defs"], "ruleset": {"enum": [*known, *others]}}
    for name in BY_GAME:
        fields = parts[name]["properties"] | {slug: {"type": "object"} for slug in others}
        parts[name] = {**parts[name], "properties": fields}
    return {**schema, "$defs": parts}


@functools.cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def check(document: Any) -> list[Fault]:
    """All differences of the document from the schema, in the order of the document."""
    walker = Walker(load())
    walker.walk(document, walker.root, "")
    return walker.faults


class Walker:
    """Walks a document along one schema and collects faults; stops collecting at 2,000."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.faults: list[Fault] = []

    def fault(self, pointer: str, code: str, message: str) -> None:
        """Notes one fault."""
        if len(self.faults) < ENOUGH:
            self.faults.append(Fault(pointer, code, message))

    def resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema behind a reference, with its name under `name`."""
        while "$ref" in schema:
            steps = schema["$ref"].removeprefix("#/").split("/")
            found: dict[str, Any] = functools.reduce(lambda place, step: place[step], steps, self.root)
            schema = found | {"name": steps[-1]}
        return schema

    def walk(self, value: Any, schema: dict[str, Any], pointer: str) -> None:
        """Checks one value and everything in it."""
        schema = self.resolve(schema)
        if schema.get("name") == "stats" and is_draft_stats(value):
            draft = Walker(load(DRAFT_FILE))
            for game, block in value.items():
                self._stats_block(draft, game, block, at(pointer, game))
            self.faults += draft.faults[: ENOUGH - len(self.faults)]
            return
        if "oneOf" in schema:
            self._one_of(value, schema, pointer)
            return
        if "const" in schema and value != schema["const"]:
            self.fault(
                pointer,
                "schema.const",
                _("%(value)s is not %(wanted)s") % {"value": shown(value), "wanted": shown(schema["const"])},
            )
            return
        if "enum" in schema and value not in schema["enum"]:
            self.fault(
                pointer,
                "schema.enum",
                _("%(value)s is not one of %(choices)s")
                % {"value": shown(value), "choices": ", ".join(map(str, schema["enum"]))},
            )
            return
        if not self._check_type(value, schema, pointer):
            return
        if isinstance(value, str):
            self._text(value, schema, pointer)
        elif isinstance(value, dict):
            self._object(value, schema, pointer)
        elif isinstance(value, list):
            self._list(value, schema, pointer)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._number(value, schema, pointer)

    def _stats_block(self, draft: "Walker", game: str, block: Any, pointer: str) -> None:
        old, new = draft.root["$defs"]["stats"], self.root["$defs"]["stats"]
        if game not in new["properties"]:
            self.fault(pointer, "schema.unknown", fault_sentences.unknown(game, new["properties"]))
        elif game != "x" and is_draft_block(game, block):
            draft.walk(block, old["properties"][game], pointer)
        else:
            self.walk(block, new["properties"][game], pointer)

    def _check_type(self, value: Any, schema: dict[str, Any], pointer: str) -> bool:
        wanted = schema.get("type")
        if wanted is None:
            return True
        names = wanted if isinstance(wanted, list) else [wanted]
        if any(is_type(value, name) for name in names):
            return True
        self.fault(
            pointer,
            "schema.type",
            _("%(value)s is not %(wanted)s")
            % {"value": shown(value), "wanted": " or ".join(fault_sentences.name_type(name) for name in names)},
        )
        return False

    def _text(self, value: str, schema: dict[str, Any], pointer: str) -> None:
        if len(value) < schema.get("minLength", 0):
            self.fault(pointer, "schema.min_length", _("the text is empty; write something or leave the field out"))
        longest = schema.get("maxLength")
        if longest is not None and len(value) > longest:
            self.fault(
                pointer,
                "schema.max_length",
                _("the text has %(have)s characters; at most %(most)s") % {"have": len(value), "most": longest},
            )
        # fullmatch, because "$" also matches before a line end.
        elif "pattern" in schema and not self._fits(value, schema["pattern"]):
            self._misfit(value, schema, pointer)

    @staticmethod
    def _fits(value: str, pattern: str) -> bool:
        if pattern == "^https?://":
            return re.fullmatch(r"https?://\w[^\s<>\"\\]*", value) is not None
        return _pattern(pattern).fullmatch(value) is not None

    def _misfit(self, value: str, schema: dict[str, Any], pointer: str) -> None:
        kinds = REFERENCE_PATTERN.match(schema["pattern"])
        if kinds:
            self._reference(value, kinds[1].split("|"), pointer)
            return
        say = {"value": shown(value), "try": slugify(value)[:64].strip("-")}
        if schema.get("name") == "key":
            message = (
                _("%(value)s is not a key; try '%(try)s'")
                if say["try"]
                else _("%(value)s is not a key; use lower-case letters, digits and hyphens")
            )
        elif schema["pattern"] == "^https?://":
            message = _("%(value)s is not a web address; begin with https://")
        elif schema.get("name") == "dice":
            message = _("%(value)s is not dice like 2d6")
        elif schema.get("name") == "card":
            message = _("%(value)s is not a card such as 7H, F* or **")
        else:
            message = _("%(value)s does not have the form that this field needs")
        self.fault(pointer, "schema.pattern", message % say)

    def _reference(self, value: str, kinds: list[str], pointer: str) -> None:
        found = REFERENCE.fullmatch(value)
        say = {"value": shown(value), "kinds": _(" or ").join(kinds)}
        if found and found[2] in self.kinds:
            message = _("%(value)s is a %(kind)s; a %(kinds)s is needed here") % {**say, "kind": found[2]}
            self.fault(pointer, "ref.wrong_type", message)
        else:
            example = f"{kinds[0]}:some-key"
            message = _("%(value)s is not a reference; write it like %(example)s") % {
                **say,
                "example": example,
            }
            self.fault(pointer, "schema.pattern", message)

    @functools.cached_property
    def kinds(self) -> set[str]:
        """The kinds of references, which are the words before the colon."""
        return set(SINGULAR.values())

    def _number(self, value: float, schema: dict[str, Any], pointer: str) -> None:
        least, most, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")
        if least is not None and value < least:
            self.fault(
                pointer, "schema.minimum", _("%(value)s is below %(limit)s") % {"value": shown(value), "limit": least}
            )
        if most is not None and value > most:
            self.fault(
                pointer, "schema.maximum", _("%(value)s is above %(limit)s") % {"value": shown(value), "limit": most}
            )
        if above is not None and value <= above:
            self.fault(
                pointer,
                "schema.minimum",
                _("%(value)s is not above %(limit)s") % {"value": shown(value), "limit": above},
            )

    def _object(self, value: dict[str, Any], schema: dict[str, Any], pointer: str) -> None:
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                code = "licence.missing" if name == "licence" else "schema.required"
                self.fault(pointer, code, _("'%(name)s' is missing") % {"name": name})
        if len(value) < schema.get("minProperties", 0):
            self.fault(pointer, "schema.min_properties", _("the object is empty; add fields or leave it out"))
        if len(value) > schema.get("maxProperties", len(value)):
            self.fault(
                pointer,
                "schema.max_properties",
                _("the object has %(have)s fields; at most %(most)s")
                % {"have": len(value), "most": schema["maxProperties"]},
            )
        names = schema.get("propertyNames", {}).get("pattern")
        others = schema.get("additionalProperties")
        for name, inner in value.items():
            here = at(pointer, name)
            if names and not _pattern(names).fullmatch(name):
                self.fault(here, "schema.name", fault_sentences.invalid_name(name, schema))
            elif name in known:
                self.walk(inner, known[name], here)
            elif others is False:
                self.fault(here, "schema.unknown", fault_sentences.unknown(name, known))
            elif isinstance(others, dict):
                if len(name) > 80 or not name:
                    self.fault(
                        here,
                        "schema.name",
                        _("the name %(name)s is too long or empty") % {"name": shown(name)},
                    )
                self.walk(inner, others, here)

    def _list(self, value: list[Any], schema: dict[str, Any], pointer: str) -> None:
        if len(value) < schema.get("minItems", 0):
            self.fault(
                pointer,
                "schema.min_items",
                _("the list has %(have)s entries; at least %(least)s")
                % {"have": len(value), "least": schema["minItems"]},
            )
        if len(value) > schema.get("maxItems", len(value)):
            self.fault(
                pointer,
                "schema.max_items",
                _("the list has %(have)s entries; at most %(most)s") % {"have": len(value), "most": schema["maxItems"]},
            )
            return
        if schema.get("uniqueItems") and len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
            self.fault(pointer, "schema.unique", _("an entry occurs twice in the list"))
        first = schema.get("prefixItems", [])
        for index, inner in enumerate(value):
            item = first[index] if index < len(first) else schema.get("items", {})
            if item is False:
                self.fault(
                    at(pointer, index),
                    "schema.max_items",
                    _("the list may have at most %(most)s entries") % {"most": len(first)},
                )
            else:
                self.walk(inner, item, at(pointer, index))

    def _one_of(self, value: Any, schema: dict[str, Any], pointer: str) -> None:
        choices = [self.resolve(one) for one in schema["oneOf"]]
        fitting = [one for one in choices if _may_be(value, one)]
        if len(fitting) == 1 and not (schema.get("name") == "count" and isinstance(value, str)):
            self.walk(value, fitting[0], pointer)
            return
        if schema.get("name") == "count":
            self._count(value, pointer)
        elif isinstance(value, dict) and any("kind" in one.get("properties", {}) for one in choices):
            self.fault(
                at(pointer, "kind") if "kind" in value else pointer,
                "schema.kind",
                _("'kind' must be extras, follower or fated"),
            )
        elif isinstance(value, dict) and any("tier" in one.get("properties", {}) for one in choices):
            self.fault(
                at(pointer, "tier") if "tier" in value else pointer,
                "schema.kind",
                _("'tier' must be extra, follower or fated"),
            )
        elif isinstance(value, dict) and any("roll" in one.get("properties", {}) for one in choices):
            self.fault(pointer, "schema.method", _("give exactly one of 'roll', 'draw' and 'pick'"))
        else:
            self.fault(
                pointer,
                "schema.choice",
                _("%(value)s is not %(wanted)s")
                % {
                    "value": shown(value),
                    "wanted": " or ".join(fault_sentences.describe_schema(one) for one in choices),
                },
            )

    def _count(self, value: Any, pointer: str) -> None:
        dice = self.root["$defs"]["dice"]["pattern"]
        if isinstance(value, str) and _pattern(dice).fullmatch(value):
            return
        self.fault(
            pointer,
            "schema.count",
            _("%(value)s is not a number, dice like 2d4, or a party-size table") % {"value": shown(value)},
        )


def _may_be(value: Any, schema: dict[str, Any]) -> bool:
    if "const" in schema:
        return bool(value == schema["const"]) and isinstance(value, str)
    if "enum" in schema:
        return value in schema["enum"] if isinstance(value, str) else False
    kinds = schema.get("type")
    if kinds and not any(is_type(value, one) for one in (kinds if isinstance(kinds, list) else [kinds])):
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        telling = {name: one["const"] for name, one in known.items() if "const" in one}
        if telling:
            return all(value.get(name) == const for name, const in telling.items())
        return all(name in value for name in schema.get("required", []))
    return True

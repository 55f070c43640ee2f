"""Checks a document against the schema and reports all faults in sentences.

A generic validator reports "not valid under any of the given schemas" if no alternative matches. This one first
chooses the alternative by the value's type or a distinctive field, so that the sentence is about that alternative."""

import functools
from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.format import fault_sentences, schema_values
from campaigns.modules.format.faults import Fault, at, quote_value
from campaigns.modules.format.schema import DRAFT_FILE, load
from campaigns.modules.format.vocabulary import is_draft_block, is_draft_stats

ENOUGH: Final = 2000
LONGEST_NAME: Final = 80
Schema = dict[str, Any]


def check(document: Any) -> list[Fault]:
    """All differences of the document from the schema, in the order of the document."""
    walker = Walker(load())
    walker.walk(document, walker.root, "")
    return walker.faults


class Walker:
    """Walks a document along one schema and collects faults; stops collecting at 2,000."""

    def __init__(self, root: Schema) -> None:
        self.root = root
        self.faults: list[Fault] = []

    def fault(self, pointer: str, code: str, message: str) -> None:
        """Notes one fault."""
        self._note([Fault(pointer, code, message)])

    def _note(self, faults: Iterable[Fault]) -> bool:
        """Notes faults; whether there were any."""
        new_faults = list(faults)
        self.faults += new_faults[: max(0, ENOUGH - len(self.faults))]
        return bool(new_faults)

    def resolve(self, schema: Schema) -> Schema:
        """The schema behind a reference, with its name under `name`."""
        while "$ref" in schema:
            steps = schema["$ref"].removeprefix("#/").split("/")
            target: Schema = functools.reduce(lambda place, step: place[step], steps, self.root)
            schema = target | {"name": steps[-1]}
        return schema

    def walk(self, value: Any, schema: Schema, pointer: str) -> None:
        """Checks one value and everything in it."""
        schema = self.resolve(schema)
        if schema.get("name") == "stats" and is_draft_stats(value):
            self._draft_stats(value, pointer)
        elif "oneOf" in schema:
            self._one_of(value, schema, pointer)
        elif self._note(schema_values.type_faults(value, schema, pointer)):
            return
        elif isinstance(value, str):
            self._note(schema_values.text_faults(value, schema, pointer))
        elif isinstance(value, dict):
            self._object(value, schema, pointer)
        elif isinstance(value, list):
            self._list(value, schema, pointer)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._note(schema_values.number_faults(value, schema, pointer))

    def _draft_stats(self, value: dict[str, Any], pointer: str) -> None:
        draft = Walker(load(DRAFT_FILE))
        for game, block in value.items():
            self._stats_block(draft, game, block, at(pointer, game))
        self._note(draft.faults)

    def _stats_block(self, draft: "Walker", game: str, block: Any, pointer: str) -> None:
        old, new = draft.root["$defs"]["stats"], self.root["$defs"]["stats"]
        if game not in new["properties"]:
            self.fault(pointer, "schema.unknown", fault_sentences.unknown(game, new["properties"]))
        elif game != "x" and is_draft_block(game, block):
            draft.walk(block, old["properties"][game], pointer)
        else:
            self.walk(block, new["properties"][game], pointer)

    def _object(self, value: dict[str, Any], schema: Schema, pointer: str) -> None:
        self._note(schema_values.field_count_faults(value, schema, pointer))
        fields, names = schema.get("properties", {}), schema.get("propertyNames", {}).get("pattern")
        for name, inner in value.items():
            here = at(pointer, name)
            if names and not schema_values.compile_pattern(names).fullmatch(name):
                self.fault(here, "schema.name", fault_sentences.invalid_name(name, schema))
            elif name in fields:
                self.walk(inner, fields[name], here)
            else:
                self._other_field(name, inner, schema, here)

    def _other_field(self, name: str, value: Any, schema: Schema, pointer: str) -> None:
        """A field that the schema does not name."""
        others = schema.get("additionalProperties")
        if others is False:
            self.fault(pointer, "schema.unknown", fault_sentences.unknown(name, schema.get("properties", {})))
        elif isinstance(others, dict):
            if not 0 < len(name) <= LONGEST_NAME:
                message = _("the name %(name)s is too long or empty") % {"name": quote_value(name)}
                self.fault(pointer, "schema.name", message)
            self.walk(value, others, pointer)

    def _list(self, value: list[Any], schema: Schema, pointer: str) -> None:
        self._note(schema_values.too_few_entries(value, schema, pointer))
        too_many = schema_values.too_many_entries(value, schema, pointer)
        if too_many:
            self._note([too_many])
            return
        self._note(schema_values.repeated_entries(value, schema, pointer))
        first = schema.get("prefixItems", [])
        for index, inner in enumerate(value):
            item = first[index] if index < len(first) else schema.get("items", {})
            if item is False:
                message = _("the list may have at most %(most)s entries") % {"most": len(first)}
                self.fault(at(pointer, index), "schema.max_items", message)
            else:
                self.walk(inner, item, at(pointer, index))

    def _one_of(self, value: Any, schema: Schema, pointer: str) -> None:
        choices = [self.resolve(choice) for choice in schema["oneOf"]]
        possible = [choice for choice in choices if _is_possible(value, choice)]
        if len(possible) == 1 and not (schema.get("name") == "count" and isinstance(value, str)):
            self.walk(value, possible[0], pointer)
        elif schema.get("name") == "count":
            self._count(value, pointer)
        elif isinstance(value, dict):
            self._note([_object_choice_fault(value, choices, pointer)])
        else:
            self._note([_choice_fault(value, choices, pointer)])

    def _count(self, value: Any, pointer: str) -> None:
        dice = self.root["$defs"]["dice"]["pattern"]
        if isinstance(value, str) and schema_values.compile_pattern(dice).fullmatch(value):
            return
        message = _("%(value)s is not a number, dice like 2d4, or a party-size table") % {"value": quote_value(value)}
        self.fault(pointer, "schema.count", message)


def _object_choice_fault(value: dict[str, Any], choices: list[Schema], pointer: str) -> Fault:
    """The fault of an object that is none of the alternatives, about the field that tells them apart."""
    fields = {name for choice in choices for name in choice.get("properties", {})}
    for name, message in (
        ("kind", _("'kind' must be extras, follower or fated")),
        ("tier", _("'tier' must be extra, follower or fated")),
    ):
        if name in fields:
            return Fault(at(pointer, name) if name in value else pointer, "schema.kind", message)
    if "roll" in fields:
        return Fault(pointer, "schema.method", _("give exactly one of 'roll', 'draw' and 'pick'"))
    return _choice_fault(value, choices, pointer)


def _choice_fault(value: Any, choices: list[Schema], pointer: str) -> Fault:
    wanted = " or ".join(fault_sentences.describe_schema(choice) for choice in choices)
    return Fault(
        pointer, "schema.choice", _("%(value)s is not %(wanted)s") % {"value": quote_value(value), "wanted": wanted}
    )


def _is_possible(value: Any, schema: Schema) -> bool:
    """Whether a value can be meant as this alternative, judged by its type and the field that tells it."""
    if "const" in schema:
        return bool(value == schema["const"]) and isinstance(value, str)
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    if not schema_values.has_type(value, schema):
        return False
    if not isinstance(value, dict):
        return True
    constants = {
        name: property_schema["const"]
        for name, property_schema in schema.get("properties", {}).items()
        if "const" in property_schema
    }
    if constants:
        return all(value.get(name) == const for name, const in constants.items())
    return all(name in value for name in schema.get("required", []))

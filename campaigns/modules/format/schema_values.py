"""The faults of one value by itself: its type, the form of a text, the size of a number, list or object."""

import functools
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.modules.format import fault_sentences
from campaigns.modules.format.faults import Fault, quote_value
from campaigns.modules.format.vocabulary import REFERENCE, SINGULAR, is_type

REFERENCE_PATTERN: Final = re.compile(r"\^\(\?:\[a-z0-9\]\[a-z0-9-\]\{0,63\}/\)\?\(\?:([a-z|]+)\):")
WEB_ADDRESS: Final = "^https?://"
# A value of each field whose form the schema gives only as a pattern.
EXAMPLES: Final = {
    "format_version": "1.0",
    "version": "1.0.0",
    "language": "en or pt-BR",
    "spdx": "CC-BY-4.0 or LicenseRef-Own",
    "path": "assets/map.png",
    "sha256": "0123456789abcdef" * 4,
}
# The words before the colon of a reference.
KINDS: Final = frozenset(SINGULAR.values())


@functools.cache
def compile_pattern(text: str) -> re.Pattern[str]:
    """A pattern of the schema, compiled once."""
    return re.compile(text)


def type_faults(value: Any, schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The fault of a value that is not the constant, not among the choices, or of another type."""
    values = {"value": quote_value(value)}
    if "const" in schema and value != schema["const"]:
        values |= {"wanted": quote_value(schema["const"])}
        yield Fault(pointer, "schema.const", _("%(value)s is not %(wanted)s") % values)
    elif "enum" in schema and value not in schema["enum"]:
        values |= {"choices": ", ".join(map(str, schema["enum"]))}
        yield Fault(pointer, "schema.enum", _("%(value)s is not one of %(choices)s") % values)
    elif not has_type(value, schema):
        values |= {"wanted": " or ".join(fault_sentences.name_type(name) for name in type_names(schema))}
        yield Fault(pointer, "schema.type", _("%(value)s is not %(wanted)s") % values)


def type_names(schema: dict[str, Any]) -> list[str]:
    """The types that a schema allows; none if it allows every one."""
    wanted = schema.get("type", [])
    return wanted if isinstance(wanted, list) else [wanted]


def has_type(value: Any, schema: dict[str, Any]) -> bool:
    """Whether the value has a type that the schema allows."""
    names = type_names(schema)
    return not names or any(is_type(value, name) for name in names)


def text_faults(value: str, schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The faults of a text: its length and its form."""
    if len(value) < schema.get("minLength", 0):
        yield Fault(pointer, "schema.min_length", _("the text is empty; write something or leave the field out"))
    longest = schema.get("maxLength")
    if longest is not None and len(value) > longest:
        message = _("the text has %(have)s characters; at most %(most)s") % {"have": len(value), "most": longest}
        yield Fault(pointer, "schema.max_length", message)
    elif "pattern" in schema and not _has_form(value, schema["pattern"]):
        kinds = REFERENCE_PATTERN.match(schema["pattern"])
        if kinds:
            yield _reference_fault(value, kinds[1].split("|"), pointer)
        else:
            yield Fault(pointer, "schema.pattern", _form_sentence(value, schema, pointer))


def _has_form(value: str, pattern: str) -> bool:
    if pattern == WEB_ADDRESS:
        return re.fullmatch(r"https?://\w[^\s<>\"\\]*", value) is not None
    # fullmatch, because "$" also matches before a line end.
    return compile_pattern(pattern).fullmatch(value) is not None


def _form_sentence(value: str, schema: dict[str, Any], pointer: str) -> str:
    values = {"value": quote_value(value), "try": slugify(value)[:64].strip("-")}
    if schema["pattern"] == WEB_ADDRESS:
        return _("%(value)s is not a web address; begin with https://") % values
    match schema.get("name"):
        case "key" if values["try"]:
            return _("%(value)s is not a key; try '%(try)s'") % values
        case "key":
            return _("%(value)s is not a key; use lower-case letters, digits and hyphens") % values
        case "dice":
            return _("%(value)s is not dice like 2d6") % values
        case "card":
            return _("%(value)s is not a card such as 7H, F* or **") % values
    example = EXAMPLES.get(pointer.rpartition("/")[2])
    if example is not None:
        values |= {"example": example}
        return _("%(value)s does not have the form that this field needs, as in %(example)s") % values
    return _("%(value)s does not have the form that this field needs") % values


def _reference_fault(value: str, kinds: list[str], pointer: str) -> Fault:
    match = REFERENCE.fullmatch(value)
    values = {"value": quote_value(value), "kinds": _(" or ").join(kinds)}
    if match and match[2] in KINDS:
        values |= {"kind": match[2]}
        return Fault(pointer, "ref.wrong_type", _("%(value)s is a %(kind)s; a %(kinds)s is needed here") % values)
    values |= {"example": f"{kinds[0]}:some-key"}
    return Fault(pointer, "schema.pattern", _("%(value)s is not a reference; write it like %(example)s") % values)


def number_faults(value: float, schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The faults of a number outside its limits."""
    least, most, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")
    if least is not None and value < least:
        yield Fault(
            pointer, "schema.minimum", _("%(value)s is below %(limit)s") % {"value": quote_value(value), "limit": least}
        )
    if most is not None and value > most:
        yield Fault(
            pointer, "schema.maximum", _("%(value)s is above %(limit)s") % {"value": quote_value(value), "limit": most}
        )
    if above is not None and value <= above:
        message = _("%(value)s is not above %(limit)s") % {"value": quote_value(value), "limit": above}
        yield Fault(pointer, "schema.minimum", message)


def field_count_faults(value: dict[str, Any], schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The faults of an object that lacks required fields, or has too few or too many."""
    for name in schema.get("required", []):
        if name not in value:
            code = "licence.missing" if name == "licence" else "schema.required"
            yield Fault(pointer, code, _("'%(name)s' is missing") % {"name": name})
    if len(value) < schema.get("minProperties", 0):
        yield Fault(pointer, "schema.min_properties", _("the object is empty; add fields or leave it out"))
    most = schema.get("maxProperties")
    if most is not None and len(value) > most:
        message = _("the object has %(have)s fields; at most %(most)s") % {"have": len(value), "most": most}
        yield Fault(pointer, "schema.max_properties", message)


def too_many_entries(value: list[Any], schema: dict[str, Any], pointer: str) -> Fault | None:
    """The fault of a list with more entries than allowed; such a list is not checked further."""
    most = schema.get("maxItems")
    if most is None or len(value) <= most:
        return None
    message = _("the list has %(have)s entries; at most %(most)s") % {"have": len(value), "most": most}
    return Fault(pointer, "schema.max_items", message)


def too_few_entries(value: list[Any], schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The fault of a list with fewer entries than needed."""
    least = schema.get("minItems", 0)
    if len(value) < least:
        message = _("the list has %(have)s entries; at least %(least)s") % {"have": len(value), "least": least}
        yield Fault(pointer, "schema.min_items", message)


def repeated_entries(value: list[Any], schema: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The fault of a list that has an entry twice where each must be unique."""
    if schema.get("uniqueItems") and len({json.dumps(item, sort_keys=True) for item in value}) < len(value):
        yield Fault(pointer, "schema.unique", _("an entry occurs twice in the list"))

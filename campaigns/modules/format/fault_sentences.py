"""Sentences for schema faults."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules.format.faults import quote_value


def name_type(kind: str) -> str:
    """The name of a JSON type for people."""
    return {
        "object": _("an object"),
        "array": _("a list"),
        "string": _("text"),
        "integer": _("a whole number"),
        "number": _("a number"),
        "boolean": _("true or false"),
        "null": _("null"),
    }[kind]


def describe_schema(schema: dict[str, Any]) -> str:
    """A description of one alternative in a schema."""
    if "const" in schema:
        return quote_value(schema["const"])
    if "enum" in schema:
        return ", ".join(quote_value(choice) for choice in schema["enum"])
    if schema.get("type") == "integer":
        return _("a whole number from %(least)s to %(most)s") % {
            "least": schema.get("minimum"),
            "most": schema.get("maximum"),
        }
    return name_type(str(schema.get("type", "object")))


def unknown(name: str, known: dict[str, Any]) -> str:
    """The sentence for an unknown field, with a similar field name if there is one."""
    near = [candidate for candidate in known if candidate.startswith(name[:3]) or name.startswith(candidate[:3])]
    hint = _("; did you mean '%(near)s'?") % {"near": near[0]} if near else ""
    return _("%(name)s is not a field here") % {"name": quote_value(name)} + hint


def invalid_name(name: str, schema: dict[str, Any]) -> str:
    """The sentence for an invalid name in an open object."""
    if schema.get("name") == "ext":
        return _("%(name)s needs a namespace, like vendor:thing") % {"name": quote_value(name)}
    return _("%(name)s is not a party size from 1 to 10") % {"name": quote_value(name)}

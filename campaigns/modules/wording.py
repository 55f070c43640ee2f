"""What a schema asks for, in words: the sentences of its faults."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules.faults import shown


def named(kind: str) -> str:
    """A JSON type as people call it."""
    return {
        "object": _("an object"), "array": _("a list"), "string": _("text"), "integer": _("a whole number"),
        "number": _("a number"), "boolean": _("true or false"), "null": _("null"),
    }[kind]  # fmt: skip


def described(schema: dict[str, Any]) -> str:
    """What one alternative of several would be."""
    if "const" in schema:
        return shown(schema["const"])
    if "enum" in schema:
        return ", ".join(shown(one) for one in schema["enum"])
    if schema.get("type") == "integer":
        return _("a whole number from %(least)s to %(most)s") % {
            "least": schema.get("minimum"), "most": schema.get("maximum")}  # fmt: skip
    return named(str(schema.get("type", "object")))


def unknown(name: str, known: dict[str, Any]) -> str:
    """That a field is none, with the one that was perhaps meant."""
    near = [one for one in known if one.startswith(name[:3]) or name.startswith(one[:3])]
    hint = _("; did you mean '%(near)s'?") % {"near": near[0]} if near else ""
    return _("%(name)s is not a field here") % {"name": shown(name)} + hint


def misnamed(name: str, schema: dict[str, Any]) -> str:
    """That a name in an open object has not the form it should have."""
    if schema.get("name") == "ext":
        return _("%(name)s needs a namespace, like vendor:thing") % {"name": shown(name)}
    return _("%(name)s is not a party size from 1 to 10") % {"name": shown(name)}

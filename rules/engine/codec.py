"""Conversion between plain JSON values and typed structures of the games."""

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from rules.engine.refusals import Refused, quote

__all__ = [
    "STORED_NAMES",
    "UNSET",
    "Figure",
    "Id",
    "Meta",
    "Struct",
    "Text",
    "UnsetType",
    "canonical",
    "check_text",
    "decode",
    "encode",
    "field",
    "optional_fields",
    "plain_ids",
    "plain_list",
    "plain_object",
    "plain_text",
]

T = TypeVar("T")
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Id = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
# Viewers who are not participants, in every game.
RESERVED_IDS = frozenset({"gm", "observer"})
# Fields of states that are stored under another name, because older sites have stored them so (`Struct`'s `rename`).
STORED_NAMES = {"participants": "people"}
Figure = Annotated[int, Meta(ge=-9999, le=9999)]

_AT = re.compile(r" - at `(?:key` in `)?\$\.?([^`]*)`$")
_FIELD = re.compile(r"(unknown|missing required) field `([^`]*)`")
_TYPES = re.compile(r"`([a-z| ]+)`")
_WORDS = {
    "int": "a whole number",
    "float": "a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


def decode(value: object, shape: type[T], what: str) -> T:
    """A copy of the plain `value` as a `shape`; neither a bool nor 1.0 counts as an integer.

    `what`: what the value is, for the sentence: "command", "setup".
    Refused: "shape.invalid" names the path of the first fault.
    """
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as fault:
        raise Refused("shape.invalid", _sentence(str(fault), what)) from None
    except (AttributeError, TypeError, ValueError, RecursionError, OverflowError):
        raise Refused(
            "shape.invalid", f"JSON cannot represent something in the {what}, or it is nested too deeply."
        ) from None


def optional_fields(shape: type) -> frozenset[str]:
    """The names of the fields that a structure does not need, as they are in JSON."""
    return frozenset(each.encode_name for each in msgspec.structs.fields(shape) if not each.required)


def encode(value: object) -> Any:
    """A typed structure as plain JSON values, which share nothing with it."""
    return msgspec.to_builtins(value, enc_hook=_plain_text)


def check_text(value: object, what: str) -> None:
    """Refuse text that databases and pages cannot hold: lone surrogates and the NUL character."""
    try:
        raw = json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        raise Refused("shape.invalid", f"Something in the {what} is not plain JSON text.") from None
    if b"\\u0000" in raw:
        raise Refused("shape.invalid", f"A NUL character is in the {what}; leave it out.")


def plain_object(value: object, what: str) -> dict[str, Any]:
    """`value` itself when it is a JSON object, else `Refused` ("shape.invalid"); `what` as in `decode`."""
    if type(value) is not dict:
        raise Refused("shape.invalid", f"The {what} must be a JSON object, not {quote(value)}.")
    return value


def plain_list(value: object, what: str) -> list[Any]:
    """A list of what `value` yields, else `Refused`; a text or an object is not a list. `what`: in the plural."""
    if isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise Refused("shape.invalid", f"The {what} must be a list, not {quote(value)}.")
    return list(value)


def plain_text(value: object, what: str) -> str:
    """`value` itself when it is text, else `Refused`; `what` as in `decode`."""
    if not isinstance(value, str):
        raise Refused("shape.invalid", f"The {what} must be text, not {quote(value)}.")
    return value


def plain_ids(value: object, what: str) -> frozenset[str]:
    """The texts that `value` yields, which may be the keys of an object, else `Refused`; `what`: in the plural."""
    ids = plain_list(list(value) if isinstance(value, dict) else value, what)
    for index, one in enumerate(ids):
        if not isinstance(one, str):
            raise Refused("shape.invalid", f"{what}[{index}]: must be text, not {quote(one)}.")
    return frozenset(ids)


def canonical(value: object) -> bytes:
    """The canonical JSON of a plain value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def _plain_text(value: object) -> str:
    """The plain text of a subclass of str, such as text that templates marked as safe."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} is not a plain value")


def _sentence(fault: str, what: str) -> str:
    """msgspec's error message as a sentence with the path of the faulty field."""
    at = _AT.search(fault)
    path = at.group(1) if at else ""
    reason = fault[: at.start()] if at else fault
    named = _FIELD.search(fault)
    if named:
        path = f"{path}.{named.group(2)}" if path else named.group(2)
        reason = "is missing" if named.group(1) == "missing required" else "is not a field here; leave it out"
    elif "regex" in reason:
        reason = "an id has 1 to 64 characters of a-z, A-Z, 0-9, _ and -"
    else:
        reason = _TYPES.sub(lambda match: _words(match.group(1)), reason)
        reason = reason.replace("Invalid enum value", "not one of the values possible here:")
    return f"In the {what}, {path}: {reason[:200]}." if path else f"The {what}: {reason[:200]}."


def _words(types: str) -> str:
    return " or ".join([_WORDS.get(name, name) for name in types.split(" | ")])

"""Reads and writes the lines of an archive as strict JSON, with a fast path for ordinary lines."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid
from common import strict_json

# Modules and states of encounters may be larger than request bodies of the API.
LIMITS: Final = strict_json.Limits(size=64 * 1024 * 1024, depth=64, nodes=5_000_000, string=5_000_000)
DIGITS: Final = 16


class _PossibleError(Exception):
    """A possible error, for which the strict reader has the better message."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _PossibleError
    return fields


def _parse_integer(digits: str) -> int:
    if len(digits) > DIGITS - 1:
        raise _PossibleError
    return int(digits)


def _refuse_constant(_word: str) -> Any:
    raise _PossibleError


def _check_storable(value: Any) -> None:
    """Refuses texts that databases cannot store."""
    waiting = [value]
    while waiting:
        nested = waiting.pop()
        if isinstance(nested, str):
            if "\x00" in nested or any("\ud800" <= sign <= "\udfff" for sign in nested):
                raise _PossibleError
        elif isinstance(nested, dict):
            waiting += [*nested, *nested.values()]
        elif isinstance(nested, list):
            waiting += nested


def parse_line(line: bytes, place: str) -> Any:
    """The value of a line of UTF-8; ArchiveInvalid (archive.row) with the place of an error."""
    try:
        value = json.loads(
            line.decode(), object_pairs_hook=_unique_keys, parse_int=_parse_integer, parse_constant=_refuse_constant
        )
        # Surrogates and NUL, which databases cannot store, only occur as escapes.
        if b"\\u" in line:
            _check_storable(value)
        return value
    except (_PossibleError, ValueError, RecursionError):
        pass
    try:
        return strict_json.loads(line, LIMITS)
    except strict_json.MalformedJson as fault:
        raise ArchiveInvalid("archive.row", f"{place}#{fault.pointer}", fault.message) from None
    except RecursionError:
        raise ArchiveInvalid("archive.row", place, _("The line is nested too deeply.")) from None


def write_line(value: Any) -> bytes:
    """A value as a line; the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"

"""One line of an archive: strict JSON, read fast where nothing in it is doubtful."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid
from rules import strict_json

# Documents of modules and states of encounters are larger than what the API takes.
LIMITS: Final = strict_json.Limits(size=64 * 1024 * 1024, depth=64, nodes=5_000_000, string=5_000_000)
DIGITS: Final = 16


class _Doubt(Exception):
    """Something that only the strict reader names well."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Doubt
    return found


def _short(digits: str) -> int:
    if len(digits) > DIGITS - 1:
        raise _Doubt
    return int(digits)


def _never(word: str) -> Any:
    raise _Doubt


def _storable(value: Any) -> None:
    """Looks through all texts of a value for what no database stores."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if "\x00" in one or any("\ud800" <= sign <= "\udfff" for sign in one):
                raise _Doubt
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def parsed(line: bytes, place: str) -> Any:
    """The value of a line of UTF-8; ArchiveInvalid (archive.row) with the place of what is unclear in it."""
    try:
        value = json.loads(line.decode(), object_pairs_hook=_once, parse_int=_short, parse_constant=_never)
        # Halves of characters and NUL, which no database stores, come as escapes only.
        if b"\\u" in line:
            _storable(value)
        return value
    except (_Doubt, ValueError, RecursionError):
        pass
    try:
        return strict_json.loads(line, LIMITS)
    except strict_json.Malformed as fault:
        raise ArchiveInvalid("archive.row", f"{place}#{fault.pointer}", fault.message) from None
    except RecursionError:
        raise ArchiveInvalid("archive.row", place, _("The line goes too deep.")) from None


def written(value: Any) -> bytes:
    """A value as a line; the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"

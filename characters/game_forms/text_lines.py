"""Lists in text fields, one item on each line: levels, weapons, gifts, equipment ("3 × torch")."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LEVEL = re.compile(r"^(?P<name>.*?)[\s:=]+(?P<level>\d{1,3})$")
WEAPON = re.compile(r"^(?P<name>.*?)(?:[\s:]+(?P<bonus>[+-]?\d{1,2}))?(?P<mental>\s+mental)?$", re.IGNORECASE)
NOTED = re.compile(r"^(?P<name>.*?)(?:\s*\((?P<note>[^()]*)\))?$")

Item = TypeVar("Item")

LONGEST = 500
LONGEST_PART = 200  # of a name or a note; the engine allows no more
THING = re.compile(r"^(?:(?P<quantity>\d{1,4})\s*[x×]\s*)?(?P<name>.*?)(?:\s*\((?P<note>[^()]*)\))?$")


def split_lines(text: str) -> list[str]:
    """The lines with text, with single spaces; ValidationError for a line that is too long.

    The parsers try the parts of a line in many ways, so a very long line would keep them busy for minutes.
    """
    found = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    for line in found:
        _require_short(line, [line], LONGEST)
    return found


def _require_short(line: str, parts: Iterable[str], most: int = LONGEST_PART) -> None:
    """ValidationError that names the line if one of its parts has more than `most` characters."""
    if any(len(part) > most for part in parts):
        raise ValidationError(_("“%(line)s…” is too long for one line.") % {"line": line[:60]})


def read_items(
    text: str, kept: Iterable[Item] | None, parse: Callable[[str], Iterable[Item]], write: Callable[[list[Item]], str]
) -> list[Item]:
    """The items of a text that a form showed as `write(kept)`: those whose line is unchanged, and new ones by `parse`.

    `kept` is None if nothing is stored.

    A stored name may contain what divides a line, such as a comma; `parse` would make another item of its line."""
    shown: dict[str, list[Item]] = {}
    for item in kept or ():
        shown.setdefault(" ".join(write([item]).split()), []).append(item)
    found: list[Item] = []
    for line in text.splitlines():
        same = shown.get(" ".join(line.split()))
        found += [same.pop(0)] if same else parse(line)
    return found


def read_numbers(
    text: str,
    kept: Mapping[str, int] | None,
    parse: Callable[[str], dict[str, int]],
    write: Callable[[dict[str, int]], str],
) -> dict[str, int]:
    """As `read_items`, for names with a number each; ValidationError for a name that is listed twice."""
    pairs = read_items(text, (kept or {}).items(), lambda line: parse(line).items(), lambda pair: write(dict(pair)))
    found: dict[str, int] = {}
    for name, number in pairs:
        if name in found:
            raise ValidationError(_("%(name)s is listed twice.") % {"name": name})
        found[name] = number
    return found


def parse_levels(text: str) -> dict[str, int]:
    """`{"Burglar": 8}` from "Burglar 8"; a name alone has level 1."""
    found = {}
    for line in split_lines(text):
        parts = LEVEL.match(line)
        name = parts["name"].strip() if parts else line
        _require_short(line, [name])
        found[name] = int(parts["level"]) if parts else 1
    return found


def format_levels(levels: dict[str, int]) -> str:
    """Levels in the form that `parse_levels` reads."""
    return "\n".join(f"{name} {level}" for name, level in levels.items())


def parse_weapons(text: str) -> list[dict[str, Any]]:
    """`[{"name", "bonus", "mental"?}]` from "Sword +4" and "Dread word +2 mental"; without a number the bonus is 0."""
    found = []
    for line in split_lines(text):
        parts = WEAPON.match(line)
        name = parts["name"].strip() if parts else ""
        weapon: dict[str, Any] = {"name": name or line, "bonus": int(parts["bonus"] or 0) if parts and name else 0}
        _require_short(line, [weapon["name"]])
        if parts and parts["mental"]:
            weapon["mental"] = True
        found.append(weapon)
    return found


def format_weapons(weapons: list[dict[str, Any]]) -> str:
    """Weapons in the form that `parse_weapons` reads."""
    return "\n".join(
        f"{weapon['name']} {weapon['bonus']:+d}{' mental' if weapon.get('mental') else ''}" for weapon in weapons
    )


def parse_notes(text: str) -> list[dict[str, Any]]:
    """`[{"name", "note"?}]` from "Empathy (since the flood)"."""
    found = []
    for line in split_lines(text):
        parts = NOTED.match(line)
        name, note = (parts["name"].strip(), (parts["note"] or "").strip()) if parts else (line, "")
        _require_short(line, [name or line, note])
        found.append({"name": name or line} | ({"note": note} if note and name else {}))
    return found


def format_notes(things: list[dict[str, Any]]) -> str:
    """Names with notes in the form that `parse_notes` reads."""
    return "\n".join(f"{thing['name']} ({thing['note']})" if thing.get("note") else thing["name"] for thing in things)


def parse_equipment(text: str) -> list[dict[str, Any]]:
    """`[{"name", "quantity", "note"?}]` from "3 × torch" and "rope (50 feet)"."""
    found = []
    for line in split_lines(text):
        parts = THING.match(line)
        fields = parts.groupdict() if parts and parts["name"].strip() else {"name": line}
        thing: dict[str, Any] = {"name": fields["name"].strip(), "quantity": int(fields.get("quantity") or 1)}
        if note := (fields.get("note") or "").strip():
            thing["note"] = note
        _require_short(line, [thing["name"], note])
        found.append(thing)
    return found


def format_equipment(equipment: Iterable[dict[str, Any]]) -> str:
    """Equipment in the form that `parse_equipment` reads."""
    lines = []
    for thing in equipment:
        count = f"{thing['quantity']} × " if thing.get("quantity", 1) != 1 else ""
        note = f" ({thing['note']})" if thing.get("note") else ""
        lines.append(f"{count}{thing['name']}{note}")
    return "\n".join(lines)

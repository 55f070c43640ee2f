"""What a sheet of A Game of Bastards looks like when it is written down, one thing a line; and how it is read."""

import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.faces.lines import written

RANKED = re.compile(r"^(?P<name>.+?)[\s:]+(?P<rank>\d{1,4})$")
ADVANTAGE = re.compile(r"^(?P<name>[^()\d]+?)\s*(?:\((?P<weapon>.+)\))?\s*(?P<ranks>\d{1,2})?$")
RANGED = "ranged"


def skills(text: str) -> dict[str, int]:
    """`Stealth 3`, `Combat (Sword) 2`; without a number it is 1."""
    found: dict[str, int] = {}
    for line in written(text):
        parts = RANKED.match(line)
        name, rank = (parts["name"].strip(), int(parts["rank"])) if parts else (line, 1)
        if name in found:
            raise ValidationError(_("%(name)s stands here twice.") % {"name": name})
        found[name] = rank
    return found


def skills_of(given: dict[str, int]) -> str:
    """Skills as `skills` reads them."""
    return "\n".join(f"{name} {rank}" for name, rank in given.items())


def specialties(text: str) -> list[dict[str, Any]]:
    """`Lockpicking: Stealth, Technology`."""
    found = []
    for line in written(text):
        name, colon, both = line.rpartition(":")
        pair = [one.strip() for one in both.split(",")]
        if not colon or len(pair) != 2 or not all(pair) or not name.strip():
            raise ValidationError(
                _("“%(line)s”: write it as “Lockpicking: Stealth, Technology”.") % {"line": line[:60]}
            )
        found.append({"name": name.strip(), "skills": pair})
    return found


def specialties_of(given: Iterable[dict[str, Any]]) -> str:
    """Specialties as `specialties` reads them."""
    return "\n".join(f"{one['name']}: {', '.join(one['skills'])}" for one in given)


def advantages(text: str) -> list[dict[str, Any]]:
    """`Dodge`, `Counter (Sword)`, `Toughness 2`; a key may stand in the place of the name."""
    found = []
    for line in written(text):
        parts = ADVANTAGE.match(line)
        if parts is None:
            raise ValidationError(
                _("“%(line)s”: write it as “Counter (Sword)” or “Toughness 2”.") % {"line": line[:60]}
            )
        owned: dict[str, Any] = {"key": "-".join(parts["name"].lower().split())}
        if parts["weapon"]:
            owned["weapon"] = parts["weapon"].strip()
        if parts["ranks"]:
            owned["ranks"] = int(parts["ranks"])
        found.append(owned)
    return found


def advantages_of(given: Iterable[dict[str, Any]]) -> str:
    """Advantages as `advantages` reads them."""
    written = []
    for one in given:
        line = " ".join(word.capitalize() for word in str(one["key"]).split("-"))
        line += f" ({one['weapon']})" if one.get("weapon") else ""
        written.append(line + (f" {one['ranks']}" if one.get("ranks") else ""))
    return "\n".join(written)


def disadvantages(text: str) -> list[dict[str, Any]]:
    """`Wanted: in three cities`; what follows the colon may be left out."""
    found = []
    for line in written(text):
        name, _colon, told = line.partition(":")
        one = {"name": name.strip()}
        found.append(one | ({"text": told.strip()} if told.strip() else {}))
    return found


def disadvantages_of(given: Iterable[dict[str, Any]]) -> str:
    """Disadvantages as `disadvantages` reads them."""
    return "\n".join(f"{one['name']}: {one['text']}" if one.get("text") else one["name"] for one in given)


def weapons(text: str) -> list[dict[str, Any]]:
    """`Sabre, 2, Combat (Sword)`; `ranged` at the end for what strikes from afar."""
    found = []
    for line in written(text):
        parts = [part.strip() for part in line.split(",")]
        ranged = parts[-1].lower() == RANGED
        parts = parts[:-1] if ranged else parts
        if len(parts) != 3 or not all(parts) or not parts[1].lstrip("+").isdecimal():
            raise ValidationError(_("“%(line)s”: write it as “Sabre, 2, Combat (Sword)”.") % {"line": line[:60]})
        found.append({"name": parts[0], "damage": int(parts[1].lstrip("+")[:6]), "skill": parts[2], "ranged": ranged})
    return found


def weapons_of(given: Iterable[dict[str, Any]]) -> str:
    """Weapons as `weapons` reads them."""
    lines = [f"{one['name']}, {one['damage']}, {one['skill']}" + (f", {RANGED}" if one.get("ranged") else "")
             for one in given]  # fmt: skip
    return "\n".join(lines)

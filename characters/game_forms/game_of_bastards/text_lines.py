"""Lists of a sheet of A Game of Bastards in text fields, one item on each line."""

import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.game_forms.text_lines import split_lines

RANKED = re.compile(r"^(?P<name>.+?)[\s:]+(?P<rank>\d{1,4})$")
ADVANTAGE = re.compile(r"^(?P<name>[^()\d]+?)\s*(?:\((?P<weapon>.+)\))?\s*(?P<ranks>\d{1,2})?$")
# An advantage by its key, for a key with a digit: `style-2`, `style-2 (Sword) 3`.
KEYED = re.compile(r"^(?P<name>[\w-]*\d[\w-]*)(?:\s*\((?P<weapon>.+)\))?(?:\s+(?P<ranks>\d{1,2}))?$")
# A name and its ranks without a space: `Toughness2`.
JOINED_RANKS = re.compile(r"^[^\d]*[^\d-]\d{1,2}$")
RANGED = "ranged"


def parse_skills(text: str) -> dict[str, int]:
    """`Stealth 3`, `Combat (Sword) 2`; without a number it is 1."""
    found: dict[str, int] = {}
    for line in split_lines(text):
        parts = RANKED.match(line)
        name, rank = (parts["name"].strip(), int(parts["rank"])) if parts else (line, 1)
        if name in found:
            raise ValidationError(_("%(name)s is listed twice.") % {"name": name})
        found[name] = rank
    return found


def format_skills(skills: dict[str, int]) -> str:
    """Skills in the form that `parse_skills` reads."""
    return "\n".join(f"{name} {rank}" for name, rank in skills.items())


def parse_specialties(text: str) -> list[dict[str, Any]]:
    """`Lockpicking: Stealth, Technology`."""
    found = []
    for line in split_lines(text):
        name, colon, both = line.rpartition(":")
        pair = [skill.strip() for skill in both.split(",")]
        if not colon or len(pair) != 2 or not all(pair) or not name.strip():
            raise ValidationError(
                _("“%(line)s”: write it as “Lockpicking: Stealth, Technology”.") % {"line": line[:60]}
            )
        found.append({"name": name.strip(), "skills": pair})
    return found


def format_specialties(specialties: Iterable[dict[str, Any]]) -> str:
    """Specialties in the form that `parse_specialties` reads."""
    return "\n".join(f"{specialty['name']}: {', '.join(specialty['skills'])}" for specialty in specialties)


def parse_advantages(text: str, kept: Iterable[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """`Dodge`, `Counter (Sword)`, `Toughness 2`; a key may be used instead of the name, and must be if it has a digit
    (`style-2`). `kept` are the advantages from which the text was formatted."""
    keys = {str(entry["key"]) for entry in kept}
    found = []
    for line in split_lines(text):
        parts = _match_key_with_digit(line, keys) or ADVANTAGE.match(line)
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


def _match_key_with_digit(line: str, keys: set[str]) -> re.Match[str] | None:
    """The line as a key with a digit; None for a name with ranks, unless `keys` has such a key."""
    parts = KEYED.match(line)
    return parts if parts and (parts["name"].lower() in keys or not JOINED_RANKS.match(parts["name"])) else None


def format_advantages(advantages: Iterable[dict[str, Any]]) -> str:
    """Advantages in the form that `parse_advantages` reads; a key with a digit stays, because `Style 2` has ranks."""
    written = []
    for advantage in advantages:
        key = str(advantage["key"])
        line = key if re.search(r"\d", key) else " ".join(word.capitalize() for word in key.split("-"))
        line += f" ({advantage['weapon']})" if advantage.get("weapon") else ""
        written.append(line + (f" {advantage['ranks']}" if advantage.get("ranks") else ""))
    return "\n".join(written)


def parse_disadvantages(text: str) -> list[dict[str, Any]]:
    """`Wanted: in three cities`; the part after the colon is optional."""
    found = []
    for line in split_lines(text):
        name, _colon, text_after = line.partition(":")
        disadvantage = {"name": name.strip()}
        found.append(disadvantage | ({"text": text_after.strip()} if text_after.strip() else {}))
    return found


def format_disadvantages(disadvantages: Iterable[dict[str, Any]]) -> str:
    """Disadvantages in the form that `parse_disadvantages` reads."""
    return "\n".join(
        f"{disadvantage['name']}: {disadvantage['text']}" if disadvantage.get("text") else disadvantage["name"]
        for disadvantage in disadvantages
    )


def parse_weapons(text: str) -> list[dict[str, Any]]:
    """`Sabre, 2, Combat (Sword)`; with `ranged` at the end for a ranged weapon. The first number is the damage."""
    found = []
    for line in split_lines(text):
        parts = [part.strip() for part in line.split(",")]
        ranged = parts[-1].lower() == RANGED
        parts = parts[:-1] if ranged else parts
        place = next((n for n, part in enumerate(parts) if n and part.lstrip("+").isdecimal()), 0)
        name, skill = ", ".join(parts[:place]), ", ".join(parts[place + 1 :])
        if not name or not skill or not all(parts):
            raise ValidationError(_("“%(line)s”: write it as “Sabre, 2, Combat (Sword)”.") % {"line": line[:60]})
        found.append({"name": name, "damage": int(parts[place].lstrip("+")[:6]), "skill": skill, "ranged": ranged})
    return found


def format_weapons(weapons: Iterable[dict[str, Any]]) -> str:
    """Weapons in the form that `parse_weapons` reads."""
    lines = [
        f"{weapon['name']}, {weapon['damage']}, {weapon['skill']}" + (f", {RANGED}" if weapon.get("ranged") else "")
        for weapon in weapons
    ]
    return "\n".join(lines)

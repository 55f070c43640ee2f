"""The buttons on the creation page of A Game of Bastards. Each changes one part of the sheet; the engine checks the
budget.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from common.parsing import parse_id
from rules.play import Refused

SUIT_TRAIT = {"clubs": "body", "hearts": "spirit", "spades": "mind", "diamonds": "luck"}
POOL = {"body": "bp", "spirit": "sp", "mind": "mp", "luck": "lp"}
POOL_A_RANK = 5
HIGHEST = 20
LONGEST = 200


def build_sheet(posted: Any, sheet: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """The top-level fields that a button changes; {} for an unknown button."""
    name = posted.get("tap", "")
    tap_name, _colon, value = name.partition(":")
    tap = TAPS.get(tap_name)
    return tap(value[:LONGEST], posted, sheet, house) if tap else {}


def suit(value: str, _posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Choose a suit: its trait starts at 2, and traits that were raised stay raised (GOB-10)."""
    if value not in SUIT_TRAIT:
        return {}
    traits = dict(sheet["traits"])
    if sheet["suit"] is not None:
        traits[SUIT_TRAIT[sheet["suit"]]] -= 1
    traits[SUIT_TRAIT[value]] = min(HIGHEST, traits[SUIT_TRAIT[value]] + 1)
    return {"suit": value, "traits": traits, **shift_pools(sheet, traits)}


def trait(value: str, _posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Raise or lower a trait: `body+`, `body-`."""
    name, by = value[:-1], _change_by(value)
    start = 2 if sheet["suit"] and SUIT_TRAIT[sheet["suit"]] == name else 1
    if name not in sheet["traits"] or not by or not start <= sheet["traits"][name] + by <= HIGHEST:
        return {}
    traits = {**sheet["traits"], name: sheet["traits"][name] + by}
    return {"traits": traits, **shift_pools(sheet, traits)}


def shift_pools(sheet: Mapping[str, Any], traits: Mapping[str, int]) -> dict[str, Any]:
    """The field `pools` with these traits: what is left changes with its maximum, not below 0 (GOB-11).

    {} if every pool is full, which needs no number."""
    left = {pool: now for pool, now in (sheet.get("pools") or {}).items() if now is not None}
    for name, rank in traits.items():
        if POOL[name] in left:
            now = left[POOL[name]] + POOL_A_RANK * (rank - sheet["traits"][name])
            left[POOL[name]] = min(max(0, now), POOL_A_RANK * rank)
    return {"pools": left} if left else {}


def skill(value: str, posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Raise or lower a skill: `Stealth+`, `Stealth-`; `new` raises the one in the text field."""
    if value == "new":
        name, by = posted.get("skill", "").strip()[:LONGEST], 1
    else:
        name, by = value[:-1], _change_by(value)
    if not name or not by:
        return {}
    known = next((skill_name for skill_name in sheet["skills"] if skill_name.casefold() == name.casefold()), name)
    rank = sheet["skills"].get(known, 1) + by
    skills = {skill_name: reached for skill_name, reached in sheet["skills"].items() if skill_name != known}
    if rank < 2:
        used = [entry["name"] for entry in sheet["specialties"] if known in entry["skills"]]
        if used:
            sentence = _("%(specialty)s needs %(skill)s at 2. Remove the specialty first.")
            raise Refused("specialty.rank", sentence % {"skill": known, "specialty": ", ".join(used)}, "GOB-15")
    return {"skills": skills | ({known: rank} if rank > 1 else {})}


def specialty(value: str, posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Take a specialty:

    `Lockpicking|Stealth|Technology`; `new` takes the one in the text field for two chosen skills.
    """
    if value == "new":
        parts = [posted.get(name, "").strip()[:LONGEST] for name in ("specialty", "first", "second")]
    else:
        parts = value.split("|")
    if len(parts) != 3 or not all(parts):
        raise Refused("specialty.pair", _("Give the specialty a name and choose its two skills."), "GOB-15")
    return {"specialties": [*sheet["specialties"], {"name": parts[0], "skills": parts[1:]}]}


def advantage(value: str, posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Take an advantage or another rank; the weapon of Counter and Florentine is in the text field."""
    weapon = posted.get("weapon", "").strip()[:LONGEST] or None
    owned = [dict(entry) for entry in sheet["advantages"]]
    same = next((entry for entry in owned if entry["key"] == value and not entry.get("weapon")), None)
    if same is not None:
        same["ranks"] = (same.get("ranks") or 1) + 1
        return {"advantages": owned}
    return {"advantages": [*owned, {"key": value} | ({"weapon": weapon} if weapon else {})]}


def give_back(value: str, _posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Take something back: `advantages:2` is the entry of that list at that index, or one rank of it."""
    part, _colon, place = value.partition(":")
    index = parse_id(place)
    if part not in LISTS or index is None or index >= len(sheet[part]):
        return {}
    entries = [dict(entry) for entry in sheet[part]]
    chosen = entries[index]
    if part == "advantages" and (chosen.get("ranks") or 1) > 1:
        chosen["ranks"] -= 1
    else:
        del entries[index]
    return {part: entries}


def disadvantage(value: str, posted: Any, sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Take a disadvantage of the catalogue by its name; `new` takes the one in the text field."""
    name = posted.get("disadvantage", "").strip()[:LONGEST] if value == "new" else value
    return {"disadvantages": [*sheet["disadvantages"], {"name": name}]} if name else {}


def gear(value: str, _posted: Any, sheet: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """Take a weapon of the catalogue by its name; it costs no XP (GOB-99)."""
    figures = _figures(house, "weapon", value)
    if figures is None:
        return {}
    weapon = {"name": value} | {name: figures[name] for name in ("damage", "skill", "ranged") if name in figures}
    return {"weapons": [*sheet["weapons"], {"damage": 0, "skill": "Combat (Unarmed)"} | weapon]}


def armor(value: str, _posted: Any, sheet: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """Put on armour of the catalogue by its name; `none` takes it off."""
    worn = [row["name"] for row in house["rows"] if row["kind"] == "armor"]
    things = [thing for thing in sheet["equipment"] if thing["name"] not in worn]
    figures = _figures(house, "armor", value)
    if value == "none":
        return {"armor": 0, "equipment": things}
    return {"armor": figures.get("armor", 0), "equipment": [*things, {"name": value}]} if figures is not None else {}


def tarot(value: str, _posted: Any, _sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Show the suits of this sheet as playing cards or as tarot."""
    return {"tarot": value == "on"}


def _change_by(value: str) -> int:
    return {"+": 1, "-": -1}.get(value[-1:], 0)


def _figures(house: Mapping[str, Any], kind: str, name: str) -> dict[str, Any] | None:
    rows = [row["figures"] for row in house["rows"] if row["kind"] == kind and row["name"] == name]
    return rows[0] if rows else None


LISTS = ("advantages", "specialties", "disadvantages", "weapons")
TAPS: dict[str, Callable[[str, Any, dict[str, Any], dict[str, Any]], dict[str, Any]]] = {
    "suit": suit,
    "trait": trait,
    "skill": skill,
    "specialty": specialty,
    "advantage": advantage,
    "back": give_back,
    "disadvantage": disadvantage,
    "gear": gear,
    "armor": armor,
    "tarot": tarot,
}

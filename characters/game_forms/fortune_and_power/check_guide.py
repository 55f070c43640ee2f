"""What the check page of Fortune and Power shows before a roll: the usual challenges with their odds."""

from typing import Any

from rules import play

SYSTEM = "fortune-and-power"
MOST_FORTUNE = 3
FURTHER_KINDS = ("opposed", "contest", "trivial")


def check_guide(read: Any, house: dict[str, Any], form_data: Any) -> dict[str, Any]:
    """`read` is the character's (or None), `form_data` what the form holds: chosen trait, modifiers, fortune.

    `{"trait", "level", "traits", "challenges": [{"name", "challenge", "chance", "chosen"}], "modifiers": [{"name",
    "value", "mark", "on"}], "fortunes": [{"n", "on"}], "bonus", "rolls": {kind: [first, second]}, "further"}`; `mark`
    is what the form posts, `further` says that one of the further checks was sent.
    """
    traits = (read.sheet.get("traits") or {}) if read else {}
    named = form_data.get("trait", form_data.get("text-trait"))
    trait = (max(traits, key=traits.__getitem__) if traits else "") if named is None else named
    level = traits.get(trait, 0) if read else _bounded_integer(form_data.get("number-trait"), 0, 99)
    on = set(form_data.getlist("pairs-modifiers"))
    modifiers = [_modifier(row, on) for row in house["rows"] if row["kind"] == "modifier"]
    most = min(MOST_FORTUNE, read.sheet.get("fortune", 0)) if read else 0
    spent = min(most, _bounded_integer(form_data.get("number-fortune"), 0, MOST_FORTUNE))
    bonus = sum(modifier["value"] for modifier in modifiers if modifier["on"]) + spent
    rows = [row for row in house["rows"] if row["kind"] == "challenge"]
    chosen = _bounded_integer(form_data.get("number-challenge") or form_data.get("challenge"), 0, 999, none=True)
    # The field of another level comes first, before the value of a pressed button. A link names a level alone.
    typed = [*form_data.getlist("number-challenge"), form_data.get("challenge")][0]
    rolls = [*form_data.getlist("numbers-rolls"), "", ""][:2]
    kind = form_data.get("kind") or "trait"
    return {
        "trait": trait,
        "other": trait not in traits,
        "level": level,
        "traits": read.figures.get("traits", []) if read else [],
        "challenges": [_challenge(row, level, bonus, chosen) for row in rows],
        "modifiers": modifiers,
        "fortunes": [{"n": n, "on": n == spent} for n in range(most + 1)] if most else [],
        "bonus": bonus,
        "chosen_other": _bounded_integer(typed, 0, 999, none=True),
        "rolls": {kind: rolls},
        "further": kind in FURTHER_KINDS,
        "open": bool(on or spent or (any(rolls) and kind not in FURTHER_KINDS)),
        "rules": ["FNP-10", "FNP-11", "FNP-12"],
    }


def _modifier(row: dict[str, Any], on: set[str]) -> dict[str, Any]:
    value = row["figures"].get("value")
    value = value if type(value) is int else 0
    mark = f"{value}:{row['name']}"
    return {"name": row["name"], "value": value, "mark": mark, "on": mark in on}


def _challenge(row: dict[str, Any], level: int, bonus: int, chosen: int | None) -> dict[str, Any]:
    challenge = row["figures"].get("challenge")
    challenge = challenge if type(challenge) is int and 0 <= challenge <= 999 else 0
    return {
        "name": row["name"],
        "challenge": challenge,
        "chance": chance_percent(level, challenge, bonus),
        "chosen": challenge == chosen,
    }


def chance_percent(level: int, challenge: int, bonus: int) -> int:
    """The chance of success in hundredths, exact but for rounding."""
    inputs = {"trait": level, "challenge": challenge, "modifiers": [{"name": "all", "value": max(-99, min(99, bonus))}]}
    try:
        odds = play.chance(SYSTEM, "trait", inputs)
    except play.Refused:
        return 0
    return round(odds["chance"] * 100) if odds else 0


def _bounded_integer(text: str | None, least: int, most: int, *, none: bool = False) -> Any:
    digits = (text or "").strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 5:
        return max(least, min(most, int(digits)))
    return None if none else least

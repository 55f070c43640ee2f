"""What a sheet does outside an encounter: a check of its own, and hit points that change."""

from fractions import Fraction
from typing import Any

from rules.engine import cards, codec, pools
from rules.engine.odds import share, sums
from rules.engine.refusals import quoted, refuse
from rules.games.fifty_two_fates import checks, sheet, tables


def sheet_check(given: object, progress: object, kind: object, inputs: object, seed: object) -> dict[str, Any]:
    """A check with a sheet's level: `{"inputs", "result", "sheet", "text", "rules"}` (F52-03, F52-07)."""
    checked, _, level = sheet.read(given, progress)
    asked = dict(codec.plain_object(inputs, "inputs"))
    if kind == "skill-check" and asked.get("level") not in (None, level):
        refuse("check.level", f"level: the sheet says {level}; leave it out.", "F52-07")
    if kind == "skill-check":
        asked["level"] = level
    result = checks.check(kind, asked, seed)
    return {
        "inputs": asked,
        "result": result,
        "sheet": sheet.checked_plain(checked),
        "text": told(result),
        "rules": result["rules"],
    }


def told(result: dict[str, Any]) -> str:
    """The result in a sentence."""
    drawn = " ".join(result.get("cards", []))
    parts = [drawn] if drawn else []
    if result.get("difficulty") is not None:
        parts.append(f"{result['total']} against {result['difficulty']}")
    elif "total" in result:
        parts.append(str(result["total"]))
    if isinstance(result.get("success"), bool):
        parts.append("success" if result["success"] else "failure")
    return ", ".join(parts)


def touch(given: object, progress: object, pool: object, change: object, to: object) -> dict[str, Any]:
    """Hit points changed or set, from 0 to the maximum; neither given is a full rest (F52-26, F52-30)."""
    checked, _, level = sheet.read(given, progress)
    if pool != "hp":
        refuse("pool.unknown", f"pool: {quoted(pool)} is none here; a 52 Fates sheet has hp.", "F52-30")
    most = level + tables.BASE_CARDS
    before = most if checked.hp is None else checked.hp
    after = pools.tap(change, to).after(before, most, rest=most)
    checked.hp = None if after == most else after
    text = f"{after} of {most} hit points"
    return {"sheet": sheet.checked_plain(checked), "text": text, "rules": ["F52-26", "F52-30"]}


def chance(kind: object, inputs: object) -> dict[str, Any] | None:
    """The odds of an action skill check from a whole deck, counted out (F52-03, F52-06); None for the others."""
    if kind != "skill-check":
        return None
    typed = codec.decode(inputs, checks.SkillCheck, "inputs")
    _, drawn = checks.cards_drawn(typed)
    values = [tables.VALUE[card] for card in cards.DECK if card not in tables.ACES]
    failing = sum(sums(values, drawn, typed.difficulty))
    odds = 1 - share(failing, len(cards.DECK), drawn)
    assert isinstance(odds, Fraction)
    return {"chance": float(odds), "exact": True, "of": "success"}

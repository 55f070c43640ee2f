"""Exact figures for conversions: reads those of the source, and rounds in the same way on every machine."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from campaigns.modules.format.vocabulary import is_type

Data = dict[str, Any]
ABILITIES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
# Larger figures are errors, and are read as this limit.
MOST: Final = 100_000


def half_up(value: Fraction | int) -> int:
    """The nearest whole number; halves are rounded up, and not to even numbers."""
    return math.floor(Fraction(value) + Fraction(1, 2))


def root(value: Fraction | int) -> int:
    """The square root of a value of at least 0, rounded half up, without floats."""
    return (math.isqrt(math.floor(4 * Fraction(value))) + 1) // 2


def exact(value: Any) -> Fraction:
    """A figure of a table or a document as the decimal number as written."""
    return Fraction(str(value))


def number(value: Any) -> Fraction | None:
    """A number of the source, within the limit; None if it is no finite number."""
    if not is_type(value, "number") or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return exact(value) if abs(value) <= MOST else None


def to_integer(value: Any, default: int = 0) -> int:
    """A number of the source, rounded half up; the default if there is none."""
    parsed = number(value)
    return default if parsed is None else half_up(parsed)


def clamp(value: int, least: Any, most: Any) -> int:
    """The value, limited by two bounds of a table."""
    return min(max(value, int(least)), int(most))


def modifier(data: Data, ability: str) -> int:
    """The modifier of an ability score; 0 for a missing score."""
    return (to_integer(_part(data, "ab").get(ability), 10) - 10) // 2


def score(data: Data, ability: str) -> int:
    """An ability score; 10 for a missing one."""
    return to_integer(_part(data, "ab").get(ability), 10)


def skill(data: Data, name: str) -> int | None:
    """The bonus of a skill that the block lists."""
    bonus = number(_part(data, "skills").get(name))
    return None if bonus is None else half_up(bonus)


def speed(data: Data, way: str = "walk") -> int | None:
    """Feet in a round; None if the block does not say."""
    stated = data.get("speed")
    feet = number(stated.get(way)) if isinstance(stated, dict) else number(stated) if way == "walk" else None
    return None if feet is None else half_up(feet)


def attacks(data: Data) -> list[Data]:
    """The attacks of the block, each an object with a name."""
    return [
        attack for attack in _list(data, "attacks") if isinstance(attack, dict) and isinstance(attack.get("name"), str)
    ]


def powers(data: Data) -> list[Data]:
    """Breaths and other powers against which every target makes a saving throw."""
    return [power for power in _list(data, "powers") if isinstance(power, dict) and isinstance(power.get("name"), str)]


def texts(data: Data, name: str) -> list[str]:
    """A list of short texts, such as the names of traits."""
    return [text[:200] for text in _list(data, name) if isinstance(text, str) and text.strip()]


def best_hit(data: Data) -> Fraction:
    """The average damage of the strongest single hit."""
    return max((number(attack.get("average")) or Fraction(0) for attack in attacks(data)), default=Fraction(0))


def round_damage(data: Data) -> Fraction:
    """The average damage of a round: as stated, or else that of the strongest hit."""
    stated = number(data.get("round"))
    return best_hit(data) if stated is None else stated


def to_hit(data: Data) -> int | None:
    """The highest attack bonus."""
    bonuses = [bonus for attack in attacks(data) if (bonus := number(attack.get("to_hit"))) is not None]
    return half_up(max(bonuses)) if bonuses else None


def rating(data: Data) -> Fraction | None:
    """The challenge rating; None without one."""
    challenge = number(data.get("cr"))
    return challenge if challenge is not None and challenge >= 0 else None


def row_for_value(rows: Sequence[Sequence[Any]], value: Fraction | int) -> Sequence[Any]:
    """The last row whose first figure is not above the value; the first row for lower values."""
    step_row = rows[0]
    for row in rows:
        if exact(row[0]) <= value:
            step_row = row
    return step_row


def equivalent_level(rows: Sequence[Sequence[Any]], ratings_a_level: Any, value: Fraction) -> int:
    """The level of a character as strong as a creature of this challenge rating."""
    last = rows[-1]
    beyond = value - exact(last[0])
    if beyond > 0:
        return int(last[1]) + math.ceil(beyond / exact(ratings_a_level))
    return int(row_for_value(rows, value)[1])


def _part(data: Data, name: str) -> Data:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _list(data: Data, name: str) -> list[Any]:
    value = data.get(name)
    return value[:200] if isinstance(value, list) else []

"""Stats for a game that a module does not have them for, from the source's own figures (module-format 4.1 to
4.2)."""

from collections.abc import Callable
from typing import Any, Final

from campaigns.modules.schema import is_type

Block = dict[str, Any]
# Raised with every change of a figure below, so that a re-import can tell converted from authored.
CONVERTER: Final = "5e@1"
SYSTEMS: Final = {"5e", "5e-2014", "5e-2024", "srd-5-1"}
# 5e Monster Builder, CC-BY-4.0: challenge rating to the character level of equal strength.
EQUIVALENT_LEVELS: Final = {
    0: 0,
    0.125: 0,
    0.25: 1,
    0.5: 2,
    1: 3,
    2: 5,
    3: 7,
    4: 9,
    5: 10,
    6: 11,
    7: 12,
    8: 13,
    9: 15,
    10: 16,
    11: 17,
    12: 18,
    13: 19,
    14: 20,
}


def stats(game: str, item: Block) -> Block | None:
    """A stats block of `game` from the item's `source_stats`, or None when the input does not suffice.

    Pure: the same input gives the same block on every machine."""
    source = item.get("source_stats")
    converter = CONVERTERS.get(game)
    if converter is None or not isinstance(source, dict) or source.get("system") not in SYSTEMS:
        return None
    data = source.get("data")
    return converter(data) if isinstance(data, dict) else None


def fifty_two_fates(data: Block) -> Block | None:
    """max_hp 1-999, level 1-9, allowance 1-3, speed in feet, from {cr, hp, speed, ab, multiattack}."""
    hp, rating = _figure(data.get("hp")), _figure(data.get("cr"))
    if hp is None or rating is None or hp < 1 or rating < 0:
        return None
    level = min(max(1 + _half_up((_equivalent(rating) - 1) * 7, 19), 1), 9)
    abilities = data.get("ab")
    abilities = abilities if isinstance(abilities, dict) else {}
    strong = max(_figure(abilities.get("strength")) or 0, _figure(abilities.get("dexterity")) or 0) >= 16
    second = rating >= 0.5 and (strong or data.get("multiattack") is True)
    block: Block = {
        # A creature with the hit points of a level-L character gets L + 2: three and one for every seven
        # beyond ten.
        "max_hp": min(max(1, 3 + _half_up(int(hp) - 10, 7)), 999),
        "level": level,
        "allowance": 1 + int(second) + level // 5,
    }
    speed = data.get("speed")
    walk = _figure(speed.get("walk")) if isinstance(speed, dict) else _figure(speed)
    if walk is not None and 0 <= walk <= 1000:
        block["speed"] = int(walk)
    return block


CONVERTERS: Final[dict[str, Callable[[Block], Block | None]]] = {"fifty-two-fates": fifty_two_fates}


def _figure(value: Any) -> float | None:
    return value if is_type(value, "number") else None


def _half_up(value: int, by: int) -> int:
    return (2 * value + by) // (2 * by)


def _equivalent(rating: float) -> int:
    """The level of a 5e character as strong as a creature of this challenge rating."""
    if rating > 14:
        return 20 + -(-int(rating - 14) // 2)
    return EQUIVALENT_LEVELS[max(known for known in EQUIVALENT_LEVELS if known <= rating)]

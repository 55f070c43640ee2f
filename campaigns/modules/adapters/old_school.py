"""Converts figures of older games (Basic, OSE, Basic Fantasy, Cairn) to those of 5e, which conversions read.

As docs/module-format.md says, a source has its own curve of hit points and its own offsets of attack bonus and armour
class; all other tables are shared. The review names these assumptions once."""

import re
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.creatures import Creature
from campaigns.modules.adapters.draft import Draft
from campaigns.modules.stats_conversion.figures import half_up

# The level of a character as strong as the creature, and its challenge rating (the bridge table read backwards).
RATINGS: Final = (
    (0, 0.0),
    (1, 0.25),
    (2, 0.5),
    (3, 1.0),
    (5, 2.0),
    (7, 3.0),
    (9, 4.0),
    (10, 5.0),
    (11, 6.0),
    (12, 7.0),
    (13, 8.0),
    (15, 9.0),
    (16, 10.0),
    (17, 11.0),
    (18, 12.0),
    (19, 13.0),
    (20, 14.0),
)
A_LEVEL: Final = Fraction(9, 2)
HIT_DICE: Final = re.compile(r"(\d{1,2})?\s*(½)?(?:\s*d\s*(\d{1,2}))?\s*([+\-−]\s*\d{1,2})?")


def set_5e_figures(creature: Creature, *, hp: Fraction, armour: int | None, bonus: int) -> None:
    """Sets hit points (4.5 a level), ascending armour class (10 without armour) and attack bonus in terms of 5e."""
    levels = hp / A_LEVEL
    creature.hp = max(1, half_up(10 + 7 * (levels - 1)))
    creature.cr = rating(levels)
    creature.ac = armour
    for attack in creature.attacks:
        attack["to_hit"] = 3 + half_up(Fraction(max(bonus, 0), 2))


def rating(levels: Fraction) -> float:
    """The highest challenge rating that is not above this level."""
    ratings = [value for level, value in RATINGS if level <= half_up(levels)]
    return ratings[-1] if ratings else 0.0


def scaled_attack(name: str, average: Fraction) -> dict[str, object]:
    """An attack whose damage is the same share of hit points in 5e as in the older game."""
    return {"name": name, "average": max(1, half_up(average * Fraction(14, 9)))}


def hit_points(text: str) -> tuple[Fraction, int] | None:
    """Average hit points and level of Hit Dice such as 3+1, 2*, ½ or 1d4; None for anything else."""
    match = HIT_DICE.match(text.replace("*", "").replace("1/2", "½").strip())
    if match is None or not (match[1] or match[2]):
        return None
    count = int(match[1] or 0)
    plus = int(re.sub(r"[\s−]", "", match[4]).lstrip("+") or 0) if match[4] else 0
    plus = -abs(plus) if match[4] and match[4][0] in "-−" else plus
    die = int(match[3] or 8)
    average = Fraction(count * (die + 1), 2) + (Fraction(5, 2) if match[2] else 0) + plus
    return max(average, Fraction(1)), count if die == 8 else 0


def note_assumptions(draft: Draft, about: str) -> None:
    """Adds the assumptions to the review, once for each draft."""
    message = _(
        "%(about)s is converted to 5e figures: 4.5 hit points per level become 7, attack bonuses are "
        "halved plus 3, damage grows by half; check the results"
    )
    draft.note("", "assumed", message % {"about": about})

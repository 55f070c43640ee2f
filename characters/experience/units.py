"""The units of a game's experience: the limits of an award, and amounts in words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import play


@dataclass(frozen=True)
class Unit:
    """A unit of experience: its key, its singular and plural, and the highest award."""

    key: str
    one: str
    many: str
    most: int

    def in_words(self, amount: int) -> str:
        """An amount with its unit: "3 experience points"."""
        return f"{amount} {self.one if abs(amount) == 1 else self.many}"

    def in_short(self, amount: int) -> str:
        """An amount for a button: "3 XP"; a long key is said in full."""
        return f"{amount} {self.key.upper()}" if len(self.key) < 4 else self.in_words(amount)

    def with_sign(self, amount: int) -> str:
        """A change with its unit: "+3 experience points"."""
        return f"{amount:+d} {self.one if abs(amount) == 1 else self.many}"


def units_of(system: str) -> list[Unit]:
    """The units of a game, the one that is usually awarded first."""
    rows: list[dict[str, Any]] = play.SYSTEMS[system]["experience"]["units"] if system in play.SYSTEMS else []
    return [Unit(row["key"], _(row["one"]), _(row["many"]), row["most"]) for row in rows]


def default_unit(system: str) -> Unit:
    """The unit that is awarded when none is named."""
    return units_of(system)[0]


def get_unit(system: str, key: str) -> Unit:
    """A unit by its key; one that the game no longer has is shown by its key."""
    return next((unit for unit in units_of(system) if unit.key == key), Unit(key, key, key, 0))


def progress_words(system: str, progress: dict[str, int]) -> list[str]:
    """The sums of a ledger in words, in the game's order."""
    order = [unit.key for unit in units_of(system)]
    keys = sorted(progress, key=lambda key: order.index(key) if key in order else len(order))
    return [get_unit(system, key).in_words(progress[key]) for key in keys]

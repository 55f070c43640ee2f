"""The units of a game's experience: how much one award may be, and how an amount is said."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import play


@dataclass(frozen=True)
class Unit:
    """What a ledger counts: its key, its word for one and for several, and the most of it."""

    key: str
    one: str
    many: str
    most: int

    def said(self, amount: int) -> str:
        """An amount with its unit: "3 experience points"."""
        return f"{amount} {self.one if abs(amount) == 1 else self.many}"

    def short(self, amount: int) -> str:
        """An amount for a button: "3 XP"; a long key is said in full."""
        return f"{amount} {self.key.upper()}" if len(self.key) < 4 else self.said(amount)

    def signed(self, amount: int) -> str:
        """A change with its unit: "+3 experience points"."""
        return f"{amount:+d} {self.one if abs(amount) == 1 else self.many}"


def units(system: str) -> list[Unit]:
    """The units of a game, the one that is usually awarded first."""
    told: list[dict[str, Any]] = play.SYSTEMS[system]["experience"]["units"] if system in play.SYSTEMS else []
    return [Unit(one["key"], _(one["one"]), _(one["many"]), one["most"]) for one in told]


def first(system: str) -> Unit:
    """The unit that is awarded when none is named."""
    return units(system)[0]


def unit(system: str, key: str) -> Unit:
    """A unit by its key; one that the game has no more is said as it was written."""
    return next((one for one in units(system) if one.key == key), Unit(key, key, key, 0))


def said(system: str, progress: dict[str, int]) -> list[str]:
    """The sums of a ledger in words, in the game's order."""
    order = [one.key for one in units(system)]
    keys = sorted(progress, key=lambda key: order.index(key) if key in order else len(order))
    return [unit(system, key).said(progress[key]) for key in keys]

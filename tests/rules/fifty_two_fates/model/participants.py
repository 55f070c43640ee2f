"""Cards and participants."""

from __future__ import annotations

from collections import Counter
from typing import Any

VALUES = {**{str(number): number for number in range(2, 10)}, "T": 10, "J": 15, "Q": 15, "K": 15, "A": 0}
UNKNOWN = "??"


class Illegal(Exception):
    """The rules do not allow it."""


def need(allowed: object, why: str) -> None:
    if not allowed:
        raise Illegal(why)


def total(cards: list[str]) -> int:
    """F52-06."""
    return sum(VALUES[card[0]] for card in cards)


def kind(cards: list[str]) -> str:
    """F52-26: what the highest card is."""
    ranks = {card[0] for card in cards}
    return "ace" if "A" in ranks else "face" if ranks & set("JQK") else "number"


def holds(hand: list[str], cards: list[str]) -> bool:
    return not Counter(cards) - Counter(hand)


class Participant:
    """One participant; F52-30: the maximum hand is the hit points."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.id, self.side, self.job = setup["id"], setup["side"], setup.get("class")
        self.hero = self.side == "players"
        self.group = "players" if self.hero else setup.get("group") or "monsters"
        self.level = setup.get("level") or (1 if self.hero else 0)
        self.block = setup.get("monster") or {}
        self.most = self.level + 2 if self.hero else setup.get("max_hp") or (self.level + 2 if self.level else 3)
        self.hp = setup.get("hp") or self.most
        self.skills = setup.get("background_skills") or []
        self.weapon = "held" if setup.get("armed", True) else "none"
        self.hand: list[str] = []
        self.conditions: set[str] = set()
        self.effects: list[dict[str, Any]] = []
        self.parry: int | str | None = None
        self.spell: dict[str, Any] | None = None
        self.acted = False
        self.wake, self.fell, self.draws = 7, 0, 0

    @property
    def more(self) -> int:
        """F52-07."""
        return self.level // 5 if self.hero else 0

    @property
    def alive(self) -> bool:
        return not self.conditions & {"dead", "defeated"}

    @property
    def full(self) -> bool:
        """F52-55, F52-56."""
        return bool(self.conditions & {"full", "unconscious"})

    @property
    def still(self) -> bool:
        """F52-53 to F52-56: it cannot act."""
        return self.full or "partial" in self.conditions

    def shielded(self) -> bool:
        """F52-88."""
        return bool(self.spell and self.spell["kind"] == "protect" and self.spell["value"] == "ace")

    def half(self) -> int:
        """F52-26: half the hit points, rounded up, at least 3."""
        return max(3, (self.hp + 1) // 2)

    def allowance(self, *, physical: bool) -> int:
        """F52-23."""
        if not self.hero:
            return int(self.block.get("allowance") or 1)
        return 1 + self.more + (physical and self.job == "warrior")

    def acts(self) -> None:
        """Prone ends when the entity acts (F52-57)."""
        self.acted = True
        self.conditions.discard("prone")

    def stands_again(self) -> None:
        """F52-34."""
        self.conditions -= {"dying", "stable", "defeated", "unconscious"}

    def afflict(self, name: str, strength: int, rounds: int | None) -> None:
        """F52-50: the same name again replaces the first."""
        new = {"name": name, "strength": strength, "rounds": rounds}
        at = next((at for at, old in enumerate(self.effects) if old["name"] == name), len(self.effects))
        self.effects[at : at + 1] = [new]

    def incapacitate(self, degree: str, unconscious: bool = False, wake: int | None = None) -> None:
        if unconscious:
            self.conditions.add("unconscious")
            self.wake = wake or 7
        else:
            self.conditions.add(degree)

    def shown(self) -> set[str]:
        """Unconscious stands alone and counts as fully incapacitated."""
        hidden = {"partial", "full"} if "unconscious" in self.conditions else set()
        return self.conditions - hidden

"""Turns, rounds, damage, and the question which surplus cards go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.fifty_two_fates.model.people import UNKNOWN, Illegal, Person, holds, need


class Rounds:
    """An encounter; `told` holds the cards that the command at hand draws face up, `discard` what it discards."""

    def __init__(self, setup: dict[str, Any], groups: list[str]) -> None:
        self.people = {person["id"]: Person(person) for person in setup["participants"]}
        self.options = setup.get("options") or {}
        self.groups, self.now, self.round, self.over = groups, groups[0], 1, False
        self.attack: dict[str, Any] | None = None
        self.surplus: list[tuple[str, int]] = []
        self.then: Callable[[], None] = self.move
        self.ranges: dict[frozenset[str], str] = {}
        self.dealer: list[str] = []
        self.played: list[str] = []
        self.discard: list[str] = []
        self.told: list[str] = []

    def deal(self) -> None:
        """F52-10, F52-11."""
        for person in self.people.values():
            if person.hero:
                person.hand += [UNKNOWN] * (person.hp - len(person.hand))
        levels = [person.level for person in self.people.values() if person.hero and "dead" not in person.conditions]
        size = max(levels, default=0) + (2 if levels and self.options.get("fd_hand") == "hand" else 0)
        self.dealer += [UNKNOWN] * (size + self.options.get("fd_extra_cards", 0) - len(self.dealer))

    def draw(self) -> str | None:
        """A card drawn face up; it goes to the discard pile."""
        if not self.told:
            return None
        self.discard.append(self.told[0])
        return self.told.pop(0)

    def turn(self) -> list[str]:
        if self.over:
            return []
        if self.surplus:
            return [self.surplus[0][0]]
        if self.attack:
            return [self.attack["target"]]
        return [person.id for person in self.people.values() if person.group == self.now and self.can_do(person)]

    def can_do(self, person: Person) -> bool:
        """F52-16: it has something left to do in this round."""
        if person.acted or not person.alive or "stable" in person.conditions:
            return False
        if "dying" in person.conditions:
            return person.fell < self.round
        return person.hp > 0 and ("unconscious" in person.conditions or not person.still)

    def has_a_future(self, person: Person) -> bool:
        """F52-16: it will have something to do in a next round."""
        if not person.alive or "stable" in person.conditions:
            return False
        return "dying" in person.conditions or (
            person.hp > 0 and ("unconscious" in person.conditions or not person.still)
        )

    def move(self) -> None:
        """F52-16: on to the next one who can do something, or stop where nobody can."""
        while not self.turn():
            later = self.groups[self.groups.index(self.now) + 1 :] if self.now in self.groups else self.groups
            people = self.people.values()
            if not any(
                self.has_a_future(person) or (person.group in later and self.can_do(person)) for person in people
            ):
                return
            if not later:
                self.end_round()
                return
            self.begin(later[0])

    def begin(self, group: str) -> None:
        """F52-84, F52-88: a spell by an ace ends as its caster's group begins its next turn."""
        self.now = group
        for person in self.people.values():
            spell = person.spell
            if spell and spell["value"] == "ace" and spell["group"] == group and spell["round"] < self.round:
                person.spell = None

    def end_round(self) -> None:
        """F52-61, first part: continuous effects."""
        for person in self.people.values():
            for _ in list(person.effects):
                self.hurt(person, 1)
        self.ask(self.next_round)

    def next_round(self) -> None:
        """F52-61: durations, cards, hands."""
        for person in self.people.values():
            person.effects = [
                {**effect, "rounds": effect["rounds"] and effect["rounds"] - 1} for effect in person.effects
            ]
            person.effects = [effect for effect in person.effects if effect["rounds"] != 0]
            person.parry, person.acted = None, False
        self.discard += self.played
        self.played = []
        self.deal()
        self.round += 1
        self.begin(self.groups[0])
        self.move()

    def ask(self, then: Callable[[], None]) -> None:
        """F52-31: who holds more than it may is asked, in the encounter's order."""
        self.surplus = [
            (person.id, len(person.hand) - person.hp)
            for person in self.people.values()
            if person.hero and 0 < person.hp < len(person.hand)
        ]
        self.then = then
        if not self.surplus:
            then()

    def answer(self, person: Person, cards: list[str]) -> None:
        need(self.surplus and self.surplus[0][0] == person.id, "asked")
        need(len(cards) == self.surplus[0][1] and holds(person.hand, cards), "cards")
        for card in cards:
            person.hand.remove(card)
        self.discard += cards
        self.surplus.pop(0)
        if not self.surplus:
            self.then()

    def settle(self) -> None:
        """After a command: the surplus, then the next participant."""
        if not (self.over or self.attack or self.surplus):
            self.ask(self.move)

    def hurt(self, person: Person, points: int) -> None:
        """F52-26: damage beyond zero is ignored; F52-88."""
        if points > 0 and person.hp > 0 and not person.shielded():
            person.hp = max(0, person.hp - points)
            if person.hp == 0:
                self.fall(person)

    def fall(self, person: Person) -> None:
        """F52-31, F52-32, F52-35."""
        self.discard += person.hand
        person.hand = []
        if person.hero or person.block.get("death_draws"):
            person.conditions.add("dying")
            person.fell, person.draws = self.round, 0
        else:
            person.conditions.add("defeated")

    def range(self, one: str, other: str) -> str:
        return self.ranges.get(frozenset((one, other)), "melee")

    def find(self, name: Any) -> Person:
        if name not in self.people:
            raise Illegal("nobody")
        return self.people[name]

    def proposed(self) -> str | None:
        """F52-62."""
        sides = {
            person.side for person in self.people.values() if person.hp > 0 and "unconscious" not in person.conditions
        }
        return "defeat" if "players" not in sides else "victory" if "monsters" not in sides else None

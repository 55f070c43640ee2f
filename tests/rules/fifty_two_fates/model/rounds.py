"""Turns, rounds, damage, and the question which surplus cards go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.fifty_two_fates.model.participants import UNKNOWN, Illegal, Participant, holds, need


class Rounds:
    """An encounter; `told` holds the cards that the command at hand draws face up, `discard` what it discards."""

    def __init__(self, setup: dict[str, Any], groups: list[str]) -> None:
        self.participants = {participant["id"]: Participant(participant) for participant in setup["participants"]}
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
        for participant in self.participants.values():
            if participant.hero:
                participant.hand += [UNKNOWN] * (participant.hp - len(participant.hand))
        levels = [
            participant.level
            for participant in self.participants.values()
            if participant.hero and "dead" not in participant.conditions
        ]
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
        return [
            participant.id
            for participant in self.participants.values()
            if participant.group == self.now and self.can_do(participant)
        ]

    def can_do(self, participant: Participant) -> bool:
        """F52-16: it has something left to do in this round."""
        if participant.acted or not participant.alive or "stable" in participant.conditions:
            return False
        if "dying" in participant.conditions:
            return participant.fell < self.round
        return participant.hp > 0 and ("unconscious" in participant.conditions or not participant.still)

    def has_a_future(self, participant: Participant) -> bool:
        """F52-16: it will have something to do in a next round."""
        if not participant.alive or "stable" in participant.conditions:
            return False
        return "dying" in participant.conditions or (
            participant.hp > 0 and ("unconscious" in participant.conditions or not participant.still)
        )

    def move(self) -> None:
        """F52-16: on to the next one who can do something, or stop where nobody can."""
        while not self.turn():
            later = self.groups[self.groups.index(self.now) + 1 :] if self.now in self.groups else self.groups
            participants = self.participants.values()
            if not any(
                self.has_a_future(participant) or (participant.group in later and self.can_do(participant))
                for participant in participants
            ):
                return
            if not later:
                self.end_round()
                return
            self.begin(later[0])

    def begin(self, group: str) -> None:
        """F52-84, F52-88: a spell by an ace ends as its caster's group begins its next turn."""
        self.now = group
        for participant in self.participants.values():
            spell = participant.spell
            if spell and spell["value"] == "ace" and spell["group"] == group and spell["round"] < self.round:
                participant.spell = None

    def end_round(self) -> None:
        """F52-61, first part: continuous effects."""
        for participant in self.participants.values():
            for _ in list(participant.effects):
                self.hurt(participant, 1)
        self.ask(self.next_round)

    def next_round(self) -> None:
        """F52-61: durations, cards, hands."""
        for participant in self.participants.values():
            participant.effects = [
                {**effect, "rounds": effect["rounds"] and effect["rounds"] - 1} for effect in participant.effects
            ]
            participant.effects = [effect for effect in participant.effects if effect["rounds"] != 0]
            participant.parry, participant.acted = None, False
        self.discard += self.played
        self.played = []
        self.deal()
        self.round += 1
        self.begin(self.groups[0])
        self.move()

    def ask(self, then: Callable[[], None]) -> None:
        """F52-31: who holds more than it may is asked, in the encounter's order."""
        self.surplus = [
            (participant.id, len(participant.hand) - participant.hp)
            for participant in self.participants.values()
            if participant.hero and 0 < participant.hp < len(participant.hand)
        ]
        self.then = then
        if not self.surplus:
            then()

    def answer(self, participant: Participant, cards: list[str]) -> None:
        need(self.surplus and self.surplus[0][0] == participant.id, "asked")
        need(len(cards) == self.surplus[0][1] and holds(participant.hand, cards), "cards")
        for card in cards:
            participant.hand.remove(card)
        self.discard += cards
        self.surplus.pop(0)
        if not self.surplus:
            self.then()

    def settle(self) -> None:
        """After a command: the surplus, then the next participant."""
        if not (self.over or self.attack or self.surplus):
            self.ask(self.move)

    def hurt(self, participant: Participant, points: int) -> None:
        """F52-26: damage beyond zero is ignored; F52-88."""
        if points > 0 and participant.hp > 0 and not participant.shielded():
            participant.hp = max(0, participant.hp - points)
            if participant.hp == 0:
                self.fall(participant)

    def fall(self, participant: Participant) -> None:
        """F52-31, F52-32, F52-35."""
        self.discard += participant.hand
        participant.hand = []
        if participant.hero or participant.block.get("death_draws"):
            participant.conditions.add("dying")
            participant.fell, participant.draws = self.round, 0
        else:
            participant.conditions.add("defeated")

    def range(self, one: str, other: str) -> str:
        return self.ranges.get(frozenset((one, other)), "melee")

    def find(self, name: Any) -> Participant:
        if name not in self.participants:
            raise Illegal("nobody")
        return self.participants[name]

    def proposed(self) -> str | None:
        """F52-62."""
        sides = {
            participant.side
            for participant in self.participants.values()
            if participant.hp > 0 and "unconscious" not in participant.conditions
        }
        return "defeat" if "players" not in sides else "victory" if "monsters" not in sides else None

"""Attacks, maneuvers, spells, and their defence."""

from __future__ import annotations

from typing import Any

from tests.rules.fifty_two_fates.model.participants import Participant, holds, kind, need, total
from tests.rules.fifty_two_fates.model.rounds import Rounds

SUITS = {"disarm": "D", "fury-strike": "S", "parry": "H", "push": "C"}
SPELLS = {"C": "destruct", "S": "harm", "H": "heal", "D": "protect"}
POINTS = {"number": 1, "face": 2}
CONDITIONS = {"effect", "incapacitate", "prone"}


def worth(cards: list[str]) -> int | str:
    return "ace" if kind(cards) == "ace" else total(cards)


def beats(new: int | str, old: int | str) -> bool:
    """F52-89: equal or higher; an ace beats any value, only an ace an ace."""
    return new == "ace" or (old != "ace" and int(new) >= int(old))


class Plays(Rounds):
    """Opposed plays (F52-21)."""

    def lay(self, participant: Participant, cards: list[str], most: int) -> None:
        """F52-21, F52-23, F52-24: cards of its own, as many as it may, an ace alone."""
        hand = participant.hand if participant.hero else self.dealer
        need(len(cards) <= most and holds(hand, cards), "cards")
        need(kind(cards) != "ace" or len(cards) == 1, "an ace stands alone")
        for card in cards:
            hand.remove(card)
        self.played += cards

    def opponent(self, participant: Participant, name: str) -> Participant:
        other = self.find(name)
        need(other is not participant and other.hp > 0, "target")
        return other

    def most(self, participant: Participant, other: Participant) -> int:
        """F52-23, F52-54."""
        return participant.allowance(physical=True) + ("partial" in other.conditions)

    def close_in(self, participant: Participant, other: Participant) -> None:
        pair = frozenset((participant.id, other.id))
        if self.ranges.get(pair) == "near":
            del self.ranges[pair]

    def do_attack(self, participant: Participant, target: str, cards: list[str], weapon: str) -> None:
        """F52-17, F52-55, F52-72."""
        other = self.opponent(participant, target)
        need(weapon == "unarmed" or participant.weapon == "held", "weapon")
        need(self.range(participant.id, other.id) in ("melee", "near", "far")[: 2 + (weapon == "missile")], "range")
        if other.full:
            need(cards == [], "no card")
            drawn = self.draw()
            self.used(other)
            self.strike(participant, other, [drawn] if drawn else ["2C"], weapon)
        else:
            need(cards, "cards")
            self.lay(participant, cards, self.most(participant, other))
            self.open("attack", participant, other, cards, weapon)
        if weapon != "missile":
            self.close_in(participant, other)
        participant.acts()

    def do_maneuver(self, participant: Participant, maneuver: str, cards: list[str], target: str | None = None) -> None:
        """F52-70 to F52-75."""
        need(participant.job == "warrior" if participant.hero else participant.block.get("maneuvers"), "warriors only")
        need(cards and all(card[1] == SUITS[maneuver] for card in cards), "suit")
        if maneuver == "parry":
            need(target is None, "no target")
            self.lay(participant, cards, participant.allowance(physical=True))
            participant.parry = worth(cards)
            participant.acts()
            return
        other = self.opponent(participant, target or "")
        need(self.range(participant.id, other.id) in ("melee", "near"), "range")
        need(
            maneuver != "fury-strike" or (len(cards) > 1 and kind(cards) != "ace" and participant.weapon == "held"),
            "fury",
        )
        need(maneuver != "disarm" or other.weapon == "held", "nothing in hand")
        self.lay(participant, cards, self.most(participant, other))
        self.close_in(participant, other)
        self.open("maneuver", participant, other, cards, maneuver)
        participant.acts()

    def do_cast(self, participant: Participant, target: str, cards: list[str], willing: bool | None = None) -> None:
        """F52-80 to F52-89."""
        need(participant.job == "wizard" if participant.hero else participant.block.get("spells"), "wizards only")
        need(cards and len({card[1] for card in cards}) == 1, "suit")
        other, spell = self.find(target), SPELLS[cards[0][1]]
        need(other is participant or self.range(participant.id, other.id) in ("melee", "near"), "range")
        need(other.hp > 0 or (spell == "heal" and "dead" not in other.conditions), "target")
        need(not willing or other.side == participant.side, "willing")
        self.lay(participant, cards, participant.allowance(physical=False))
        participant.acts()
        standing = other.spell["kind"] if other.spell else None
        if spell == "heal":
            self.heal(other, other.most if kind(cards) == "ace" else POINTS[kind(cards)])
        elif standing and {standing, spell} == {"protect", "destruct"}:
            other.spell = None if beats(worth(cards), other.spell["value"]) else other.spell
        elif spell == "protect":
            self.stand(participant, other, spell, cards)
        else:
            self.open("spell", participant, other, cards, spell, willing=bool(willing) or other is participant)

    def heal(self, other: Participant, points: int) -> None:
        """F52-34, F52-86."""
        if other.hp == 0:
            other.stands_again()
        other.hp = min(other.most, other.hp + points)

    def stand(self, participant: Participant, other: Participant, spell: str, cards: list[str]) -> None:
        """F52-83, F52-87; F52-89: a second one replaces the first when it is higher."""
        if not (other.spell and other.spell["kind"] == spell and beats(other.spell["value"], worth(cards))):
            other.spell = {"kind": spell, "value": worth(cards), "group": participant.group, "round": self.round}

    def open(
        self, play: str, participant: Participant, other: Participant, cards: list[str], how: str, willing: bool = False
    ) -> None:
        """F52-22: a defence is asked for, unless none can help (F52-55, F52-84)."""
        self.attack = {"kind": play, "actor": participant.id, "target": other.id, "cards": cards, "how": how}
        doomed = other.spell and other.spell["kind"] == "destruct" and other.spell["value"] == "ace"
        if willing or other.full:
            self.resolve([], sure=True)
        elif doomed and how != "destruct":
            self.resolve([], sure=other.parry != "ace")

    def do_defend(self, participant: Participant, cards: list[str]) -> None:
        """F52-23, F52-29."""
        need(self.attack and self.attack["target"] == participant.id and not self.surplus, "not attacked")
        assert self.attack
        physical, unarmed = self.attack["kind"] != "spell", self.attack["how"] == "unarmed"
        self.lay(participant, cards, participant.allowance(physical=physical) + unarmed)
        self.resolve(cards)

    def used(self, other: Participant) -> tuple[int, int]:
        """F52-83, F52-87: what destruct adds to the attack and protect to the defence; it is used up."""
        spell = other.spell
        if not spell or spell["value"] == "ace":
            return 0, 0
        other.spell = None
        return (spell["value"], 0) if spell["kind"] == "destruct" else (0, spell["value"])

    def resolve(self, defence: list[str], sure: bool = False) -> None:
        """F52-22, F52-24, F52-25, F52-27, F52-74."""
        attack, self.attack = self.attack or {}, None
        first, other, cards = self.participants[attack["actor"]], self.participants[attack["target"]], attack["cards"]
        more, less = (0, 0) if attack["how"] == "destruct" else self.used(other)
        parried = other.parry if isinstance(other.parry, int) else 0
        held = kind(defence) == "ace" or other.parry == "ace"
        higher = kind(cards) == "ace" or total(cards) + more > total(defence) + parried + less
        if sure or (higher and not held):
            self.effect(first, other, attack)
        elif kind(defence) == "ace" and kind(cards) != "ace":
            fumble = kind([self.draw() or "2C"])
            self.hurt(first, first.half() if fumble == "ace" else POINTS[fumble])

    def effect(self, participant: Participant, other: Participant, attack: dict[str, Any]) -> None:
        cards, how = attack["cards"], attack["how"]
        if attack["kind"] == "attack":
            self.strike(participant, other, cards, how)
        elif how == "fury-strike":
            self.hurt(other, sum(POINTS[kind([card])] for card in cards))
        elif how == "disarm":
            other.weapon = {"number": "floor", "face": "away", "ace": "broken"}[kind(cards)]
        elif how == "push":
            self.ranges[frozenset((participant.id, other.id))] = "near"
            other.conditions |= {"number": set(), "face": {"prone"}, "ace": {"prone", "unconscious"}}[kind(cards)]
            other.wake = 7 if kind(cards) == "ace" else other.wake
        elif how == "harm":
            self.hurt(other, other.hp if kind(cards) == "ace" else POINTS[kind(cards)])
        else:
            self.stand(participant, other, how, cards)

    def strike(self, participant: Participant, other: Participant, cards: list[str], weapon: str) -> None:
        """F52-26, F52-29, F52-95."""
        usual = POINTS.get(kind(cards), "half") if weapon != "unarmed" else 1
        line = (participant.block.get("lines") or {}).get(kind(cards)) or {} if weapon != "unarmed" else {}
        points = line.get("damage", 0 if CONDITIONS & set(line) else usual)
        self.hurt(other, other.half() if points == "half" else points)
        if line.get("effect"):
            self.afflict(other, **line["effect"])
        if line.get("incapacitate"):
            other.incapacitate(**line["incapacitate"])
        if line.get("prone"):
            other.conditions.add("prone")

    def afflict(self, other: Participant, name: str, strength: int, rounds: int | str | None = None) -> None:
        """F52-51."""
        if rounds == "draw":
            rounds = {"number": 1, "face": 2, "ace": 4}[kind([self.draw() or "2C"])]
        other.afflict(name, strength, rounds)  # type: ignore[arg-type]

"""Declaring an attack, and the answer to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.rules.game_of_bastards.model.participants import Participant, holds, need
from tests.rules.game_of_bastards.model.uses import COSTS, Uses

ATTACK = {"physical": "body", "social": "spirit", "mental": "mind", "luck": "luck"}
DEFENCE = {"physical": "mind", "social": "spirit", "mental": "mind", "luck": "luck"}
IN_ATTACK = {"savage": "bp", "wild-swing": "bp", "zeal": "sp", "fortune": "lp", "disarm": "mp"}
INSTEAD = {"zeal": "spirit", "fortune": "luck", "disarm": "mind"}
MORE_CARDS = {"criminal": ("Stealth", "Influence"), "hearty": ("Athletics", "Dexterity")}


@dataclass
class Clash:
    """A play: who strikes whom, and what lies on the table."""

    by: str
    targets: list[str]
    kind: str
    melee: bool
    skill: str | None
    bonus: int
    damage: int
    down: dict[str, list[str]]
    limit: dict[str, int]
    uses: dict[str, dict[str, Any]] = field(default_factory=dict)
    given: int = 0
    counter: bool = False
    armed: bool = False
    second: bool = False
    empty_hands: int | None = None
    word: str = ""
    answered: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    up: dict[str, list[str]] = field(default_factory=dict)
    laid: dict[str, list[str]] = field(default_factory=dict)
    defence: dict[str, int] = field(default_factory=dict)
    hits: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)
    hurt: dict[str, str] = field(default_factory=dict)
    settling: str = ""
    left: list[str] = field(default_factory=list)
    waiting: list[tuple[str, int, bool]] | None = None

    def all_cards(self) -> list[str]:
        return self.left + [card for name in self.down for card in self.on_table(name)]

    def on_table(self, name: str) -> list[str]:
        return self.down.get(name, []) + self.up.get(name, [])

    def room(self, name: str) -> int:
        return self.limit[name] - len(self.on_table(name) + self.laid.get(name, []))


def named(participant: Participant, weapon: str | None, weapons: list[str] | None) -> list[dict[str, Any]]:
    """GOB-51: one or two weapons of its own."""
    need(weapon is None or weapons is None, "one or the other")
    names = weapons if weapons is not None else [weapon] if weapon else []
    need(weapons is None or 1 <= len(weapons) <= 2, "one or two")
    need(not Counter(names) - Counter(own["name"] for own in participant.weapons), "it has it not")
    return [found for name in names if (found := participant.weapon(name))]


def declared(participant: Participant, use: list[dict[str, Any]] | None, allowed: Any) -> dict[str, dict[str, Any]]:
    uses = {item["advantage"]: item for item in use or []}
    need(len(uses) == len(use or []) and (participant.fated or not uses), "uses")
    need(all(key in allowed and participant.has(key) for key in uses), "it has it not")
    return uses


def more_cards(participant: Participant, skill: str | None, kind: str) -> int:
    """GOB-83 to GOB-85."""
    if not participant.fated:
        return 0
    skilled = sum(participant.has(key) and skill in skills for key, skills in MORE_CARDS.items())
    return skilled + (kind == "social" and participant.has("cunning-linguist"))


class Attacks(Uses):
    """GOB-43, GOB-46, GOB-51, GOB-54, and the advantages that are named in either."""

    def do_attack(
        self,
        participant: Participant,
        kind: str,
        card: str,
        skill: str | None = None,
        raises: int = 0,
        trait: str | None = None,
        use: list[dict[str, Any]] | None = None,
        target: str | None = None,
        targets: list[str] | None = None,
        weapon: str | None = None,
        weapons: list[str] | None = None,
    ) -> None:
        need(self.mine(participant, "declare") and card in participant.hand, "phase")
        need((target is None) != (targets is None), "targets")
        at = targets if targets is not None else [target]
        need(at and len(set(at)) == len(at) and participant.id not in at, "targets")
        need(not any(self.find(name).out for name in at), "out")
        held = named(participant, weapon, weapons)
        melee = kind == "physical" and not any(own.get("ranged") for own in held)
        need(participant.kind == "extras" or skill, "skill")
        need(not held or participant.kind == "extras" or skill in [own["skill"] for own in held], "the weapon's skill")
        need(melee or not self.savage, "melee")
        far = self.distance and self.round <= self.distance[1] and self.distance[0] in at
        need(not far or not melee, "distance")
        uses = declared(participant, use, IN_ATTACK)
        self.suited(uses, kind, melee)
        self.paid_out += self.pay(participant, Counter(IN_ATTACK[key] for key in uses))
        bonus, given = self.attack_bonus(participant, kind, trait, uses)
        limit = self.attack_limit(participant, skill, kind, held)
        participant.hand.remove(card)
        participant.wielded = [own["name"] for own in held]
        self.clash = Clash(
            participant.id,
            [name for name in self.participants if name in at],
            kind,
            melee,
            skill,
            bonus - given,
            sum(own["damage"] for own in held),
            {participant.id: [card]},
            {participant.id: limit},
            uses,
            given,
            second=self.savage,
            armed=bool(held),
        )
        self.attacked, self.phase = True, "defend"

    def suited(self, uses: dict[str, Any], kind: str, melee: bool) -> None:
        """GOB-72, GOB-75, GOB-76, GOB-81, GOB-82."""
        need(not uses or kind == "physical", "physical")
        need(not self.savage or "savage" not in uses, "one more attack")
        need(melee or not set(uses) & {"savage", "wild-swing", "disarm"}, "melee")
        need(len(set(uses) & set(INSTEAD)) <= 1, "one trait")

    def attack_bonus(
        self, participant: Participant, kind: str, trait: str | None, uses: dict[str, Any]
    ) -> tuple[int, int]:
        """The trait added, and what a wild swing takes from it (GOB-46, GOB-48, GOB-81)."""
        usual = next((INSTEAD[key] for key in uses if key in INSTEAD), ATTACK[kind])
        if participant.desperate():
            need(trait in (None, "spirit", "luck"), "desperate")
            wanted = usual if kind == "physical" and usual in ("spirit", "luck") else participant.higher()
        else:
            need(kind != "physical" or trait in (None, usual), "trait")
            wanted = usual
        counted = trait or wanted
        given = uses.get("wild-swing", {}).get("amount", 0)
        need(0 <= given <= (participant.traits["body"] if counted == "body" else 0), "amount")
        return participant.traits[counted], given

    def attack_limit(self, participant: Participant, skill: str | None, kind: str, held: list[dict[str, Any]]) -> int:
        """GOB-44, GOB-51, GOB-54, GOB-62, GOB-72, GOB-73."""
        limit = participant.rank(skill)
        if len(held) == 2:
            limit = min(participant.rank(own["skill"]) for own in held)
            limit -= 1 if participant.fated and participant.has("ambidextrous") else 2
        return max(1, limit - participant.stance - 2 * self.savage + more_cards(participant, skill, kind))

    def do_defend(
        self,
        participant: Participant,
        card: str | None = None,
        skill: str | None = None,
        trait: str | None = None,
        use: list[dict[str, Any]] | None = None,
        weapon: str | None = None,
        weapons: list[str] | None = None,
    ) -> None:
        clash = self.clash
        need(clash and self.phase == "defend" and participant.id in self.turn(), "phase")
        own = [card] if card else []
        named_now = [found["name"] for found in named(participant, weapon, weapons)]
        wielded = named_now if weapon or weapons else participant.wielded
        uses = declared(participant, use, ("counter", "dodge", "serendipity"))
        need(not uses or clash.kind == "physical", "physical")
        laid = self.laid_aside(participant, uses, wielded, own)
        need(holds(participant.hand, laid + own), "cards")
        limit = self.defence_limit(participant, skill, wielded)
        need(len(laid + own) <= limit, "too many")
        paid = self.pay(participant, Counter(COSTS[key] for key in uses if key in COSTS))
        bonus = self.defence_bonus(participant, trait, participant.next_defence + [key for key in uses if key in COSTS])
        self.paid_out += paid
        participant.next_defence = [] if clash.kind == "physical" else participant.next_defence
        participant.wielded = wielded
        for played in laid + own:
            participant.hand.remove(played)
        clash.down[participant.id], clash.laid[participant.id], clash.limit[participant.id] = own, laid, limit
        clash.defence[participant.id] = bonus
        clash.answered.add(participant.id)
        self.all_answered()

    def laid_aside(
        self, participant: Participant, uses: dict[str, Any], wielded: list[str], own: list[str]
    ) -> list[str]:
        """GOB-60."""
        if "counter" not in uses:
            return []
        need(self.clash.melee and self.clash.armed and not self.clash.counter and own, "counter")
        need(participant.owned["counter"]["weapon"] in wielded, "that weapon")
        cards: list[str] = uses["counter"].get("cards") or []
        need(cards, "at least one")
        return cards

    def defence_limit(self, participant: Participant, skill: str | None, wielded: list[str]) -> int:
        """GOB-51 (on the related skills), GOB-62, GOB-73, GOB-74, GOB-80."""
        limit = participant.rank(skill)
        skills = [own["skill"] for name in wielded if (own := participant.weapon(name))]
        if len(wielded) == 2 and (self.clash.kind == "physical" or skill in skills):
            ranks = [participant.rank(related) for related in skills]
            limit = min(ranks) if participant.fated and skill in skills else limit
            used = [name for name, related in zip(wielded, skills, strict=True) if related == skill]
            florentine = (
                participant.fated
                and participant.has("florentine")
                and participant.owned["florentine"]["weapon"] in (used or wielded)
            )
            limit -= 0 if florentine else 1 if participant.fated and participant.has("ambidextrous") else 2
        limit += participant.stance - ("berserk" in participant.effects)
        return max(1, limit + more_cards(participant, skill, self.clash.kind))

    def defence_bonus(self, participant: Participant, trait: str | None, dodges: list[str]) -> int:
        """GOB-46: Karmic Shuffle, desperation, Dodge and Serendipity, All-Out Defense, Fortune, Mind, Study."""
        physical, times = self.clash.kind == "physical", 1
        wanted = DEFENCE[self.clash.kind]
        if physical and self.karmic:
            wanted = "luck"
        elif participant.desperate():
            need(trait in (None, "spirit", "luck"), "desperate")
            return int(participant.traits[trait or participant.higher()])
        elif physical and dodges:
            wanted = {"dodge": "body", "serendipity": "luck"}[dodges[-1]]
        elif physical and "all-out-defense" in participant.effects:
            wanted, times = "body", 2
        elif physical and "fortune" in self.clash.uses:
            wanted = "luck"
        elif physical:
            times = 1 + (self.clash.by in participant.studied)
        need(trait in (None, wanted), "trait")
        return int(times * participant.traits[wanted])

    def all_answered(self) -> None:
        if self.phase == "defend" and not self.turn():
            self.phase = "betting"
            self.pass_word("")

    def pass_word(self, last: str) -> None:
        raise NotImplementedError

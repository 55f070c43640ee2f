"""Betting, the reveal, and what comes of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules.game_of_bastards.model.attacks import Attacks, Clash
from tests.rules.game_of_bastards.model.participants import VALUES, Participant, holds, need, rank

POOLS = {"physical": "bp", "social": "sp", "mental": "mp", "luck": "lp"}


class Plays(Attacks):
    """GOB-44 to GOB-49, GOB-60, GOB-68 to GOB-72, GOB-82, GOB-96."""

    def can_play(self, name: str) -> bool:
        participant = self.participants[name]
        return participant.wildcards > 0 or bool(participant.hand and self.clash.room(name) > 0)

    def pass_word(self, last: str) -> None:
        """The affected first, then the aggressor; who can play no more is taken to have called."""
        clash = self.clash
        ring = [*clash.targets, clash.by]
        at = ring.index(last) + 1 if last in ring else 0
        for name in ring[at:] + ring[:at]:
            if name not in clash.called and self.can_play(name) and not (clash.counter and name == clash.by):
                clash.word = name
                return
        self.reveal()

    def my_word(self, participant: Participant) -> None:
        need(self.clash and self.phase == "betting" and self.clash.word == participant.id, "word")

    def do_call(self, participant: Participant) -> None:
        self.my_word(participant)
        self.clash.called.add(participant.id)
        self.pass_word(participant.id)

    def do_bet(self, participant: Participant, cards: list[str]) -> None:
        self.my_word(participant)
        need(1 <= len(cards) <= self.clash.room(participant.id) and holds(participant.hand, cards), "cards")
        for card in cards:
            participant.hand.remove(card)
        self.lay_open(participant, cards)

    def do_bet_wildcard(self, participant: Participant) -> None:
        """GOB-06: its card comes on top of the limit; a joker plays none and is a wildcard again."""
        self.my_word(participant)
        self.wild(participant)
        participant.wildcards += self.told["joker"]
        self.clash.limit[participant.id] += len(self.told["bet"])
        self.lay_open(participant, self.told["bet"])

    def lay_open(self, participant: Participant, cards: list[str]) -> None:
        self.clash.up.setdefault(participant.id, []).extend(cards)
        self.clash.called = set()
        self.pass_word(participant.id)

    def do_spend_wildcard(self, participant: Participant) -> None:
        """GOB-06: at any time; while betting it may let someone play again, or no more."""
        if self.phase != "betting" or self.asked:
            super().do_spend_wildcard(participant)
            return
        self.wild(participant)
        participant.hand += self.told["drew"]
        participant.wildcards += self.told["joker"]
        if self.clash.word == participant.id and not self.can_play(participant.id):
            self.pass_word(participant.id)

    def reveal(self) -> None:
        """GOB-03, GOB-45: equal totals are decided by the suit of the highest card."""
        clash = self.clash
        self.phase = "resolve"
        mine = clash.on_table(clash.by)
        total = sum(VALUES[card[0]] for card in mine) + clash.bonus
        clash.waiting = []
        for name in clash.targets:
            theirs = clash.on_table(name)
            margin = total - sum(VALUES[card[0]] for card in theirs) - clash.defence[name]
            tied = bool(mine) and (not theirs or max(map(rank, mine))[1] > max(map(rank, theirs))[1])
            hit = margin > 0 or (margin == 0 and tied)
            clash.hits += [name] if hit else []
            clash.waiting.append((name, margin, hit))
        self.resolve()

    def resolve(self) -> None:
        """Of one target after the other: reductions, Mind Over Matter, damage, desperation, and the draws."""
        clash = self.clash
        while clash.waiting or clash.settling:
            if not clash.settling:
                clash.settling, margin, hit = clash.waiting.pop(0)
                other = self.participants[clash.settling]
                if hit and not other.out:
                    self.consequence(other, margin)
                self.ask_desperate()
            if self.asked:
                self.after = self.resolve
                return
            self.console(self.participants[clash.settling])
            clash.settling = ""
        self.finish()

    def console(self, participant: Participant) -> None:
        """GOB-68, GOB-71, GOB-78: the draw of who was hurt, or of who took no damage."""
        key = self.clash.hurt.get(participant.id) if self.clash.lost.get(participant.id) else "careful"
        if key and participant.fated and not participant.out and participant.has(key):
            self.draw(participant, 1)

    def consequence(self, other: Participant, margin: int) -> None:
        clash = self.clash
        if "disarm" in clash.uses:
            self.disarm(other, margin)
        elif other.kind == "extras":
            self.lose_members(other, margin // 2)
        else:
            points = max(0, self.points(other, margin))
            pool = POOLS[clash.kind]
            clash.lost[other.id] = points
            if (
                points
                and pool == "bp"
                and other.fated
                and other.has("mind-over-matter")
                and other.can_pay(Counter(["mp"]))
            ):
                self.asked.append(("redirect", other.id, points))
            else:
                self.strike(other, pool, points)

    def points(self, other: Participant, margin: int) -> int:
        """GOB-46, GOB-64, GOB-66, GOB-80, GOB-81, GOB-87 to GOB-90."""
        clash, by = self.clash, self.participants[self.clash.by]
        points, pool = margin, POOLS[clash.kind]
        if clash.kind == "physical":
            body = 2 if "berserk" in by.effects else int(self.body_counts)
            points += body * by.traits["body"] + clash.damage + 2 * clash.given - other.armor
            for key, skill in (("brawler", "Combat (Unarmed)"), ("grappler", "Combat (Grapple)")):
                points += by.rank(skill) if by.fated and by.has(key) and clash.skill == skill else 0
        if other.fated and pool == "bp":
            points -= other.ranks("toughness") + ("iron-wall" in other.effects) * other.traits["body"]
        if other.fated and pool == "sp":
            points -= other.ranks("resolve")
        if other.fated and pool in ("bp", "sp"):
            points -= 2 * ("soul-of-steel" in other.effects) * other.traits["spirit"]
        return points

    def disarm(self, other: Participant, margin: int) -> None:
        """GOB-82: it drops the weapon, or the other takes it into an empty hand, until no hand is empty."""
        weapon = other.weapon(other.wielded[0]) if other.wielded else None
        if weapon is None:
            return
        by = self.participants[self.clash.by]
        other.weapons.remove(weapon)
        other.wielded = other.wielded[1:]
        if self.clash.empty_hands is None:
            self.clash.empty_hands = 2 - len(by.wielded)
        if self.clash.uses["disarm"].get("take") and margin >= 4 and self.clash.empty_hands > 0:
            self.clash.empty_hands -= 1
            by.weapons.append(weapon)
            by.wielded = by.wielded or [weapon["name"]]
        else:
            self.floor.append(weapon)

    def lose_members(self, other: Participant, many: int) -> None:
        """GOB-96: a member for every 2 points; the lowest surplus cards are discarded."""
        other.members -= min(other.members, many)
        self.clash.lost[other.id] = many
        if other.members == 0:
            self.put_out(other, "gone")
        else:
            self.drop(other, sorted(other.hand, key=rank)[: max(0, len(other.hand) - other.members)])

    def strike(self, other: Participant, pool: str, points: int) -> None:
        self.damage(other, pool, points)
        self.clash.lost[other.id] = points
        self.clash.hurt[other.id] = {"bp": "tenacity", "sp": "faith"}.get(pool, "")

    def do_redirect(self, participant: Participant, use: bool) -> None:
        """GOB-70."""
        need(self.asked and self.asked[0][:2] == ("redirect", participant.id), "asked")
        points = self.asked.pop(0)[2]
        if use:
            self.emptied += self.pay(participant, Counter(["mp"]))
            self.damage(participant, "mp", points)
            self.emptied = list(dict.fromkeys(self.emptied))
        else:
            self.strike(participant, "bp", points)
        self.ask_desperate()
        self.go_on()

    def finish(self) -> None:
        """The cards go; those laid aside for a counter strike back if the defence held (GOB-60)."""
        clash, self.clash = self.clash, None
        self.discard += clash.all_cards()
        ready = [
            (name, cards)
            for name, cards in clash.laid.items()
            if cards
            and name not in clash.hits
            and not self.participants[name].out
            and not self.participants[clash.by].out
        ]
        kept = [name for name, _ in ready]
        self.discard += [card for name, cards in clash.laid.items() if name not in kept for card in cards]
        if not clash.counter:
            self.counters, self.main = ready, clash
        self.next_counter()

    def next_counter(self) -> None:
        while self.counters:
            name, cards = self.counters.pop(0)
            if not self.participants[name].out and not self.participants[self.main.by].out:
                self.strike_back(self.participants[name], cards)
                return
            self.discard += cards
        if self.paid_out:
            self.asked += [("desperation", name) for name in self.paid_out if not self.participants[name].out]
            self.paid_out = []
            if self.asked:
                self.after = self.next_counter
                return
        self.after_the_attack(self.participants[self.main.by])

    def after_the_attack(self, by: Participant) -> None:
        """GOB-72: one more attack of the savage."""
        main: Any = self.main
        if "savage" in main.uses and main.hits and not by.out and not by.spent:
            self.phase, self.savage = "declare", True
        else:
            self.next_turn()

    def strike_back(self, participant: Participant, cards: list[str]) -> None:
        """GOB-60: a complete attack to which nothing can be added."""
        weapon = participant.weapon(participant.owned["counter"]["weapon"])
        assert weapon
        trait = participant.higher() if participant.desperate() else "body"
        self.clash = Clash(
            participant.id,
            [self.main.by],
            "physical",
            True,
            weapon["skill"],
            participant.traits[trait],
            weapon["damage"],
            {participant.id: cards},
            {participant.id: 0},
            counter=True,
        )
        self.phase = "defend"

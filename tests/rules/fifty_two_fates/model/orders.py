"""What else one may do on its turn, and the Fate Dealer's orders."""

from __future__ import annotations

from typing import Any

from tests.rules.fifty_two_fates.model.people import UNKNOWN, Person, kind, need, total
from tests.rules.fifty_two_fates.model.plays import Plays

ORDERS = ("afflict", "incapacitate", "release", "fall", "set-range", "arm", "adjust", "join", "leave", "next-round")
DEEDS = ("attack", "maneuver", "cast", "skill-check", "resist", "death-draw", "wake-draw", "pick-up", "pass")
AT_ZERO = ("death-draw", "wake-draw", "pass")


class Model(Plays):
    """`act` raises Illegal for what the rules do not allow; then the model is to be thrown away."""

    def act(self, command: dict[str, Any], told: list[str], groups: list[str]) -> None:
        """`told`: the cards that it draws face up; `groups`: those in the order of their initiative cards."""
        self.told, self.discard, self.newly = list(told), [], groups
        fields = {key: value for key, value in command.items() if value is not None}
        name, actor = fields.pop("type"), fields.pop("actor")
        need(not self.over, "over")
        if name == "end":
            need(actor == "gm", "the Fate Dealer only")
            self.over, self.attack, self.surplus = True, None, []
        elif actor == "gm":
            need(name in ORDERS and not self.attack and not self.surplus, "an order, nothing pending")
            getattr(self, "gm_" + name.replace("-", "_"))(**fields)
        else:
            self.deed(self.find(actor), name, fields)
        assert not self.told, f"more cards were drawn than the ledger says: {self.told}"
        self.settle()

    def deed(self, person: Person, name: str, fields: dict[str, Any]) -> None:
        """F52-16, F52-20."""
        if name == "discard":
            self.answer(person, **fields)
        elif name == "defend":
            self.do_defend(person, **fields)
        else:
            need(name in DEEDS and not self.attack and not self.surplus and person.id in self.turn(), "turn")
            need(name in AT_ZERO or not person.still, "it cannot act")
            need(("dying" in person.conditions) == (name == "death-draw"), "only the draw for its life")
            getattr(self, "do_" + name.replace("-", "_"))(person, **fields)

    def do_pass(self, person: Person) -> None:
        person.acts()

    def do_pick_up(self, person: Person) -> None:
        """F52-72."""
        need(person.weapon == "floor", "nothing there")
        person.weapon = "held"
        person.acts()

    def do_wake_draw(self, person: Person) -> None:
        """F52-56."""
        need("unconscious" in person.conditions, "awake")
        person.acted = True
        card = self.draw()
        if card and (kind([card]) == "ace" or total([card]) > person.wake):
            person.conditions.discard("unconscious")

    def do_death_draw(self, person: Person) -> None:
        """F52-32, F52-33."""
        person.acted = True
        card = self.draw()
        if not card or card[1] != "H":
            person.draws += 1
            person.conditions |= {"dead"} if person.draws == 3 else set()
            person.conditions -= {"dying"} if person.draws == 3 else set()
        elif kind([card]) == "number":
            person.conditions = person.conditions - {"dying"} | {"stable", "unconscious"}
        else:
            person.conditions -= {"dying", "unconscious"}
            person.hp = (person.most + 1) // 2 if kind([card]) == "ace" else 1
            person.hand += [UNKNOWN] if person.hero and kind([card]) == "face" else []

    def do_skill_check(
        self,
        person: Person,
        difficulty: int,
        background: str | None = None,
        needs: str | None = None,
        cards: int | None = None,
    ) -> None:
        """F52-03 to F52-07: as many cards are drawn as the check allows, or as are asked for."""
        need(all(name in person.skills for name in (background, needs) if name), "not among its skills")
        most = 1 + person.more + bool(background or needs)
        need(cards is None or 1 <= cards <= most, "too many")
        assert len(self.told) == (cards or most), "cards of a check"
        while self.told:
            self.draw()
        person.acts()

    def do_resist(self, person: Person, effect: str, cards: list[str]) -> None:
        """F52-52."""
        found = next((found for found in person.effects if found["name"] == effect), None)
        need(found and len(cards) == 1, "one card against what it suffers")
        assert found
        self.lay(person, cards, 1)
        person.acts()
        if kind(cards) == "ace" or total(cards) > found["strength"]:
            person.effects.remove(found)

    def gm_afflict(self, target: str, **effect: Any) -> None:
        self.afflict(self.find(target), **effect)

    def gm_incapacitate(self, target: str, **how: Any) -> None:
        self.find(target).incapacitate(**how)

    def gm_release(self, target: str, effect: str | None = None) -> None:
        person = self.find(target)
        if effect is None:
            person.conditions -= {"partial", "full", "prone"} | ({"unconscious"} if person.hp else set())
            return
        if any(found["name"] == effect for found in person.effects):
            person.effects = [found for found in person.effects if found["name"] != effect]
        elif effect == "parry":
            need(person.parry is not None, "no parry")
            person.parry = None
        else:
            need(person.spell is not None and person.spell["kind"] == effect, "no such effect")
            person.spell = None

    def gm_fall(self, target: str, feet: int) -> None:
        """F52-28."""
        self.hurt(self.find(target), feet // 30)

    def gm_set_range(self, a: str, b: str, range: str) -> None:
        pair = frozenset((self.find(a).id, self.find(b).id))
        need(len(pair) == 2, "itself")
        self.ranges.pop(pair, None)
        if range != "melee":
            self.ranges[pair] = range

    def gm_arm(self, target: str) -> None:
        self.find(target).weapon = "held"

    def gm_adjust(self, target: str, hp: int, reason: str) -> None:
        """F52-34."""
        person = self.find(target)
        need("dead" not in person.conditions and hp <= person.most, "figure")
        before, person.hp = person.hp, hp
        if before and not hp:
            self.fall(person)
        elif hp and not before:
            person.stands_again()

    def gm_join(self, participant: dict[str, Any]) -> None:
        """F52-13: a new group draws its card. It acts from the next round."""
        need(participant["id"] not in self.people, "there is one of that name")
        person = self.people[participant["id"]] = Person(participant)
        self.discard += [UNKNOWN] if person.group not in self.groups else []
        person.acted, self.groups = True, self.newly
        person.hand = [UNKNOWN] * person.hp if person.hero else []

    def gm_leave(self, target: str) -> None:
        person = self.find(target)
        self.discard += person.hand
        del self.people[person.id]
        self.ranges = {pair: how for pair, how in self.ranges.items() if person.id not in pair}

    def gm_next_round(self) -> None:
        need(not self.turn(), "someone can act")
        self.end_round()

"""Advantages outside a play, and dramatic actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules.game_of_bastards.model.people import Person, need
from tests.rules.game_of_bastards.model.turns import Turns

COSTS = {"dodge": "bp", "serendipity": "lp"}


class Uses(Turns):
    """GOB-60 to GOB-80, GOB-98."""

    told: dict[str, Any]

    def do_use(self, person: Person, advantage: str, **more: Any) -> None:
        need(person.fated and person.has(advantage), "it has it not")
        need(self.clash is None and not (self.mine(person, "declare") and self.savage), "phase")
        fields = {"berserk": {"stop"}, "defensive-stance": {"cards"}, "study": {"target"}}.get(advantage, set())
        need(set(more) <= fields, "fields")
        name = "use_" + advantage.replace("-", "_")
        need(hasattr(self, name), "not outside a play")
        getattr(self, name)(person, **more)

    def in_action(self, person: Person) -> None:
        need(self.mine(person, "declare"), "in its action")

    def wild(self, person: Person, many: int = 1) -> None:
        need(person.wildcards >= many, "wildcards")
        person.wildcards -= many

    def give_up(self, person: Person, effect: str) -> None:
        """GOB-61, GOB-66: before the action or in it; the turn then has only the draw step."""
        need(
            not person.spent and (self.phase == "initiative" or not (person.acted or person.joined)),
            "its action is over",
        )
        person.effects.add(effect)
        person.spent = True
        if self.mine(person, "declare"):
            self.next_turn()

    def use_all_out_defense(self, person: Person) -> None:
        need(not person.joined, "from the next round")
        self.give_up(person, "all-out-defense")

    def use_soul_of_steel(self, person: Person) -> None:
        need(not person.joined, "from the next round")
        self.wild(person)
        self.give_up(person, "soul-of-steel")

    def use_dodge(self, person: Person, key: str = "dodge") -> None:
        self.emptied += self.pay(person, Counter([COSTS[key]]))
        person.next_defence = [key]
        self.ask_desperate()

    def use_serendipity(self, person: Person) -> None:
        self.use_dodge(person, "serendipity")

    def use_iron_wall(self, person: Person) -> None:
        need("iron-wall" not in person.effects, "it stands")
        self.wild(person)
        person.effects.add("iron-wall")

    def use_karmic_shuffle(self, person: Person) -> None:
        need(not self.karmic, "it stands")
        self.wild(person)
        self.karmic = True

    def use_berserk(self, person: Person, stop: bool = False) -> None:
        """GOB-80: whether the fate draw is won, and the jokers of its hand, are told."""
        need(self.mine(person, "draw", "declare") and ("berserk" in person.effects) == stop, "phase")
        if not stop:
            self.wild(person)
            person.effects.add("berserk")
            return
        need(not person.spent, "the action is spent")
        person.wildcards = self.told["wildcards"]
        person.effects -= {"berserk"} if self.told["calm"] else set()
        person.spent = True
        if self.phase == "declare":
            self.next_turn()

    def use_defensive_stance(self, person: Person, cards: int = 0) -> None:
        self.in_action(person)
        need(1 <= cards <= person.traits["body"] and person.stance == 0, "amount")
        person.stance = cards

    def use_study(self, person: Person, target: str = "") -> None:
        self.in_action(person)
        other = self.find(target)
        need(other is not person and not other.out and target not in person.studied, "target")
        person.studied.add(target)
        self.next_turn()

    def use_ass_pull(self, person: Person) -> None:
        """GOB-77: two cards come, and two go, or all if fewer are there; how many came as jokers is told."""
        self.in_action(person)
        self.emptied += self.pay(person, Counter(["lp"]))
        self.draw(person, 2)
        many = min(2, self.told["hand"])
        self.asked += [("discard", person.id, many)] if many else []
        self.ask_desperate()

    def do_spend_wildcard(self, person: Person) -> None:
        """GOB-06."""
        self.wild(person)
        self.draw(person, 1)

    def do_dramatic(self, person: Person, action: str, **more: Any) -> None:
        """GOB-98."""
        need(self.mine(person, "draw", "declare") and person.fated and not self.savage, "phase")
        getattr(self, "dramatic_" + action)(person, **more)

    def enter(self, person: Person, **setup: Any) -> None:
        """On the actor's side and under its control."""
        self.add({"side": person.side, "controller": person.id, **setup})

    def add(self, setup: dict[str, Any]) -> None:
        """It draws a hand at once, the lowest card is its initiative card, and it acts from the next round."""
        need(setup["id"] not in self.people, "there is one of that name")
        new = self.people[setup["id"]] = Person(setup)
        new.joined = new.acted = True
        self.newcomers.append(new.id)
        self.draw(new, new.full())
        self.wake()

    def rating(self, person: Person) -> int:
        return min(5, max(person.traits.values()))

    def armed(self, weapon: dict[str, Any] | None) -> list[dict[str, Any]]:
        return [weapon] if weapon else []

    def dramatic_reinforce(self, person: Person, id: str, name: str, weapon: dict[str, Any] | None = None) -> None:
        need(not weapon or weapon["damage"] <= self.rating(person), "damage")
        self.wild(person)
        self.enter(
            person, id=id, kind="extras", power_rating=self.rating(person), members=5, weapons=self.armed(weapon)
        )

    def dramatic_involve(self, person: Person, participants: list[dict[str, Any]]) -> None:
        self.wild(person)
        for new in participants:
            self.enter(
                person,
                id=new["id"],
                kind="follower",
                power_rating=self.rating(person),
                weapons=self.armed(new.get("weapon")),
            )

    def dramatic_appearance(self, person: Person, participant: dict[str, Any]) -> None:
        self.enter(person, **{**participant, "side": person.side, "controller": person.id})

    def dramatic_distance(self, person: Person, wildcards: int) -> None:
        need(self.round == 1 and not self.attacked and not self.distance, "too late")
        self.wild(person, wildcards)
        self.distance = (person.id, wildcards)

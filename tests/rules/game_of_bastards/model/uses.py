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

    def do_use(self, one: Person, advantage: str, **more: Any) -> None:
        need(one.fated and one.has(advantage), "it has it not")
        need(self.clash is None and not (self.mine(one, "declare") and self.savage), "phase")
        fields = {"berserk": {"stop"}, "defensive-stance": {"cards"}, "study": {"target"}}.get(advantage, set())
        need(set(more) <= fields, "fields")
        name = "use_" + advantage.replace("-", "_")
        need(hasattr(self, name), "not outside a play")
        getattr(self, name)(one, **more)

    def in_action(self, one: Person) -> None:
        need(self.mine(one, "declare"), "in its action")

    def wild(self, one: Person, many: int = 1) -> None:
        need(one.wildcards >= many, "wildcards")
        one.wildcards -= many

    def give_up(self, one: Person, effect: str) -> None:
        """GOB-61, GOB-66: before the action or in it; the turn then has only the draw step."""
        need(not one.spent and (self.phase == "initiative" or not (one.acted or one.joined)), "its action is over")
        one.effects.add(effect)
        one.spent = True
        if self.mine(one, "declare"):
            self.next_turn()

    def use_all_out_defense(self, one: Person) -> None:
        need(not one.joined, "from the next round")
        self.give_up(one, "all-out-defense")

    def use_soul_of_steel(self, one: Person) -> None:
        need(not one.joined, "from the next round")
        self.wild(one)
        self.give_up(one, "soul-of-steel")

    def use_dodge(self, one: Person, key: str = "dodge") -> None:
        self.emptied += self.pay(one, Counter([COSTS[key]]))
        one.next_defence = [key]
        self.ask_desperate()

    def use_serendipity(self, one: Person) -> None:
        self.use_dodge(one, "serendipity")

    def use_iron_wall(self, one: Person) -> None:
        need("iron-wall" not in one.effects, "it stands")
        self.wild(one)
        one.effects.add("iron-wall")

    def use_karmic_shuffle(self, one: Person) -> None:
        need(not self.karmic, "it stands")
        self.wild(one)
        self.karmic = True

    def use_berserk(self, one: Person, stop: bool = False) -> None:
        """GOB-80: whether the fate draw is won, and the jokers of its hand, are told."""
        need(self.mine(one, "draw", "declare") and ("berserk" in one.effects) == stop, "phase")
        if not stop:
            self.wild(one)
            one.effects.add("berserk")
            return
        need(not one.spent, "the action is spent")
        one.wildcards = self.told["wildcards"]
        one.effects -= {"berserk"} if self.told["calm"] else set()
        one.spent = True
        if self.phase == "declare":
            self.next_turn()

    def use_defensive_stance(self, one: Person, cards: int = 0) -> None:
        self.in_action(one)
        need(1 <= cards <= one.traits["body"] and one.stance == 0, "amount")
        one.stance = cards

    def use_study(self, one: Person, target: str = "") -> None:
        self.in_action(one)
        other = self.find(target)
        need(other is not one and not other.out and target not in one.studied, "target")
        one.studied.add(target)
        self.next_turn()

    def use_ass_pull(self, one: Person) -> None:
        """GOB-77: two cards come, and two go, or all if fewer are there; how many came as jokers is told."""
        self.in_action(one)
        self.emptied += self.pay(one, Counter(["lp"]))
        self.draw(one, 2)
        many = min(2, self.told["hand"])
        self.asked += [("discard", one.id, many)] if many else []
        self.ask_desperate()

    def do_spend_wildcard(self, one: Person) -> None:
        """GOB-06."""
        self.wild(one)
        self.draw(one, 1)

    def do_dramatic(self, one: Person, action: str, **more: Any) -> None:
        """GOB-98."""
        need(self.mine(one, "draw", "declare") and one.fated and not self.savage, "phase")
        getattr(self, "dramatic_" + action)(one, **more)

    def enter(self, one: Person, **setup: Any) -> None:
        """On the actor's side and under its control."""
        self.add({"side": one.side, "controller": one.id, **setup})

    def add(self, setup: dict[str, Any]) -> None:
        """It draws a hand at once, the lowest card is its initiative card, and it acts from the next round."""
        need(setup["id"] not in self.people, "there is one of that name")
        new = self.people[setup["id"]] = Person(setup)
        new.joined = new.acted = True
        self.newcomers.append(new.id)
        self.draw(new, new.full())
        self.wake()

    def rating(self, one: Person) -> int:
        return min(5, max(one.traits.values()))

    def armed(self, weapon: dict[str, Any] | None) -> list[dict[str, Any]]:
        return [weapon] if weapon else []

    def dramatic_reinforce(self, one: Person, id: str, name: str, weapon: dict[str, Any] | None = None) -> None:
        need(not weapon or weapon["damage"] <= self.rating(one), "damage")
        self.wild(one)
        self.enter(one, id=id, kind="extras", power_rating=self.rating(one), members=5, weapons=self.armed(weapon))

    def dramatic_involve(self, one: Person, participants: list[dict[str, Any]]) -> None:
        self.wild(one)
        for new in participants:
            self.enter(
                one, id=new["id"], kind="follower", power_rating=self.rating(one), weapons=self.armed(new.get("weapon"))
            )

    def dramatic_appearance(self, one: Person, participant: dict[str, Any]) -> None:
        self.enter(one, **{**participant, "side": one.side, "controller": one.id})

    def dramatic_distance(self, one: Person, wildcards: int) -> None:
        need(self.round == 1 and not self.attacked and not self.distance, "too late")
        self.wild(one, wildcards)
        self.distance = (one.id, wildcards)

"""Advantages outside a play, and dramatic actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules.game_of_bastards.model.participants import Participant, need
from tests.rules.game_of_bastards.model.turns import Turns

COSTS = {"dodge": "bp", "serendipity": "lp"}


class Uses(Turns):
    """GOB-60 to GOB-80, GOB-98."""

    told: dict[str, Any]

    def do_use(self, participant: Participant, advantage: str, **more: Any) -> None:
        need(participant.fated and participant.has(advantage), "it has it not")
        need(self.clash is None and not (self.mine(participant, "declare") and self.savage), "phase")
        fields = {"berserk": {"stop"}, "defensive-stance": {"cards"}, "study": {"target"}}.get(advantage, set())
        need(set(more) <= fields, "fields")
        name = "use_" + advantage.replace("-", "_")
        need(hasattr(self, name), "not outside a play")
        getattr(self, name)(participant, **more)

    def in_action(self, participant: Participant) -> None:
        need(self.mine(participant, "declare"), "in its action")

    def wild(self, participant: Participant, many: int = 1) -> None:
        need(participant.wildcards >= many, "wildcards")
        participant.wildcards -= many

    def give_up(self, participant: Participant, effect: str) -> None:
        """GOB-61, GOB-66: before the action or in it; the turn then has only the draw step."""
        need(
            not participant.spent and (self.phase == "initiative" or not (participant.acted or participant.joined)),
            "its action is over",
        )
        participant.effects.add(effect)
        participant.spent = True
        if self.mine(participant, "declare"):
            self.next_turn()

    def use_all_out_defense(self, participant: Participant) -> None:
        need(not participant.joined, "from the next round")
        self.give_up(participant, "all-out-defense")

    def use_soul_of_steel(self, participant: Participant) -> None:
        need(not participant.joined, "from the next round")
        self.wild(participant)
        self.give_up(participant, "soul-of-steel")

    def use_dodge(self, participant: Participant, key: str = "dodge") -> None:
        self.emptied += self.pay(participant, Counter([COSTS[key]]))
        participant.next_defence = [key]
        self.ask_desperate()

    def use_serendipity(self, participant: Participant) -> None:
        self.use_dodge(participant, "serendipity")

    def use_iron_wall(self, participant: Participant) -> None:
        need("iron-wall" not in participant.effects, "it stands")
        self.wild(participant)
        participant.effects.add("iron-wall")

    def use_karmic_shuffle(self, participant: Participant) -> None:
        need(not self.karmic, "it stands")
        self.wild(participant)
        self.karmic = True

    def use_berserk(self, participant: Participant, stop: bool = False) -> None:
        """GOB-80: whether the fate draw is won, and the jokers of its hand, are told."""
        need(self.mine(participant, "draw", "declare") and ("berserk" in participant.effects) == stop, "phase")
        if not stop:
            self.wild(participant)
            participant.effects.add("berserk")
            return
        need(not participant.spent, "the action is spent")
        participant.wildcards = self.told["wildcards"]
        participant.effects -= {"berserk"} if self.told["calm"] else set()
        participant.spent = True
        if self.phase == "declare":
            self.next_turn()

    def use_defensive_stance(self, participant: Participant, cards: int = 0) -> None:
        self.in_action(participant)
        need(1 <= cards <= participant.traits["body"] and participant.stance == 0, "amount")
        participant.stance = cards

    def use_study(self, participant: Participant, target: str = "") -> None:
        self.in_action(participant)
        other = self.find(target)
        need(other is not participant and not other.out and target not in participant.studied, "target")
        participant.studied.add(target)
        self.next_turn()

    def use_ass_pull(self, participant: Participant) -> None:
        """GOB-77: two cards come, and two go, or all if fewer are there; how many came as jokers is told."""
        self.in_action(participant)
        self.emptied += self.pay(participant, Counter(["lp"]))
        self.draw(participant, 2)
        many = min(2, self.told["hand"])
        self.asked += [("discard", participant.id, many)] if many else []
        self.ask_desperate()

    def do_spend_wildcard(self, participant: Participant) -> None:
        """GOB-06."""
        self.wild(participant)
        self.draw(participant, 1)

    def do_dramatic(self, participant: Participant, /, action: str, **more: Any) -> None:
        """GOB-98."""
        need(self.mine(participant, "draw", "declare") and participant.fated and not self.savage, "phase")
        getattr(self, "dramatic_" + action)(participant, **more)

    def enter(self, participant: Participant, **setup: Any) -> None:
        """On the actor's side and under its control."""
        self.add({"side": participant.side, "controller": participant.id, **setup})

    def add(self, setup: dict[str, Any]) -> None:
        """It draws a hand at once, the lowest card is its initiative card, and it acts from the next round."""
        need(setup["id"] not in self.participants, "there is one of that name")
        new = self.participants[setup["id"]] = Participant(setup)
        new.joined = new.acted = True
        self.newcomers.append(new.id)
        self.draw(new, new.full())
        self.wake()

    def rating(self, participant: Participant) -> int:
        return min(5, max(participant.traits.values()))

    def armed(self, weapon: dict[str, Any] | None) -> list[dict[str, Any]]:
        return [weapon] if weapon else []

    def dramatic_reinforce(
        self, participant: Participant, id: str, name: str, weapon: dict[str, Any] | None = None
    ) -> None:
        need(not weapon or weapon["damage"] <= self.rating(participant), "damage")
        self.wild(participant)
        self.enter(
            participant,
            id=id,
            kind="extras",
            power_rating=self.rating(participant),
            members=5,
            weapons=self.armed(weapon),
        )

    def dramatic_involve(self, participant: Participant, participants: list[dict[str, Any]]) -> None:
        self.wild(participant)
        for new in participants:
            self.enter(
                participant,
                id=new["id"],
                kind="follower",
                power_rating=self.rating(participant),
                weapons=self.armed(new.get("weapon")),
            )

    def dramatic_appearance(self, actor: Participant, participant: dict[str, Any]) -> None:
        self.enter(actor, **{**participant, "side": actor.side, "controller": actor.id})

    def dramatic_distance(self, participant: Participant, wildcards: int) -> None:
        need(self.round == 1 and not self.attacked and not self.distance, "too late")
        self.wild(participant, wildcards)
        self.distance = (participant.id, wildcards)

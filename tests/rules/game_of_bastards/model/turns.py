"""Whose turn it is, what is asked, what is drawn, and who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.rules.game_of_bastards.model.participants import VALUES, Illegal, Participant, holds, need, rank

ROUND_LONG = {"all-out-defense", "iron-wall", "soul-of-steel"}


class Turns:
    """An opposition; `drawn` counts the cards that the command lets participants draw, `discard` those it discards."""

    def __init__(self, setup: dict[str, Any]) -> None:
        options = setup.get("options") or {}
        self.body_counts = options.get("body_adds_to_damage", True)
        self.participants = {participant["id"]: Participant(participant) for participant in setup["participants"]}
        self.order: list[str] = []
        self.round, self.phase, self.current = 1, "initiative", ""
        self.clash: Any = None
        self.main: Any = None
        self.counters: list[tuple[str, list[str]]] = []
        self.asked: list[tuple[Any, ...]] = []
        self.after: Callable[[], None] | None = None
        self.emptied: list[str] = []
        self.paid_out: list[str] = []
        self.attacked = self.karmic = self.discarded = self.speedy = self.savage = False
        self.distance: tuple[str, int] | None = None
        self.floor: list[dict[str, Any]] = []
        self.told: dict[str, Any] = {"joker": False}
        self.clear()

    def clear(self) -> None:
        """Before a command."""
        self.drawn: Counter[str] = Counter()
        self.discard: list[str] = []
        self.newcomers: list[str] = []

    def alive(self) -> list[Participant]:
        return [participant for participant in self.participants.values() if not participant.out]

    def find(self, name: Any) -> Participant:
        if name not in self.participants:
            raise Illegal("nobody")
        return self.participants[name]

    def draw(self, participant: Participant, many: int) -> None:
        self.drawn[participant.id] += many

    def drop(self, participant: Participant, cards: list[str]) -> None:
        need(holds(participant.hand, cards), "cards")
        for card in cards:
            participant.hand.remove(card)
        self.discard += cards

    def turn(self) -> list[str]:
        if self.asked and self.phase != "over":
            return [self.asked[0][1]]
        if self.phase == "initiative":
            more = {} if self.told["joker"] else self.drawn
            return [
                participant.id
                for participant in self.alive()
                if (participant.hand or more.get(participant.id))
                and participant.initiative is None
                and not participant.joined
            ]
        if self.phase == "defend":
            return [name for name in self.clash.targets if name not in self.clash.answered]
        if self.phase == "betting":
            return [self.clash.word]
        return [self.current] if self.current and self.phase != "over" else []

    def do_initiative(self, participant: Participant, card: str) -> None:
        """GOB-40."""
        need(self.phase == "initiative" and participant.id in self.turn() and card in participant.hand, "phase")
        participant.hand.remove(card)
        participant.initiative = card
        self.start()

    def start(self) -> None:
        """GOB-40: the first round, when all have chosen; who joined acts from the next."""
        if self.phase != "initiative" or self.turn():
            return
        self.phase = "draw"
        self.order = [participant.id for participant in self.sorted() if not participant.joined]
        if self.order:
            self.begin(self.order[0])
        else:
            self.wake()

    def sorted(self) -> list[Participant]:
        """GOB-02, GOB-03: the lowest first, an ace as 1; without a card last."""

        def place(participant: Participant) -> tuple[int, int]:
            if participant.initiative is None:
                return 99, 0
            return (1 if participant.initiative[0] == "A" else VALUES[participant.initiative[0]]), rank(
                participant.initiative
            )[1]

        return sorted(self.alive(), key=place)

    def begin(self, name: str) -> None:
        self.current, self.phase = name, "draw"
        self.discarded = self.speedy = self.savage = False

    def next_turn(self) -> None:
        """GOB-41: the next in order, or the next round."""
        if self.current in self.participants:
            self.participants[self.current].acted = True
        at = self.order.index(self.current) + 1 if self.current in self.order else 0
        self.phase = "draw"
        for name in self.order[at:]:
            if name in self.participants and not self.participants[name].out:
                self.begin(name)
                return
        self.current = ""
        self.wake()

    def wake(self) -> None:
        """A new round, if nobody's turn it is and someone is there to act."""
        if self.phase != "draw" or self.current or not self.alive():
            return
        self.round += 1
        self.karmic = False
        self.order = [participant.id for participant in self.sorted()]
        for participant in self.participants.values():
            participant.effects -= ROUND_LONG
            participant.spent = participant.acted = participant.joined = False
        self.begin(self.order[0])

    def damage(self, participant: Participant, pool: str, points: int) -> None:
        """GOB-47 to GOB-49, GOB-95."""
        if points <= 0:
            return
        how = "unconscious" if pool == "bp" else "beaten"
        if participant.kind == "follower":
            pool, how = "power", "knocked-out"
        was, participant.pools[pool][0] = participant.pools[pool][0], max(0, participant.pools[pool][0] - points)
        if participant.pools[pool][0] == 0 and (
            was == 0 or participant.kind == "follower" or len(participant.empty()) > 1
        ):
            self.put_out(participant, how)
        elif participant.pools[pool][0] == 0:
            self.emptied.append(participant.id)

    def put_out(self, participant: Participant, how: str) -> None:
        """GOB-49: its hand and its initiative card are discarded."""
        self.discard += participant.hand + ([participant.initiative] if participant.initiative else [])
        participant.out, participant.hand, participant.initiative = how, [], None
        self.emptied = [name for name in self.emptied if name != participant.id]
        self.asked = [question for question in self.asked if question[1] != participant.id]

    def pay(self, participant: Participant, costs: Counter[str]) -> list[str]:
        """The name, if a pool was emptied: it becomes desperate (GOB-48)."""
        need(not costs or participant.can_pay(costs), "cost")
        for pool, cost in costs.items():
            participant.pools[pool][0] -= cost
        return [participant.id for pool in costs if costs[pool] and participant.pools[pool][0] == 0]

    def ask_desperate(self) -> None:
        self.asked += [("desperation", name) for name in self.emptied]
        self.emptied = []

    def go_on(self) -> None:
        """After a question."""
        if self.asked:
            return
        after, self.after = self.after, None
        if after:
            after()
            return
        if self.clash is None and self.phase in ("draw", "declare") and self.participants[self.current].out:
            self.next_turn()  # whose turn it was gave up while someone else was asked
        self.start()

    def do_desperation(self, participant: Participant, trait: str) -> None:
        need(self.asked and self.asked[0][:2] == ("desperation", participant.id), "asked")
        self.asked.pop(0)
        self.draw(participant, participant.traits[trait])
        self.go_on()

    def mine(self, participant: Participant, *phases: str) -> bool:
        return self.phase in phases and self.current == participant.id

    def do_draw(self, participant: Participant) -> None:
        """GOB-41, GOB-61; GOB-96: extras with a full hand draw nothing."""
        need(self.mine(participant, "draw"), "phase")
        self.draw(
            participant, 0 if participant.kind == "extras" and len(participant.hand) >= participant.members else 1
        )
        if participant.spent:
            self.next_turn()
        else:
            self.phase = "declare"

    def do_mulligan(self, participant: Participant) -> None:
        need(self.mine(participant, "draw") and not participant.spent, "phase")
        self.drop(participant, list(participant.hand))
        self.draw(participant, participant.full())
        self.next_turn()

    def do_discard(self, participant: Participant, cards: list[str]) -> None:
        """GOB-41, GOB-77."""
        if self.asked:
            need(self.asked[0][:2] == ("discard", participant.id) and len(cards) == self.asked[0][2], "asked")
            self.drop(participant, cards)
            self.asked.pop(0)
            self.go_on()
            return
        need(
            self.mine(participant, "declare") and not self.discarded and not self.savage and len(cards) == 1,
            "once a turn",
        )
        self.drop(participant, cards)
        self.discarded = True

    def do_pass(self, participant: Participant) -> None:
        need(self.mine(participant, "declare"), "phase")
        self.next_turn()

    def do_replace_initiative(self, participant: Participant, card: str) -> None:
        """GOB-42, GOB-79."""
        need(
            self.mine(participant, "declare") and not self.savage and not self.speedy and card in participant.hand,
            "phase",
        )
        self.discard += [participant.initiative] if participant.initiative else []
        participant.hand.remove(card)
        participant.initiative = card
        if participant.fated and participant.has("speedy"):
            self.speedy = True
        else:
            self.next_turn()

    def do_pick_up(self, participant: Participant, item: str) -> None:
        """GOB-52."""
        need(self.mine(participant, "declare") and not self.savage, "phase")
        found = next((weapon for weapon in self.floor if weapon["name"] == item), None)
        need(found, "on the ground")
        self.floor.remove(found)
        participant.weapons.append(found)
        participant.wielded = [item]
        self.next_turn()

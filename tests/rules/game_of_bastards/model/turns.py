"""Whose turn it is, what is asked, what is drawn, and who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.rules.game_of_bastards.model.people import VALUES, Illegal, Person, holds, need, rank

ROUND_LONG = {"all-out-defense", "iron-wall", "soul-of-steel"}


class Turns:
    """An opposition; `drawn` counts what the command at hand lets people draw, `discard` holds what it discards."""

    def __init__(self, setup: dict[str, Any]) -> None:
        options = setup.get("options") or {}
        self.body_counts = options.get("body_adds_to_damage", True)
        self.people = {person["id"]: Person(person) for person in setup["participants"]}
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

    def alive(self) -> list[Person]:
        return [one for one in self.people.values() if not one.out]

    def find(self, name: Any) -> Person:
        if name not in self.people:
            raise Illegal("nobody")
        return self.people[name]

    def draw(self, one: Person, many: int) -> None:
        self.drawn[one.id] += many

    def drop(self, one: Person, cards: list[str]) -> None:
        need(holds(one.hand, cards), "cards")
        for card in cards:
            one.hand.remove(card)
        self.discard += cards

    def turn(self) -> list[str]:
        if self.asked and self.phase != "over":
            return [self.asked[0][1]]
        if self.phase == "initiative":
            more = {} if self.told["joker"] else self.drawn
            return [
                one.id
                for one in self.alive()
                if (one.hand or more.get(one.id)) and one.initiative is None and not one.joined
            ]
        if self.phase == "defend":
            return [name for name in self.clash.targets if name not in self.clash.answered]
        if self.phase == "betting":
            return [self.clash.word]
        return [self.current] if self.current and self.phase != "over" else []

    def do_initiative(self, one: Person, card: str) -> None:
        """GOB-40."""
        need(self.phase == "initiative" and one.id in self.turn() and card in one.hand, "phase")
        one.hand.remove(card)
        one.initiative = card
        self.start()

    def start(self) -> None:
        """GOB-40: the first round, when all have chosen; who joined acts from the next."""
        if self.phase != "initiative" or self.turn():
            return
        self.phase = "draw"
        self.order = [one.id for one in self.sorted() if not one.joined]
        if self.order:
            self.begin(self.order[0])
        else:
            self.wake()

    def sorted(self) -> list[Person]:
        """GOB-02, GOB-03: the lowest first, an ace as 1; without a card last."""

        def place(one: Person) -> tuple[int, int]:
            if one.initiative is None:
                return 99, 0
            return (1 if one.initiative[0] == "A" else VALUES[one.initiative[0]]), rank(one.initiative)[1]

        return sorted(self.alive(), key=place)

    def begin(self, name: str) -> None:
        self.current, self.phase = name, "draw"
        self.discarded = self.speedy = self.savage = False

    def next_turn(self) -> None:
        """GOB-41: the next in order, or the next round."""
        if self.current in self.people:
            self.people[self.current].acted = True
        at = self.order.index(self.current) + 1 if self.current in self.order else 0
        self.phase = "draw"
        for name in self.order[at:]:
            if name in self.people and not self.people[name].out:
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
        self.order = [one.id for one in self.sorted()]
        for one in self.people.values():
            one.effects -= ROUND_LONG
            one.spent = one.acted = one.joined = False
        self.begin(self.order[0])

    def damage(self, one: Person, pool: str, points: int) -> None:
        """GOB-47 to GOB-49, GOB-95."""
        if points <= 0:
            return
        how = "unconscious" if pool == "bp" else "beaten"
        if one.kind == "follower":
            pool, how = "power", "knocked-out"
        was, one.pools[pool][0] = one.pools[pool][0], max(0, one.pools[pool][0] - points)
        if one.pools[pool][0] == 0 and (was == 0 or one.kind == "follower" or len(one.empty()) > 1):
            self.put_out(one, how)
        elif one.pools[pool][0] == 0:
            self.emptied.append(one.id)

    def put_out(self, one: Person, how: str) -> None:
        """GOB-49: its hand and its initiative card are discarded."""
        self.discard += one.hand + ([one.initiative] if one.initiative else [])
        one.out, one.hand, one.initiative = how, [], None
        self.emptied = [name for name in self.emptied if name != one.id]
        self.asked = [question for question in self.asked if question[1] != one.id]

    def pay(self, one: Person, costs: Counter[str]) -> list[str]:
        """The name, if a pool was emptied: it becomes desperate (GOB-48)."""
        need(not costs or one.can_pay(costs), "cost")
        for pool, cost in costs.items():
            one.pools[pool][0] -= cost
        return [one.id for pool in costs if costs[pool] and one.pools[pool][0] == 0]

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
        if self.clash is None and self.phase in ("draw", "declare") and self.people[self.current].out:
            self.next_turn()  # whose turn it was gave up while someone else was asked
        self.start()

    def do_desperation(self, one: Person, trait: str) -> None:
        need(self.asked and self.asked[0][:2] == ("desperation", one.id), "asked")
        self.asked.pop(0)
        self.draw(one, one.traits[trait])
        self.go_on()

    def mine(self, one: Person, *phases: str) -> bool:
        return self.phase in phases and self.current == one.id

    def do_draw(self, one: Person) -> None:
        """GOB-41, GOB-61; GOB-96: extras with a full hand draw nothing."""
        need(self.mine(one, "draw"), "phase")
        self.draw(one, 0 if one.kind == "extras" and len(one.hand) >= one.members else 1)
        if one.spent:
            self.next_turn()
        else:
            self.phase = "declare"

    def do_mulligan(self, one: Person) -> None:
        need(self.mine(one, "draw") and not one.spent, "phase")
        self.drop(one, list(one.hand))
        self.draw(one, one.full())
        self.next_turn()

    def do_discard(self, one: Person, cards: list[str]) -> None:
        """GOB-41, GOB-77."""
        if self.asked:
            need(self.asked[0][:2] == ("discard", one.id) and len(cards) == self.asked[0][2], "asked")
            self.drop(one, cards)
            self.asked.pop(0)
            self.go_on()
            return
        need(self.mine(one, "declare") and not self.discarded and not self.savage and len(cards) == 1, "once a turn")
        self.drop(one, cards)
        self.discarded = True

    def do_pass(self, one: Person) -> None:
        need(self.mine(one, "declare"), "phase")
        self.next_turn()

    def do_replace_initiative(self, one: Person, card: str) -> None:
        """GOB-42, GOB-79."""
        need(self.mine(one, "declare") and not self.savage and not self.speedy and card in one.hand, "phase")
        self.discard += [one.initiative] if one.initiative else []
        one.hand.remove(card)
        one.initiative = card
        if one.fated and one.has("speedy"):
            self.speedy = True
        else:
            self.next_turn()

    def do_pick_up(self, one: Person, item: str) -> None:
        """GOB-52."""
        need(self.mine(one, "declare") and not self.savage, "phase")
        found = next((weapon for weapon in self.floor if weapon["name"] == item), None)
        need(found, "on the ground")
        self.floor.remove(found)
        one.weapons.append(found)
        one.wielded = [item]
        self.next_turn()

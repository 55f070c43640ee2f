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
        return [person for person in self.people.values() if not person.out]

    def find(self, name: Any) -> Person:
        if name not in self.people:
            raise Illegal("nobody")
        return self.people[name]

    def draw(self, person: Person, many: int) -> None:
        self.drawn[person.id] += many

    def drop(self, person: Person, cards: list[str]) -> None:
        need(holds(person.hand, cards), "cards")
        for card in cards:
            person.hand.remove(card)
        self.discard += cards

    def turn(self) -> list[str]:
        if self.asked and self.phase != "over":
            return [self.asked[0][1]]
        if self.phase == "initiative":
            more = {} if self.told["joker"] else self.drawn
            return [
                person.id
                for person in self.alive()
                if (person.hand or more.get(person.id)) and person.initiative is None and not person.joined
            ]
        if self.phase == "defend":
            return [name for name in self.clash.targets if name not in self.clash.answered]
        if self.phase == "betting":
            return [self.clash.word]
        return [self.current] if self.current and self.phase != "over" else []

    def do_initiative(self, person: Person, card: str) -> None:
        """GOB-40."""
        need(self.phase == "initiative" and person.id in self.turn() and card in person.hand, "phase")
        person.hand.remove(card)
        person.initiative = card
        self.start()

    def start(self) -> None:
        """GOB-40: the first round, when all have chosen; who joined acts from the next."""
        if self.phase != "initiative" or self.turn():
            return
        self.phase = "draw"
        self.order = [person.id for person in self.sorted() if not person.joined]
        if self.order:
            self.begin(self.order[0])
        else:
            self.wake()

    def sorted(self) -> list[Person]:
        """GOB-02, GOB-03: the lowest first, an ace as 1; without a card last."""

        def place(person: Person) -> tuple[int, int]:
            if person.initiative is None:
                return 99, 0
            return (1 if person.initiative[0] == "A" else VALUES[person.initiative[0]]), rank(person.initiative)[1]

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
        self.order = [person.id for person in self.sorted()]
        for person in self.people.values():
            person.effects -= ROUND_LONG
            person.spent = person.acted = person.joined = False
        self.begin(self.order[0])

    def damage(self, person: Person, pool: str, points: int) -> None:
        """GOB-47 to GOB-49, GOB-95."""
        if points <= 0:
            return
        how = "unconscious" if pool == "bp" else "beaten"
        if person.kind == "follower":
            pool, how = "power", "knocked-out"
        was, person.pools[pool][0] = person.pools[pool][0], max(0, person.pools[pool][0] - points)
        if person.pools[pool][0] == 0 and (was == 0 or person.kind == "follower" or len(person.empty()) > 1):
            self.put_out(person, how)
        elif person.pools[pool][0] == 0:
            self.emptied.append(person.id)

    def put_out(self, person: Person, how: str) -> None:
        """GOB-49: its hand and its initiative card are discarded."""
        self.discard += person.hand + ([person.initiative] if person.initiative else [])
        person.out, person.hand, person.initiative = how, [], None
        self.emptied = [name for name in self.emptied if name != person.id]
        self.asked = [question for question in self.asked if question[1] != person.id]

    def pay(self, person: Person, costs: Counter[str]) -> list[str]:
        """The name, if a pool was emptied: it becomes desperate (GOB-48)."""
        need(not costs or person.can_pay(costs), "cost")
        for pool, cost in costs.items():
            person.pools[pool][0] -= cost
        return [person.id for pool in costs if costs[pool] and person.pools[pool][0] == 0]

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

    def do_desperation(self, person: Person, trait: str) -> None:
        need(self.asked and self.asked[0][:2] == ("desperation", person.id), "asked")
        self.asked.pop(0)
        self.draw(person, person.traits[trait])
        self.go_on()

    def mine(self, person: Person, *phases: str) -> bool:
        return self.phase in phases and self.current == person.id

    def do_draw(self, person: Person) -> None:
        """GOB-41, GOB-61; GOB-96: extras with a full hand draw nothing."""
        need(self.mine(person, "draw"), "phase")
        self.draw(person, 0 if person.kind == "extras" and len(person.hand) >= person.members else 1)
        if person.spent:
            self.next_turn()
        else:
            self.phase = "declare"

    def do_mulligan(self, person: Person) -> None:
        need(self.mine(person, "draw") and not person.spent, "phase")
        self.drop(person, list(person.hand))
        self.draw(person, person.full())
        self.next_turn()

    def do_discard(self, person: Person, cards: list[str]) -> None:
        """GOB-41, GOB-77."""
        if self.asked:
            need(self.asked[0][:2] == ("discard", person.id) and len(cards) == self.asked[0][2], "asked")
            self.drop(person, cards)
            self.asked.pop(0)
            self.go_on()
            return
        need(self.mine(person, "declare") and not self.discarded and not self.savage and len(cards) == 1, "once a turn")
        self.drop(person, cards)
        self.discarded = True

    def do_pass(self, person: Person) -> None:
        need(self.mine(person, "declare"), "phase")
        self.next_turn()

    def do_replace_initiative(self, person: Person, card: str) -> None:
        """GOB-42, GOB-79."""
        need(self.mine(person, "declare") and not self.savage and not self.speedy and card in person.hand, "phase")
        self.discard += [person.initiative] if person.initiative else []
        person.hand.remove(card)
        person.initiative = card
        if person.fated and person.has("speedy"):
            self.speedy = True
        else:
            self.next_turn()

    def do_pick_up(self, person: Person, item: str) -> None:
        """GOB-52."""
        need(self.mine(person, "declare") and not self.savage, "phase")
        found = next((weapon for weapon in self.floor if weapon["name"] == item), None)
        need(found, "on the ground")
        self.floor.remove(found)
        person.weapons.append(found)
        person.wielded = [item]
        self.next_turn()

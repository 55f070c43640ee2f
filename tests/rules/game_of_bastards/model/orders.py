"""Every command, giving up, and the Dealer's orders."""

from __future__ import annotations

from typing import Any

from tests.rules.game_of_bastards.model.people import Person, need
from tests.rules.game_of_bastards.model.plays import Plays

ORDERS = ("adjust", "rest", "assign", "join", "leave", "end")
DEEDS = (
    "initiative",
    "draw",
    "discard",
    "mulligan",
    "attack",
    "defend",
    "bet",
    "bet-wildcard",
    "call",
    "use",
    "replace-initiative",
    "redirect",
    "desperation",
    "pick-up",
    "pass",
    "dramatic",
)
ANSWERS = {"redirect", "desperation"}


class Model(Plays):
    """`act` raises Illegal for what the rules do not allow; then the model is to be thrown away."""

    def act(self, command: dict[str, Any], told: dict[str, Any]) -> None:
        """`told`: `bet` and `drew`, cards drawn; `joker`, whether one came; `hand`, its size; `calm`, Berserk ended;
        `wildcards`, how many there are now."""
        self.clear()
        self.told = told
        fields = {key: value for key, value in command.items() if value is not None}
        name, actor = fields.pop("type"), fields.pop("actor")
        need(self.phase != "over", "over")
        if actor == "gm":
            need(name in ORDERS, "the Dealer's orders")
            getattr(self, "gm_" + name)(**fields)
        else:
            self.deed(self.find(actor), name, fields)
        if self.emptied and not self.asked:
            self.ask_desperate()

    def deed(self, person: Person, name: str, fields: dict[str, Any]) -> None:
        need(not person.out, "out")
        if name == "concede":
            self.concede(person)
        elif name == "spend-wildcard":
            self.do_spend_wildcard(person)
        else:
            need(name in DEEDS, "not the Dealer")
            question = self.asked[0] if self.asked else (None, None)
            need(not self.asked or question[:2] == (name, person.id), "asked")
            need(self.asked or name not in ANSWERS, "not asked")
            getattr(self, "do_" + name.replace("-", "_"))(person, **fields)

    def concede(self, person: Person) -> None:
        """GOB-49."""
        asked = any(question[1] == person.id for question in self.asked)
        self.put_out(person, "conceded")
        if self.asked:
            return
        if self.clash and self.phase in ("defend", "betting"):
            self.leave_the_play(person)
        elif asked:
            self.go_on()
        if not self.asked and not self.clash and self.phase in ("draw", "declare") and self.current == person.id:
            self.next_turn()
        self.start()

    def leave_the_play(self, person: Person) -> None:
        """GOB-43, GOB-44, GOB-49: what lay face down is discarded at once, what lies open when the play is done."""
        clash = self.clash
        if person.id == clash.by or clash.targets == [person.id]:
            self.discard += clash.all_cards() + [card for cards in clash.laid.values() for card in cards]
            self.clash, self.phase = None, "resolve"
            if not clash.counter:
                self.main, self.counters = clash, []
            self.next_counter()
        elif person.id in clash.targets:
            before = clash.targets[: clash.targets.index(person.id)]
            clash.targets.remove(person.id)
            self.discard += clash.down.pop(person.id, []) + clash.laid.pop(person.id, [])
            clash.left += clash.up.pop(person.id, [])
            self.all_answered()
            if self.phase == "betting" and clash.word == person.id:
                self.pass_word(before[-1] if before else "")

    def quiet(self) -> None:
        need(not self.asked and self.clash is None, "pending")

    def gm_end(self, outcome: str) -> None:
        self.phase, self.asked, self.clash = "over", [], None

    def gm_adjust(self, target: str, pool: str, amount: int, reason: str) -> None:
        self.quiet()
        person = self.find(target)
        need(pool in person.pools and 0 <= person.pools[pool][0] + amount <= person.pools[pool][1], "range")
        was, person.pools[pool][0] = person.pools[pool][0], person.pools[pool][0] + amount
        if person.out or was == 0 or person.pools[pool][0]:
            return
        if person.kind == "follower" or len(person.empty()) > 1:
            self.gone(
                person, "knocked-out" if person.kind == "follower" else "unconscious" if pool == "bp" else "beaten"
            )
        else:
            self.emptied.append(person.id)

    def gone(self, person: Person, how: str) -> None:
        self.put_out(person, how)
        if self.phase != "initiative" and self.current == person.id:
            self.next_turn()
        self.start()

    def gm_rest(self, target: str | None = None, percent: int = 100) -> None:
        self.quiet()
        for person in [self.find(target)] if target else self.people.values():
            for pool in person.pools.values():
                pool[0] = min(pool[1], pool[0] - -pool[1] * percent // 100)

    def gm_assign(self, target: str, controller: str) -> None:
        """GOB-97."""
        self.quiet()
        need(controller == "gm" or self.find(controller).fated, "controller")
        self.find(target).controller = controller

    def gm_join(self, participant: dict[str, Any]) -> None:
        self.quiet()
        self.add(participant)

    def gm_leave(self, target: str) -> None:
        self.quiet()
        person = self.find(target)
        if not person.out:
            self.gone(person, "left")
        del self.people[target]
        self.order = [name for name in self.order if name != target]
        for other in self.people.values():
            other.controller = "gm" if other.controller == target else other.controller
            other.studied.discard(target)
        self.start()

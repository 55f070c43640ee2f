"""Every command, giving up, and the Dealer's orders."""

from __future__ import annotations

from typing import Any

from tests.rules.game_of_bastards.model.participants import Participant, need
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

    def deed(self, participant: Participant, name: str, fields: dict[str, Any]) -> None:
        need(not participant.out, "out")
        if name == "concede":
            self.concede(participant)
        elif name == "spend-wildcard":
            self.do_spend_wildcard(participant)
        else:
            need(name in DEEDS, "not the Dealer")
            question = self.asked[0] if self.asked else (None, None)
            need(not self.asked or question[:2] == (name, participant.id), "asked")
            need(self.asked or name not in ANSWERS, "not asked")
            getattr(self, "do_" + name.replace("-", "_"))(participant, **fields)

    def concede(self, participant: Participant) -> None:
        """GOB-49."""
        asked = any(question[1] == participant.id for question in self.asked)
        self.put_out(participant, "conceded")
        if self.asked:
            return
        if self.clash and self.phase in ("defend", "betting"):
            self.leave_the_play(participant)
        elif asked:
            self.go_on()
        if not self.asked and not self.clash and self.phase in ("draw", "declare") and self.current == participant.id:
            self.next_turn()
        self.start()

    def leave_the_play(self, participant: Participant) -> None:
        """GOB-43, GOB-44, GOB-49: what lay face down is discarded at once, what lies open when the play is done."""
        clash = self.clash
        if participant.id == clash.by or clash.targets == [participant.id]:
            self.discard += clash.all_cards() + [card for cards in clash.laid.values() for card in cards]
            self.clash, self.phase = None, "resolve"
            if not clash.counter:
                self.main, self.counters = clash, []
            self.next_counter()
        elif participant.id in clash.targets:
            before = clash.targets[: clash.targets.index(participant.id)]
            clash.targets.remove(participant.id)
            self.discard += clash.down.pop(participant.id, []) + clash.laid.pop(participant.id, [])
            clash.left += clash.up.pop(participant.id, [])
            self.all_answered()
            if self.phase == "betting" and clash.word == participant.id:
                self.pass_word(before[-1] if before else "")

    def quiet(self) -> None:
        need(not self.asked and self.clash is None, "pending")

    def gm_end(self, outcome: str) -> None:
        self.phase, self.asked, self.clash = "over", [], None

    def gm_adjust(self, target: str, pool: str, amount: int, reason: str) -> None:
        self.quiet()
        participant = self.find(target)
        need(
            pool in participant.pools and 0 <= participant.pools[pool][0] + amount <= participant.pools[pool][1],
            "range",
        )
        was, participant.pools[pool][0] = participant.pools[pool][0], participant.pools[pool][0] + amount
        if participant.out or was == 0 or participant.pools[pool][0]:
            return
        if participant.kind == "follower" or len(participant.empty()) > 1:
            self.gone(
                participant,
                "knocked-out" if participant.kind == "follower" else "unconscious" if pool == "bp" else "beaten",
            )
        else:
            self.emptied.append(participant.id)

    def gone(self, participant: Participant, how: str) -> None:
        self.put_out(participant, how)
        if self.phase != "initiative" and self.current == participant.id:
            self.next_turn()
        self.start()

    def gm_rest(self, target: str | None = None, percent: int = 100) -> None:
        self.quiet()
        for participant in [self.find(target)] if target else self.participants.values():
            for pool in participant.pools.values():
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
        participant = self.find(target)
        if not participant.out:
            self.gone(participant, "left")
        del self.participants[target]
        self.order = [name for name in self.order if name != target]
        for other in self.participants.values():
            other.controller = "gm" if other.controller == target else other.controller
            other.studied.discard(target)
        self.start()

"""A table of A Game of Bastards played through `rules.play` alone, watching the promises at each step."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, proper
from tests.rules.game_of_bastards.hiding import remember
from tests.rules.game_of_bastards.participants import UNARMED, split, stacked, swordfighter
from tests.rules.game_of_bastards.watching import WatchedTable

SWORD_ATTACK = {"kind": "physical", "skill": "Combat (Sword)", "weapon": "Sword"}


DUEL_HANDS = ("AC KS QS JS TS", "2C KD QD JD TD")


class Table(WatchedTable):
    """A running encounter; every command is checked for what the contract promises of all commands."""

    def __init__(
        self,
        *participants: dict[str, Any],
        hands: dict[str, str] | None = None,
        draws: str = "",
        first: dict[str, str] | None = None,
        waiting: bool = False,
        **options: Any,
    ) -> None:
        """Everyone's initiative card is chosen, in the order of the participants, unless `waiting`."""
        self.decks = options.get("decks", 2)
        deck = stacked(list(participants), hands or {}, first or {}, draws, self.decks)
        setup: dict[str, Any] = {"participants": list(participants), "deck": deck}
        if options:
            setup["options"] = options
        self.begin(setup)
        if not waiting:
            for participant in participants:
                self.do("initiative", participant["id"], card=self.hand(participant["id"])[0])

    @classmethod
    def of(
        cls, *participants: dict[str, Any], deck: str | list[str] | None = None, seed: Any = 7, **options: Any
    ) -> Table:
        """A table of these, dealt from exactly this deck; initiative is still to be chosen."""
        table = cls.__new__(cls)
        table.decks = options.get("decks", 2)
        setup: dict[str, Any] = {"participants": list(participants), "options": options}
        if deck is not None:
            setup["deck"] = split(deck)
        table.begin(setup, seed)
        return table

    @classmethod
    def dealt(cls, participants: list[dict[str, Any]], hands: list[str], draws: str = "", **options: Any) -> Table:
        """A table of these with whole hands, of which the first card is the initiative card."""
        named = dict(
            zip([participant["id"] for participant in participants], [hand.split() for hand in hands], strict=True)
        )
        return cls(
            *participants,
            hands={name: " ".join(cards[1:]) for name, cards in named.items()},
            first={name: cards[0] for name, cards in named.items()},
            draws=draws,
            **options,
        )

    def begin(self, setup: dict[str, Any], seed: Any = 7) -> None:
        before = copy.deepcopy(setup)
        self.state: dict[str, Any] = play.start(GAME, setup, seed=seed)
        assert setup == before
        self.events: list[dict[str, Any]] = []
        self.laid: dict[str, set[str]] = {}
        self.keep_the_laws()

    # what can be seen
    def __getitem__(self, name: str) -> dict[str, Any]:
        return dict(self.view()["participants"][name])

    def pool(self, name: str, pool: str = "bp") -> int:
        return int(self[name]["pools"][pool][0])

    def pools(self, name: str) -> tuple[int, ...]:
        """BP, SP, MP and LP as they are now."""
        return tuple(self[name]["pools"][pool][0] for pool in ("bp", "sp", "mp", "lp"))

    def hand(self, name: str) -> list[str]:
        return list(self.view(name)["hand"])

    def size(self, name: str) -> int:
        return int(self[name]["hand_size"])

    def wildcards(self, name: str) -> int:
        return int(self[name]["wildcards"])

    @property
    def turn(self) -> list[str]:
        return list(self.view()["turn"])

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    @property
    def round(self) -> int:
        return int(self.view()["round"])

    @property
    def pending(self) -> Any:
        return self.view()["pending"]

    @property
    def discard(self) -> list[str]:
        return list(self.view()["discard"])

    @property
    def played(self) -> list[str]:
        return list(self.view()["played"])

    def types(self, actor: str) -> set[str]:
        """The types of command that are offered to this actor."""
        return {offer["type"] for offer in play.offers(GAME, self.state, actor)}

    # what is done
    def do(self, kind: str, actor: str, /, **fields: Any) -> list[dict[str, Any]]:
        """Give a command that must be accepted; its events."""
        command = self.command(kind, actor, fields)
        before = copy.deepcopy(self.state)
        views = self.views()
        shown = {viewer: self.known(viewer, views) for viewer in views}
        result = play.act(GAME, self.state, copy.deepcopy(command))
        assert self.state == before, "act leaves the state that it was given as it was"
        again = play.act(GAME, json.loads(json.dumps(before, sort_keys=True)), command)
        assert play.canonical(again["state"]) == play.canonical(result["state"]), "a stored state goes on alike"
        assert again["events"] == result["events"]
        self.state, self.events = result["state"], list(result["events"])
        remember(self.laid, command)
        self.keep_the_laws()
        self._events_keep_secrets(shown, kind)
        return self.events

    def refuse(self, kind: str, actor: str, /, **fields: Any) -> play.Refused:
        """Give a command that must be refused, changing nothing; the refusal."""
        before = copy.deepcopy(self.state)
        with pytest.raises(play.Refused) as caught:
            play.act(GAME, self.state, self.command(kind, actor, fields))
        assert self.state == before
        return proper(caught.value)

    def refused(self, kind: str, actor: str, /, **fields: Any) -> tuple[str, str | None]:
        """The same; the code and the rule of the refusal."""
        refusal = self.refuse(kind, actor, **fields)
        return refusal.code, refusal.rule

    @staticmethod
    def command(kind: str, actor: str, fields: dict[str, Any]) -> dict[str, Any]:
        if isinstance(fields.get("cards"), str):
            fields = {**fields, "cards": fields["cards"].split()}
        return {"type": kind, "actor": actor, **fields}

    def gm(self, kind: str, /, **fields: Any) -> list[dict[str, Any]]:
        return self.do(kind, "gm", **fields)

    def no_gm(self, kind: str, /, **fields: Any) -> play.Refused:
        return self.refuse(kind, "gm", **fields)

    def draw(self, actor: str) -> None:
        """Step 1 of the turn, if it is still to come."""
        if self.phase == "draw" and self.turn == [actor]:
            self.do("draw", actor)

    def attack(self, actor: str, target: str | list[str], card: str, **more: Any) -> list[dict[str, Any]]:
        """The draw step if it is still to come, then an unarmed physical attack unless told otherwise."""
        self.draw(actor)
        return self.do("attack", actor, **self._aim(target, card, more))

    def no_attack(self, actor: str, target: str | list[str], card: str, **more: Any) -> play.Refused:
        self.draw(actor)
        return self.refuse("attack", actor, **self._aim(target, card, more))

    @staticmethod
    def _aim(target: str | list[str], card: str, more: dict[str, Any]) -> dict[str, Any]:
        aim = {"target": target} if isinstance(target, str) else {"targets": target}
        return {"skill": UNARMED, "kind": "physical", "card": card, **aim, **more}

    def defend(self, actor: str, card: str | None = None, **more: Any) -> list[dict[str, Any]]:
        return self.do("defend", actor, card=card, **{"skill": UNARMED, **more})

    def settle(self) -> None:
        """The side that may bet calls until nothing more is bet."""
        while self.phase == "betting":
            self.do("call", self.turn[0])

    def clash(
        self,
        actor: str,
        target: str,
        card: str,
        reply: str | None = None,
        *,
        defence: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """A whole attack without bets."""
        self.attack(actor, target, card, **more)
        self.defend(target, reply, **(defence or {}))
        self.settle()

    def strike(self, actor: str, target: str, card: str, **more: Any) -> None:
        """A sword attack, or what the fields say instead; None takes a field out."""
        fields = {**SWORD_ATTACK, **more}
        self.do("attack", actor, target=target, card=card, **{k: v for k, v in fields.items() if v is not None})

    def exchange(self, actor: str, target: str, card: str, answer: str | None, **more: Any) -> None:
        """A whole sword attack of one card each; `defence` holds the fields of the defence."""
        defence = more.pop("defence", {})
        self.strike(actor, target, card, **more)
        self.do("defend", target, card=answer, **defence)
        self.settle()

    def event(self, kind: str) -> dict[str, Any]:
        """The last event of this type."""
        return [event for event in self.events if event["type"] == kind][-1]

    def skip(self, *actors: str) -> None:
        """These in turn draw and give up their action."""
        for actor in actors:
            self.draw(actor)
            self.do("pass", actor)

    def because(self, *rules: str) -> None:
        """The account of the last command names these rules."""
        told = {rule for event in self.events for rule in event["rules"]}
        assert set(rules) <= told, f"{rules} are not among {sorted(told)}"


def duel(
    ana: dict[str, Any] | None = None, bo: dict[str, Any] | None = None, draws: str = "3S 3H 4S 4H 5S 5H"
) -> Table:
    """Ana with her spades acts first, against Bo with his diamonds; both have a sword unless told otherwise."""
    participants = [ana or swordfighter("ana"), bo or swordfighter("bo", side="foes")]
    return Table.dealt(participants, list(DUEL_HANDS), draws)


def opponent(*advantages: str, **more: Any) -> dict[str, Any]:
    """Bo, with a sword, on the other side."""
    return swordfighter("bo", *advantages, **{"side": "foes", **more})

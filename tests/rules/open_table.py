"""A table of a dice game, where everything is open, played through `rules.play` alone.

Every check, setup and command is looked at for what the contract promises of all of them; each game's own laws stand
in its tests.
"""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from rules import play

INVALID_INTEGERS: list[Any] = [True, False, 1.0, 2.5, "2", [2], {"n": 2}, 10**30, -(10**30)]
INVALID_TEXTS: list[Any] = ["", "x" * 201, 7, True, ["a"], {"a": 1}]
INVALID_IDS: list[Any] = ["", "x" * 65, "a b", "änne", "ana\n", "a/b", "٣", 7, True, ["ana"], "gm", "observer"]


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


class Asking:
    """What is asked of one game without a table, and what every answer must be; `rule` is the form of its ids."""

    def __init__(self, game: str, rule: re.Pattern[str]) -> None:
        self.game = game
        self.rule = rule

    def proper(self, refusal: play.Refused) -> play.Refused:
        """A refusal has a code, a sentence and perhaps a rule."""
        assert isinstance(refusal.code, str)
        assert re.fullmatch(r"[a-z0-9]+([-._][a-z0-9]+)*", refusal.code)
        assert isinstance(refusal.message, str)
        assert len(refusal.message) > 8
        assert refusal.rule is None or self.rule.fullmatch(refusal.rule)
        return refusal

    def checked(self, kind: str, /, **inputs: Any) -> dict[str, Any]:
        """A check that must be accepted, the same again with the same seed."""
        before = copy.deepcopy(inputs)
        result = play.check(self.game, kind, inputs, seed=5)
        assert inputs == before
        assert result == play.check(self.game, kind, inputs, seed=5)
        assert result["rules"]
        assert all(self.rule.fullmatch(rule) for rule in result["rules"])
        json.dumps(result, allow_nan=False)
        return dict(result)

    def refused_check(self, kind: Any, inputs: Any) -> play.Refused:
        with pytest.raises(play.Refused) as caught:
            play.check(self.game, kind, inputs, seed=5)
        return self.proper(caught.value)

    def refused_setup(self, setup: Any) -> play.Refused:
        with pytest.raises(play.Refused) as caught:
            play.start(self.game, setup, seed=1)
        return self.proper(caught.value)

    def refused_start(self, *participants: Any, **more: Any) -> play.Refused:
        return self.refused_setup({"participants": list(participants), **more})

    def event_is_whole(self, event: dict[str, Any]) -> None:
        """Its kind, its sentence, its rules, and everyone as its audience."""
        assert isinstance(event["type"], str)
        assert event["text"].strip() == event["text"] != ""
        assert all(self.rule.fullmatch(rule) for rule in event["rules"])
        assert event["rules"] or event["type"] == "sealed"
        assert event["visible_to"] == "all", "everything is open"
        json.dumps(event, allow_nan=False)


class OpenTable:
    """A running encounter; a game says what it `asks`, which `keys` its view has, and its laws (`keep_the_laws`)."""

    asks: Asking
    keys: set[str]

    def __init__(
        self, *participants: dict[str, Any], dice: list[int] | None = None, seed: Any = 7, **options: Any
    ) -> None:
        setup: dict[str, Any] = {"participants": list(participants)}
        if options:
            setup["options"] = options
        if dice is not None:
            setup["dice"] = dice
        before = copy.deepcopy(setup)
        self.state: dict[str, Any] = play.start(self.asks.game, setup, seed=seed)
        assert setup == before, "start leaves the setup as it was"
        self.first = self.state
        self.commands: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.keep_the_laws()

    def keep_the_laws(self) -> None:
        raise NotImplementedError

    # what can be seen
    def view(self, viewer: str = "gm") -> dict[str, Any]:
        return dict(play.view(self.asks.game, self.state, viewer))

    def __getitem__(self, name: str) -> dict[str, Any]:
        return dict(self.view()["participants"][name])

    def __getattr__(self, name: str) -> Any:
        if name in self.keys:
            return self.view()[name]
        raise AttributeError(name)

    def actors(self) -> list[str]:
        return list(play.actors(self.asks.game, self.state))

    def offers(self, actor: str) -> list[dict[str, Any]]:
        return list(play.offers(self.asks.game, self.state, actor))

    def offered(self, actor: str) -> set[str]:
        return {offer["type"] for offer in self.offers(actor)}

    # what is done
    def do(self, kind: str, actor: str, /, **fields: Any) -> list[dict[str, Any]]:
        """Give a command that must be accepted; its events."""
        command = {"type": kind, "actor": actor, **fields}
        before, given = copy.deepcopy(self.state), copy.deepcopy(command)
        result = play.act(self.asks.game, self.state, command)
        assert self.state == before, "act leaves the state that it was given as it was"
        assert command == given, "act leaves the command as it was"
        stored = json.loads(json.dumps(before, sort_keys=True))
        again = play.act(self.asks.game, stored, json.loads(json.dumps(command, sort_keys=True)))
        assert canonical(again["state"]) == canonical(result["state"]), "a stored state goes on alike"
        assert again["events"] == result["events"]
        self.state, self.events = result["state"], list(result["events"])
        self.commands.append(given)
        self.keep_the_laws()
        return self.events

    def refuse(self, kind: Any, actor: Any, /, **fields: Any) -> play.Refused:
        """Give a command that must be refused, changing nothing; the refusal."""
        return self.refuse_raw({"type": kind, "actor": actor, **fields})

    def refuse_raw(self, command: Any) -> play.Refused:
        before = copy.deepcopy(self.state)
        with pytest.raises(play.Refused) as caught:
            play.act(self.asks.game, self.state, command)
        assert self.state == before
        return self.asks.proper(caught.value)

    def gm(self, kind: str, /, **fields: Any) -> list[dict[str, Any]]:
        return self.do(kind, "gm", **fields)

    def no_gm(self, kind: str, /, **fields: Any) -> play.Refused:
        return self.refuse(kind, "gm", **fields)

    def because(self, *rules: str) -> None:
        """The account of the last command names these rules."""
        told = {rule for event in self.events for rule in event["rules"]}
        assert set(rules) <= told, f"{rules} are not among {sorted(told)}"

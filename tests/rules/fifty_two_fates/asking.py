"""Setups, commands and checks given to `rules.play`, and what every answer must be."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.participants import monster, participant
from tests.rules.fifty_two_fates.table import GAME

RULE = re.compile(r"F52-\d\d")
INVALID_INTEGERS: list[Any] = [True, False, 1.0, 2.5, "2", [2], {"n": 2}, 10**30, -(10**30)]
INVALID_TEXTS: list[Any] = ["", "x" * 201, 7, True, ["a"], {"a": 1}]
INVALID_IDS: list[Any] = ["", "x" * 65, "a b", "änne", "ana\n", "a/b", "٣", 7, True, None, ["ana"]]
INVALID_OBJECTS: list[Any] = [[], "text", 7, True, 1.5, [["type", "pass"]]]
INVALID_CARDS: list[Any] = ["XX", "1C", "10C", "kd", "KD ", "DK", "", "KDD", 7, None, ["KD"], True]


def setup_of(*participants: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A setup with these participants; without any, Ana against a goblin."""
    return {"participants": list(participants) or [participant("ana"), monster("goblin")], **more}


def started(*participants: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The start state of a setup that must be accepted and left as it was."""
    setup = setup_of(*participants, **more)
    before = copy.deepcopy(setup)
    state = play.start(GAME, setup, seed=1)
    assert setup == before
    return dict(state)


def seen(state: dict[str, Any], viewer: str = "gm") -> dict[str, Any]:
    return dict(play.view(GAME, state, viewer))


def refused_start(*participants: dict[str, Any], **more: Any) -> play.Refused:
    return refused_setup(setup_of(*participants, **more))


def refused_setup(setup: Any) -> play.Refused:
    with pytest.raises(play.Refused) as caught:
        play.start(GAME, setup, seed=1)
    return proper(caught.value)


def refused_act(state: Any, command: Any) -> play.Refused:
    """The refusal of a command; the state stays as it was."""
    before = copy.deepcopy(state)
    with pytest.raises(play.Refused) as caught:
        play.act(GAME, state, command)
    assert state == before
    return proper(caught.value)


def checked(kind: str, **inputs: Any) -> dict[str, Any]:
    """A check that must be accepted, the same again with the same seed."""
    seed = inputs.pop("seed", 5)
    result = play.check(GAME, kind, copy.deepcopy(inputs), seed=seed)
    assert result == play.check(GAME, kind, copy.deepcopy(inputs), seed=seed)
    assert result["rules"]
    assert all(RULE.fullmatch(rule) for rule in result["rules"])
    json.dumps(result, allow_nan=False)
    return dict(result)


def refused_check(kind: Any, **inputs: Any) -> play.Refused:
    return refused_inputs(kind, inputs)


def refused_inputs(kind: Any, inputs: Any) -> play.Refused:
    with pytest.raises(play.Refused) as caught:
        play.check(GAME, kind, inputs, seed=5)
    return proper(caught.value)


def proper(refusal: play.Refused) -> play.Refused:
    """A refusal has a code, a sentence and perhaps a rule."""
    assert isinstance(refusal.code, str)
    assert re.fullmatch(r"[a-z0-9]+([-._][a-z0-9]+)*", refusal.code)
    assert isinstance(refusal.message, str)
    assert len(refusal.message) > 8
    assert refusal.rule is None or RULE.fullmatch(refusal.rule)
    return refusal


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def without(block: dict[str, Any], field: str) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != field}

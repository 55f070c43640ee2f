"""The golden traces of 52 Fates: setup, commands, and every event and view that must follow, each with its rules.

They are rewritten only when asked: RULES_REWRITE_TRACES=1 python -m pytest tests/rules/fifty_two_fates/test_traces.py
A step with `refused` holds a command that must be refused with that code.
"""

import json
import os
import pathlib
import tomllib
from typing import Any

import pytest

from rules import play
from tests.rules.traces import toml

SYSTEM = "fifty-two-fates"
FOLDER = pathlib.Path(__file__).parent.parent / "traces" / SYSTEM
TRACES = sorted(FOLDER.glob("*.toml"))
REWRITE = os.environ.get("RULES_REWRITE_TRACES") == "1"
LEFT_OUT = ("commitments", "opened", "positions")


def told(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as a trace keeps them: without hashes, which tests/rules/engine checks."""
    return [{name: value for name, value in event.items() if name not in LEFT_OUT} for event in events]


def after(state: dict[str, Any]) -> dict[str, Any]:
    """What a step leaves: the phase, whose turn it is, hit points, conditions."""
    view = play.view(SYSTEM, state, "observer")
    people = view["participants"]
    conditions = {key: one["conditions"] for key, one in people.items() if one["conditions"]}
    hit_points = {key: one["hp"] for key, one in people.items()}
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "hp": hit_points,
        "conditions": conditions,
    }


def replayed(trace: dict[str, Any]) -> dict[str, Any]:
    """The trace as the engine plays it today."""
    state = play.start(SYSTEM, trace["setup"], seed=trace["seed"])
    steps: list[dict[str, Any]] = []
    found = {**trace, "opening": {"events": told(play.opening(SYSTEM, state))}, "step": steps}
    for step in trace["step"]:
        try:
            result = play.act(SYSTEM, state, step["command"])
        except play.Refused as refused:
            steps.append({"command": step["command"], "refused": refused.code})
            continue
        state = result["state"]
        steps.append({"command": step["command"], "after": after(state), "events": told(result["events"])})
    viewers = [*play.view(SYSTEM, state, "gm")["participants"], "gm", "observer"]
    found["view"] = {viewer: play.view(SYSTEM, state, viewer) for viewer in viewers}
    return toml.without_null(found)


@pytest.mark.parametrize("path", TRACES, ids=[path.stem for path in TRACES])
def test_the_trace_is_played_as_published(path: pathlib.Path) -> None:
    trace = tomllib.loads(path.read_text())
    found = replayed(trace)
    if REWRITE:
        path.write_text(toml.written(found))
        trace = tomllib.loads(path.read_text())
    assert found["opening"] == trace["opening"]
    for number, (step, published) in enumerate(zip(found["step"], trace["step"], strict=True)):
        assert step == published, f"step {number} of {path.name}"
    assert found["view"] == trace["view"]
    named = {
        rule
        for part in (trace["opening"], *trace["step"])
        for event in part.get("events", [])
        for rule in event["rules"]
    }
    assert set(trace["rules"]) <= named, "every rule that a trace is about decided something in it"


def test_there_are_traces_and_together_they_touch_most_rules() -> None:
    rules = {rule for path in TRACES for rule in tomllib.loads(path.read_text())["rules"]}
    assert len(TRACES) >= 6
    assert len(rules) >= 40


def test_the_writer_and_the_reader_of_traces_agree() -> None:
    value = {"a": [1, True, 'é "quoted"', {"b": None, "c d": []}], "n": None}
    assert tomllib.loads("x = " + toml.inline(value))["x"] == toml.without_null(value)
    assert json.dumps(toml.without_null(value))

"""Plays the golden traces of any game: setup, commands, and every event and view that must follow, each with its rules.

They are rewritten only when asked: RULES_REWRITE_TRACES=1 python -m pytest tests/rules/test_traces.py
A step with `refused` holds a command that must be refused with that code.
"""

import os
import pathlib
import tomllib
from collections.abc import Callable
from typing import Any

from rules import play
from tests.rules.traces import toml

REWRITE = os.environ.get("RULES_REWRITE_TRACES") == "1"
Events = list[dict[str, Any]]


def traces_of(system: str) -> list[pathlib.Path]:
    """The traces of a game."""
    return sorted((pathlib.Path(__file__).parent / system).glob("*.toml"))


def without(*names: str) -> Callable[[Events], Events]:
    """Events as a trace keeps them: without hashes and openings, which other tests check."""
    return lambda events: [{name: value for name, value in event.items() if name not in names} for event in events]


def unsealed(events: Events) -> Events:
    """Events of dice as a trace keeps them: without seals and openings, which other tests check."""
    return without("opened")([event for event in events if event["type"] != "sealed"])


def everyone(system: str, state: dict[str, Any]) -> list[str]:
    """Every viewer of a state."""
    return [*play.view(system, state, "gm")["participants"], "gm", "observer"]


def replayed(
    system: str,
    trace: dict[str, Any],
    after: Callable[[dict[str, Any]], dict[str, Any]],
    told: Callable[[Events], Events],
    viewers: Callable[[str, dict[str, Any]], list[str]],
) -> dict[str, Any]:
    """The trace as the engine plays it today; `after(state)` is what a step leaves."""
    state = play.start(system, trace["setup"], seed=trace["seed"])
    steps: list[dict[str, Any]] = []
    made = {**trace, "opening": {"events": told(play.opening(system, state))}, "step": steps}
    for step in trace["step"]:
        try:
            result = play.act(system, state, step["command"])
        except play.Refused as refused:
            steps.append({"command": step["command"], "refused": refused.code})
            continue
        state = result["state"]
        steps.append({"command": step["command"], "after": after(state), "events": told(result["events"])})
    made["view"] = {viewer: play.view(system, state, viewer) for viewer in viewers(system, state)}
    plain: dict[str, Any] = toml.without_null(made)
    return plain


def hold(path: pathlib.Path, replay: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """The trace is played as published, and every rule that it is about decided something in it."""
    trace = tomllib.loads(path.read_text())
    today = replay(trace)
    if REWRITE:
        path.write_text(toml.written(today))
        trace = tomllib.loads(path.read_text())
    assert today["opening"] == trace["opening"]
    for number, (step, published) in enumerate(zip(today["step"], trace["step"], strict=True)):
        assert step == published, f"step {number} of {path.name}"
    assert today["view"] == trace["view"]
    parts = (trace["opening"], *trace["step"])
    named = {rule for part in parts for event in part.get("events", []) for rule in event["rules"]}
    assert set(trace["rules"]) <= named


def rules_of(paths: list[pathlib.Path]) -> set[str]:
    """The rules that the traces are about."""
    return {rule for path in paths for rule in tomllib.loads(path.read_text())["rules"]}

"""The golden traces of 52 Fates: see tests/rules/traces/playing.py."""

import json
import pathlib
import tomllib
from typing import Any

import pytest

from rules import play
from tests.rules.traces import playing, toml

SYSTEM = "fifty-two-fates"
TRACES = playing.found(SYSTEM)


def after(state: dict[str, Any]) -> dict[str, Any]:
    """What a step leaves: the phase, whose turn it is, hit points, conditions."""
    view = play.view(SYSTEM, state, "observer")
    people = view["participants"]
    conditions = {key: person["conditions"] for key, person in people.items() if person["conditions"]}
    hit_points = {key: person["hp"] for key, person in people.items()}
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "hp": hit_points,
        "conditions": conditions,
    }


@pytest.mark.parametrize("path", TRACES, ids=[path.stem for path in TRACES])
def test_the_trace_is_played_as_published(path: pathlib.Path) -> None:
    told, viewers = playing.without("commitments", "opened", "positions"), playing.everyone
    playing.hold(path, lambda trace: playing.replayed(SYSTEM, trace, after, told, viewers))


def test_there_are_traces_and_together_they_touch_most_rules() -> None:
    assert len(TRACES) >= 6
    assert len(playing.rules_of(TRACES)) >= 40


def test_the_writer_and_the_reader_of_traces_agree() -> None:
    value = {"a": [1, True, 'é "quoted"', {"b": None, "c d": []}], "n": None}
    assert tomllib.loads("x = " + toml.inline(value))["x"] == toml.without_null(value)
    assert json.dumps(toml.without_null(value))

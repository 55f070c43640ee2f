"""The golden traces of Fortune and Power: see tests/rules/traces/playing.py."""

import pathlib
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.party import SYSTEM
from tests.rules.traces import playing

TRACES = playing.found(SYSTEM)


def after(state: dict[str, Any]) -> dict[str, Any]:
    """What a step leaves: the phase, whose turn it is, who waits, wounds and shocks."""
    view = play.view(SYSTEM, state, "observer")
    people = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "actors": play.actors(SYSTEM, state),
        "wounds": {key: person["wounds"] for key, person in people.items() if person["wounds"]},
        "shocks": {key: person["shocks"] for key, person in people.items() if person["shocks"]},
        "fortune": {key: person["fortune"] for key, person in people.items() if person["fortune"]},
        "marginal": view["marginal"],
    }


@pytest.mark.parametrize("path", TRACES, ids=[path.stem for path in TRACES])
def test_the_trace_is_played_as_published(path: pathlib.Path) -> None:
    told, viewers = playing.unsealed, lambda *_: ["observer"]
    playing.hold(path, lambda trace: playing.replayed(SYSTEM, trace, after, told, viewers))


def test_there_are_traces_and_together_they_touch_most_rules() -> None:
    assert len(TRACES) >= 6
    assert len(playing.rules_of(TRACES)) >= 18

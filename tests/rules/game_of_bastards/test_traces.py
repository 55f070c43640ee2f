"""The golden traces of A Game of Bastards: see tests/rules/traces/playing.py."""

import pathlib
from typing import Any

import pytest

from rules import play
from tests.rules.traces import playing

SYSTEM = "game-of-bastards"
TRACES = playing.found(SYSTEM)


def after(state: dict[str, Any]) -> dict[str, Any]:
    """What a step leaves: the phase, whose turn it is, pools, members, who is out."""
    view = play.view(SYSTEM, state, "observer")
    people = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "pools": {
            key: [now for now, _ in person["pools"].values()] for key, person in people.items() if person["pools"]
        },
        "members": {key: person["members"] for key, person in people.items() if "members" in person},
        "out": {key: person["out"] for key, person in people.items() if person["out"]},
    }


@pytest.mark.parametrize("path", TRACES, ids=[path.stem for path in TRACES])
def test_the_trace_is_played_as_published(path: pathlib.Path) -> None:
    told, viewers = playing.without("commitments", "opened", "positions"), playing.everyone
    playing.hold(path, lambda trace: playing.replayed(SYSTEM, trace, after, told, viewers))


def test_there_are_traces_and_together_they_touch_most_rules() -> None:
    assert len(TRACES) >= 6
    assert len(playing.rules_of(TRACES)) >= 35

"""The golden traces of the Fortune System: see tests/rules/traces/playing.py."""

import pathlib
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.party import SYSTEM
from tests.rules.traces import playing

TRACES = playing.found(SYSTEM)


def slots(view: dict[str, Any]) -> dict[str, str]:
    """Everyone's slots on one line: a value, one with * when damaged, x for a blown one."""
    found = {}
    for key, participant in view["participants"].items():
        marks = {"sound": "", "damaged": "*", "blown": "x"}
        found[key] = " ".join([f"{slot['value'] or ''}{marks[slot['condition']]}" for slot in participant["slots"]])
    return found


def after(state: dict[str, Any]) -> dict[str, Any]:
    """What a step leaves: the phase, who may act, what is asked, everyone's slots."""
    view = play.view(SYSTEM, state, "observer")
    return {
        "phase": view["phase"],
        "actors": play.actors(SYSTEM, state),
        "pending": view["pending"],
        "slots": slots(view),
    }


@pytest.mark.parametrize("path", TRACES, ids=[path.stem for path in TRACES])
def test_the_trace_is_played_as_published(path: pathlib.Path) -> None:
    told, viewers = playing.unsealed, lambda *_: ["observer"]
    playing.hold(path, lambda trace: playing.replayed(SYSTEM, trace, after, told, viewers))


def test_there_are_traces_and_together_they_touch_most_rules() -> None:
    assert len(TRACES) >= 6
    assert len(playing.rules_of(TRACES)) >= 28

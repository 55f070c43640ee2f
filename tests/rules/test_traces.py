"""The golden traces of every game: see tests/rules/traces/playing.py."""

import json
import pathlib
import tomllib

import pytest

from tests.rules.traces import playing, toml
from tests.rules.traces.summaries import SUMMARIES

TRACES = {system: playing.traces_of(system) for system in SUMMARIES}
ALL_TRACES = [pytest.param(system, path, id=f"{system}-{path.stem}") for system in TRACES for path in TRACES[system]]
CARDS = ("fifty-two-fates", "game-of-bastards")
# How many rules the traces of a game touch at least.
TOUCHED = {"fifty-two-fates": 40, "fortune-and-power": 18, "fortune-system": 28, "game-of-bastards": 35}


@pytest.mark.parametrize(("system", "path"), ALL_TRACES)
def test_the_trace_is_played_as_published(system: str, path: pathlib.Path) -> None:
    if system in CARDS:
        kept, viewers = playing.without("commitments", "opened", "positions"), playing.everyone
    else:
        kept, viewers = playing.unsealed, lambda *_: ["observer"]
    playing.hold(path, lambda trace: playing.replayed(system, trace, SUMMARIES[system], kept, viewers))


@pytest.mark.parametrize("system", sorted(TOUCHED))
def test_there_are_traces_and_together_they_touch_most_rules(system: str) -> None:
    assert len(TRACES[system]) >= 6
    assert len(playing.rules_of(TRACES[system])) >= TOUCHED[system]


def test_the_writer_and_the_reader_of_traces_agree() -> None:
    value = {"a": [1, True, 'é "quoted"', {"b": None, "c d": []}], "n": None}
    assert tomllib.loads("x = " + toml.inline(value))["x"] == toml.without_null(value)
    assert json.dumps(toml.without_null(value))

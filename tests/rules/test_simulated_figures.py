"""What a simulation gives for a seed is recorded: a faster policy may decide nothing else (F52-62, GOB-49)."""

from typing import Any

import pytest

from rules import play
from rules.engine.event_list import EventList
from rules.engine.refusals import Refused
from tests.load import bench_engine, bench_fortune_and_power, bench_game_of_bastards

RECORDED: dict[str, tuple[dict[str, Any], dict[str, float]]] = {
    "fifty-two-fates": (
        bench_engine.setup(),
        {"victory": 0.45, "defeat": 0.55, "rounds": 9.95, "hp_left": 0.31, "deaths": 1.15},
    ),
    "game-of-bastards": (
        bench_game_of_bastards.setup(),
        {"victory": 1.0, "defeat": 0.0, "rounds": 2.45, "hp_left": 0.914, "out": 0.05},
    ),
    "fortune-and-power": (
        bench_fortune_and_power.setup(),
        {"victory": 1.0, "defeat": 0.0, "rounds": 3.9, "hp_left": 0.52375, "deaths": 1.55},
    ),
}


@pytest.mark.parametrize("system", RECORDED)
def test_a_seed_gives_the_recorded_figures(system: str) -> None:
    setup, figures = RECORDED[system]
    assert play.simulate(system, setup, seed=3, games=20) == pytest.approx({"games": 20, **figures})


def test_words_of_people_are_still_checked_in_a_command() -> None:
    """Only a policy's own commands are trusted, never one that someone gives."""
    system = "fortune-and-power"
    state = play.start(system, RECORDED[system][0], seed=1)
    order = {"type": "end", "actor": "gm", "outcome": "They make peace.\0"}
    with pytest.raises(Refused, match="NUL"):
        play.act(system, state, order)


@pytest.mark.parametrize("system", RECORDED)
def test_a_silent_encounter_is_decided_as_one_that_tells_everything(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, _figures = RECORDED[system]
    silent = [play.simulate(system, setup, seed=seed, games=5) for seed in range(6)]
    told: list[EventList] = []
    begin = EventList.__init__

    def begin_aloud(self: EventList, presence_rules: tuple[str, ...] = (), *, silent: bool = False) -> None:
        told.append(self)
        begin(self, presence_rules)

    monkeypatch.setattr(EventList, "__init__", begin_aloud)
    assert [play.simulate(system, setup, seed=seed, games=5) for seed in range(6)] == silent
    assert all(event_list.events for event_list in told)

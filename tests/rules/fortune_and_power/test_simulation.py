"""Encounters played out many times: who is left standing, and what it costs (FNP-41, FNP-44)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM, everything


def simulated(setup: dict[str, Any], games: int = 30, **more: Any) -> dict[str, Any]:
    return play.simulate(SYSTEM, setup, seed=1, games=games, **more)


def duel(ours: int, theirs: int) -> dict[str, Any]:
    return {"participants": [pc("ana", {"Warrior": ours}), npc("wolf", {"Warrior": theirs})]}


def test_it_can_be_repeated_and_its_shares_are_shares() -> None:
    found = simulated(everything())
    assert found == simulated(everything())
    assert set(found) == {"games", "victory", "defeat", "rounds", "hp_left", "deaths"}
    assert 0 <= found["victory"] + found["defeat"] <= 1.0000001
    assert 0 <= found["hp_left"] <= 1
    assert 0 <= found["deaths"] <= 2
    assert found["rounds"] >= 1


def test_the_stronger_side_wins_and_equal_ones_share() -> None:
    assert simulated(duel(12, 3))["victory"] == 1
    assert simulated(duel(3, 12))["defeat"] == 1
    even = simulated(duel(5, 5), 200)
    assert 0.25 < even["victory"] < 0.75


def test_a_participant_who_is_down_counts_as_a_loss_though_the_rules_kill_nobody_fnp_41() -> None:
    found = simulated(duel(3, 12))
    assert (found["deaths"], found["hp_left"]) == (1, 0)


def test_an_encounter_that_is_decided_already_takes_no_round() -> None:
    found = simulated({"participants": [pc("ana", wounds=4), npc("log", wounds=10)]})
    assert (found["victory"], found["rounds"]) == (1, 1)
    assert found["hp_left"] == pytest.approx(0.6)


def test_the_adversarys_figures_are_the_full_ones_in_a_simulation_fnp_42() -> None:
    assert simulated({**duel(12, 3), "options": {"damage": "manual"}})["victory"] == 1


@pytest.mark.parametrize(
    ("setup", "more"),
    [
        ({"participants": [npc("wolf")]}, {}),
        ({"participants": []}, {}),
        (duel(1, 1), {"policy": "clever"}),
        (duel(1, 1), {"games": 0}),
        (duel(1, 1), {"games": 100_001}),
    ],
)
def test_a_setup_that_cannot_be_simulated_is_refused(setup: dict[str, Any], more: dict[str, Any]) -> None:
    with pytest.raises(play.Refused):
        simulated(setup, **more)


def test_progress_is_told_and_can_stop_it() -> None:
    seen: list[tuple[int, int]] = []

    def progress(done: int, games: int) -> bool:
        seen.append((done, games))
        return done < 3

    assert simulated(duel(9, 3), 10, progress=progress)["games"] == 3
    assert seen == [(1, 10), (2, 10), (3, 10)]

"""The check kinds `opposed`, `contest` and `trivial` (FNP-13, FNP-14, FNP-18)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.table import GAME, INVALID_INTEGERS, INVALID_OBJECTS, checked, refused_check

KEYS = {"success", "total", "challenge", "dox", "marginal", "automatic", "rolls", "modifiers", "rules"}


def opposed(trait: int, opponent: int, a: int, b: int, **more: Any) -> dict[str, Any]:
    result = checked("opposed", trait=trait, opponent_trait=opponent, rolls=[a, b], **more)
    assert set(result) >= KEYS
    return result


@pytest.mark.parametrize(("a", "b", "success", "total", "dox"), [(1, 3, False, 11, 1), (4, 6, True, 17, 5)])
def test_example_2_warrior_7_against_athlete_5(a: int, b: int, success: bool, total: int, dox: int) -> None:
    """FNP-13, worked example 2."""
    result = opposed(7, 5, a, b)
    assert result["challenge"] == 12
    assert (result["success"], result["total"], result["dox"]) == (success, total, dox)


def test_example_3_twelve_on_the_dice_hits_with_dox_1() -> None:
    """FNP-12, FNP-13, FNP-17, worked example 3."""
    result = opposed(3, 10, 6, 6)
    assert (result["challenge"], result["total"], result["success"], result["dox"]) == (17, 15, True, 1)
    assert result["automatic"] == "success"


def test_an_opposed_check_takes_modifiers_and_may_be_marginal() -> None:
    """FNP-13, FNP-16, FNP-19."""
    result = opposed(2, 3, 4, 3, modifiers=[{"name": "Height", "value": 1}])
    assert (result["total"], result["dox"], result["marginal"], result["success"]) == (10, 0, True, True)
    assert result["modifiers"] == [{"name": "Height", "value": 1}]


def test_an_opponents_trait_of_99_makes_a_challenge_of_106() -> None:
    assert opposed(99, 99, 3, 4)["challenge"] == 106
    assert opposed(0, 0, 3, 4)["challenge"] == 7


@pytest.mark.parametrize(
    "inputs",
    [
        {"trait": 5},
        {"opponent_trait": 5},
        {"trait": -1, "opponent_trait": 5},
        {"trait": 5, "opponent_trait": 100},
        {"trait": 100, "opponent_trait": 5},
        {"trait": 5, "opponent_trait": -1},
        {"trait": 5, "opponent_trait": 5, "challenge": 12},
        {"trait": 5, "opponent_trait": 5, "rolls": [3]},
    ],
)
def test_a_malformed_opposed_check_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("opposed", inputs)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_only_integers_oppose(value: Any) -> None:
    refused_check("opposed", {"trait": 5, "opponent_trait": value})
    refused_check("contest", {"traits": [5, value]})
    refused_check("contest", {"traits": [5, 5], "rolls": [value, 3]})
    refused_check("trivial", {"trait": value})


@pytest.mark.parametrize(
    ("traits", "rolls", "winner", "totals", "dox"),
    [
        ([5, 3], [2, 3], 0, [7, 6], 1),
        ([5, 3], [1, 4], 1, [6, 7], 1),
        ([5, 3], [1, 3], None, [6, 6], 0),
        ([0, 0], [6, 1], 0, [6, 1], 5),
        ([99, 0], [1, 6], 0, [100, 6], 94),
        ([0, 99], [6, 1], 1, [6, 100], 94),
        ([0, 5], [6, 1], None, [6, 6], 0),
    ],
)
def test_in_a_contest_the_highest_total_wins(
    traits: list[int], rolls: list[int], winner: int | None, totals: list[int], dox: int
) -> None:
    """FNP-14: the single dice are never automatic, whatever they show."""
    result = checked("contest", traits=traits, rolls=rolls)
    assert set(result) >= {"winner", "totals", "dox", "rolls", "rules"}
    assert (result["winner"], result["totals"], result["dox"]) == (winner, totals, dox)
    assert type(result["winner"]) is type(winner)
    assert result["rolls"] == rolls
    assert "FNP-14" in result["rules"]


def test_a_contest_of_rolled_dice_has_one_die_each() -> None:
    """FNP-14."""
    for seed in range(30):
        result = play.check(GAME, "contest", {"traits": [4, 6]}, seed=seed)
        a, b = result["rolls"]
        assert 1 <= a <= 6
        assert 1 <= b <= 6
        assert result["totals"] == [a + 4, b + 6]
        assert result["dox"] == abs(a + 4 - b - 6)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"traits": []},
        {"traits": [5]},
        {"traits": [5, 5, 5]},
        {"traits": [-1, 5]},
        {"traits": [5, 100]},
        {"traits": 5},
        {"traits": "55"},
        {"traits": {"a": 5, "b": 5}},
        {"traits": [5, 5], "rolls": [3]},
        {"traits": [5, 5], "rolls": [3, 3, 3]},
        {"traits": [5, 5], "rolls": [0, 3]},
        {"traits": [5, 5], "rolls": [3, 7]},
        {"traits": [5, 5], "modifiers": []},
        {"traits": None},
    ],
)
def test_a_malformed_contest_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("contest", inputs)


@pytest.mark.parametrize("trait", [0, 6, 99])
def test_example_5_a_trivial_task_has_the_level_as_its_dox(trait: int) -> None:
    """FNP-18, FNP-16, worked example 5: without a roll, and never marginal, even with dox 0."""
    result = checked("trivial", trait=trait)
    assert set(result) >= KEYS
    assert (result["success"], result["dox"], result["marginal"]) == (True, trait, False)
    assert result["total"] is None
    assert result["challenge"] is None
    assert result["automatic"] is None
    assert result["rolls"] == []
    assert result["modifiers"] == []
    assert "FNP-18" in result["rules"]


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"trait": -1},
        {"trait": 100},
        {"trait": 5, "rolls": [3, 4]},
        {"trait": 5, "challenge": 3},
        {"trait": 5, "rolls": []},
    ],
)
def test_a_malformed_trivial_check_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("trivial", inputs)


@pytest.mark.parametrize("inputs", INVALID_OBJECTS)
@pytest.mark.parametrize("kind", ["opposed", "contest", "trivial"])
def test_inputs_are_an_object(kind: str, inputs: Any) -> None:
    refused_check(kind, inputs)

"""The check kind `die`: one slot's value against a chance of success (FOS-03, FOS-05, FOS-12, FOS-26)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.table import GAME, INVALID_INTEGERS, INVALID_OBJECTS, checked, refused_check


def die(value: int, cos: int, **more: Any) -> dict[str, Any]:
    result = checked("die", value=value, cos=cos, **more)
    assert set(result) >= {"success", "applied", "new_value", "rules"}
    return result


@pytest.mark.parametrize(
    ("value", "success"), [(40, True), (44, True), (45, False), (46, False), (60, False), (1, True)]
)
def test_example_1_a_value_passes_when_it_is_lower(value: int, success: bool) -> None:
    """FOS-03, worked example 1: an equal value fails."""
    result = die(value, 45)
    assert (result["success"], result["applied"]) == (success, value)
    assert "FOS-03" in result["rules"]


@pytest.mark.parametrize(("value", "success"), [(44, True), (45, True), (46, False)])
def test_the_option_lets_an_equal_value_pass(value: int, success: bool) -> None:
    """FOS-03, option equal_passes."""
    assert die(value, 45, equal_passes=True)["success"] is success
    assert die(45, 45, equal_passes=False)["success"] is False


def test_example_2_reductions_lower_the_value_for_this_check() -> None:
    """FOS-12, FOS-30, FOS-31, worked example 2."""
    result = die(60, 45, reductions=[10, 10], rolls=[7])
    assert (result["success"], result["applied"], result["new_value"]) == (True, 40, 7)


@pytest.mark.parametrize(
    ("value", "reductions", "applied"),
    [(5, [5], 0), (5, [20], -15), (1, [20, 20, 40], -79), (60, [], 60), (60, [1], 59)],
)
def test_the_applied_value_may_be_0_or_less(value: int, reductions: list[int], applied: int) -> None:
    """FOS-12."""
    assert die(value, 50, reductions=reductions)["applied"] == applied


def test_a_sound_slot_is_rerolled_with_one_die() -> None:
    """FOS-03: pass or fail."""
    assert die(30, 45, rolls=[88])["new_value"] == 88
    assert die(90, 45, rolls=[12])["new_value"] == 12
    assert die(90, 45, damaged=False, rolls=[12])["new_value"] == 12


@pytest.mark.parametrize(("rolls", "new"), [([22, 71], 71), ([71, 22], 71), ([5, 5], 5), ([100, 1], 100)])
def test_example_3_a_damaged_slot_is_rerolled_with_the_worse_of_two(rolls: list[int], new: int) -> None:
    """FOS-05, worked example 3."""
    assert die(30, 45, damaged=True, rolls=rolls)["new_value"] == new


@pytest.mark.parametrize("cos", [100, 101, 300])
def test_a_cos_of_100_or_more_passes_whatever_the_value(cos: int) -> None:
    """FOS-26."""
    assert die(100, cos)["success"] is True


@pytest.mark.parametrize("cos", [0, -1, -100])
def test_a_cos_of_0_or_less_fails(cos: int) -> None:
    """FOS-26: even when a reduced value is lower still."""
    assert die(1, cos)["success"] is False
    assert die(1, cos, reductions=[200])["success"] is False
    assert die(1, cos, equal_passes=True, reductions=[1])["success"] is False


def test_the_ends_between_are_rolled() -> None:
    """FOS-26."""
    assert die(99, 99)["success"] is False
    assert die(98, 99)["success"] is True
    assert die(1, 1)["success"] is False
    assert die(1, 1, equal_passes=True)["success"] is True
    assert die(1, 1, reductions=[1])["success"] is True


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"value": 5},
        {"cos": 45},
        {"value": 0, "cos": 45},
        {"value": 101, "cos": 45},
        {"value": 5, "cos": 301},
        {"value": 5, "cos": -101},
        {"value": 5, "cos": 45, "reductions": [0]},
        {"value": 5, "cos": 45, "reductions": [-5]},
        {"value": 5, "cos": 45, "reductions": 5},
        {"value": 5, "cos": 45, "reductions": {"focus": 20}},
        {"value": 5, "cos": 45, "reductions": [None]},
        {"value": 5, "cos": 45, "damaged": 1},
        {"value": 5, "cos": 45, "equal_passes": "yes"},
        {"value": 5, "cos": 45, "slot": 1},
        {"value": None, "cos": 45},
        {"value": 5, "cos": None},
    ],
)
def test_malformed_fields_are_refused(inputs: dict[str, Any]) -> None:
    refused_check("die", inputs)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_figures_are_integers(value: Any) -> None:
    refused_check("die", {"value": value, "cos": 45})
    refused_check("die", {"value": 5, "cos": value})
    refused_check("die", {"value": 5, "cos": 45, "reductions": [value]})
    refused_check("die", {"value": 5, "cos": 45, "rolls": [value]})


@pytest.mark.parametrize(
    ("rolls", "damaged"),
    [
        ([], False),
        ([5, 6], False),
        ([5], True),
        ([5, 6, 7], True),
        ([], True),
        ([0], False),
        ([101], False),
        ([5, 101], True),
        ([0, 5], True),
        ("5", False),
        (5, False),
        ([None], False),
    ],
)
def test_supplied_rolls_are_as_many_as_are_rolled(rolls: Any, damaged: bool) -> None:
    refused_check("die", {"value": 5, "cos": 45, "damaged": damaged, "rolls": rolls})


def test_null_means_left_out() -> None:
    nothing = {"reductions": None, "damaged": None, "equal_passes": None, "rolls": None}
    assert checked("die", value=5, cos=45, **nothing) == checked("die", value=5, cos=45)


@pytest.mark.parametrize("inputs", [*INVALID_OBJECTS, None])
def test_inputs_are_an_object(inputs: Any) -> None:
    for kind in ("die", "fill", "talents", "pools", "harm"):
        refused_check(kind, inputs)


@pytest.mark.parametrize("kind", ["", "Die", "trait", 7, None, True, ["die"]])
def test_an_unknown_kind_is_refused(kind: Any) -> None:
    refused_check(kind, {"value": 5, "cos": 45})


def test_new_values_are_from_1_to_100_and_vary() -> None:
    """FOS-01."""
    values = [play.check(GAME, "die", {"value": 5, "cos": 45}, seed=seed)["new_value"] for seed in range(300)]
    assert all(1 <= value <= 100 for value in values)
    assert len(set(values)) > 60


def test_a_damaged_slot_does_worse_on_average() -> None:
    """FOS-05."""

    def mean(damaged: bool) -> float:
        found = [
            play.check(GAME, "die", {"value": 5, "cos": 45, "damaged": damaged}, seed=seed)["new_value"]
            for seed in range(300)
        ]
        return sum(found) / 300

    assert mean(True) > mean(False) + 8

"""An attempt with one plain slot (FOS-03, FOS-05, FOS-06) and its malformed kin."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table


def scene(slots: str = "60 80 40 90", dice: list[int] | None = None, **options: Any) -> Table:
    return Table(who("ana", slots), who("ben"), dice=dice, **options).call()


def test_example_1_in_play() -> None:
    """FOS-03, worked example 1."""
    table = scene().attempt("ana", 2, rolls=[77])
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "die", 40, [2])
    assert result["trigger_damage"] is None
    assert table.slots("ana") == "60 80 77 90"
    table.because("FOS-03")


@pytest.mark.parametrize(
    ("slots", "success"), [("44", True), ("45", False), ("46", False), ("1", True), ("100", False)]
)
def test_a_slot_passes_when_it_is_lower(slots: str, success: bool) -> None:
    """FOS-03: rerolled pass or fail."""
    table = scene(slots).attempt("ana", 0, rolls=[50])
    assert table.result("ana")["success"] is success
    assert table.result("ana")["how"] == "die"
    assert table.slots("ana") == "50"


@pytest.mark.parametrize(("slots", "success"), [("44", True), ("45", True), ("46", False)])
def test_the_option_lets_an_equal_value_pass(slots: str, success: bool) -> None:
    """FOS-03, option equal_passes."""
    assert scene(slots, equal_passes=True).attempt("ana", 0, rolls=[50]).result("ana")["success"] is success


@pytest.mark.parametrize(("rolls", "new"), [([22, 71], "71d"), ([71, 22], "71d"), ([9, 9], "9d"), ([1, 100], "100d")])
def test_example_3_a_damaged_slot_takes_the_worse_of_two(rolls: list[int], new: str) -> None:
    """FOS-05, worked example 3: and stays damaged."""
    table = scene("30d 80").attempt("ana", 0, rolls=rolls)
    assert table.slots("ana") == f"{new} 80"
    assert table.result("ana")["success"] is True
    table.because("FOS-05")


@pytest.mark.parametrize(
    ("slots", "rolls"),
    [
        ("30", []),
        ("30", [5, 6]),
        ("30d", [5]),
        ("30d", [5, 6, 7]),
        ("30", [0]),
        ("30", [101]),
        ("30d", [5, 101]),
        ("30", "5"),
        ("30", 5),
        ("30", [None]),
    ],
)
def test_typed_dice_are_exactly_those_that_are_rolled(slots: str, rolls: Any) -> None:
    scene(slots).no_attempt("ana", 0, rolls=rolls)


def test_a_blown_slot_cannot_be_used() -> None:
    """FOS-06."""
    scene("x 80").no_attempt("ana", 0)


def test_the_same_slot_serves_again_with_its_new_value() -> None:
    table = scene().attempt("ana", 2, rolls=[3])
    table.gm("close-task", task="wall")
    assert table.call(4).attempt("ana", 2, rolls=[100]).result("ana") == {
        **table.result("ana"),
        "success": True,
        "applied": 3,
    }


def test_nobody_elses_slots_change() -> None:
    table = scene().attempt("ana", 0, rolls=[3])
    assert table.slots("ben") == "60 80 40 90"


@pytest.mark.parametrize(
    "dice", [[4], [-1], [99], [0, 1], [0, 0], [0, 1, 2], [], [True], [0.0], ["0"], [None], 0, "0", {"0": 0}, True]
)
def test_one_slot_is_named_by_its_index(dice: Any) -> None:
    """FOS-07: with a usable slot, no plain d100 either."""
    scene().refuse("attempt", "ana", task="wall", dice=dice)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_an_index_is_an_integer(value: Any) -> None:
    scene().refuse("attempt", "ana", task="wall", dice=[value])


@pytest.mark.parametrize(
    "fields",
    [
        {"task": "ditch"},
        {"task": None},
        {"task": 7},
        {"task": ""},
        {"cos": 99},
        {"reduce": [0]},
        {"reduce": "focus"},
        {"reduce": {"luck": 0}},
        {"reduce": {"aptitude": 0}},
        {"reduce": {"expertise": 0}},
        {"reduce": {"focus": 0}},
        {"reduce": {"focus": True}},
        {"talent": "smooth"},
        {"talent": "slick"},
        {"talent": "scrape-by"},
        {"talent": "extreme-effort"},
        {"talent": "lucky"},
        {"talent": ""},
        {"talent": 7},
        {"mend": 0},
        {"mend": "0"},
        {"exemplar": "ben"},
        {"exemplar": "elf"},
        {"exemplar": 7},
        {"flair": True},
        {"flair": 1},
        {"flair": "yes"},
        {"wingman": True},
        {"wingman": 1},
        {"slot": 0},
        {"steady": True},
    ],
)
def test_malformed_or_missing_fields_are_refused(fields: dict[str, Any]) -> None:
    scene("30 80").refuse("attempt", "ana", **{"task": "wall", "dice": [0], **fields})


def test_null_and_false_mean_left_out() -> None:
    table = scene().attempt(
        "ana", 2, reduce=None, talent=None, mend=None, exemplar=None, flair=None, wingman=None, rolls=[5]
    )
    assert table.result("ana")["how"] == "die"
    table = scene().attempt("ana", 2, reduce={}, flair=False, wingman=False, rolls=[5])
    assert table.result("ana")["success"] is True
    table = scene().attempt("ana", 2, reduce={"aptitude": None, "focus": None}, rolls=[5])
    assert table.result("ana")["applied"] == 40


def test_task_and_dice_are_needed() -> None:
    scene().refuse("attempt", "ana", dice=[0])
    scene().refuse("attempt", "ana", task="wall")


def test_the_setups_dice_serve_after_the_start() -> None:
    """Order of dice: the new value, one for a sound slot and two for a damaged one."""
    table = Table(who("ana", "30 20d"), who("ben", "5"), dice=[11, 12, 13, 14]).call(task="wall").call(task="ditch")
    assert table.attempt("ana", 0).slots("ana") == "11 20d"
    assert table.attempt("ana", 1, task="ditch").slots("ana") == "11 13d"
    assert table.attempt("ben", 0).slots("ben") == "14"


def test_typed_dice_leave_the_setups_for_later() -> None:
    table = scene("30 20", dice=[11]).call(task="ditch")
    assert table.attempt("ana", 0, rolls=[99]).slots("ana") == "99 20"
    assert table.attempt("ana", 1, task="ditch").slots("ana") == "99 11"


def test_a_refused_attempt_changes_nothing_and_rolls_nothing() -> None:
    table = scene("30 20", dice=[11])
    table.no_attempt("ana", 0, flair=True)
    table.no_attempt("ana", 0, rolls=[1, 2])
    assert table.attempt("ana", 0).slots("ana") == "11 20"


def test_trigger_damage_counts_on_a_pass_only() -> None:
    """The declared figure on a pass, 0 on a failure."""
    table = Table(who("ana", "30"), who("ben", "90")).call(trigger_damage=200)
    assert table.attempt("ana", 0, rolls=[5]).result("ana")["trigger_damage"] == 200
    assert table.attempt("ben", 0, rolls=[5]).result("ben")["trigger_damage"] == 0

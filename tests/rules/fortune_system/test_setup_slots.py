"""The slots that an encounter starts with (FOS-01, FOS-02, FOS-06, FOS-39)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import slots_of, talent, who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table, refused_start


def test_slots_given_are_taken_as_they_are() -> None:
    """FOS-01, FOS-04."""
    table = Table(who("ana", "60 80d x 1 100 30@Physical x@Mental"))
    assert table.slots("ana") == "60 80d x 1 100 30@Physical x@Mental"
    assert table["ana"]["slots"][1] == {"value": 80, "condition": "damaged", "group": None}
    assert table["ana"]["slots"][2] == {"value": None, "condition": "blown", "group": None}


def test_left_out_the_option_says_how_many_are_rolled() -> None:
    """FOS-01: four."""
    table = Table(who("ana", None))
    assert len(table["ana"]["slots"]) == 4
    assert {slot["condition"] for slot in table["ana"]["slots"]} == {"sound"}
    assert len(Table(who("ana", None), slots=7)["ana"]["slots"]) == 7


def test_slots_are_rolled_participant_by_participant() -> None:
    """The order of dice: index by index."""
    table = Table(who("ana", None), who("ben", "5 6"), who("cy", None), slots=3, dice=[11, 12, 13, 21, 22, 23, 99])
    assert table.slots("ana") == "11 12 13"
    assert table.slots("ben") == "5 6"
    assert table.slots("cy") == "21 22 23"
    assert table.call().attempt("ben", 0).slots("ben") == "99 6"


@pytest.mark.parametrize(
    ("slots", "expected"), [(1, "60"), (3, "60 80 40"), (5, "60 80 40 90 30"), (7, "60 80 40 90 30 100 20")]
)
def test_fixed_slots_are_filled_in_order(slots: int, expected: str) -> None:
    """FOS-02."""
    assert Table(who("ana", None, fill="fixed"), slots=slots).slots("ana") == expected


def test_more_than_seven_fixed_slots_have_the_rest_rolled() -> None:
    """FOS-02."""
    table = Table(who("ana", None, fill="fixed"), slots=9, dice=[7, 8])
    assert table.slots("ana") == "60 80 40 90 30 100 20 7 8"


def test_rolled_is_the_default_and_may_be_said() -> None:
    """FOS-02."""
    dice = [1, 2, 3, 4]
    assert Table(who("ana", None, fill="rolled"), dice=dice).slots("ana") == "1 2 3 4"
    assert Table(who("ana", None), dice=dice).slots("ana") == "1 2 3 4"
    assert Table(who("ana", None, fill=None, slots=None), dice=dice).slots("ana") == "1 2 3 4"


def test_lucky_adds_a_rolled_slot_for_each_rank() -> None:
    """FOS-39: beside the ordinary ones, filled by a roll even when these are fixed."""
    lucky = [talent("lucky", "Physical", 2), talent("lucky", "Mental")]
    table = Table(who("ana", None, *lucky, fill="fixed"), slots=2, dice=[7, 8, 9])
    assert table.slots("ana") == "60 80 7@Physical 8@Physical 9@Mental"
    table = Table(who("ana", None, *lucky), slots=2, dice=[1, 2, 3, 4, 5])
    assert table.slots("ana") == "1 2 3@Physical 4@Physical 5@Mental"


def test_given_slots_are_not_added_to_by_lucky() -> None:
    """Slots given are taken as they are."""
    table = Table(who("ana", "60 30@Physical", talent("lucky", "Physical")))
    assert table.slots("ana") == "60 30@Physical"


def test_the_setups_dice_are_used_before_rolled_ones() -> None:
    table = Table(who("ana", None), dice=[77])
    assert table["ana"]["slots"][0]["value"] == 77
    assert len(table["ana"]["slots"]) == 4


@pytest.mark.parametrize("count", [1, 20])
def test_from_1_to_20_slots_may_be_given(count: int) -> None:
    assert len(Table(who("ana", " ".join(["50"] * count)))["ana"]["slots"]) == count


@pytest.mark.parametrize(
    "slots",
    [
        [],
        slots_of(" ".join(["50"] * 21)),
        [{"value": 0, "condition": "sound"}],
        [{"value": 101, "condition": "sound"}],
        [{"value": 50, "condition": "broken"}],
        [{"value": 50}],
        [{"value": 50, "condition": "blown"}],
        [{"value": 50, "condition": "sound", "luck": 1}],
        [{"value": 50, "condition": "sound", "group": ""}],
        [{"value": 50, "condition": "sound", "group": 7}],
        [50],
        "60 80",
        {"value": 50, "condition": "sound"},
        4,
        True,
        [None],
        [{"value": -5, "condition": "damaged"}],
        [{"value": None, "condition": "sound"}],
        [{"value": None, "condition": "damaged"}],
    ],
)
def test_malformed_slots_are_refused(slots: Any) -> None:
    refused_start({"id": "ana", "name": "Ana", "slots": slots})


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_a_value_is_an_integer(value: Any) -> None:
    refused_start({"id": "ana", "name": "Ana", "slots": [{"value": value, "condition": "sound"}]})
    refused_start(who("ana"), options={"slots": value})
    refused_start(who("ana"), dice=[value])
    refused_start(who("ana", level=value))


@pytest.mark.parametrize(
    "options",
    [
        {"slots": 0},
        {"slots": -1},
        {"slots": 21},
        {"equal_passes": 1},
        {"equal_passes": "no"},
        {"xp_per_level": True},
        {"damage": "full"},
        [],
        "x",
        4,
    ],
)
def test_unknown_options_and_values_are_refused(options: Any) -> None:
    refused_start(who("ana"), options=options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"slots": 1},
        {"slots": 20},
        {"equal_passes": True},
        {"xp_per_level": 250},
        {"slots": None, "equal_passes": None, "xp_per_level": None},
    ],
)
def test_the_options_of_the_ledger_are_accepted(options: dict[str, Any]) -> None:
    """FOS-01, FOS-03, FOS-23."""
    assert Table(who("ana"), **options).phase == "open"


@pytest.mark.parametrize("dice", [[0], [101], [50, -1], ["50"], [None], 50, "50", {"a": 50}])
def test_supplied_dice_are_from_1_to_100(dice: Any) -> None:
    refused_start(who("ana", None), dice=dice)


def test_no_dice_and_no_options_may_be_null() -> None:
    table = Table(who("ana", None), dice=None)
    assert len(table["ana"]["slots"]) == 4


@pytest.mark.parametrize("fill", ["random", "", 7, True, ["fixed"]])
def test_slots_are_filled_in_one_of_two_ways(fill: Any) -> None:
    refused_start(who("ana", None, fill=fill))

"""Smooth: two dice whose sum is lower than the CoS (FOS-36)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table


def scene(
    slots: str = "20 24 25 x", *more: dict[str, Any], cos: int = 45, dice: list[int] | None = None, **call: Any
) -> Table:
    return Table(who("ana", slots, talent("smooth"), *more), who("ben"), dice=dice).call(cos, **call)


def test_example_5_a_sum_below_the_cos_passes() -> None:
    """FOS-36, worked example 5."""
    table = scene().attempt("ana", 0, 1, talent="smooth", rolls=[71, 72])
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "smooth", 44, [0, 1])
    assert table.slots("ana") == "71 72 25 x"
    table.because("FOS-36")


def test_example_5_a_sum_that_equals_it_cannot_be_chosen() -> None:
    """FOS-36, worked example 5."""
    scene().no_attempt("ana", 0, 2, talent="smooth")


@pytest.mark.parametrize("dice", [[0], [0, 0], [0, 1, 2], [], [0, 3], [0, 4], [1, 2]])
def test_smooth_takes_two_different_usable_slots(dice: list[int]) -> None:
    scene().refuse("attempt", "ana", task="wall", dice=dice, talent="smooth")


def test_two_dice_without_a_talent_are_refused() -> None:
    scene().no_attempt("ana", 0, 1)
    scene("20 24", talent("slick")).no_attempt("ana", 0, 1, talent="slick")


def test_a_new_value_is_rolled_for_each_in_the_order_named() -> None:
    """FOS-05: two dice for a damaged slot."""
    table = scene("20 24d 5").attempt("ana", 1, 0, talent="smooth", rolls=[50, 60, 70])
    assert table.slots("ana") == "70 60d 5"
    assert table.result("ana")["slots"] == [1, 0]


def test_trigger_damage_is_doubled() -> None:
    """FOS-36."""
    table = scene(trigger_damage=200).attempt("ana", 0, 1, talent="smooth", rolls=[1, 2])
    assert table.result("ana")["trigger_damage"] == 400
    assert scene().attempt("ana", 0, 1, talent="smooth", rolls=[1, 2]).result("ana")["trigger_damage"] is None


@pytest.mark.parametrize(("rolls", "mended"), [([1, 2, 30, 40], "40d"), ([1, 2, 40, 30], "40d"), ([1, 2, 7, 7], "7d")])
def test_a_blown_slot_is_mended_to_damaged(rolls: list[int], mended: str) -> None:
    """FOS-05, FOS-36: the worse of two dice, rolled last."""
    table = scene().attempt("ana", 0, 1, talent="smooth", mend=3, rolls=rolls)
    assert table.slots("ana") == f"1 2 25 {mended}"


def test_mending_may_be_left_out() -> None:
    """FOS-36."""
    table = scene().attempt("ana", 0, 1, talent="smooth", mend=None, rolls=[1, 2])
    assert table.slots("ana") == "1 2 25 x"


@pytest.mark.parametrize("mend", [0, 2, 4, -1, True, "3", [3], 3.0])
def test_only_a_blown_slot_is_mended(mend: Any) -> None:
    """FOS-36."""
    scene().no_attempt("ana", 0, 1, talent="smooth", mend=mend)
    scene("20 24 25d x").no_attempt("ana", 0, 1, talent="smooth", mend=2)


def test_mending_goes_with_smooth_alone() -> None:
    table = scene()
    table.no_attempt("ana", 0, mend=3)
    scene("20 x", talent("slick"), cos=25).no_attempt("ana", 0, talent="slick", mend=1)


def test_a_blown_slot_of_lucky_may_be_mended() -> None:
    """FOS-39: it follows all slot rules."""
    table = scene("20 24 x@Mental").attempt("ana", 0, 1, talent="smooth", mend=2, rolls=[1, 2, 3, 4])
    assert table.slots("ana") == "1 2 4d@Mental"


def test_a_slot_of_lucky_serves_for_its_group() -> None:
    """FOS-39."""
    table = scene("20 24@Physical 3@Mental")
    table.no_attempt("ana", 0, 2, talent="smooth")
    assert table.attempt("ana", 0, 1, talent="smooth", rolls=[1, 2]).result("ana")["applied"] == 44


def test_each_reduction_applies_to_one_of_the_dice() -> None:
    """FOS-36, FOS-43."""
    more = (talent("aptitude", "Physical", 2), talent("expertise", "Climbing"))
    table = scene("40 24", *more)
    table.no_attempt("ana", 0, 1, talent="smooth", reduce={"aptitude": 0})
    table.attempt("ana", 0, 1, talent="smooth", reduce={"aptitude": 0, "expertise": 1}, rolls=[1, 2])
    assert table.result("ana")["applied"] == 44


def test_focus_damages_the_die_it_lowers() -> None:
    """FOS-11, FOS-32, FOS-36."""
    table = scene("40 24 x", talent("focus"))
    table.attempt("ana", 0, 1, talent="smooth", reduce={"focus": 0}, mend=2, rolls=[1, 2, 3, 4, 5])
    assert table.result("ana")["applied"] == 44
    assert table.slots("ana") == "2d 3 5d"


def test_focus_may_blow_one_of_the_two() -> None:
    """FOS-11: nothing is rolled for it."""
    table = scene("40d 24", talent("focus")).attempt("ana", 0, 1, talent="smooth", reduce={"focus": 0}, rolls=[3])
    assert (table.result("ana")["applied"], table.slots("ana")) == (44, "x 3")


def test_the_sum_may_be_0_or_less() -> None:
    """FOS-12."""
    table = scene("5 6", talent("focus"), cos=1)
    table.attempt("ana", 0, 1, talent="smooth", reduce={"focus": 1}, rolls=[1, 2, 3])
    assert table.result("ana")["applied"] == -9


def test_dice_of_smooth_come_slot_by_slot_then_the_mended() -> None:
    """Order of dice."""
    table = scene("20 24d x", dice=[11, 12, 13, 14, 15, 16])
    table.attempt("ana", 0, 1, talent="smooth", mend=2)
    assert table.slots("ana") == "11 13d 15d"


@pytest.mark.parametrize("rolls", [[], [1], [1, 2, 3], [1, 2, 3, 4, 5]])
def test_typed_dice_are_exactly_those_that_are_rolled(rolls: list[int]) -> None:
    scene().no_attempt("ana", 0, 1, talent="smooth", rolls=rolls)
    if len(rolls) != 4:
        scene().no_attempt("ana", 0, 1, talent="smooth", mend=3, rolls=rolls)


def test_a_sum_that_equals_the_cos_is_never_smooth() -> None:
    """FOS-36: lower, whatever the option says."""
    table = Table(who("ana", "20 25", talent("smooth")), equal_passes=True).call()
    table.no_attempt("ana", 0, 1, talent="smooth")

"""Slick: a die just below the CoS, and a relief to the others (FOS-37)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table


def scene(
    slots: str = "40 39", *more: dict[str, Any], others: tuple[str, ...] = ("60 80d", "50"), **call: Any
) -> Table:
    names = ("ben", "cy", "dee")
    participants = [who(name, text) for name, text in zip(names, others, strict=False)]
    return Table(who("ana", slots, talent("slick"), *more), *participants).call(**{"cos": 45, **call})


def slick(table: Table, slot: int = 0, rolls: list[int] | None = None, **fields: Any) -> Table:
    return table.attempt("ana", slot, talent="slick", rolls=rolls or [71], **fields)


@pytest.mark.parametrize("value", [40, 41, 43, 44])
def test_example_6_a_die_at_most_5_below_the_cos_is_slick(value: int) -> None:
    """FOS-37, worked example 6."""
    table = slick(scene(str(value)))
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "slick", value, [0])
    table.because("FOS-37")


@pytest.mark.parametrize("value", [39, 1, 45, 46, 100])
def test_example_6_other_dice_cannot_be_slick(value: int) -> None:
    """FOS-37, worked example 6."""
    scene(str(value)).no_attempt("ana", 0, talent="slick")


def test_39_is_an_ordinary_pass() -> None:
    """Worked example 6."""
    table = scene().attempt("ana", 1, rolls=[5])
    assert (table.result("ana")["how"], table.phase) == ("die", "open")


def test_a_slick_value_without_the_choice_is_an_ordinary_pass() -> None:
    table = scene().attempt("ana", 0, rolls=[5])
    assert (table.result("ana")["how"], table.phase) == ("die", "open")


def test_an_equal_value_is_never_slick() -> None:
    """FOS-37: CoS - 5 to CoS - 1, whatever the option says."""
    table = Table(who("ana", "45", talent("slick")), who("ben"), equal_passes=True).call()
    table.no_attempt("ana", 0, talent="slick")


def test_reductions_count_before() -> None:
    """FOS-37: after reductions."""
    table = scene("60 45", talent("aptitude", "Physical", 4), talent("focus"))
    table.no_attempt("ana", 1, talent="slick", reduce={"aptitude": 1})
    slick(table, 0, reduce={"aptitude": 0})
    assert table.result("ana")["applied"] == 40


def test_focus_may_make_it_slick() -> None:
    """FOS-32, FOS-37."""
    table = slick(scene("60", talent("focus")), 0, [5, 6], reduce={"focus": 0})
    assert (table.result("ana")["how"], table.slots("ana")) == ("slick", "6d")


def test_each_ally_with_a_damaged_slot_is_asked() -> None:
    """FOS-37: in setup order."""
    table = slick(scene(others=("60 80d", "50", "1d x 2d 3d@Mental")))
    assert table.slots("ana") == "71 39"
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("slick", "ben", "wall")
    assert (pending["slots"], pending["values"], pending["optional"]) == ([1], None, True)
    table.do("choose", "ben", slot=1)
    assert table.slots("ben") == "60 80"
    assert table.asked() == ("slick", "dee"), "cy has nothing damaged"
    assert table.pending["slots"] == [0, 2, 3]
    table.do("choose", "dee", slot=3)
    assert table.slots("dee") == "1d x 2d 3@Mental"
    assert (table.phase, table.pending) == ("open", None)


def test_an_ally_may_decline() -> None:
    table = slick(scene())
    table.do("choose", "ben", slot=None)
    assert (table.phase, table.slots("ben")) == ("open", "60 80d")


def test_a_relief_for_one_who_is_not_part_of_the_task() -> None:
    """FOS-28: allies are all other participants."""
    table = slick(scene(participants=["ana"]))
    assert table.asked() == ("slick", "ben")


def test_ones_own_damaged_slots_stay() -> None:
    """FOS-37: allies."""
    table = slick(scene("40 30d", others=("50", "60")))
    assert (table.phase, table.slots("ana")) == ("open", "71 30d")


def test_without_a_damaged_slot_nobody_is_asked() -> None:
    table = slick(scene(others=("50 x", "60")))
    assert table.phase == "open"


@pytest.mark.parametrize("slot", [0, 2, -1, *INVALID_INTEGERS])
def test_only_a_damaged_slot_is_chosen(slot: Any) -> None:
    slick(scene()).refuse("choose", "ben", slot=slot)


@pytest.mark.parametrize(
    "fields",
    [{"slot": 1, "value": 5}, {"value": 80}, {"use": True}, {"slot": 1, "rolls": [5]}, {"slot": 1, "task": "wall"}],
)
def test_a_malformed_choice_is_refused(fields: dict[str, Any]) -> None:
    slick(scene()).refuse("choose", "ben", **fields)


def test_only_who_is_asked_answers() -> None:
    table = slick(scene())
    table.refuse("choose", "ana", slot=1)
    table.refuse("choose", "cy", slot=0)
    table.no_gm("choose", slot=1)


def test_a_slick_failure_is_not_to_be_had_for_two_dice() -> None:
    scene("20 24").no_attempt("ana", 0, 1, talent="slick")


def test_the_relief_comes_after_steady() -> None:
    """The order of questions."""
    table = slick(scene("40", talent("steady")))
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert table.asked() == ("slick", "ben")
    assert table.slots("ana") == "60d"


def test_when_the_actor_leaves_the_question_stays() -> None:
    """`leave`: one asked of another stays."""
    table = slick(scene(others=("60 80d", "50d")))
    table.gm("leave", target="ana")
    assert table.asked() == ("slick", "ben")
    table.do("choose", "ben", slot=1)
    assert table.asked() == ("slick", "cy")
    table.do("choose", "cy", slot=0)
    assert (table.phase, table.slots("ben"), table.slots("cy")) == ("open", "60 80", "50")


def test_when_the_one_asked_leaves_the_next_is_asked() -> None:
    """`leave`: answered by null."""
    table = slick(scene(others=("60 80d", "50d")))
    table.gm("leave", target="ben")
    assert table.asked() == ("slick", "cy")


def test_when_one_to_be_asked_later_leaves_nobody_waits_for_them() -> None:
    table = slick(scene(others=("60 80d", "50d")))
    table.gm("leave", target="cy")
    assert table.asked() == ("slick", "ben")
    table.do("choose", "ben", slot=1)
    assert table.phase == "open"

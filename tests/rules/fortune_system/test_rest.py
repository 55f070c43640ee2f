"""Rest and defeat (FOS-08), Couldn't Sleep (FOS-42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table

AWAKE = talent("couldnt-sleep", None)


@pytest.mark.parametrize("order", [("rest", {"full": True}), ("defeat", {})])
def test_a_real_rest_and_a_defeat_recover_every_slot(order: tuple[str, dict[str, Any]]) -> None:
    """FOS-08: a damaged slot keeps its value, a blown one is rolled again."""
    table = Table(who("ana", "60 80d x 30d@Mental x@Mental"), who("ben", "x 5"), dice=[11, 12, 13])
    table.gm(order[0], **order[1])
    assert table.slots("ana") == "60 80 11 30@Mental 12@Mental"
    assert table.slots("ben") == "13 5"
    table.because("FOS-08")


@pytest.mark.parametrize("order", [("rest", {"full": True}), ("defeat", {})])
def test_recovery_takes_one_die_for_each_blown_slot(order: tuple[str, dict[str, Any]]) -> None:
    """Order of dice: participant by participant in setup order."""
    table = Table(who("ana", "80d x"), who("ben", "x x"))
    for rolls in ([], [1], [1, 2], [1, 2, 3, 4], [1, 2, 101], "123"):
        table.no_gm(order[0], **order[1], rolls=rolls)
    table.gm(order[0], **order[1], rolls=[1, 2, 3])
    assert (table.slots("ana"), table.slots("ben")) == ("80 1", "2 3")


def test_a_night_at_the_inn_recovers_no_slot() -> None:
    """FOS-08."""
    table = Table(who("ana", "60 80d x"))
    table.gm("rest", full=False)
    assert table.slots("ana") == "60 80d x"
    table.no_gm("rest", full=False, rolls=[5])


def test_a_recovery_of_nothing_is_still_a_rest() -> None:
    table = Table(who("ana", "60 80")).call()
    table.gm("rest", full=True)
    assert (table.slots("ana"), table.tasks) == ("60 80", [])


@pytest.mark.parametrize(
    "fields", [{}, {"full": None}, {"full": 1}, {"full": "yes"}, {"full": True, "target": "ana"}, {"full": []}]
)
def test_a_malformed_rest_is_refused(fields: dict[str, Any]) -> None:
    Table(who("ana")).no_gm("rest", **fields)


def test_only_the_gm_declares_rest_and_defeat() -> None:
    table = Table(who("ana"), who("ben"))
    table.refuse("rest", "ana", full=True)
    table.refuse("defeat", "ana")
    table.no_gm("defeat", full=True)
    table.no_gm("defeat", target="ana")


def night(slots: str = "60 80d x 30", *more: dict[str, Any], dice: list[int] | None = None) -> Table:
    table = Table(who("ana", slots, *(more or (AWAKE,))), who("ben"), dice=dice)
    table.gm("rest", full=False)
    return table


def test_dice_are_rerolled_and_one_of_them_is_damaged() -> None:
    """FOS-42: chosen after seeing the new values."""
    table = night()
    assert "couldnt-sleep" in table.offered("ana")
    table.do("couldnt-sleep", "ana", dice=[3, 0], rolls=[11, 12])
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("damage", "ana", None)
    assert (sorted(pending["slots"]), pending["optional"]) == ([0, 3], False)
    assert table.slots("ana") == "12 80d x 11"
    table.refuse("choose", "ana", slot=1)
    table.do("choose", "ana", slot=3)
    assert (table.slots("ana"), table.phase) == ("12 80d x 11d", "open")
    table.because("FOS-42")


def test_one_die_is_rerolled_and_damaged() -> None:
    """FOS-42: one possible answer answers itself."""
    table = night()
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[11])
    assert (table.slots("ana"), table.phase) == ("11d 80d x 30", "open")


def test_a_damaged_die_takes_the_worse_of_two_and_may_be_blown() -> None:
    """FOS-04, FOS-05, FOS-42."""
    table = night()
    table.do("couldnt-sleep", "ana", dice=[1, 0], rolls=[22, 71, 5])
    assert table.slots("ana") == "5 71d x 30"
    table.do("choose", "ana", slot=1)
    assert table.slots("ana") == "5 x x 30"
    table = night()
    table.do("couldnt-sleep", "ana", dice=[1], rolls=[22, 71])
    assert table.slots("ana") == "60 x x 30"


def test_dice_are_rolled_in_the_order_named() -> None:
    """Order of dice."""
    table = night(dice=[11, 12, 13, 14])
    table.do("couldnt-sleep", "ana", dice=[3, 1, 0])
    assert table.slots("ana") == "14 13d x 11"


def test_a_slot_of_lucky_may_be_rerolled() -> None:
    """FOS-39."""
    table = night("60 30@Mental")
    table.do("couldnt-sleep", "ana", dice=[1], rolls=[11])
    assert table.slots("ana") == "60 11d@Mental"


@pytest.mark.parametrize("dice", [[], [2], [0, 2], [0, 0], [4], [-1], None, 0, "0", [True], [0.0], [None], {"0": 1}])
def test_dice_are_different_slots_that_are_not_blown(dice: Any) -> None:
    """FOS-42."""
    night().refuse("couldnt-sleep", "ana", dice=dice)


@pytest.mark.parametrize("rolls", [[], [1], [1, 2], [1, 2, 3, 4], [1, 2, 0], [1, 2, 101], "123", 5])
def test_typed_dice_are_exactly_those_that_are_rolled(rolls: Any) -> None:
    night().refuse("couldnt-sleep", "ana", dice=[0, 1], rolls=rolls)


def test_it_is_used_once_a_rest() -> None:
    """FOS-42."""
    table = night()
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[11])
    table.refuse("couldnt-sleep", "ana", dice=[3])
    assert "couldnt-sleep" not in table.offered("ana")
    table.gm("rest", full=False)
    table.do("couldnt-sleep", "ana", dice=[3], rolls=[12])
    assert table.slots("ana") == "11d 80d x 12d"


def test_each_sleepless_character_uses_it() -> None:
    """FOS-42: once a character."""
    table = Table(who("ana", "60", AWAKE), who("ben", "50", AWAKE))
    table.gm("rest", full=False)
    table.do("couldnt-sleep", "ben", dice=[0], rolls=[11])
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[12])
    assert (table.slots("ana"), table.slots("ben")) == ("12d", "11d")


def test_it_needs_the_talent() -> None:
    """FOS-42."""
    table = night("60", talent("focus"))
    table.refuse("couldnt-sleep", "ana", dice=[0])
    table.refuse("couldnt-sleep", "ben", dice=[0])
    table.no_gm("couldnt-sleep", dice=[0])


def test_it_serves_from_the_free_slot() -> None:
    """FOS-22, FOS-42."""
    table = Table(who("ana", "60", free={"key": "couldnt-sleep", "focus": None}))
    table.gm("rest", full=False)
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[11])
    assert table.slots("ana") == "11d"


def test_it_needs_a_rest_that_is_not_a_full_recovery() -> None:
    """FOS-42."""
    table = Table(who("ana", "60", AWAKE))
    table.refuse("couldnt-sleep", "ana", dice=[0])
    table.gm("rest", full=True)
    table.refuse("couldnt-sleep", "ana", dice=[0])
    assert "couldnt-sleep" not in table.offered("ana")
    table.gm("defeat")
    table.refuse("couldnt-sleep", "ana", dice=[0])


def test_it_waits_no_longer_than_the_next_call() -> None:
    """FOS-42."""
    table = night().call()
    table.refuse("couldnt-sleep", "ana", dice=[0])
    table.gm("close-task", task="wall")
    table.refuse("couldnt-sleep", "ana", dice=[0])


def test_a_hardship_between_does_not_end_the_night() -> None:
    table = night()
    table.gm("hardship", target="ana", degree="damaged", selection="lowest")
    table.do("couldnt-sleep", "ana", dice=[0], rolls=[11])
    assert table.slots("ana") == "11d 80d x 30d"


def test_when_the_sleepless_one_leaves_the_question_falls_away() -> None:
    table = night()
    table.do("couldnt-sleep", "ana", dice=[0, 3], rolls=[11, 12])
    table.gm("leave", target="ana")
    assert (table.phase, table.pending) == ("open", None)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_an_index_is_an_integer(value: Any) -> None:
    night().refuse("couldnt-sleep", "ana", dice=[value])

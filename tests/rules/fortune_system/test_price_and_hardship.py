"""Damage to slots: the price of a failure, and hardships (FOS-04, FOS-09, FOS-10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table


def failed(slots: str, degree: str = "damaged", selection: str = "choice", rolls: list[int] | None = None) -> Table:
    """Ana has failed with her first slot, a 90."""
    table = Table(who("ana", f"90 {slots}"), who("ben")).call(on_failure=degree, selection=selection)
    return table.attempt("ana", 0, rolls=rolls or [50])


def test_the_price_of_a_failure_is_chosen_when_the_new_value_stands() -> None:
    """FOS-10."""
    table = failed("80 70d x 10@Mental")
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("damage", "ana", "wall")
    assert (pending["slots"], pending["values"], pending["optional"]) == ([0, 1, 2, 4], None, False)
    assert table.slots("ana") == "50 80 70d x 10@Mental"
    table.do("choose", "ana", slot=0)
    assert (table.slots("ana"), table.phase) == ("50d 80 70d x 10@Mental", "open")
    table.because("FOS-10")


@pytest.mark.parametrize(
    ("degree", "slot", "expected"),
    [("damaged", 1, "50 80d 70d"), ("damaged", 2, "50 80 x"), ("blown", 1, "50 x 70d"), ("blown", 2, "50 80 x")],
)
def test_damage_to_a_damaged_slot_blows_it(degree: str, slot: int, expected: str) -> None:
    """FOS-04."""
    table = failed("80 70d", degree)
    table.do("choose", "ana", slot=slot)
    assert table.slots("ana") == expected


@pytest.mark.parametrize(
    ("slots", "rolls", "expected"),
    [
        ("80 70", [50], "50d 80 70"),
        ("80 40", [50], "50 80 40d"),
        ("80 40d", [50], "50 80 x"),
        ("80 x 10@Mental", [50], "50 80 x 10d@Mental"),
        ("x", [50], "50d x"),
    ],
)
def test_the_lowest_is_found_by_its_new_value(slots: str, rolls: list[int], expected: str) -> None:
    """FOS-09, FOS-10: Lucky's slots can be the lowest; a blown one never."""
    table = failed(slots, selection="lowest", rolls=rolls)
    assert (table.slots("ana"), table.phase) == (expected, "open")


def test_a_tie_of_the_lowest_is_the_players_choice() -> None:
    """FOS-09."""
    table = failed("80 50d 50", selection="lowest")
    assert table.asked() == ("damage", "ana")
    assert table.pending["slots"] == [0, 2, 3]
    table.refuse("choose", "ana", slot=1)
    table.do("choose", "ana", slot=2)
    assert table.slots("ana") == "50 80 x 50"


def test_one_slot_left_answers_itself() -> None:
    table = failed("x x")
    assert (table.phase, table.slots("ana")) == ("open", "50d x x")
    table = failed("x x", "blown")
    assert (table.phase, table.slots("ana")) == ("open", "x x x")


def test_a_pass_costs_nothing() -> None:
    """FOS-10."""
    table = Table(who("ana", "40 80")).call(on_failure="blown").attempt("ana", 0, rolls=[50])
    assert (table.phase, table.slots("ana")) == ("open", "50 80")


def test_a_failure_without_a_price_costs_nothing() -> None:
    table = Table(who("ana", "90 80")).call().attempt("ana", 0, rolls=[50])
    assert (table.phase, table.slots("ana")) == ("open", "50 80")


def test_a_failure_with_every_slot_blown_costs_nothing() -> None:
    """FOS-10."""
    table = Table(who("ana", "x x")).call(on_failure="blown").attempt("ana", rolls=[90])
    assert (table.phase, table.result("ana")["success"]) == ("open", False)


def test_a_plain_failure_costs_a_slot_of_lucky_that_is_left() -> None:
    """FOS-07, FOS-09, FOS-10: not all slots are blown."""
    table = Table(who("ana", "x 30@Mental 40@Mental")).call(on_failure="damaged").attempt("ana", rolls=[90])
    assert table.pending["slots"] == [1, 2]
    table.do("choose", "ana", slot=2)
    assert table.slots("ana") == "x 30@Mental 40d@Mental"


def test_when_focus_has_blown_the_last_slot_a_failure_costs_nothing() -> None:
    """FOS-10, FOS-11."""
    table = Table(who("ana", "90d x", talent("focus"))).call(on_failure="damaged")
    table.attempt("ana", 0, reduce={"focus": 0})
    assert (table.phase, table.slots("ana"), table.result("ana")["success"]) == ("open", "x x", False)


@pytest.mark.parametrize("slot", [3, 4, -1, None, *INVALID_INTEGERS])
def test_only_a_slot_that_is_not_blown_is_damaged(slot: Any) -> None:
    failed("80 70 x").refuse("choose", "ana", slot=slot)


@pytest.mark.parametrize(
    "fields", [{}, {"value": 50}, {"use": True}, {"slot": 0, "value": 50}, {"slot": 0, "rolls": [5]}]
)
def test_a_malformed_choice_is_refused(fields: dict[str, Any]) -> None:
    failed("80").refuse("choose", "ana", **fields)


def test_when_the_one_asked_leaves_the_damage_falls_away() -> None:
    """`leave`."""
    table = failed("80")
    table.gm("leave", target="ana")
    assert table.phase == "open"
    assert table.task()["results"]["ana"]["success"] is False


def hardship(slots: str = "60 80d x 30@Mental", degree: str = "damaged", selection: str = "choice") -> Table:
    table = Table(who("ana", slots), who("ben"))
    table.gm("hardship", target="ana", degree=degree, selection=selection)
    return table


def test_a_hardship_is_chosen_by_who_suffers_it() -> None:
    """FOS-09: Lucky's slots can be selected."""
    table = hardship()
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("damage", "ana", None)
    assert (pending["slots"], pending["optional"]) == ([0, 1, 3], False)
    table.refuse("choose", "ben", slot=0)
    table.do("choose", "ana", slot=3)
    assert (table.slots("ana"), table.phase) == ("60 80d x 30d@Mental", "open")


@pytest.mark.parametrize(
    ("slots", "degree", "expected"),
    [
        ("60 80 40 90", "damaged", "60 80 40d 90"),
        ("60 80 40d 90", "damaged", "60 80 x 90"),
        ("60 80 40 90", "blown", "60 80 x 90"),
        ("60 x 70", "damaged", "60d x 70"),
        ("60 30@Mental", "damaged", "60 30d@Mental"),
        ("5d x x", "damaged", "x x x"),
    ],
)
def test_a_hardship_may_fall_on_the_lowest(slots: str, degree: str, expected: str) -> None:
    """FOS-04, FOS-09."""
    table = hardship(slots, degree, "lowest")
    assert (table.slots("ana"), table.phase) == (expected, "open")
    table.because("FOS-09")


def test_a_tie_of_the_lowest_is_asked() -> None:
    """FOS-09: values count, not conditions."""
    table = hardship("40 80 40d", "blown", "lowest")
    assert table.pending["slots"] == [0, 2]
    table.do("choose", "ana", slot=2)
    assert table.slots("ana") == "40 80 x"


def test_one_slot_left_needs_no_question() -> None:
    table = hardship("x 80d x")
    assert (table.phase, table.slots("ana")) == ("open", "x x x")


@pytest.mark.parametrize("slots", ["x", "x x x@Mental"])
@pytest.mark.parametrize("selection", ["choice", "lowest"])
def test_a_hardship_is_refused_against_one_whose_slots_are_all_blown(slots: str, selection: str) -> None:
    """FOS-09."""
    table = Table(who("ana", slots), who("ben"))
    table.no_gm("hardship", target="ana", degree="damaged", selection=selection)


def test_a_hardship_rolls_nothing_and_keeps_the_value() -> None:
    table = hardship("60 80")
    table.do("choose", "ana", slot=0)
    assert table.slots("ana") == "60d 80"
    table.no_gm("hardship", target="ana", degree="damaged", selection="choice", rolls=[5])


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "elf"},
        {"target": None},
        {"target": "gm"},
        {"target": ["ana"]},
        {"degree": "sound"},
        {"degree": None},
        {"degree": 1},
        {"selection": "highest"},
        {"selection": True},
        {"slot": 1},
        {"reason": "x"},
    ],
)
def test_a_malformed_hardship_is_refused(fields: dict[str, Any]) -> None:
    order = {"target": "ana", "degree": "damaged", "selection": "choice", **fields}
    Table(who("ana"), who("ben")).no_gm("hardship", **order)


@pytest.mark.parametrize("missing", ["target", "degree", "selection"])
def test_every_field_of_a_hardship_is_needed(missing: str) -> None:
    order = {"target": "ana", "degree": "damaged", "selection": "choice"}
    del order[missing]
    Table(who("ana"), who("ben")).no_gm("hardship", **order)


def test_only_the_gm_declares_a_hardship() -> None:
    Table(who("ana"), who("ben")).refuse("hardship", "ana", target="ben", degree="damaged", selection="choice")


def test_a_hardship_may_fall_while_a_task_is_open() -> None:
    table = Table(who("ana", "60 80"), who("ben")).call()
    table.gm("hardship", target="ana", degree="damaged", selection="lowest")
    assert (table.slots("ana"), [task["task"] for task in table.tasks]) == ("60d 80", ["wall"])


def struck(why: str) -> Table:
    """Someone who is asked which slot is struck, for one of three reasons."""
    table = Table(who("ana", "60 70", talent("couldnt-sleep", None)), who("ben"))
    if why == "FOS-09":
        table.gm("hardship", target="ana", degree="damaged", selection="choice")
    elif why == "FOS-10":
        table.call(on_failure="damaged").attempt("ana", 0, rolls=[50])
    else:
        table.gm("rest", full=False)
        table.do("couldnt-sleep", "ana", dice=[0, 1], rolls=[5, 6])
    return table


@pytest.mark.parametrize("rule", ["FOS-09", "FOS-10", "FOS-42"])
def test_the_reason_for_a_struck_slot_names_the_rule_that_strikes_it(rule: str) -> None:
    """The offer and the refusals name the hardship, the price of failing, or the sleepless night."""
    table = struck(rule)
    assert [found["rules"] for found in table.offers("ana")] == [[rule]]
    refusals = [
        table.refuse("choose", "ana", slot=5),
        table.refuse("choose", "ana", use=True),
        table.refuse("choose", "ben", slot=0),
        table.no_gm("rest", full=True),
    ]
    assert [refused.rule for refused in refusals] == [rule] * 4
    table.do("choose", "ana", slot=0)
    table.because(rule, "FOS-04")

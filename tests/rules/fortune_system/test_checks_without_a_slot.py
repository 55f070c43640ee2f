"""Checks without a slot: CoS 100 or more, 0 or less, and the plain d100 (FOS-06, FOS-07, FOS-26)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table

ALL = [
    talent("aptitude"),
    talent("expertise", "Climbing"),
    talent("focus"),
    talent("scrape-by"),
    talent("extreme-effort"),
    talent("smooth"),
    talent("slick"),
    talent("flair"),
    talent("steady"),
    talent("wingman"),
]


def scene(slots: str, cos: int, *talents: dict[str, Any], dice: list[int] | None = None, **call: Any) -> Table:
    return Table(who("ana", slots, *talents), who("ben"), dice=dice).call(cos, **call)


@pytest.mark.parametrize("cos", [100, 101, 300])
@pytest.mark.parametrize("slots", ["60 80", "x x", "100", "30@Mental"])
def test_a_cos_of_100_or_more_needs_no_die(cos: int, slots: str) -> None:
    """FOS-26: every slot stays as it is."""
    table = scene(slots, cos, trigger_damage=200).attempt("ana")
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "sure", None, [])
    assert result["trigger_damage"] == 200
    assert table.slots("ana") == slots
    table.because("FOS-26")


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": [0]},
        {"dice": [0, 1]},
        {"dice": [], "flair": True},
        {"dice": [], "talent": "smooth"},
        {"dice": [0, 1], "talent": "scrape-by"},
        {"dice": [0], "talent": "extreme-effort"},
        {"dice": [], "rolls": [50]},
        {"dice": [0], "reduce": {"focus": 0}},
        {"dice": [0, 1], "talent": "smooth"},
    ],
)
def test_naming_dice_for_a_sure_thing_is_refused(fields: dict[str, Any]) -> None:
    """FOS-26."""
    scene("1 2", 100, *ALL).refuse("attempt", "ana", task="wall", **fields)


def test_99_is_not_sure() -> None:
    """FOS-26."""
    table = scene("99 98", 99)
    table.no_attempt("ana")
    assert table.attempt("ana", 0, rolls=[5]).result("ana")["success"] is False


@pytest.mark.parametrize("cos", [0, -1, -100])
def test_a_cos_of_0_or_less_is_not_attempted_by_a_die(cos: int) -> None:
    """FOS-26: not even by one that reductions bring below it."""
    table = scene("1 2", cos, *ALL)
    table.no_attempt("ana", 0)
    table.no_attempt("ana", 0, reduce={"focus": 0, "aptitude": 0, "expertise": 0})
    table.no_attempt("ana", 0, 1, talent="smooth")
    table.no_attempt("ana", 0, talent="slick")
    table.no_attempt("ana")


@pytest.mark.parametrize("cos", [0, -100])
def test_a_plain_die_does_not_attempt_a_cos_of_0_either(cos: int) -> None:
    """FOS-26."""
    table = scene("x x", cos)
    table.no_attempt("ana")
    assert "attempt" not in table.offered("ana")


@pytest.mark.parametrize("cos", [0, -100])
def test_talents_that_pass_regardless_still_may(cos: int) -> None:
    """FOS-26, FOS-33, FOS-35."""
    table = scene("60 80", cos, *ALL)
    assert "attempt" in table.offered("ana")
    assert table.attempt("ana", 1, talent="extreme-effort").result("ana")["success"] is True
    table = scene("60 80", cos, *ALL)
    assert table.attempt("ana", 0, 1, talent="scrape-by", rolls=[1, 2, 3, 4]).result("ana")["success"] is True


@pytest.mark.parametrize(
    ("roll", "cos", "success"),
    [(44, 45, True), (45, 45, False), (46, 45, False), (1, 1, False), (1, 2, True), (98, 99, True), (100, 99, False)],
)
def test_with_every_slot_blown_a_check_is_one_plain_die(roll: int, cos: int, success: bool) -> None:
    """FOS-07."""
    table = scene("x x x", cos).attempt("ana", rolls=[roll])
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (success, "plain", roll, [])
    assert table.slots("ana") == "x x x"
    table.because("FOS-07")


@pytest.mark.parametrize(("roll", "success"), [(44, True), (45, True), (46, False)])
def test_a_plain_die_passes_by_the_same_comparison(roll: int, success: bool) -> None:
    """FOS-03, FOS-07, option equal_passes."""
    table = Table(who("ana", "x"), equal_passes=True).call()
    assert table.attempt("ana", rolls=[roll]).result("ana")["success"] is success


@pytest.mark.parametrize(
    ("version", "option", "said"), [(3, True, True), (3, False, None), (2, True, None), (2, False, None)]
)
def test_a_plain_die_says_whether_an_equal_value_passes(version: int, option: bool, said: bool | None) -> None:
    """FOS-03, option equal_passes; an older encounter is replayed as it was."""
    table = Table(who("ana", "x"), equal_passes=option)
    table.state = {**table.state, "version": version}
    table.call().attempt("ana", rolls=[44])
    attempt = next(event for event in table.events if event["type"] == "attempt")
    assert attempt.get("equal_passes") is said


def test_a_plain_die_is_the_next_of_the_setups() -> None:
    table = scene("x", 45, dice=[44, 3])
    assert table.attempt("ana").result("ana")["applied"] == 44


@pytest.mark.parametrize("rolls", [[], [5, 6], [0], [101], "5", 5, [True]])
def test_a_plain_die_is_one_die(rolls: Any) -> None:
    scene("x x", 45).no_attempt("ana", rolls=rolls)


@pytest.mark.parametrize("slots", ["100 x x", "x 50d", "x 30@Physical"])
def test_with_a_usable_slot_a_plain_die_is_refused(slots: str) -> None:
    """FOS-07."""
    scene(slots, 45).no_attempt("ana")


@pytest.mark.parametrize(
    "fields",
    [
        {"flair": True},
        {"wingman": True},
        {"talent": "smooth"},
        {"talent": "slick"},
        {"talent": "extreme-effort"},
        {"talent": "scrape-by"},
        {"reduce": {"aptitude": 0}},
        {"mend": 0},
        {"dice": [0]},
        {"dice": [0], "reduce": {"focus": 0}},
    ],
)
def test_a_plain_die_goes_without_talents(fields: dict[str, Any]) -> None:
    """FOS-07."""
    table = scene("x x", 45, *ALL, aids="ben", participants=["ana"])
    table.refuse("attempt", "ana", **{"task": "wall", "dice": [], **fields})


def test_nothing_is_asked_after_a_plain_die() -> None:
    """FOS-10, FOS-41: neither Steady nor a price."""
    table = scene("x x", 45, *ALL, on_failure="damaged").attempt("ana", rolls=[99])
    assert (table.phase, table.slots("ana")) == ("open", "x x")
    assert table.result("ana")["success"] is False


def test_luckys_slots_of_this_group_must_be_blown_too() -> None:
    """FOS-07, FOS-39."""
    table = scene("x 30@Physical", 45)
    table.no_attempt("ana")
    table.attempt("ana", 1, rolls=[5])
    table = scene("x x@Physical", 45)
    assert table.attempt("ana", rolls=[5]).result("ana")["how"] == "plain"


def test_luckys_slots_of_another_group_do_not_hinder_a_plain_die() -> None:
    """FOS-07."""
    table = scene("x 30@Mental", 45)
    table.no_attempt("ana", 1)
    assert table.attempt("ana", rolls=[5]).result("ana")["how"] == "plain"
    assert table.slots("ana") == "x 30@Mental"


def test_a_plain_pass_does_trigger_damage() -> None:
    table = scene("x", 45, trigger_damage=100).attempt("ana", rolls=[5])
    assert table.result("ana")["trigger_damage"] == 100
    table = scene("x", 45, trigger_damage=100).attempt("ana", rolls=[50])
    assert table.result("ana")["trigger_damage"] == 0

"""Scrape By and Extreme Effort: passes that the dice do not decide (FOS-33, FOS-35)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table


def scene(slots: str = "60 80d 99 x", *talents: dict[str, Any], cos: int = 45, **call: Any) -> Table:
    found = talents or (talent("scrape-by"), talent("extreme-effort"))
    return Table(who("ana", slots, *found), who("ben")).call(cos, **call)


def test_scrape_by_damages_two_dice_and_passes() -> None:
    """FOS-05, FOS-11, FOS-33: damaged first, then rolled with two dice each."""
    table = scene("60 80 99").attempt("ana", 0, 2, talent="scrape-by", rolls=[5, 6, 70, 7])
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "scrape-by", None, [0, 2])
    assert table.slots("ana") == "6d 80 70d"
    table.because("FOS-33")


def test_scrape_by_blows_what_was_damaged() -> None:
    """FOS-04, FOS-11: nothing is rolled for a blown slot."""
    table = scene("60 80d 99").attempt("ana", 1, 0, talent="scrape-by", rolls=[5, 6])
    assert table.slots("ana") == "6d x 99"
    assert table.result("ana")["slots"] == [1, 0]
    table = scene("60d 80d 99").attempt("ana", 0, 1, talent="scrape-by", rolls=[])
    assert table.slots("ana") == "x x 99"


def test_scrape_by_rolls_in_the_order_of_its_dice() -> None:
    table = scene("60 80 99").attempt("ana", 2, 0, talent="scrape-by", rolls=[1, 2, 3, 4])
    assert table.slots("ana") == "4d 80 2d"


@pytest.mark.parametrize("dice", [[0], [0, 0], [0, 1, 2], [], [0, 3], [3, 0], [0, 4], [0, -1], [0, True], [0, None]])
def test_scrape_by_takes_two_different_usable_slots(dice: list[Any]) -> None:
    """FOS-33."""
    scene().refuse("attempt", "ana", task="wall", dice=dice, talent="scrape-by")


def test_scrape_by_takes_no_slot_of_another_group() -> None:
    """FOS-33, FOS-39."""
    table = scene("60 70@Mental 80@Physical")
    table.no_attempt("ana", 0, 1, talent="scrape-by")
    table.attempt("ana", 0, 2, talent="scrape-by", rolls=[1, 2, 3, 4])
    assert table.slots("ana") == "2d 70@Mental 4d@Physical"


def test_with_one_usable_slot_there_is_no_scraping_by() -> None:
    scene("60 x").no_attempt("ana", 0, talent="scrape-by")
    scene("60 x").no_attempt("ana", 0, 1, talent="scrape-by")


@pytest.mark.parametrize(("slots", "rest"), [("60", "x"), ("60d", "x"), ("1", "x"), ("100", "x")])
def test_extreme_effort_blows_one_die_and_passes(slots: str, rest: str) -> None:
    """FOS-35: sound or damaged."""
    table = scene(f"{slots} 90").attempt("ana", 0, talent="extreme-effort")
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"]) == (True, "extreme-effort", None)
    assert result["slots"] == [0]
    assert table.slots("ana") == f"{rest} 90"
    table.because("FOS-35")


def test_extreme_effort_rolls_nothing() -> None:
    """FOS-11."""
    scene("60 90").no_attempt("ana", 0, talent="extreme-effort", rolls=[5])
    assert scene("60 90").attempt("ana", 0, talent="extreme-effort", rolls=[]).slots("ana") == "x 90"


def test_extreme_effort_may_blow_the_last_slot() -> None:
    table = scene("60 x").attempt("ana", 0, talent="extreme-effort")
    assert table.slots("ana") == "x x"
    table.gm("close-task", task="wall")
    assert table.call().attempt("ana", rolls=[5]).result("ana")["how"] == "plain"


@pytest.mark.parametrize("dice", [[3], [], [0, 1], [4], [-1]])
def test_extreme_effort_takes_one_usable_slot(dice: list[int]) -> None:
    """FOS-35."""
    scene().refuse("attempt", "ana", task="wall", dice=dice, talent="extreme-effort")


@pytest.mark.parametrize("kind", ["scrape-by", "extreme-effort", "smooth", "slick"])
@pytest.mark.parametrize("focus", ["Mental", "Climbing"])
def test_a_talent_serves_its_own_group(kind: str, focus: str) -> None:
    """FOS-21."""
    table = scene("1 2 41", talent(kind, focus))
    table.no_attempt("ana", *((0, 1) if kind in ("scrape-by", "smooth") else (2,)), talent=kind)


def test_a_free_talent_serves() -> None:
    """FOS-22."""
    table = Table(who("ana", "60 80", free={"key": "extreme-effort", "focus": "Physical"})).call()
    assert table.attempt("ana", 0, talent="extreme-effort").slots("ana") == "x 80"


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": [0, 1], "talent": "scrape-by", "flair": True},
        {"dice": [0], "talent": "extreme-effort", "flair": True},
        {"dice": [0], "talent": "extreme-effort", "wingman": True},
        {"dice": [0, 1], "talent": "scrape-by", "mend": 3},
        {"dice": [0], "talent": "extreme-effort", "mend": 3},
    ],
)
def test_flair_wingman_and_mending_do_not_go_with_them(fields: dict[str, Any]) -> None:
    """FOS-36, FOS-38, FOS-40: the slots are damaged or blown."""
    talents = [talent(key) for key in ("scrape-by", "extreme-effort", "smooth", "flair", "wingman")]
    table = scene("20 30 40 x", *talents, participants=["ana"], aids="ben")
    table.refuse("attempt", "ana", task="wall", **fields)


def test_neither_is_offered_steady() -> None:
    """FOS-41: the slots are damaged already, or blown."""
    table = scene("60 80", talent("scrape-by"), talent("steady"))
    assert table.attempt("ana", 0, 1, talent="scrape-by", rolls=[99, 98, 97, 96]).phase == "open"
    table = scene("60 80", talent("extreme-effort"), talent("steady"))
    assert table.attempt("ana", 0, talent="extreme-effort").phase == "open"


def test_a_pass_costs_nothing_and_does_trigger_damage() -> None:
    """FOS-10."""
    table = scene("60 80", on_failure="blown", trigger_damage=100)
    table.attempt("ana", 0, talent="extreme-effort")
    assert (table.phase, table.slots("ana"), table.result("ana")["trigger_damage"]) == ("open", "x 80", 100)

"""Before the first check: the fixed values instead (FOS-02), and the free slot reassigned (FOS-22)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import INVALID_TEXTS, Table


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ("1", "60"),
        ("1 2 3 4", "60 80 40 90"),
        ("1 2 3 4 5 6 7", "60 80 40 90 30 100 20"),
        ("1 2 9@Physical 8@Mental", "60 80 9@Physical 8@Mental"),
        ("9@Physical 1 2", "9@Physical 60 80"),
    ],
)
def test_a_mulligan_sets_the_ordinary_slots(slots: str, expected: str) -> None:
    """FOS-02: Lucky's stay as they are."""
    table = Table(who("ana", slots), who("ben", "5"))
    assert "mulligan" in table.offered("ana")
    table.do("mulligan", "ana")
    assert (table.slots("ana"), table.slots("ben")) == (expected, "5")
    table.because("FOS-02")


def test_a_mulligan_comes_once() -> None:
    """FOS-02."""
    table = Table(who("ana", "1 2"), who("ben", "5"))
    table.do("mulligan", "ana")
    table.refuse("mulligan", "ana")
    assert "mulligan" not in table.offered("ana")
    table.do("mulligan", "ben")
    assert table.slots("ben") == "60"


def test_a_mulligan_comes_before_the_first_call() -> None:
    """FOS-02."""
    table = Table(who("ana", "1 2"), who("ben", "5")).call(participants=["ben"])
    table.refuse("mulligan", "ana")
    table.gm("close-task", task="wall")
    table.refuse("mulligan", "ana")
    table.gm("rest", full=True)
    table.refuse("mulligan", "ana")


def test_a_mulligan_may_come_after_a_rest_or_a_hardship() -> None:
    """FOS-02: only a called check ends the start."""
    table = Table(who("ana", "1 2"))
    table.gm("rest", full=False)
    table.do("mulligan", "ana")
    assert table.slots("ana") == "60 80"


@pytest.mark.parametrize("fields", [{"slots": [0]}, {"dice": [0]}, {"target": "ana"}, {"rolls": [5]}])
def test_a_malformed_mulligan_is_refused(fields: dict[str, Any]) -> None:
    Table(who("ana")).refuse("mulligan", "ana", **fields)


def test_the_gm_and_strangers_take_no_mulligan() -> None:
    table = Table(who("ana"))
    table.no_gm("mulligan")
    table.refuse("mulligan", "elf")


def free(table: Table, name: str = "ana") -> Any:
    return table[name]["free"]


def test_the_free_slot_is_reassigned_before_the_first_call() -> None:
    """FOS-22."""
    table = Table(who("ana", "60", free={"key": "focus", "focus": "Mental"}), who("ben"))
    table.do("set-free", "ana", key="expertise", focus="Climbing")
    assert free(table) == {"key": "expertise", "focus": "Climbing"}
    table.because("FOS-22")
    table.call().attempt("ana", 0, reduce={"expertise": 0}, rolls=[5])
    assert table.result("ana")["applied"] == 50


def test_an_empty_free_slot_is_filled() -> None:
    table = Table(who("ana", "60"))
    table.do("set-free", "ana", key="couldnt-sleep", focus=None)
    assert free(table) == {"key": "couldnt-sleep", "focus": None}


def test_the_free_slot_is_not_reassigned_after_a_call() -> None:
    """FOS-22."""
    table = Table(who("ana", "60"), who("ben")).call(participants=["ben"])
    table.refuse("set-free", "ana", key="focus", focus="Mental")
    table.gm("close-task", task="wall")
    table.refuse("set-free", "ana", key="focus", focus="Mental")
    assert "set-free" not in table.offered("ana")


@pytest.mark.parametrize("full", [True, False])
def test_the_free_slot_is_reassigned_after_each_rest_until_the_next_call(full: bool) -> None:
    """FOS-22."""
    table = Table(who("ana", "60"), who("ben")).call()
    table.gm("rest", full=full)
    table.do("set-free", "ana", key="focus", focus="Mental")
    table.do("set-free", "ana", key="focus", focus="Physical")
    table.do("set-free", "ben", key="steady", focus="Physical")
    assert free(table) == {"key": "focus", "focus": "Physical"}
    table.call()
    table.refuse("set-free", "ana", key="focus", focus="Mental")


def test_a_defeat_is_no_rest() -> None:
    """FOS-22."""
    table = Table(who("ana", "60")).call()
    table.gm("defeat")
    table.refuse("set-free", "ana", key="focus", focus="Mental")


def test_lucky_cannot_be_placed_in_it() -> None:
    """FOS-22, FOS-39."""
    Table(who("ana")).refuse("set-free", "ana", key="lucky", focus="Physical")


def test_it_may_add_a_rank_but_not_a_fifth() -> None:
    """FOS-21, FOS-22."""
    table = Table(who("ana", "60", talent("aptitude", "Physical", 3), talent("steady", "Physical", 4)))
    table.refuse("set-free", "ana", key="steady", focus="Physical")
    table.do("set-free", "ana", key="aptitude", focus="Physical")
    table.call().attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5])
    assert table.result("ana")["applied"] == 40


def test_couldnt_sleep_has_one_rank() -> None:
    """FOS-42."""
    table = Table(who("ana", "60", talent("couldnt-sleep", None)))
    table.refuse("set-free", "ana", key="couldnt-sleep", focus=None)


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "charm", "focus": "Physical"},
        {"key": "focus"},
        {"key": "focus", "focus": None},
        {"focus": "Physical"},
        {"key": None, "focus": None},
        {"key": "couldnt-sleep", "focus": "Physical"},
        {"key": "focus", "focus": "Physical", "ranks": 2},
        {"key": "focus", "focus": "Physical", "target": "ben"},
        {"key": ["focus"], "focus": "Physical"},
        {},
    ],
)
def test_a_malformed_reassignment_is_refused(fields: dict[str, Any]) -> None:
    Table(who("ana")).refuse("set-free", "ana", **fields)


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_a_focus_is_a_text(value: Any) -> None:
    Table(who("ana")).refuse("set-free", "ana", key="aptitude", focus=value)


def test_the_gm_has_no_free_slot() -> None:
    Table(who("ana")).no_gm("set-free", key="focus", focus="Physical")


def test_a_rank_too_many_in_the_free_slot_is_refused_in_words_fos_21_fos_22() -> None:
    table = Table(who("ana", None, talent("couldnt-sleep", None), talent("focus", "Mental", 4), level=45), who("ben"))
    assert table.refuse("set-free", "ana", key="couldnt-sleep").message == (
        "command: Couldn't Sleep has only one rank, which is taken already; choose another."
    )
    assert table.refuse("set-free", "ana", key="focus", focus="Mental").message == (
        "command: all 4 ranks of Focus for Mental are taken already; choose another."
    )

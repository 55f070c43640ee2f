"""Calling for a check and closing the task (FOS-25, FOS-26, FOS-28)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import who
from tests.rules.fortune_system.table import INVALID_INTEGERS, INVALID_TEXTS, Table

CALL: dict[str, Any] = {
    "participants": ["ana", "ben"],
    "skill": "Climbing",
    "group": "Physical",
    "cos": 45,
    "task": "wall",
}


def scene(**options: Any) -> Table:
    return Table(who("ana"), who("ben"), **options)


def test_a_called_check_is_an_open_task() -> None:
    table = scene()
    table.gm("call-check", **CALL)
    assert table.phase == "open"
    assert table.task() == {
        **table.task(),
        **CALL,
        "on_failure": None,
        "selection": "choice",
        "aids": None,
        "trigger_damage": None,
        "results": {},
    }
    assert {"ana", "ben"} <= set(table.actors())
    assert "attempt" in table.offered("ana")


def test_all_that_is_declared_is_seen() -> None:
    """FOS-10, FOS-38, FOS-36."""
    table = scene()
    table.gm(
        "call-check",
        **{**CALL, "participants": ["ana"]},
        on_failure="blown",
        selection="lowest",
        aids="ben",
        trigger_damage=200,
    )
    task = table.task()
    assert (task["on_failure"], task["selection"]) == ("blown", "lowest")
    assert (task["aids"], task["trigger_damage"]) == ("ben", 200)
    assert task["participants"] == ["ana"]
    assert "attempt" not in table.offered("ben")


@pytest.mark.parametrize("cos", [-100, 0, 1, 43, 100, 300])
def test_any_cos_from_minus_100_to_300_is_accepted(cos: int) -> None:
    """FOS-26."""
    assert scene().call(cos).task()["cos"] == cos


@pytest.mark.parametrize("cos", [-101, 301, None, *INVALID_INTEGERS])
def test_other_cos_are_refused(cos: Any) -> None:
    """FOS-26."""
    scene().no_gm("call-check", **{**CALL, "cos": cos})


@pytest.mark.parametrize(
    "fields",
    [
        {"participants": ["elf"]},
        {"participants": ["ana", "elf"]},
        {"participants": "ana"},
        {"participants": None},
        {"participants": ["gm"]},
        {"participants": [7]},
        {"participants": {"ana": 1}},
        {"on_failure": "sound"},
        {"on_failure": ""},
        {"on_failure": True},
        {"selection": "highest"},
        {"selection": 1},
        {"aids": "elf"},
        {"aids": "gm"},
        {"aids": ["ben"]},
        {"aids": 7},
        {"luck": 3},
        {"dice": [0]},
        {"rolls": [3]},
        {"target": "ana"},
    ],
)
def test_a_malformed_call_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("call-check", **{**CALL, **fields})


@pytest.mark.parametrize("value", INVALID_TEXTS)
@pytest.mark.parametrize("field", ["skill", "group", "task"])
def test_skills_groups_and_tasks_are_texts(field: str, value: Any) -> None:
    """FOS-25: any text, the lists are open."""
    scene().no_gm("call-check", **{**CALL, field: value})


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_trigger_damage_is_an_integer(value: Any) -> None:
    scene().no_gm("call-check", **CALL, trigger_damage=value)


@pytest.mark.parametrize("field", list(CALL))
def test_every_field_of_a_call_is_needed(field: str) -> None:
    scene().no_gm("call-check", **{key: value for key, value in CALL.items() if key != field})
    scene().no_gm("call-check", **{**CALL, field: None})


def test_null_means_left_out() -> None:
    table = scene()
    table.gm("call-check", **CALL, on_failure=None, selection=None, aids=None, trigger_damage=None)
    assert table.task()["selection"] == "choice"


def test_only_the_gm_calls_and_closes() -> None:
    table = scene()
    table.refuse("call-check", "ana", **CALL)
    table.call()
    table.refuse("close-task", "ana", task="wall")
    table.refuse("call-check", "ben", **{**CALL, "task": "other"})


def test_several_tasks_are_open_in_the_order_called() -> None:
    """FOS-28."""
    table = scene().call(task="wall").call(task="ditch", cos=30).call(task="abyss")
    assert [task["task"] for task in table.tasks] == ["wall", "ditch", "abyss"]
    table.gm("close-task", task="ditch")
    assert [task["task"] for task in table.tasks] == ["wall", "abyss"]


def test_a_name_is_not_that_of_an_open_task() -> None:
    table = scene().call()
    table.no_gm("call-check", **CALL)
    table.gm("close-task", task="wall")
    assert table.call(30).task()["cos"] == 30


def test_a_name_used_again_is_a_new_task() -> None:
    """FOS-28."""
    table = scene().call().attempt("ana", 2, rolls=[5])
    table.gm("close-task", task="wall")
    table.call(61).attempt("ana", 0, rolls=[6])
    assert table.result("ana")["applied"] == 60


@pytest.mark.parametrize(
    "fields", [{}, {"task": "ditch"}, {"task": None}, {"task": 7}, {"task": ["wall"]}, {"task": "wall", "reason": "x"}]
)
def test_only_an_open_task_is_closed(fields: dict[str, Any]) -> None:
    scene().call().no_gm("close-task", **fields)


def test_a_closed_task_is_not_attempted() -> None:
    """FOS-28."""
    table = scene().call()
    table.gm("close-task", task="wall")
    table.no_attempt("ana", 2)
    table.no_gm("close-task", task="wall")
    assert "attempt" not in table.offered("ana")


def test_each_participant_attempts_a_task_once() -> None:
    """FOS-28: in any order."""
    table = scene().call()
    table.attempt("ben", 2, rolls=[5])
    table.no_attempt("ben", 2)
    table.attempt("ana", 3, rolls=[5])
    table.no_attempt("ana", 0)
    assert sorted(table.task()["results"]) == ["ana", "ben"]


def test_a_participant_who_is_not_listed_does_not_attempt() -> None:
    """FOS-28."""
    table = scene().call(participants=["ben"])
    table.no_attempt("ana", 2)
    table.no_attempt("gm", 2)
    table.no_attempt("elf", 2)
    table.attempt("ben", 2, rolls=[5])


def test_tasks_are_attempted_apart() -> None:
    table = scene().call(task="wall").call(task="ditch", cos=91)
    table.attempt("ana", 2, rolls=[5])
    table.attempt("ana", 3, task="ditch", rolls=[6])
    assert table.slots("ana") == "60 80 5 6"
    assert table.result("ana", "ditch")["success"] is True


@pytest.mark.parametrize("order", [("rest", {"full": False}), ("rest", {"full": True}), ("defeat", {})])
def test_rest_and_defeat_close_all_tasks(order: tuple[str, dict[str, Any]]) -> None:
    """FOS-28."""
    table = scene().call(task="wall").call(task="ditch")
    table.gm(order[0], **order[1])
    assert table.tasks == []
    table.no_attempt("ana", 2)

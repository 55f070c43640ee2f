"""Who joins late, who leaves early, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, INVALID_IDS, INVALID_OBJECTS, INVALID_TEXTS, Table


def scene(**options: Any) -> Table:
    return Table(who("ana"), who("ben"), **options)


def test_a_participant_who_joins_is_at_the_table() -> None:
    table = scene()
    table.gm("join", participant=who("cy", "5 6d x", talent("focus"), free={"key": "steady", "focus": "Mental"}))
    assert table.slots("cy") == "5 6d x"
    assert table["cy"]["free"] == {"key": "steady", "focus": "Mental"}
    assert table["cy"]["level"] == 45
    assert table.view("cy") == table.view()
    table.call(participants=["cy"]).attempt("cy", 0, rolls=[9])
    assert table.slots("cy") == "9 6d x"


def test_a_participant_who_joins_without_slots_has_them_rolled_or_fixed() -> None:
    """FOS-01, FOS-02, FOS-39: the option says how many."""
    table = scene(slots=3, dice=[11, 12, 13, 14])
    table.gm("join", participant=who("cy", None))
    assert table.slots("cy") == "11 12 13"
    table.gm("join", participant=who("dee", None, talent("lucky", "Mental"), fill="fixed"))
    assert table.slots("dee") == "60 80 40 14@Mental"


def test_the_dice_of_one_who_joins_may_be_typed_in() -> None:
    table = scene()
    for rolls in ([1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 0]):
        table.no_gm("join", participant=who("cy", None), rolls=rolls)
    table.gm("join", participant=who("cy", None), rolls=[1, 2, 3, 4])
    assert table.slots("cy") == "1 2 3 4"


def test_a_participant_who_joins_late_is_in_no_open_task_and_takes_no_mulligan() -> None:
    """FOS-02, FOS-28."""
    table = scene().call()
    table.gm("join", participant=who("cy"))
    assert table.task()["participants"] == ["ana", "ben"]
    table.no_attempt("cy", 2)
    table.refuse("mulligan", "cy")


def test_a_participant_who_joins_early_may_take_a_mulligan() -> None:
    """FOS-02: before the first call."""
    table = scene()
    table.gm("join", participant=who("cy", "1 2"))
    table.do("mulligan", "cy")
    assert table.slots("cy") == "60 80"


@pytest.mark.parametrize(
    "participant",
    [
        *INVALID_OBJECTS,
        None,
        {},
        {"id": "cy"},
        who("ana"),
        {**who("cy"), "level": 0},
        {**who("cy"), "side": "x"},
        who("cy", "5", *[talent("focus", f"G{number}") for number in range(13)]),
        {**who("cy"), "slots": []},
        who("cy", "5", free={"key": "lucky", "focus": "Physical"}),
    ],
)
def test_a_malformed_participant_is_refused(participant: Any) -> None:
    scene().no_gm("join", participant=participant)


@pytest.mark.parametrize("value", INVALID_IDS)
def test_an_id_is_of_the_contract(value: Any) -> None:
    scene().no_gm("join", participant={**who("cy"), "id": value})
    scene().no_gm("leave", target=value)


def test_a_participant_who_leaves_is_gone_from_the_table_and_the_open_tasks() -> None:
    table = scene().call(aids="ana").attempt("ana", 2, rolls=[5])
    table.gm("leave", target="ana")
    assert list(table.participants) == ["ben"]
    task = table.task()
    assert (task["participants"], task["aids"]) == (["ben"], None)
    assert task["results"]["ana"]["success"] is True, "its results stay"
    table.no_attempt("ana", 0)
    table.no_gm("leave", target="ana")
    table.no_gm("hardship", target="ana", degree="damaged", selection="choice")
    table.no_gm("call-check", participants=["ana"], skill="a", group="b", cos=45, task="new")
    with pytest.raises(play.Refused):
        play.view(GAME, table.state, "ana")


def test_a_participant_who_has_left_may_join_again() -> None:
    table = scene().call()
    table.gm("leave", target="ana")
    table.gm("join", participant=who("ana", "7"))
    assert table.slots("ana") == "7"
    assert list(table.participants) == ["ben", "ana"]
    assert table.task()["participants"] == ["ben"]


def test_a_participant_who_joins_again_recovers_last() -> None:
    """FOS-08: setup order is the order of coming."""
    table = Table(who("ana", "x"), who("ben", "x"))
    table.gm("leave", target="ana")
    table.gm("join", participant=who("ana", "x"))
    table.gm("rest", full=True, rolls=[1, 2])
    assert (table.slots("ben"), table.slots("ana")) == ("1", "2")


def test_everybody_may_leave() -> None:
    table = scene()
    table.gm("leave", target="ana")
    table.gm("leave", target="ben")
    assert (table.participants, table.actors()) == ({}, ["gm"])
    table.gm("join", participant=who("cy"))
    assert "cy" in table.participants


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"target": None},
        {"target": "elf"},
        {"target": "gm"},
        {"target": "ana", "reason": "x"},
        {"target": "ana", "rolls": [5]},
    ],
)
def test_a_malformed_leave_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("leave", **fields)


def test_only_the_gm_lets_join_leave_and_end() -> None:
    table = scene()
    table.refuse("join", "ana", participant=who("cy"))
    table.refuse("leave", "ana", target="ana")
    table.refuse("end", "ana", outcome="x")


def test_the_gm_ends_it_with_any_words() -> None:
    table = scene().call()
    table.gm("end", outcome="They reach the top.")
    assert (table.phase, table.outcome, table.pending, table.actors()) == ("over", "They reach the top.", None, [])
    table.no_attempt("ana", 2)
    table.refuse("mulligan", "ana")
    table.no_gm("end", outcome="Again.")
    table.no_gm("rest", full=True)
    table.no_gm("join", participant=who("cy"))
    table.no_gm("leave", target="ana")
    for actor in ("ana", "gm"):
        assert table.offers(actor) == []
        assert play.sample(GAME, table.state, actor, seed=1) is None


@pytest.mark.parametrize("fields", [{}, {"outcome": None}, {"outcome": "x", "winner": "ana"}])
def test_a_malformed_end_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("end", **fields)


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_an_outcome_is_a_text(value: Any) -> None:
    scene().no_gm("end", outcome=value)


@pytest.mark.parametrize(
    "command",
    [
        *INVALID_OBJECTS,
        None,
        {},
        {"type": "defeat"},
        {"actor": "gm"},
        {"type": "dance", "actor": "ana"},
        {"type": "dance", "actor": "gm"},
        {"type": ["defeat"], "actor": "gm"},
        {"type": "defeat", "actor": ["gm"]},
        {"type": None, "actor": "gm"},
        {"type": "defeat", "actor": None},
        {"type": "defeat", "actor": 7},
        {"type": 7, "actor": "gm"},
    ],
)
def test_a_command_is_an_object_with_a_known_type_and_an_actor(command: Any) -> None:
    scene().refuse_raw(command)

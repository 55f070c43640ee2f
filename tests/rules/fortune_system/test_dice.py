"""Dice: every roll is told, opened or marked as typed in; what is refused or typed in changes no die to come."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, Table

KEYS = ("smooth", "flair", "scrape-by", "wingman", "focus")


def scene(slots: str = "20 24 30d x", ben: str = "60 80d") -> Table:
    talents = [talent(key) for key in KEYS]
    return Table(who("ana", slots, *talents, talent("couldnt-sleep", None)), who("ben", ben))


def opened(table: Table) -> int:
    """How many dice the last command opened."""
    return sum(len(event.get("opened", ())) for event in table.events)


ATTEMPTS: list[tuple[str, dict[str, Any], int]] = [
    ("20 24 30d x", {"dice": [0]}, 1),
    ("20 24 30d x", {"dice": [2]}, 2),
    ("x x", {"dice": []}, 1),
    ("20 24 30d x", {"dice": [0], "flair": True}, 2),
    ("20 24 30d x", {"dice": [0], "reduce": {"focus": 0}}, 2),
    ("20 24 30d x", {"dice": [0, 1], "talent": "smooth", "mend": 3}, 4),
    ("20 24 30d x", {"dice": [0, 1], "talent": "scrape-by"}, 4),
    ("20 24 30d x", {"dice": [0, 2], "talent": "scrape-by"}, 2),
    ("20 24 30d x", {"dice": [0], "wingman": True}, 0),
]


@pytest.mark.parametrize(("slots", "fields", "count"), ATTEMPTS)
def test_the_dice_of_an_attempt_are_told(slots: str, fields: dict[str, Any], count: int) -> None:
    """FOS-03, FOS-05, FOS-07, FOS-36, FOS-40."""
    table = scene(slots).call(aids="ben")
    table.do("attempt", "ana", task="wall", **fields)
    assert opened(table) == count
    assert not any(event.get("supplied") for event in table.events)
    table = scene(slots).call(aids="ben")
    table.do("attempt", "ana", task="wall", **fields, rolls=[50 + at for at in range(count)])
    assert opened(table) == 0
    assert any(event.get("supplied") for event in table.events) == bool(count)


@pytest.mark.parametrize(("slot", "count"), [(0, 1), (1, 2), (None, 1)])
def test_the_dice_of_an_answer_are_told(slot: int | None, count: int) -> None:
    """FOS-38."""
    table = scene().call(aids="ben").attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=slot)
    assert opened(table) == count
    table = scene().call(aids="ben").attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=slot, rolls=[50] * count)
    assert any(event.get("supplied") for event in table.events)


@pytest.mark.parametrize(
    ("kind", "fields", "count"),
    [
        ("rest", {"full": True}, 3),
        ("defeat", {}, 3),
        ("join", {"participant": who("cy", None)}, 4),
        ("rest", {"full": False}, 0),
    ],
)
def test_the_dice_of_the_gms_orders_are_told(kind: str, fields: dict[str, Any], count: int) -> None:
    """FOS-02, FOS-08."""
    table = scene("20 x", "x x 30d")
    table.gm(kind, **fields)
    assert opened(table) == count
    table = scene("20 x", "x x 30d")
    table.gm(kind, **fields, rolls=[50] * count)
    assert any(event.get("supplied") for event in table.events) == bool(count)


def test_the_dice_of_a_sleepless_night_are_told() -> None:
    """FOS-42."""
    table = scene()
    table.gm("rest", full=False)
    table.do("couldnt-sleep", "ana", dice=[0, 2])
    assert opened(table) == 3


def test_a_recovery_is_told_of_each_who_recovers() -> None:
    """FOS-08."""
    table = scene("20 x", "60")
    table.gm("rest", full=True)
    told = [event for event in table.events if event.get("target") == "ana" and "FOS-08" in event["rules"]]
    assert told
    assert not [event for event in table.events if event.get("target") == "ben"]


def test_a_refused_command_changes_no_die_to_come() -> None:
    first, two = Table(who("ana", "30 40")).call(), Table(who("ana", "30 40")).call()
    first.no_attempt("ana", 0, flair=True)
    first.no_attempt("ana", 0, rolls=[])
    assert first.attempt("ana", 0).state == two.attempt("ana", 0).state


def test_typed_dice_leave_the_dice_to_come_as_they_are() -> None:
    first, two = Table(who("ana", "30 40")).call(), Table(who("ana", "30 40")).call()
    first.call(task="ditch").attempt("ana", 0, rolls=[1])
    two.call(task="ditch")
    first.attempt("ana", 1, task="ditch")
    two.attempt("ana", 1, task="ditch")
    assert first["ana"]["slots"][1] == two["ana"]["slots"][1]


def test_an_encounter_with_supplied_dice_replays_byte_for_byte() -> None:
    talents = [talent(key) for key in (*KEYS, "exemplar", "steady")]
    participants = [
        who("ana", None, *talents, talent("lucky"), talent("couldnt-sleep", None)),
        who("ben", "60 80d x 20 30@Mental", *talents),
        who("cy", None, talent("smooth", "Physical", 3), fill="fixed", free={"key": "steady", "focus": "Physical"}),
    ]
    table = Table(*participants, dice=[60, 70, 80, 90, 20, 44, 3])
    table.do("mulligan", "ana")
    table.call(aids="ben").attempt("ana", 2, wingman=True)
    table.do("choose", "ben", slot=None)
    while table.pending:
        table.do("choose", table.pending["actor"], use=False)
    table.attempt("ben", exemplar="ana")
    table.gm("rest", full=True)
    table.gm("end", outcome="They part.")
    again = play.replay(GAME, table.first, table.commands)
    assert play.canonical(again["state"]) == play.canonical(table.state)


def test_the_opening_tells_every_slot_and_opens_every_die_that_was_rolled() -> None:
    state = play.start(GAME, {"participants": [{"id": "ana", "name": "Ana"}], "dice": [7, 8]}, seed=4)
    events = play.opening(GAME, state)
    assert play.verify(events)["ok"]
    facts = [fact for event in events for fact in event.get("slots", [])]
    values = [slot["value"] for slot in play.view(GAME, state, "ana")["participants"]["ana"]["slots"]]
    assert [fact["value"] for fact in facts] == values
    assert values[:2] == [7, 8]
    filled = events[-1]
    assert filled["supplied"] is True
    assert [die["value"] for die in filled["opened"]] == values[2:]
    later = play.act(GAME, state, {"type": "defeat", "actor": "gm"})["state"]
    with pytest.raises(play.Refused):
        play.opening(GAME, later)


def test_dice_of_the_site_are_opened_and_supplied_ones_are_marked() -> None:
    state = play.start(GAME, {"participants": [{"id": "ana", "name": "Ana"}]}, seed=4)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    state = play.act(GAME, state, {**call, "cos": 50, "task": "race"})["state"]
    attempt = {"type": "attempt", "actor": "ana", "task": "race", "dice": [0]}
    own = play.act(GAME, state, attempt)
    rolled = [event for event in own["events"] if event["type"] == "slot-rolled"]
    assert [die["value"] for die in rolled[0]["opened"]] == rolled[0]["rolled"]
    assert "supplied" not in rolled[0]
    assert own["reveals"] is True
    typed = play.act(GAME, state, {**attempt, "rolls": [33]})["events"]
    assert [event["supplied"] for event in typed if event["type"] == "slot-rolled"] == [True]
    assert all("opened" not in event for event in typed)

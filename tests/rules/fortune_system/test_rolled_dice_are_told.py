"""Every die that is rolled is told: opened when the site rolled it, marked when it was typed in (contract)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.table import Table, talent, who

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

"""Participants of a setup: their shape and their talents (FOS-20, FOS-21, FOS-22, FOS-42)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.malformed import called
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.setups import everything
from tests.rules.fortune_system.table import (
    GAME,
    INVALID_IDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    INVALID_TEXTS,
    Table,
    refused_setup,
    refused_start,
)

KEYS = [
    "aptitude",
    "expertise",
    "focus",
    "scrape-by",
    "exemplar",
    "extreme-effort",
    "smooth",
    "slick",
    "wingman",
    "lucky",
    "flair",
    "steady",
]


def ranks(table: Table, name: str, key: str, focus: str | None) -> int:
    """How many ranks the view shows for a pair."""
    return sum(found["ranks"] for found in table[name]["talents"] if (found["key"], found["focus"]) == (key, focus))


def test_a_plain_setup_starts_open_with_no_task() -> None:
    table = Table(who("ana"), who("ben"))
    assert (table.phase, table.pending, table.tasks, table.outcome) == ("open", None, [], None)
    assert list(table.participants) == ["ana", "ben"]
    assert Table({"id": "ana", "name": "Ana"})["ana"]["level"] == 1
    assert Table({"id": "ana", "name": "Ana"})["ana"]["free"] is None
    assert Table({"id": "ana", "name": "Ana"})["ana"]["talents"] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_talent_has_a_focus(key: str) -> None:
    """FOS-21."""
    table = Table(who("ana", "50", talent(key, "Physical", 2)))
    assert ranks(table, "ana", key, "Physical") == 2
    refused_start(who("ana", "50", {"key": key, "focus": None}))
    refused_start(who("ana", "50", {"key": key}))
    refused_start(who("ana", "50", {"key": key, "focus": ""}))


def test_couldnt_sleep_has_no_focus_and_one_rank() -> None:
    """FOS-42."""
    table = Table(who("ana", "50", talent("couldnt-sleep", None)))
    assert ranks(table, "ana", "couldnt-sleep", None) == 1
    refused_start(who("ana", "50", talent("couldnt-sleep", "Physical")))
    refused_start(who("ana", "50", talent("couldnt-sleep", None, 2)))
    refused_start(who("ana", "50", talent("couldnt-sleep", None), talent("couldnt-sleep", None)))
    refused_start(who("ana", "50", talent("couldnt-sleep", None), free={"key": "couldnt-sleep", "focus": None}))


@pytest.mark.parametrize(("level", "allowed"), [(1, 3), (4, 3), (5, 4), (10, 5), (44, 11), (45, 12), (99, 12)])
def test_a_level_allows_so_many_talents(level: int, allowed: int) -> None:
    """FOS-20: ranks count as talents."""
    many = [talent("aptitude", f"Group {number}") for number in range(allowed)]
    Table(who("ana", "50", *many, level=level))
    refused_start(who("ana", "50", *many, talent("focus", "Mental"), level=level))
    if allowed > 4:
        Table(who("ana", "50", talent("aptitude", "A", 4), *many[: allowed - 4], level=level))
        refused_start(who("ana", "50", talent("aptitude", "A", 4), *many[: allowed - 3], level=level))


def test_the_default_level_allows_three() -> None:
    """FOS-20."""
    three = [talent("aptitude", "Physical", 3)]
    Table({"id": "ana", "name": "Ana", "talents": three})
    refused_start({"id": "ana", "name": "Ana", "talents": [*three, talent("focus", "Mental")]})


def test_the_free_slot_is_one_more_talent() -> None:
    """FOS-22."""
    free = {"key": "focus", "focus": "Mental"}
    table = Table(who("ana", "50", talent("aptitude", "Physical", 3), level=1, free=free))
    assert table["ana"]["free"] == free


def test_four_ranks_of_one_pair_are_the_most() -> None:
    """FOS-21: entries add up, the free slot included."""
    Table(who("ana", "50", talent("aptitude", "Physical", 4)))
    Table(who("ana", "50", talent("aptitude", "Physical", 3), free={"key": "aptitude", "focus": "Physical"}))
    Table(who("ana", "50", talent("aptitude", "Physical", 4), free={"key": "aptitude", "focus": "Mental"}))
    refused_start(who("ana", "50", talent("aptitude", "Physical", 5)))
    refused_start(who("ana", "50", talent("aptitude", "Physical", 3), talent("aptitude", "Physical", 2)))
    refused_start(who("ana", "50", talent("aptitude", "Physical", 4), free={"key": "aptitude", "focus": "Physical"}))


def test_any_number_of_talents_share_a_focus() -> None:
    """FOS-21."""
    table = Table(who("ana", "50", *[talent(key, "Physical") for key in KEYS]))
    assert sum(found["ranks"] for found in table["ana"]["talents"]) == 12


def test_lucky_is_never_in_the_free_slot() -> None:
    """FOS-22, FOS-39."""
    refused_start(who("ana", "50", free={"key": "lucky", "focus": "Physical"}))


@pytest.mark.parametrize(
    "free",
    [
        {"key": "aptitude"},
        {"focus": "Physical"},
        {"key": "aptitude", "focus": None},
        {"key": "aptitude", "focus": ""},
        {"key": "charm", "focus": "Physical"},
        {"key": "couldnt-sleep", "focus": "Physical"},
        {"key": "aptitude", "focus": "Physical", "ranks": 2},
        "aptitude",
        ["aptitude", "Physical"],
        3,
        {},
    ],
)
def test_a_malformed_free_talent_is_refused(free: Any) -> None:
    refused_start(who("ana", "50", free=free))


def test_the_free_slot_takes_couldnt_sleep() -> None:
    table = Table(who("ana", "50", free={"key": "couldnt-sleep", "focus": None}))
    assert table["ana"]["free"] == {"key": "couldnt-sleep", "focus": None}


@pytest.mark.parametrize(
    "talents",
    [
        [{"key": "charm", "focus": "Physical"}],
        [{"key": "Aptitude", "focus": "Physical"}],
        [talent("focus", "A", 0)],
        [talent("focus", "A", -1)],
        [talent("focus", "A", 10**9)],
        [{"focus": "A"}],
        [{"key": None, "focus": "A"}],
        [{"key": "focus", "focus": 7}],
        [{"key": "focus", "focus": "x" * 201}],
        [{"key": "focus", "focus": "A", "x": 1}],
        ["focus"],
        "focus",
        {"focus": "A"},
        3,
        [None],
        [["focus", "A"]],
    ],
)
def test_malformed_talents_are_refused(talents: Any) -> None:
    refused_start(who("ana", "50", level=45) | {"talents": talents})


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_ranks_are_an_integer(value: Any) -> None:
    refused_start(who("ana", "50", {"key": "aptitude", "focus": "Physical", "ranks": value}))


def test_ranks_left_out_are_one() -> None:
    left_out, null = {"key": "aptitude", "focus": "Physical"}, {"key": "focus", "focus": "A", "ranks": None}
    table = Table(who("ana", "50", left_out, null))
    assert ranks(table, "ana", "aptitude", "Physical") == 1
    assert ranks(table, "ana", "focus", "A") == 1


@pytest.mark.parametrize("level", [0, 100, -1])
def test_a_level_is_from_1_to_99(level: int) -> None:
    refused_start(who("ana", level=level))


@pytest.mark.parametrize("value", INVALID_IDS)
def test_an_id_is_of_the_contract(value: Any) -> None:
    refused_start({**who("ana"), "id": value})


@pytest.mark.parametrize("value", [*INVALID_TEXTS, None])
def test_a_name_is_a_text(value: Any) -> None:
    refused_start({**who("ana"), "name": value})


def test_ids_differ() -> None:
    refused_start(who("ana"), who("ana"))


@pytest.mark.parametrize(
    "setup",
    [
        *INVALID_OBJECTS,
        None,
        {},
        {"participants": None},
        {"participants": "ana"},
        {"participants": [who("ana")], "deck": []},
        {"participants": [{**who("ana"), "side": "heroes"}]},
        {"participants": [{"id": "ana"}]},
        {"participants": [{"name": "Ana"}]},
    ],
)
def test_a_malformed_setup_is_refused(setup: Any) -> None:
    refused_setup(setup)


@pytest.mark.parametrize("seed", [None, 1.5, True, ["a"]])
def test_a_seed_is_an_integer_a_text_or_bytes(seed: Any) -> None:
    with pytest.raises(play.Refused):
        play.start(GAME, {"participants": [who("ana")]}, seed=seed)


def test_a_setup_without_slots_starts_the_same_with_the_same_seed() -> None:
    setup = {"participants": [who("ana", None), who("ben", None)]}
    assert play.start(GAME, setup, seed="a") == play.start(GAME, setup, seed="a")
    assert play.start(GAME, setup, seed="a") != play.start(GAME, setup, seed="b")


def test_left_out_and_null_mean_the_same_in_setups_and_commands() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("level", "slots", "fill", "talents", "free", "mulligan"):
            participant.setdefault(name, None)
    assert play.start(GAME, {**nulls, "rows": None}, seed=1) == play.start(GAME, setup, seed=1)
    state = called()
    short = {"type": "attempt", "actor": "ana", "task": "t", "dice": [0]}
    long = {**short, "reduce": {"focus": None}, "talent": None, "mend": None, "exemplar": None, "flair": None}
    assert play.act(GAME, state, short) == play.act(GAME, state, {**long, "wingman": None, "rolls": None})

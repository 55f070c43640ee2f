"""Whatever is put in, the answer is a result or a refusal, never another exception (contract)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.table import GAME, Table, proper, talent, who
from tests.rules.junk import JUNK, holds

COMMANDS: list[dict[str, Any]] = [
    {
        "type": "call-check",
        "actor": "gm",
        "participants": ["ana", "ben"],
        "skill": "Climbing",
        "group": "Physical",
        "cos": 45,
        "task": "ditch",
        "on_failure": "damaged",
        "selection": "lowest",
        "aids": "ben",
        "trigger_damage": 100,
    },
    {
        "type": "attempt",
        "actor": "ana",
        "task": "wall",
        "dice": [0, 1],
        "reduce": {"aptitude": 0, "focus": 1},
        "talent": "smooth",
        "mend": 3,
        "flair": True,
        "rolls": [1, 2, 3, 4, 5, 6],
    },
    {"type": "attempt", "actor": "ana", "task": "wall", "dice": [2], "talent": "slick", "wingman": True},
    {"type": "attempt", "actor": "cy", "task": "wall", "dice": [], "exemplar": "ben"},
    {"type": "hardship", "actor": "gm", "target": "ana", "degree": "damaged", "selection": "choice"},
    {"type": "rest", "actor": "gm", "full": True, "rolls": [5]},
    {"type": "defeat", "actor": "gm", "rolls": [5]},
    {"type": "close-task", "actor": "gm", "task": "wall"},
    {"type": "leave", "actor": "gm", "target": "ana"},
    {"type": "join", "actor": "gm", "participant": who("dee", "5 6d x", talent("focus"))},
    {"type": "end", "actor": "gm", "outcome": "Peace."},
]
EARLY: list[dict[str, Any]] = [
    {"type": "mulligan", "actor": "ana"},
    {"type": "set-free", "actor": "ana", "key": "focus", "focus": "Mental"},
    {"type": "couldnt-sleep", "actor": "ana", "dice": [0, 1], "rolls": [5, 6]},
]

SETUP: dict[str, Any] = {
    "participants": [
        who("ana", "5 6d x 7@Mental", talent("focus"), free={"key": "steady", "focus": "Mental"}),
        who("ben", None, fill="fixed"),
    ],
    "options": {"slots": 4, "equal_passes": True, "xp_per_level": 100},
    "dice": [3, 4],
}

CHECKS: dict[str, dict[str, Any]] = {
    "die": {"value": 40, "cos": 45, "reductions": [5, 20], "damaged": True, "equal_passes": True, "rolls": [5, 6]},
    "fill": {"slots": 2, "method": "rolled", "rolls": [5, 6]},
    "talents": {"level": 5},
    "pools": {"level": 5, "vit": 4, "spr": 4},
    "harm": {"level": 5, "to": "character", "degree": "vicious", "whole_party": True},
}


def table() -> Table:
    """The task "wall" is open, and Ben has passed it."""
    keys = ("aptitude", "focus", "smooth", "slick", "flair", "wingman")
    ana = who("ana", "24 30 44 x", *[talent(key) for key in keys])
    made = Table(ana, who("ben", "20", talent("exemplar")), who("cy"))
    return made.call(aids="cy").attempt("ben", 0, rolls=[5])


def early() -> Table:
    """Nothing has been called, and there has been a short rest."""
    made = Table(who("ana", "24 30", talent("couldnt-sleep", None)), who("ben"))
    made.gm("rest", full=False)
    return made


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["type"]))
def test_a_command_full_of_junk_is_answered(command: dict[str, Any]) -> None:
    state = table().state
    before = copy.deepcopy(state)
    holds(lambda junk: play.act(GAME, state, junk), command)
    assert state == before


@pytest.mark.parametrize("command", EARLY, ids=lambda command: str(command["type"]))
def test_a_command_of_the_start_full_of_junk_is_answered(command: dict[str, Any]) -> None:
    state = early().state
    holds(lambda junk: play.act(GAME, state, junk), command)


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"dice": [2], "talent": "slick", "wingman": True}, {"actor": "cy", "slot": 0, "rolls": [5]}),
        ({"dice": [2], "flair": True, "rolls": [5, 6]}, {"actor": "ana", "value": 5}),
    ],
)
def test_an_answer_full_of_junk_is_answered(fields: dict[str, Any], answer: dict[str, Any]) -> None:
    made = table()
    made.do("attempt", "ana", task="wall", **fields)
    holds(lambda junk: play.act(GAME, made.state, junk), {"type": "choose", **answer})


def test_a_setup_full_of_junk_is_answered() -> None:
    holds(lambda junk: play.start(GAME, junk, seed=1), SETUP)


@pytest.mark.parametrize("kind", CHECKS)
def test_inputs_full_of_junk_are_answered(kind: str) -> None:
    holds(lambda junk: play.check(GAME, kind, junk, seed=1), CHECKS[kind])


@pytest.mark.parametrize("ask", [play.view, play.offers])
def test_a_strange_viewer_or_actor_is_answered(ask: Any) -> None:
    state = table().state
    for junk in JUNK:
        try:
            ask(GAME, state, junk)
        except play.Refused as refusal:
            proper(refusal)

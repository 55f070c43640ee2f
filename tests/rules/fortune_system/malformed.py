"""Whole commands, setups, checks and sheets of the Fortune System: tests/rules/test_malformed.py breaks every place."""

from typing import Any

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.setups import SYSTEM, everything
from tests.rules.fortune_system.table import Table

PREFIX = "FOS-"
WORDS = [
    "ana",
    "ben",
    "gm",
    "observer",
    "t",
    "Physical",
    "Running",
    "",
    "\ud800",
    "\x00",
    "damaged",
    "blown",
    "lowest",
    "smooth",
    "slick",
    "aptitude",
    "couldnt-sleep",
    "rolled",
    "fixed",
    "x" * 300,
]
NUMBERS = (-1, 5)
FIELDS = [
    "actor",
    "target",
    "participants",
    "skill",
    "group",
    "cos",
    "task",
    "on_failure",
    "selection",
    "aids",
    "trigger_damage",
    "dice",
    "reduce",
    "talent",
    "mend",
    "exemplar",
    "flair",
    "wingman",
    "slot",
    "value",
    "use",
    "degree",
    "full",
    "key",
    "focus",
    "participant",
    "outcome",
    "rolls",
    "nonsense",
]
INPUTS = [
    "value",
    "cos",
    "reductions",
    "damaged",
    "equal_passes",
    "rolls",
    "slots",
    "method",
    "level",
    "vit",
    "spr",
    "to",
    "degree",
    "whole_party",
    "smooth",
    "slot",
    "second",
    "skill",
    "group",
    "reduce",
    "talent",
    "mend",
    "flair",
    "steady",
]
OPEN: list[dict[str, Any]] = [
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
WHOLE_CHECKS: list[tuple[str, dict[str, Any]]] = [
    ("die", {"value": 40, "cos": 45, "reductions": [5, 20], "damaged": True, "equal_passes": True, "rolls": [5, 6]}),
    ("fill", {"slots": 2, "method": "rolled", "rolls": [5, 6]}),
    ("talents", {"level": 5}),
    ("pools", {"level": 5, "vit": 4, "spr": 4}),
    ("harm", {"level": 5, "to": "character", "degree": "vicious", "whole_party": True}),
]
SHEET = {
    "finished": True,
    "filled": "rolled",
    "slots": [{"value": 40, "condition": "sound"}, {"value": None, "condition": "blown"}],
    "talents": [talent("aptitude"), talent("couldnt-sleep", None)],
    "free": {"key": "slick", "focus": "Physical"},
    "attributes": {"atk": 8, "vit": 5},
    "hp": 3,
    "mp": None,
    "equipment": [{"name": "Rope", "quantity": 2}],
}
HOUSE = {
    "options": {"slots": 3, "equal_passes": True, "xp_per_level": 50},
    "rows": [
        {"kind": "talent", "key": "slick", "name": "Slick", "figures": {"for": "group", "margin": 9}},
        {"kind": "skill", "key": "dance", "name": "Dance", "figures": {"group": "Social"}},
        {"kind": "group", "key": "social", "name": "Social", "figures": {}},
    ],
}
STEP: dict[str, Any] = {"type": "talent", "key": "focus", "focus": "Physical"}
PROGRESS = {"levels": 9}
NUMBER_OF_THE_SHEET = "hp"
SHEET_CHECK = ("die", {"slot": 0, "cos": 45, "skill": "Running"})
CALL = {"type": "call-check", "actor": "gm", "skill": "Running", "group": "Physical", "cos": 45, "task": "t"}


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


def asked(**fields: Any) -> dict[str, Any]:
    """The state after an attempt of Ana at the wall that asks somebody."""
    made = table()
    made.do("attempt", "ana", task="wall", **fields)
    return made.state


def called() -> dict[str, Any]:
    """Everybody is called for the task "t"."""
    order = {**CALL, "participants": ["ana", "ben", "cyd", "dee"], "aids": "ben", "on_failure": "damaged"}
    after: dict[str, Any] = play.act(SYSTEM, play.start(SYSTEM, everything(), seed=3), order)["state"]
    return after


START = called()
ATTEMPT = {"type": "attempt", "actor": "ana", "task": "t", "dice": [2], "wingman": True}
SCENES: dict[str, dict[str, Any]] = {
    "start": START,
    "open": table().state,
    "early": early().state,
    "wingman": asked(dice=[2], talent="slick", wingman=True),
    "flair": asked(dice=[2], flair=True, rolls=[5, 6]),
    "asked": play.act(SYSTEM, START, ATTEMPT)["state"],
}
COMMANDS: dict[str, list[dict[str, Any]]] = {
    "open": OPEN,
    "early": EARLY,
    "wingman": [{"type": "choose", "actor": "cy", "slot": 0, "rolls": [5]}],
    "flair": [{"type": "choose", "actor": "ana", "value": 5}],
    "asked": [
        {"type": "choose", "actor": "ben", "slot": 0},
        {"type": "choose", "actor": "ben"},
        {"type": "leave", "actor": "gm", "target": "ben"},
        {"type": "leave", "actor": "gm", "target": "ana"},
        {"type": "end", "actor": "gm", "outcome": "other"},
    ],
}
# A command with one fault, and the path that its refusal names.
SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("start", {"type": "rest", "actor": "gm", "full": 1}, "full"),
    ("start", {"type": "rest", "actor": "gm"}, "full"),
    ("start", {"type": "rest", "actor": "gm", "full": True, "why": None}, "why"),
    ("start", {"type": "attempt", "actor": "ana", "task": "t", "dice": [True]}, "dice[0]"),
    ("start", {"type": "attempt", "actor": "ana", "task": "t", "dice": [0.0]}, "dice[0]"),
    ("start", {"type": "attempt", "actor": "ana", "task": "t", "dice": [9]}, "dice[0]"),
    ("start", {"type": "attempt", "actor": "ana", "task": "t", "dice": [0], "reduce": {"luck": 0}}, "reduce"),
    ("start", {**CALL, "task": "other", "participants": ["ana", "nobody"]}, "participants[1]"),
    ("start", {**CALL, "task": "other", "participants": ["ana"], "cos": 301}, "cos"),
    ("start", {"type": "join", "actor": "gm", "participant": {"id": "a", "name": ""}}, "participant.name"),
    ("start", {"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A"}}, "participant.id"),
]

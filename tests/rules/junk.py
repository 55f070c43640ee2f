"""Values that no field expects, put at every place of a valid input."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules import play

DEEP: list[Any] = []
for _ in range(500):
    DEEP = [DEEP]


class Marked(str):
    """A text as templates mark theirs."""


JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7,
    10**400,
    -(10**400),
    1.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "a" * 10_000,
    "\x00",
    10**5000,
    range(2),
    Marked("ana"),
    "\ud800",
    "ana",
    "gm",
    b"ana",
    (),
    [],
    {},
    [[]],
    [None],
    ["ana", "ana"],
    {"a": {}},
    {1: 2},
    {None: 1},
    {"target": "ana"},
    DEEP,
    {"a": DEEP},
    {"x"},
    object(),
    int,
    Ellipsis,
    3 + 4j,
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all that a command, a setup or the inputs hold."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, held in inner for found in places(held, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """A copy of `value` with `junk` at a path."""
    if not path:
        return junk
    made = copy.copy(value)
    made[path[0]] = replaced(value[path[0]], path[1:], junk)
    return made


def holds(give: Callable[[Any], Any], whole: Any) -> None:
    """Every junk at every place is answered; an unknown field is refused everywhere."""
    give(whole)
    for path in places(whole):
        for junk in JUNK:
            try:
                give(replaced(whole, path, junk))
            except play.Refused as refusal:
                _is_whole(refusal)
    for extra in ("x", "Type", ""):
        with pytest.raises(play.Refused):
            give({**whole, extra: 1})


def _is_whole(refusal: play.Refused) -> None:
    assert refusal.code
    assert len(refusal.message) > 8

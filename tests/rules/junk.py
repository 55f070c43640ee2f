"""Values that no field expects, and the places of a valid input where they are put."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any


def deep(depth: int, wrap: Callable[[Any], Any]) -> Any:
    """A value that is wrapped so many times."""
    nest: Any = wrap(None)
    for _ in range(depth):
        nest = wrap(nest)
    return nest


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
    1.0,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    "",
    " ",
    "x" * 100_000,
    "\x00",
    10**40,
    10**5000,
    range(2),
    Marked("ana"),
    "\ud800",
    "ana",
    "gm",
    "players",
    "heroes",
    "KD",
    "XX",
    b"ana",
    (),
    [],
    {},
    [[]],
    [None],
    [{}],
    ["ana", "ana"],
    ["KD"] * 1000,
    {"a": None},
    {"": {}},
    {"type": "pass"},
    {"a": {}},
    {1: 2},
    {None: 1},
    {"target": "ana"},
    deep(3000, lambda inner: [inner]),
    deep(3000, lambda inner: {"a": inner}),
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

"""How a game's sheets and monsters are asked for on pages: one module a game, found by its slug."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from characters.faces import plain


@dataclass(frozen=True)
class Face:
    """A game's forms; they give `cleaned_sheet()`, `cleaned_stats()` and `cleaned_figures(kind)`.

    `build(posted, sheet, house)` reads a tap of the creation: the top-level fields of the sheet that it changes.
    `shown(read, house)` prepares what the sheet's template draws. `guide(read, house, asked)` is what the game's
    check form shows before the roll: values to tap, odds.
    `undoable(step, sheet)` says whether a player may take a step of the creation back.
    A sheet's form with `for_player()` leaves away what a player no longer changes by hand.
    """

    sheet: Callable[..., Any]
    monster: Callable[..., Any]
    row: Callable[..., Any]
    build: Callable[..., dict[str, Any]]
    guide: Callable[..., dict[str, Any]]
    shown: Callable[..., dict[str, Any]]
    undoable: Callable[..., bool]


def face(system: str) -> Face:
    """The game's own forms; a game without any gets plain ones that take its figures as JSON."""
    name = f"characters.faces.{system.replace('-', '_')}"
    module = import_module(name) if find_spec(name) else plain
    more = [getattr(module, name, getattr(plain, name)) for name in ("build", "guide", "shown", "undoable")]
    return Face(module.SheetForm, module.MonsterForm, module.RowForm, *more)

"""How a game's sheets and monsters are asked for on pages: one module a game, found by its slug."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from characters.faces import plain


@dataclass(frozen=True)
class Face:
    """A game's forms; they give `cleaned_sheet()`, `cleaned_stats()` and `cleaned_figures(kind)`."""

    sheet: Callable[..., Any]
    monster: Callable[..., Any]
    row: Callable[..., Any]


def face(system: str) -> Face:
    """The game's own forms; a game without any gets plain ones that take its figures as JSON."""
    name = f"characters.faces.{system.replace('-', '_')}"
    module = import_module(name) if find_spec(name) else plain
    return Face(module.SheetForm, module.MonsterForm, module.RowForm)

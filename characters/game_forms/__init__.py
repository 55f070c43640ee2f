"""The forms of each game for sheets, monsters and catalogue rows: one module for each game, found by its slug."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from characters.game_forms import default


@dataclass(frozen=True)
class GameForms:
    """The forms of a game; they have `cleaned_sheet()`, `cleaned_stats()` and `cleaned_figures(kind)`.

    `build(posted, sheet, house)` handles a button of the creation page and returns the top-level fields of the sheet
    that change. `shown(read, house)` prepares the context of the sheet's template. `guide(read, house, form_data)` is
    what the check form shows before the roll. `undoable(step, sheet)` says whether a player may take back a step of
    the creation, and `keeps_rolls(before, after)` whether an edit drops nothing that was rolled. A sheet form with
    `for_player()` removes the fields that a player no longer changes by hand, and one with `for_player_creating()`
    those that no player changes by hand during the creation either.
    """

    sheet: Callable[..., Any]
    monster: Callable[..., Any]
    row: Callable[..., Any]
    build: Callable[..., dict[str, Any]]
    guide: Callable[..., dict[str, Any]]
    shown: Callable[..., dict[str, Any]]
    undoable: Callable[..., bool]
    keeps_rolls: Callable[..., bool]


def forms_for(system: str) -> GameForms:
    """The game's own forms; a game without any gets plain ones that take its figures as JSON."""
    folder = f"characters.game_forms.{system.replace('-', '_')}"
    module = import_module(f"{folder}.forms") if find_spec(folder) else default
    more = [
        getattr(module, name, getattr(default, name))
        for name in ("build_sheet", "check_guide", "sheet_context", "may_undo", "keeps_rolls")
    ]
    return GameForms(module.SheetForm, module.MonsterForm, module.RowForm, *more)

"""Editing a sheet, by its player or by the GM (FOS-02, FOS-21)."""

from typing import Any

from rules.engine.json_types import CheckedSheet
from rules.engine.refusals import Refused, refuse
from rules.games.fortune_system.sheet import Sheet, drop_lucky, parse_sheet, plain_sheet, read, sheet_of
from rules.games.fortune_system.sheet_figures import figures
from rules.games.fortune_system.state import Held, Slot

PRICED = ("talents", "attributes")
ROLLED = ("slots", "filled", "played", "finished")


def sheet(given: object, progress: object, house: object, before: object) -> CheckedSheet:
    """See `rules.play.sheet`; an edit by a player cannot change dice, nor talents after the creation."""
    typed_sheet = read(given, progress, house)
    plain = plain_sheet(typed_sheet)
    if before is not None:
        check_player_edit(plain, read_before(before, progress, house, typed_sheet), typed_sheet)
    return {"sheet": plain, "figures": figures(typed_sheet, progress)}


def read_before(before: object, progress: object, house: object, typed_sheet: Sheet) -> Sheet:
    """The sheet as it was before the edit.

    One that the rules refuse, such as after a talent left the catalogue, is read as it is stored, so that the edit can
    correct it.
    """
    try:
        return read(before, progress, house)
    except Refused:
        typed = parse_sheet(before)
    held = [Held(talent.key, talent.focus, talent.ranks or 1) for talent in typed.talents]
    free = None if typed.free is None else Held(typed.free.key, typed.free.focus)
    return sheet_of(typed, held, free, typed_sheet.level, typed_sheet.house_rules)


def check_player_edit(plain: dict[str, Any], before: Sheet, typed_sheet: Sheet) -> None:
    """Refuse an edit by a player that changes dice, or what was chosen in the creation (FOS-02, FOS-21)."""
    if not before.finished:
        before.slots = remaining_slots(before.slots, typed_sheet)
    earlier_sheet = plain_sheet(before)
    for name in ROLLED:
        if plain[name] != earlier_sheet[name]:
            text = f"{name}: this changes in play and by steps, not by editing; leave it as it was."
            refuse("sheet.priced", text, "FOS-02")
    if before.finished:
        for name in PRICED:
            if plain[name] != earlier_sheet[name]:
                refuse(
                    "sheet.priced",
                    f"{name}: this was chosen in the creation; take a step, or ask the GM to correct it.",
                    "FOS-21",
                )


def remaining_slots(slots: list[Slot], typed_sheet: Sheet) -> list[Slot]:
    """The slots that are left with the talents of an edited sheet (FOS-39)."""
    edited, typed_sheet.slots = typed_sheet.slots, slots
    drop_lucky(typed_sheet)
    kept, typed_sheet.slots = typed_sheet.slots, edited
    return kept

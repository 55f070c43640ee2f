"""Taking steps back; refused when something later builds on them (FOS-02, FOS-20 to FOS-24)."""

from collections.abc import Callable

from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import refuse
from rules.games.fortune_system import sheet_figures, tables
from rules.games.fortune_system.sheet import Sheet, drop_lucky, plain_sheet, read
from rules.games.fortune_system.state import Held
from rules.games.fortune_system.steps import Step, parse_step


def unstep(given: object, progress: object, raw_step: object, house: object) -> ChangedSheet:
    """See `rules.play.unstep`."""
    typed_sheet = read(given, progress, house)
    typed = parse_step(raw_step)
    text, rules = BACK[typed.type](typed_sheet, typed)
    return {"sheet": plain_sheet(typed_sheet), "text": text, "rules": rules}


def talent(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Take a rank back; the newest slot that Lucky added goes with it (FOS-21, FOS-39)."""
    for held in typed_sheet.talents:
        if held.key == typed_step.key and held.focus == typed_step.focus:
            text = f"Talent taken back: {sheet_figures.talent_name(typed_sheet, Held(held.key, held.focus))}."
            held.ranks -= 1
            typed_sheet.talents = [talent for talent in typed_sheet.talents if talent.ranks]
            drop_lucky(typed_sheet)
            return text, ["FOS-21", *(["FOS-39"] if typed_sheet.house_rules.all_talents[held.key].slots else [])]
    refuse("unstep.missing", "key: the character does not have this talent for this focus.", "FOS-21")
    return None


def free(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Empty the free slot, when it still has this talent (FOS-22)."""
    if typed_sheet.free is None or (typed_sheet.free.key, typed_sheet.free.focus) != (typed_step.key, typed_step.focus):
        refuse(
            "unstep.later", "The free slot has another talent by now; prepare the talent that it should have.", "FOS-22"
        )
    typed_sheet.free = None
    return "The free slot is empty.", ["FOS-22"]


def fill(typed_sheet: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Empty the slots, before any check (FOS-02)."""
    if typed_sheet.played or typed_sheet.finished:
        refuse("unstep.later", "The slots are already in play and change by checks now.", "FOS-02")
    if not typed_sheet.slots:
        refuse("unstep.missing", "The slots are not filled.", "FOS-02")
    typed_sheet.slots, typed_sheet.filled = [], None
    return "The slots are empty.", ["FOS-02"]


def mulligan(_found: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Always `Refused`: the rolled values are gone (FOS-02)."""
    refuse("unstep.gone", "The rolled values are gone; the fixed ones stay.", "FOS-02")


def attribute(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Take a point back (FOS-24)."""
    name = typed_step.attribute
    if name is None or typed_sheet.attributes.get(name, 0) <= tables.ATTRIBUTE_BASE:
        refuse("unstep.missing", "attribute: no point was added to it.", "FOS-24")
    typed_sheet.attributes[name] -= 1
    return f"{name.upper()} is {typed_sheet.attributes[name]} again.", ["FOS-24"]


def finish(typed_sheet: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Open the creation again, before any check (FOS-02)."""
    if not typed_sheet.finished:
        refuse("unstep.missing", "The character is not finished yet.", "FOS-02")
    if typed_sheet.played:
        refuse("unstep.later", "The character has already made checks.", "FOS-02")
    typed_sheet.finished = False
    return "The creation is open again.", ["FOS-02"]


BACK: dict[str, Callable[[Sheet, Step], tuple[str, list[str]]]] = {
    "talent": talent,
    "free": free,
    "fill": fill,
    "mulligan": mulligan,
    "attribute": attribute,
    "finish": finish,
}

"""Taking steps back; refused when something later builds on them (FOS-02, FOS-20 to FOS-24)."""

from collections.abc import Callable

from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import refuse
from rules.games.fortune_system import sheet_figures, tables
from rules.games.fortune_system.sheet import Sheet, drop_lucky, plain_sheet, read
from rules.games.fortune_system.state import Held
from rules.games.fortune_system.steps import Step, parse_step


def unstep(given: object, progress: object, asked: object, house: object) -> ChangedSheet:
    """See `rules.play.unstep`."""
    typed_sheet = read(given, progress, house)
    typed = parse_step(asked)
    text, rules = BACK[typed.type](typed_sheet, typed)
    return {"sheet": plain_sheet(typed_sheet), "text": text, "rules": rules}


def talent(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """Take a rank back; the newest slot that Lucky added goes with it (FOS-21, FOS-39)."""
    for held in found.talents:
        if held.key == asked.key and held.focus == asked.focus:
            text = f"Talent taken back: {sheet_figures.talent_name(found, Held(held.key, held.focus))}."
            held.ranks -= 1
            found.talents = [one for one in found.talents if one.ranks]
            drop_lucky(found)
            return text, ["FOS-21", *(["FOS-39"] if found.rulings.all_talents[held.key].slots else [])]
    refuse("unstep.missing", "key: the character does not have this talent for this focus.", "FOS-21")
    return None


def free(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """Empty the free slot, when it still has this talent (FOS-22)."""
    if found.free is None or (found.free.key, found.free.focus) != (asked.key, asked.focus):
        refuse(
            "unstep.later", "The free slot has another talent by now; prepare the talent that it should have.", "FOS-22"
        )
    found.free = None
    return "The free slot is empty.", ["FOS-22"]


def fill(found: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Empty the slots, before any check (FOS-02)."""
    if found.played or found.finished:
        refuse("unstep.later", "The slots are already in play and change by checks now.", "FOS-02")
    if not found.slots:
        refuse("unstep.missing", "The slots are not filled.", "FOS-02")
    found.slots, found.filled = [], None
    return "The slots are empty.", ["FOS-02"]


def mulligan(_found: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Always `Refused`: the rolled values are gone (FOS-02)."""
    refuse("unstep.gone", "The rolled values are gone; the fixed ones stay.", "FOS-02")


def attribute(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """Take a point back (FOS-24)."""
    name = asked.attribute
    if name is None or found.attributes.get(name, 0) <= tables.ATTRIBUTE_BASE:
        refuse("unstep.missing", "attribute: no point was added to it.", "FOS-24")
    found.attributes[name] -= 1
    return f"{name.upper()} is {found.attributes[name]} again.", ["FOS-24"]


def finish(found: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Open the creation again, before any check (FOS-02)."""
    if not found.finished:
        refuse("unstep.missing", "The character is not finished yet.", "FOS-02")
    if found.played:
        refuse("unstep.later", "The character has already made checks.", "FOS-02")
    found.finished = False
    return "The creation is open again.", ["FOS-02"]


BACK: dict[str, Callable[[Sheet, Step], tuple[str, list[str]]]] = {
    "talent": talent,
    "free": free,
    "fill": fill,
    "mulligan": mulligan,
    "attribute": attribute,
    "finish": finish,
}

"""Steps taken back: refused when something later builds on them (FOS-02, FOS-20 to FOS-24)."""

from collections.abc import Callable
from typing import Any

from rules.engine.refusals import refuse
from rules.games.fortune_system import figures, tables
from rules.games.fortune_system.sheet import Sheet, drop_lucky, read, written
from rules.games.fortune_system.state import Held
from rules.games.fortune_system.taking import Step, decoded


def unstep(given: object, progress: object, asked: object, house: object) -> dict[str, Any]:
    """An earlier step taken back: `{"sheet", "text", "rules"}`; `Refused` when that cannot be."""
    found = read(given, progress, house)
    typed = decoded(asked)
    text, rules = BACK[typed.type](found, typed)
    return {"sheet": written(found), "text": text, "rules": rules}


def talent(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """One rank less; the newest slot that Lucky added goes with it (FOS-21, FOS-39)."""
    for held in found.talents:
        if held.key == asked.key and held.focus == asked.focus:
            text = f"Gives back {figures.named(found, Held(held.key, held.focus))}."
            held.ranks -= 1
            found.talents = [one for one in found.talents if one.ranks]
            drop_lucky(found)
            return text, ["FOS-21", *(["FOS-39"] if found.rulings.all_talents[held.key].slots else [])]
    refuse("unstep.missing", "key: the character does not have this talent for this focus.", "FOS-21")


def free(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """The free slot is empty again, when it still holds this (FOS-22)."""
    if found.free is None or (found.free.key, found.free.focus) != (asked.key, asked.focus):
        refuse("unstep.later", "The free slot holds something else by now; prepare what it shall hold.", "FOS-22")
    found.free = None
    return "The free slot is empty.", ["FOS-22"]


def fill(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """The slots are empty again, before any check (FOS-02)."""
    if found.played or found.finished:
        refuse("unstep.later", "The slots are in play already; they change by checks now.", "FOS-02")
    if not found.slots:
        refuse("unstep.missing", "The slots are not filled.", "FOS-02")
    found.slots, found.filled = [], None
    return "The slots are empty.", ["FOS-02"]


def mulligan(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """Never: the rolled values are gone (FOS-02)."""
    refuse("unstep.gone", "The rolled values are gone; the fixed ones stay.", "FOS-02")


def attribute(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """A point is free again (FOS-24)."""
    name = asked.attribute
    if name is None or found.attributes.get(name, 0) <= tables.ATTRIBUTE_BASE:
        refuse("unstep.missing", "attribute: no point was added to it.", "FOS-24")
    found.attributes[name] -= 1
    return f"{name.upper()} is {found.attributes[name]} again.", ["FOS-24"]


def finish(found: Sheet, asked: Step) -> tuple[str, list[str]]:
    """Back in the making, before any check (FOS-02)."""
    if not found.finished:
        refuse("unstep.missing", "The character is not finished yet.", "FOS-02")
    if found.played:
        refuse("unstep.later", "The character has made checks already.", "FOS-02")
    found.finished = False
    return "The character is in the making again.", ["FOS-02"]


BACK: dict[str, Callable[[Sheet, Step], tuple[str, list[str]]]] = {
    "talent": talent,
    "free": free,
    "fill": fill,
    "mulligan": mulligan,
    "attribute": attribute,
    "finish": finish,
}

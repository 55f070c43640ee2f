"""The rules about a character's talents: foci, ranks, the free slot, and their number (FOS-20 to FOS-22)."""

from collections.abc import Mapping

from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import tables
from rules.games.fortune_system.state import Held

Figures = Mapping[str, tables.Talent]


def figures_of(changed: Figures, key: str, path: str) -> tables.Talent:
    """The figures of a talent, else `Refused`."""
    talent = changed.get(key) or tables.TALENTS.get(key)
    if talent is None:
        known = ", ".join(dict.fromkeys([*tables.TALENTS, *changed]))
        refuse("talent.unknown", f"{path}.key: {quote(key)} is not a talent; choose one of {known}.", "FOS-21")
    return talent


def check_focus(talent: tables.Talent, focus: str | None, path: str) -> None:
    """A talent for a skill or group needs a focus; a talent without a focus has none (FOS-21, FOS-42)."""
    if talent.for_ == "none" and focus is not None:
        refuse("talent.focus", f"{path}.focus: {talent.name} has no focus; leave it out.", "FOS-42")
    if talent.for_ != "none" and focus is None:
        refuse("talent.focus", f"{path}.focus: {talent.name} is taken for a {talent.for_}; name one.", "FOS-21")


def check_free(changed: Figures, talents: list[Held], free: Held, path: str) -> None:
    """Refuse a talent that cannot be in the free slot: Lucky, or a rank too many (FOS-22)."""
    talent = figures_of(changed, free.key, path)
    check_focus(talent, free.focus, path)
    if talent.slots or free.key == "lucky":
        refuse("free.lucky", f"{path}.key: {talent.name} cannot be in the free slot; choose another.", "FOS-22")
    ranks = sum(held.ranks for held in talents if held.key == free.key and held.focus == free.focus)
    if ranks >= talent.ranks:
        where = "" if free.focus is None else f" for {free.focus}"
        taken = f"all {talent.ranks} ranks of {talent.name}{where} are taken already"
        if talent.ranks == 1:
            taken = f"{talent.name} has only one rank, which is taken already"
        refuse("talent.ranks", f"{path}: {taken}; choose another.", "FOS-21")


def merge_ranks(changed: Figures, held_talents: list[Held], path: str) -> list[Held]:
    """The talents with the ranks of equal pairs added up, in the order of their first appearance (FOS-21)."""
    merged: dict[tuple[str, str | None], Held] = {}
    for index, held in enumerate(held_talents):
        at = f"{path}[{index}]"
        talent = figures_of(changed, held.key, at)
        check_focus(talent, held.focus, at)
        ranks = held.ranks + (merged[held.key, held.focus].ranks if (held.key, held.focus) in merged else 0)
        if ranks > talent.ranks:
            rule = "FOS-42" if talent.for_ == "none" else "FOS-21"
            refuse("talent.ranks", f"{at}.ranks: {talent.name} has at most {talent.ranks} for one focus.", rule)
        merged[held.key, held.focus] = Held(held.key, held.focus, ranks)
    return list(merged.values())


def check_count(talents: list[Held], level: int, path: str) -> None:
    """Refuse more talents than the level allows; each rank counts (FOS-20)."""
    taken, allowed = sum(held.ranks for held in talents), tables.talents_at(level)
    if taken > allowed:
        refuse(
            "talent.many",
            f"{path}: {taken} talents are too many; a character of level {level} has {allowed}.",
            "FOS-20",
        )

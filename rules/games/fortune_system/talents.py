"""Which talents somebody may have: kinds, foci, ranks, the free slot, and how many by level (FOS-20 to FOS-22)."""

from collections.abc import Mapping

from rules.engine.refusals import quoted, refuse
from rules.games.fortune_system import tables
from rules.games.fortune_system.state import Held

Figures = Mapping[str, tables.Talent]


def figures_of(changed: Figures, key: str, path: str) -> tables.Talent:
    """The figures of a talent, else `Refused`."""
    talent = changed.get(key) or tables.TALENTS.get(key)
    if talent is None:
        known = ", ".join(dict.fromkeys([*tables.TALENTS, *changed]))
        refuse("talent.unknown", f"{path}.key: {quoted(key)} is no talent; choose one of {known}.", "FOS-21")
    return talent


def check_focus(talent: tables.Talent, focus: str | None, path: str) -> None:
    """A talent for a skill or a group names one; a talent without a focus names none (FOS-21, FOS-42)."""
    if talent.for_ == "none" and focus is not None:
        refuse("talent.focus", f"{path}.focus: {talent.name} has no focus; leave it out.", "FOS-42")
    if talent.for_ != "none" and focus is None:
        refuse("talent.focus", f"{path}.focus: {talent.name} is taken for a {talent.for_}; name one.", "FOS-21")


def check_free(changed: Figures, talents: list[Held], free: Held, path: str) -> None:
    """What may stand in the free slot: any talent but Lucky, up to the ranks that count (FOS-22)."""
    talent = figures_of(changed, free.key, path)
    check_focus(talent, free.focus, path)
    if talent.slots or free.key == "lucky":
        refuse("free.lucky", f"{path}.key: {talent.name} cannot stand in the free slot; choose another.", "FOS-22")
    taken = sum(held.ranks for held in talents if held.key == free.key and held.focus == free.focus)
    if taken >= talent.ranks:
        refuse("talent.ranks", f"{path}: {talent.name} has all {talent.ranks} ranks already; choose another.", "FOS-21")


def merged(changed: Figures, given: list[Held], path: str) -> list[Held]:
    """The talents with equal pairs added up, in the order in which each came first (FOS-21)."""
    found: dict[tuple[str, str | None], Held] = {}
    for index, one in enumerate(given):
        at = f"{path}[{index}]"
        talent = figures_of(changed, one.key, at)
        check_focus(talent, one.focus, at)
        ranks = one.ranks + (found[one.key, one.focus].ranks if (one.key, one.focus) in found else 0)
        if ranks > talent.ranks:
            rule = "FOS-42" if talent.for_ == "none" else "FOS-21"
            refuse("talent.ranks", f"{at}.ranks: {talent.name} has at most {talent.ranks} for one focus.", rule)
        found[one.key, one.focus] = Held(one.key, one.focus, ranks)
    return list(found.values())


def check_count(talents: list[Held], level: int, path: str) -> None:
    """Ranks count as talents; no more of them than the level has (FOS-20)."""
    taken, allowed = sum(held.ranks for held in talents), tables.talents_at(level)
    if taken > allowed:
        refuse("talent.many", f"{path}: {taken} talents; a character of level {level} has {allowed}.", "FOS-20")

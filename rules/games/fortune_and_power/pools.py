"""What is tapped on a sheet: wounds, shocks, fortune (FNP-06, FNP-40, FNP-43)."""

from typing import Any

from rules.engine import pools
from rules.engine.refusals import quoted, refuse
from rules.games.fortune_and_power import house, tables
from rules.games.fortune_and_power.shapes import Limits
from rules.games.fortune_and_power.sheet import Sheet, plain, read

RULES = {"wounds": ["FNP-40", "FNP-41"], "shocks": ["FNP-40", "FNP-41"], "fortune": ["FNP-06"]}


def touch(
    given: object, progress: object, pool: object, *, change: object, to: object, house_: object
) -> dict[str, Any]:
    """`{"sheet", "text", "rules"}`; the pool stops at 0 and 999, and fortune does not come back by rest."""
    ruled = house.read(house_)
    sheet, _ = read(given, progress, ruled)
    if not isinstance(pool, str) or pool not in RULES:
        refuse("pool.unknown", f"pool: {quoted(pool)} is none; choose one of {', '.join(RULES)}.")
    tap = pools.tap(change, to)
    if tap.change is not None and tap.to is not None:
        refuse("pool.both", "change, to: give one of the two, not both.")
    if pool == "fortune" and not ruled.options.has_fortune:
        refuse("fortune.forbidden", "pool: there is no fortune in this campaign.", "FNP-06")
    before: int = getattr(sheet, pool)
    after = tap.after(before, tables.MOST_POOL, rest=before if pool == "fortune" else 0)
    was = conditions(sheet)
    setattr(sheet, pool, after)
    rules = [*RULES[pool], *(["FNP-43"] if pool != "fortune" and after < before else [])]
    text = f"{pool.title()}: {before} to {after}." if after != before else f"{pool.title()}: {after}, as before."
    return {"sheet": plain(sheet), "text": text + crossed(was, conditions(sheet)), "rules": rules}


def conditions(sheet: Sheet) -> tuple[bool, bool]:
    """(incapacitated, at the edge of madness) (FNP-44)."""
    limits = sheet.limits or Limits()
    return sheet.wounds >= limits.wounds, sheet.shocks >= limits.shocks


def crossed(was: tuple[bool, bool], now: tuple[bool, bool]) -> str:
    """What a limit that was reached, or left, means."""
    words = ""
    if was[0] != now[0]:
        words += " Incapacitated." if now[0] else " No longer incapacitated."
    if was[1] != now[1]:
        words += " At the edge of madness." if now[1] else " No longer at the edge of madness."
    return words

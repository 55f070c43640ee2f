"""Changing wounds, shocks and fortune on a sheet (FNP-06, FNP-40, FNP-43)."""

from rules.engine import pools
from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.house_rules import parse_house_rules
from rules.games.fortune_and_power.shapes import Limits
from rules.games.fortune_and_power.sheet import Sheet, plain_sheet, read

RULES = {"wounds": ["FNP-40", "FNP-41"], "shocks": ["FNP-40", "FNP-41"], "fortune": ["FNP-06"]}


def touch(given: object, progress: object, pool: object, *, change: object, to: object, house: object) -> ChangedSheet:
    """See `rules.play.touch`; pools go from 0 to 999, and a rest does not bring fortune back."""
    house_rules = parse_house_rules(house)
    sheet, _ = read(given, progress, house_rules)
    if not isinstance(pool, str) or pool not in RULES:
        refuse("pool.unknown", f"pool: {quote(pool)} is not a pool here; choose one of {', '.join(RULES)}.")
    tap = pools.parse_pool_change(change, to)
    if pool == "fortune" and not house_rules.options.has_fortune:
        refuse("fortune.forbidden", "pool: there is no fortune in this campaign.", "FNP-06")
    before: int = getattr(sheet, pool)
    after = tap.after(before, tables.MOST_POOL, rest=before if pool == "fortune" else 0)
    was = conditions(sheet)
    setattr(sheet, pool, after)
    rules = [*RULES[pool], *(["FNP-43"] if pool != "fortune" and after < before else [])]
    text = f"{pool.title()}: {before} to {after}." if after != before else f"{pool.title()}: {after}, unchanged."
    return {"sheet": plain_sheet(sheet), "text": text + limit_sentence(was, conditions(sheet)), "rules": rules}


def conditions(sheet: Sheet) -> tuple[bool, bool]:
    """(incapacitated, at the edge of madness) (FNP-44)."""
    wound_limit, shock_limit = (sheet.limits or Limits()).both
    return sheet.wounds >= wound_limit, sheet.shocks >= shock_limit


def limit_sentence(was: tuple[bool, bool], now: tuple[bool, bool]) -> str:
    """The sentence for a limit that was reached or left."""
    words = ""
    if was[0] != now[0]:
        words += " Incapacitated." if now[0] else " No longer incapacitated."
    if was[1] != now[1]:
        words += " At the edge of madness." if now[1] else " No longer at the edge of madness."
    return words

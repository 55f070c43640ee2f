"""Changing the hit points on a sheet (F52-26, F52-30)."""

from rules.engine import pools
from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import sheet, tables


def touch(given: object, progress: object, pool: object, change: object, to: object) -> ChangedSheet:
    """See `rules.play.touch`; hit points go from 0 to the maximum (F52-26, F52-30)."""
    checked, _, level = sheet.read(given, progress)
    if pool != "hp":
        refuse("pool.unknown", f"pool: {quote(pool)} is not a pool here; a sheet of 52 Fates has hp.", "F52-30")
    most = level + tables.BASE_CARDS
    before = most if checked.hp is None else checked.hp
    after = pools.parse_pool_change(change, to).after(before, most, rest=most)
    checked.hp = None if after == most else after
    text = f"{after} of {most} hit points"
    return {"sheet": sheet.plain_sheet(checked), "text": text, "rules": ["F52-26", "F52-30"]}

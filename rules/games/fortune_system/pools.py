"""Changing hit points and magic points on a sheet (FOS-24)."""

from rules.engine import pools
from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system.sheet import plain_sheet, read

POOLS = {"hp": "hit points", "mp": "magic points"}


def touch(given: object, progress: object, pool: object, change: object, to: object, house: object) -> ChangedSheet:
    """See `rules.play.touch`; hit and magic points go from 0 to the maximum (FOS-24)."""
    typed_sheet = read(given, progress, house)
    if not isinstance(pool, str) or pool not in POOLS:
        refuse("pool.unknown", f"pool: {quote(pool)} is not a pool here; a sheet has {' and '.join(POOLS)}.", "FOS-24")
    most = typed_sheet.most(pool)
    now = getattr(typed_sheet, pool)
    after = pools.parse_pool_change(change, to, 99_999).after(most if now is None else now, most, rest=most)
    setattr(typed_sheet, pool, None if after == most else after)
    return {"sheet": plain_sheet(typed_sheet), "text": f"{after} of {most} {POOLS[pool]}", "rules": ["FOS-24"]}

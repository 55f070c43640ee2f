"""Changing the pools and wildcards on a sheet (GOB-06, GOB-11, GOB-53)."""

from rules.engine import codec, pools
from rules.engine.json_types import ChangedSheet
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import house_rules, sheet_figures
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.wording import count_wildcards

WILDCARDS = "wildcards"


def touch(
    given: object,
    progress: object,
    pool: object,
    *,
    change: object = None,
    to: object = None,
    house: object = None,
) -> ChangedSheet:
    """See `rules.play.touch`; a rest fills a pool and does not change wildcards (GOB-06, GOB-11, GOB-53)."""
    sheet, _, _ = sheets.read(given, progress, house)
    tap = pools.parse_pool_change(change, to)
    if pool == WILDCARDS:
        now = tap.after(sheet.wildcards, tables.MOST_WILDCARDS, rest=sheet.wildcards)
        sheet.wildcards = now
        return {"sheet": sheets.plain_sheet(sheet), "text": count_wildcards(now), "rules": ["GOB-06"]}
    trait = tables.BY_POOL.get(pool) if isinstance(pool, str) else None
    if trait is None:
        refuse("pool.unknown", f"pool: {quote(pool)} is not a pool here; choose bp, sp, mp, lp or wildcards.", "GOB-11")
    before, most = sheet_figures.pool_left(sheet, trait)
    now = tap.after(before, most, rest=most)
    setattr(sheet.pools, trait.pool, None if now == most else now)
    text = f"{trait.pool.upper()} {now} of {most}"
    rules = ["GOB-11", *(["GOB-53"] if tap.rests else [])]
    if now == 0 < before:
        text, rules = f"{text}: desperate, and advantages of {trait.name} cannot be used", [*rules, "GOB-48", "GOB-16"]
    return {"sheet": sheets.plain_sheet(sheet), "text": text, "rules": rules}


def end_session(given: object, house: object) -> ChangedSheet | None:
    """See `rules.play.end_session`: wildcards are gone if the campaign says that they last for the session (GOB-06)."""
    lasting = house_rules.parse_house_shape(house).options.get("wildcards_last") or "session"
    plain = codec.plain_object(given, "sheet")
    number = plain.get(WILDCARDS)
    if lasting != "session" or type(number) is not int or number <= 0:
        return None
    return {"sheet": {**plain, WILDCARDS: 0}, "text": count_wildcards(number), "rules": ["GOB-06"]}

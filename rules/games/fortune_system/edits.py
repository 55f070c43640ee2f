"""A sheet written by hand: by its player, by the GM, or one of its pools at a tap (FOS-02, FOS-21, FOS-24)."""

from typing import Any

from rules.engine import pools
from rules.engine.refusals import quoted, refuse
from rules.games.fortune_system.figures import figures
from rules.games.fortune_system.sheet import Sheet, drop_lucky, read, written
from rules.games.fortune_system.state import Slot

PRICED = ("talents", "attributes")
ROLLED = ("slots", "filled", "played", "finished")
POOLS = {"hp": "hit points", "mp": "magic points"}


def sheet(given: object, progress: object, house: object, before: object) -> dict[str, Any]:
    """`{"sheet", "figures"}`; with `before`, a player's own edit, dice stay, and talents once the creation is over."""
    found = read(given, progress, house)
    plain = written(found)
    if before is not None:
        own_edit(plain, read(before, progress, house), found)
    return {"sheet": plain, "figures": figures(found, progress)}


def own_edit(plain: dict[str, Any], before: Sheet, found: Sheet) -> None:
    """What a player may not write by hand: dice ever, what was chosen once the creation is over (FOS-02, FOS-21)."""
    if not before.finished:
        before.slots = kept_slots(before.slots, found)
    stood = written(before)
    for name in ROLLED:
        if plain[name] != stood[name]:
            text = f"{name}: this changes by play and by steps, not by hand; leave it as it was."
            refuse("sheet.priced", text, "FOS-02")
    if before.finished:
        for name in PRICED:
            if plain[name] != stood[name]:
                refuse("sheet.priced", f"{name}: it was chosen already; take a step or ask the GM.", "FOS-21")


def kept_slots(slots: list[Slot], found: Sheet) -> list[Slot]:
    """The slots that the talents of an edited sheet leave (FOS-39)."""
    edited, found.slots = found.slots, slots
    drop_lucky(found)
    kept, found.slots = found.slots, edited
    return kept


def touch(given: object, progress: object, pool: object, change: object, to: object, house: object) -> dict[str, Any]:
    """Hit or magic points changed or set, from 0 to the maximum; neither given is a rest (FOS-24)."""
    found = read(given, progress, house)
    if not isinstance(pool, str) or pool not in POOLS:
        refuse("pool.unknown", f"pool: {quoted(pool)} is none here; a sheet has {' and '.join(POOLS)}.", "FOS-24")
    most = found.most(pool)
    now = getattr(found, pool)
    after = pools.tap(change, to, 99_999).after(most if now is None else now, most, rest=most)
    setattr(found, pool, None if after == most else after)
    return {"sheet": written(found), "text": f"{after} of {most} {POOLS[pool]}", "rules": ["FOS-24"]}

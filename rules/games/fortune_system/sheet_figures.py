"""The figures that follow from a sheet: level, points, talents in words, budgets (FOS-20 to FOS-27)."""

from typing import Any

from rules.games.fortune_system import tables
from rules.games.fortune_system.sheet import Sheet, level_of
from rules.games.fortune_system.state import Held

# The rule of each figure; figures that are objects name their own.
RULES = {
    "level": "FOS-23",
    "max_hp": "FOS-24",
    "max_mp": "FOS-24",
    "slots": "FOS-01",
    "talents": "FOS-20",
    "free": "FOS-22",
    "harm": "FOS-27",
}


def figures(found: Sheet, progress: object) -> dict[str, Any]:
    """All figures of a checked sheet, with the rules that they come from."""
    taken = sum(held.ranks for held in found.talents)
    budgets = [talent_budget(found, taken), attribute_budget(found)]
    computed: dict[str, Any] = {
        **experience(found, progress),
        **points(found),
        "slots": {"ordinary": found.rulings.slots, "missing": len(found.missing()), "rules": ["FOS-01", "FOS-39"]},
        "mulligan": can_redo(found),
        "talents": [talent_line(found, held, False) for held in found.talents],
        "free": None if found.free is None else talent_line(found, found.free, True),
        "talent_count": {"allowed": tables.talents_at(found.level), "taken": taken, "rules": ["FOS-20", "FOS-21"]},
        "budgets": budgets,
        "harm": harm(found.level),
        "next_level": next_level(found),
        "rules": dict(RULES),
    }
    if not found.finished:
        computed["budget"] = budgets[0]
    if found.rulings.unread:
        computed["unread_rows"] = found.rulings.unread
    return computed


def experience(found: Sheet, progress: object) -> dict[str, Any]:
    """The level, and the experience points that are missing to the next one (FOS-23)."""
    _, sums = level_of(progress, found.rulings)
    price = found.rulings.options.xp_per_level or tables.XP_PER_LEVEL
    return {
        "level": found.level,
        "xp": sums.xp,
        "levels_awarded": sums.levels,
        "xp_per_level": price,
        "xp_to_next_level": price - sums.xp % price if found.level < tables.HIGHEST_LEVEL else None,
    }


def points(found: Sheet) -> dict[str, Any]:
    """Hit points and magic points, as numbers and as pools (FOS-24)."""
    return {
        "max_hp": found.most("hp"),
        "hp": found.most("hp") if found.hp is None else found.hp,
        "max_mp": found.most("mp"),
        "mp": found.most("mp") if found.mp is None else found.mp,
        "pools": [pool(found, "hp", "Hit points"), pool(found, "mp", "Magic points")],
    }


def pool(found: Sheet, key: str, name: str) -> dict[str, Any]:
    """Hit or magic points (FOS-24)."""
    now, most = getattr(found, key), found.most(key)
    return {
        "key": key,
        "name": name,
        "now": most if now is None else now,
        "max": most,
        "good": "high",
        "rules": ["FOS-24"],
    }


def can_redo(found: Sheet) -> bool:
    """Whether the mulligan is left: after rolling, before the first check (FOS-02)."""
    return found.filled == "rolled" and not found.played and bool(found.ordinary())


def talent_budget(found: Sheet, taken: int) -> dict[str, Any]:
    """The budget of talents; each rank counts (FOS-20)."""
    allowed = tables.talents_at(found.level)
    lines = [
        {"label": talent_name(found, held), "price": held.ranks, "rules": [tables.TALENT_RULE.get(held.key, "FOS-21")]}
        for held in found.talents
    ]
    return {"unit": "talents", "points": allowed, "spent": taken, "left": allowed - taken, "lines": lines}


def attribute_budget(found: Sheet) -> dict[str, Any]:
    """The points added to attributes (FOS-24)."""
    added = {name: value - tables.ATTRIBUTE_BASE for name, value in found.attributes.items()}
    spent = sum(added.values())
    lines = [{"label": name.upper(), "price": more, "rules": ["FOS-24"]} for name, more in added.items() if more]
    points = tables.ATTRIBUTE_POINTS
    return {"unit": "attribute points", "points": points, "spent": spent, "left": points - spent, "lines": lines}


def talent_name(found: Sheet, held: Held) -> str:
    """A talent with focus and ranks: "Aptitude for Physical, rank 2"."""
    talent = found.rulings.all_talents[held.key]
    focus = "" if held.focus is None else f" for {held.focus}"
    return f"{talent.name}{focus}" + (f", rank {held.ranks}" if held.ranks > 1 else "")


def talent_line(found: Sheet, held: Held, free: bool) -> dict[str, Any]:
    """A talent on the sheet: its name, what it does at its rank, and the rule."""
    talent = found.rulings.all_talents[held.key]
    rule = tables.TALENT_RULE.get(held.key, "FOS-21")
    return {
        "key": held.key,
        "name": talent.name,
        "focus": held.focus,
        "for": talent.for_,
        "ranks": held.ranks,
        "most": talent.ranks,
        "effect": effect(held.key, talent, held.ranks),
        "rules": ["FOS-22", rule] if free else [rule],
    }


EFFECTS: dict[str, str] = {
    "focus": "One die counts {lower} less, and its slot is damaged.",
    "scrape-by": "Two slots are damaged: you succeed, with trouble to come.",
    "exemplar": "When a die of yours passes, others may use the value it counted for.",
    "extreme-effort": "One slot is blown: you succeed.",
    "smooth": "Two dice whose sum stays below the chance: a greater success, and a blown slot becomes damaged.",
    "slick": "A die that is at most {margin} below the chance: no complications, and allies may have a slot mended.",
    "wingman": "When you aid an ally, you take over a value that the ally discards, {lowers}.",
    "lucky": "You have {slots} more for this group only.",
    "flair": "When you pass, you roll the new value twice and keep the one you like.",
    "steady": "You may damage a sound slot to write {writes} instead of a new value that you dislike.",
    "couldnt-sleep": "After a rest, you may reroll any of your slots; then one of them is damaged.",
}


def effect(key: str, talent: tables.Talent, ranks: int) -> str:
    """What a talent does at this rank, in one sentence; "" for a talent that no rule knows."""
    if key not in EFFECTS:
        return f"One die counts {talent.reduction_for(ranks)} less." if talent.reduction else ""
    slots, lowers = talent.slots * ranks, tables.by_rank(talent.lowers, ranks)
    return EFFECTS[key].format(
        lower=talent.reduction_for(ranks),
        margin=talent.margin,
        lowers=f"{lowers} lower" if lowers else "as it is",
        slots="1 slot" if slots == 1 else f"{slots} slots",
        writes=tables.by_rank(talent.writes, ranks),
    )


def harm(level: int) -> dict[str, Any]:
    """Damage outside battle at this level (FOS-27)."""
    tier = tables.tier(level)
    return {
        "tier": tier,
        **{degree: figure * tier for degree, figure in tables.HARM.items()},
        "trigger_one": tables.TRIGGER["one"] * tier,
        "trigger_group": tables.TRIGGER["group"] * tier,
        "rules": ["FOS-27"],
    }


def next_level(found: Sheet) -> dict[str, Any] | None:
    """What the next level brings; None at the highest."""
    if found.level >= tables.HIGHEST_LEVEL:
        return None
    after = found.level + 1
    gained = tables.talents_at(after) - tables.talents_at(found.level)
    return {
        "level": after,
        "max_hp": tables.pool_most(after, found.attributes["vit"]),
        "max_mp": tables.pool_most(after, found.attributes["spr"]),
        "gains_talent": bool(gained),
        "rules": ["FOS-23", "FOS-24", "FOS-20"] if gained else ["FOS-23", "FOS-24"],
    }

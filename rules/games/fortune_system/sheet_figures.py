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


def figures(typed_sheet: Sheet, progress: object) -> dict[str, Any]:
    """All figures of a checked sheet, with the rules that they come from."""
    ranks = sum(held.ranks for held in typed_sheet.talents)
    budgets = [talent_budget(typed_sheet, ranks), attribute_budget(typed_sheet)]
    computed: dict[str, Any] = {
        **experience(typed_sheet, progress),
        **points(typed_sheet),
        "slots": {
            "ordinary": typed_sheet.house_rules.slots,
            "missing": len(typed_sheet.missing()),
            "rules": ["FOS-01", "FOS-39"],
        },
        "mulligan": can_redo(typed_sheet),
        "talents": [talent_line(typed_sheet, held, False) for held in typed_sheet.talents],
        "free": None if typed_sheet.free is None else talent_line(typed_sheet, typed_sheet.free, True),
        "talent_count": {
            "allowed": tables.talents_at(typed_sheet.level),
            "taken": ranks,
            "rules": ["FOS-20", "FOS-21"],
        },
        "budgets": budgets,
        "harm": harm(typed_sheet.level),
        "next_level": next_level(typed_sheet),
        "rules": dict(RULES),
    }
    if not typed_sheet.finished:
        computed["budget"] = budgets[0]
    if typed_sheet.house_rules.unread:
        computed["unread_rows"] = typed_sheet.house_rules.unread
    return computed


def experience(typed_sheet: Sheet, progress: object) -> dict[str, Any]:
    """The level, and the experience points that are missing to the next one (FOS-23)."""
    _, sums = level_of(progress, typed_sheet.house_rules)
    price = typed_sheet.house_rules.options.xp_per_level or tables.XP_PER_LEVEL
    return {
        "level": typed_sheet.level,
        "xp": sums.xp,
        "levels_awarded": sums.levels,
        "xp_per_level": price,
        "xp_to_next_level": price - sums.xp % price if typed_sheet.level < tables.HIGHEST_LEVEL else None,
    }


def points(typed_sheet: Sheet) -> dict[str, Any]:
    """Hit points and magic points, as numbers and as pools (FOS-24)."""
    return {
        "max_hp": typed_sheet.most("hp"),
        "hp": typed_sheet.most("hp") if typed_sheet.hp is None else typed_sheet.hp,
        "max_mp": typed_sheet.most("mp"),
        "mp": typed_sheet.most("mp") if typed_sheet.mp is None else typed_sheet.mp,
        "pools": [pool(typed_sheet, "hp", "Hit points"), pool(typed_sheet, "mp", "Magic points")],
    }


def pool(typed_sheet: Sheet, key: str, name: str) -> dict[str, Any]:
    """Hit or magic points (FOS-24)."""
    now, most = getattr(typed_sheet, key), typed_sheet.most(key)
    return {
        "key": key,
        "name": name,
        "now": most if now is None else now,
        "max": most,
        "good": "high",
        "rules": ["FOS-24"],
    }


def can_redo(typed_sheet: Sheet) -> bool:
    """Whether the mulligan is left: after rolling, before the first check (FOS-02)."""
    return typed_sheet.filled == "rolled" and not typed_sheet.played and bool(typed_sheet.ordinary())


def talent_budget(typed_sheet: Sheet, taken: int) -> dict[str, Any]:
    """The budget of talents; each rank counts (FOS-20)."""
    allowed = tables.talents_at(typed_sheet.level)
    lines = [
        {
            "label": talent_name(typed_sheet, held),
            "price": held.ranks,
            "rules": [tables.TALENT_RULE.get(held.key, "FOS-21")],
        }
        for held in typed_sheet.talents
    ]
    return {"unit": "talents", "points": allowed, "spent": taken, "left": allowed - taken, "lines": lines}


def attribute_budget(typed_sheet: Sheet) -> dict[str, Any]:
    """The points added to attributes (FOS-24)."""
    added = {name: value - tables.ATTRIBUTE_BASE for name, value in typed_sheet.attributes.items()}
    spent = sum(added.values())
    lines = [{"label": name.upper(), "price": more, "rules": ["FOS-24"]} for name, more in added.items() if more]
    points = tables.ATTRIBUTE_POINTS
    return {"unit": "attribute points", "points": points, "spent": spent, "left": points - spent, "lines": lines}


def talent_name(typed_sheet: Sheet, held: Held) -> str:
    """A talent with focus and ranks: "Aptitude for Physical, rank 2"."""
    talent = typed_sheet.house_rules.all_talents[held.key]
    focus = "" if held.focus is None else f" for {held.focus}"
    return f"{talent.name}{focus}" + (f", rank {held.ranks}" if held.ranks > 1 else "")


def talent_line(typed_sheet: Sheet, held: Held, free: bool) -> dict[str, Any]:
    """A talent on the sheet: its name, what it does at its rank, and the rule."""
    talent = typed_sheet.house_rules.all_talents[held.key]
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
    "lucky": "You have {slots} for this group only.",
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
        slots="1 more slot" if slots == 1 else f"{slots} more slots",
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


def next_level(typed_sheet: Sheet) -> dict[str, Any] | None:
    """What the next level brings; None at the highest."""
    if typed_sheet.level >= tables.HIGHEST_LEVEL:
        return None
    after = typed_sheet.level + 1
    gained = tables.talents_at(after) - tables.talents_at(typed_sheet.level)
    return {
        "level": after,
        "max_hp": tables.pool_most(after, typed_sheet.attributes["vit"]),
        "max_mp": tables.pool_most(after, typed_sheet.attributes["spr"]),
        "gains_talent": bool(gained),
        "rules": ["FOS-23", "FOS-24", "FOS-20"] if gained else ["FOS-23", "FOS-24"],
    }

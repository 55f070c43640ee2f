"""The figures that follow from a sheet, with the rules that they come from."""

from typing import Any

from rules.engine import codec
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.house_rules import HouseRules
from rules.games.fortune_and_power.shapes import Limits
from rules.games.fortune_and_power.sheet import Sheet, cost, purchases

# The rule of each figure.
RULES = {
    "limits": "FNP-44",
    "dodge": "FNP-34",
    "parry": "FNP-34",
    "defence": "FNP-34",
    "strength": "FNP-42",
    "protection": "FNP-42",
    "order": "FNP-32",
    "traits": "FNP-03",
    "gifts": "FNP-08",
    "weapons": "FNP-42",
    "damage": "FNP-42",
    "recovery": "FNP-43",
}


def figures(sheet: Sheet, available: int, house_rules: HouseRules) -> dict[str, Any]:
    """All figures; `available` are the experience points that can be spent now."""
    wound_limit, shock_limit = (sheet.limits or Limits()).both
    dodge = tables.AGAINST_TRAIT + sheet.level(tables.ATHLETE)
    parry = tables.AGAINST_TRAIT + sheet.level(tables.WARRIOR)
    sheet_figures: dict[str, Any] = {
        "limits": {"wounds": wound_limit, "shocks": shock_limit},
        "pools": pools(sheet, (wound_limit, shock_limit), house_rules),
        "incapacitated": sheet.wounds >= wound_limit,
        "edge_of_madness": sheet.shocks >= shock_limit,
        "dodge": dodge,
        "parry": parry,
        "defence": max(dodge, parry),
        "strength": sheet.level(tables.STRENGTH),
        "protection": sheet.level(tables.CONSTITUTION) + sheet.armor,
        "order": sheet.level(tables.PERCEPTION),
        "traits": traits(sheet, house_rules),
        "new_trait": tables.price(1, house_rules.options.prices),
        "gifts": gifts(sheet, house_rules),
        "weapons": weapons(sheet),
        "damage": house_rules.options.harm,
        "recovery": recovery(sheet, house_rules),
        "experience": {"unit": "xp", "available": available, "left_over": left_over(sheet), "rules": ["FNP-04"]},
        "rules": dict(RULES),
    }
    if not sheet.finished:
        sheet_figures["budget"] = budget(sheet, house_rules)
    return sheet_figures


def pools(sheet: Sheet, limits: tuple[int, int], house_rules: HouseRules) -> list[dict[str, Any]]:
    """The pools that can be changed; none has a maximum, `limit` is where it takes effect (FNP-06, FNP-41)."""
    rows = [
        pool("wounds", "Wounds", sheet.wounds, "low", ["FNP-40", "FNP-41", "FNP-44"], limits[0]),
        pool("shocks", "Shocks", sheet.shocks, "low", ["FNP-40", "FNP-41", "FNP-44"], limits[1]),
    ]
    if house_rules.options.has_fortune:
        rows.append(pool("fortune", "Fortune", sheet.fortune, "high", ["FNP-06"], None))
    return rows


def pool(key: str, name: str, now: int, good: str, rules: list[str], limit: int | None) -> dict[str, Any]:
    """One pool in its shape."""
    return {"key": key, "name": name, "now": now, "max": None, "limit": limit, "good": good, "rules": rules}


def traits(sheet: Sheet, house_rules: HouseRules) -> list[dict[str, Any]]:
    """Every trait: what it has cost, what the next level costs, and what its level means (FNP-03, FNP-07)."""
    prices, found = house_rules.options.prices, []
    for name, level in sorted(sheet.traits.items(), key=lambda trait: (-trait[1], trait[0])):
        cost_now = tables.price(level, prices)
        next_price = tables.price(level + 1, prices) - cost_now if level < tables.MOST_LEVEL else None
        found.append(
            {
                "name": name,
                "level": level,
                "kind": house_rules.traits.get(name, "profession"),
                "price": cost_now,
                "next": next_price,
                "standing": tables.standing(level),
                "against": tables.AGAINST_TRAIT + level,
            }
        )
    return found


def gifts(sheet: Sheet, house_rules: HouseRules) -> list[dict[str, Any]]:
    """Every gift with its price, or None for a gift that is not in the catalogue (FNP-08)."""
    return [
        {"name": gift.name, "note": gift.note, "price": house_rules.gifts[gift.name].price if known else None}
        for gift in sheet.gifts
        for known in [gift.name in house_rules.gifts]
    ]


def weapons(sheet: Sheet) -> list[dict[str, Any]]:
    """Every weapon with what it adds to the dox of a hit, before the target's protection (FNP-42)."""
    strength = sheet.level(tables.STRENGTH)
    return [
        {
            "name": weapon.name,
            "bonus": weapon.bonus,
            "mental": bool(weapon.mental),
            "adds": weapon.bonus if weapon.mental else weapon.bonus + strength,
            "injury": "shocks" if weapon.mental else "wounds",
        }
        for weapon in sheet.weapons
    ]


def recovery(sheet: Sheet, house_rules: HouseRules) -> dict[str, Any]:
    """How many weeks of rest until wounds and shocks are gone; None when rest does not heal them (FNP-43)."""
    for_wounds, for_shocks = house_rules.options.weekly
    return {
        "wounds_per_week": for_wounds,
        "shocks_per_week": for_shocks,
        "weeks_for_wounds": weeks_until_healed(sheet.wounds, for_wounds),
        "weeks_for_shocks": weeks_until_healed(sheet.shocks, for_shocks),
    }


def weeks_until_healed(hurt: int, a_week: int) -> int | None:
    """The number of weeks until nothing is left, rounded up; None when rest does not heal."""
    if not hurt:
        return 0
    return -(-hurt // a_week) if a_week else None


def left_over(sheet: Sheet) -> int:
    """The character points that were not spent in the creation (FNP-02)."""
    return sheet.created.points - sheet.created.spent if sheet.created is not None else 0


def budget(sheet: Sheet, house_rules: HouseRules) -> dict[str, Any]:
    """The budget of a character in creation (FNP-02, FNP-03)."""
    spent = cost(sheet, house_rules)
    return {
        "unit": "character points",
        "points": house_rules.options.points,
        "spent": spent,
        "left": house_rules.options.points - spent,
        "lines": codec.encode(purchases(sheet, house_rules)),
    }

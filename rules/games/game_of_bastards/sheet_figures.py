"""The figures that follow from a sheet, with the rules that they come from."""

from typing import Any

from rules.games.game_of_bastards import sheet_budget
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules
from rules.games.game_of_bastards.sheet_shape import Owned, Sheet


def figures(sheet: Sheet, xp: int, house_rules: HouseRules) -> dict[str, Any]:
    """All figures of a checked sheet; `xp` is the sum of the experience entries."""
    points_left = sheet_budget.points_left_over(sheet)
    all_figures: dict[str, Any] = {
        "suit": suit(sheet),
        "traits": [trait_figures(sheet, trait) for trait in tables.TRAITS],
        "pools": [*(pool(sheet, trait) for trait in tables.TRAITS), wildcards(sheet)],
        "skills": skills(sheet, house_rules),
        "specialties": specialties(sheet),
        "advantages": [advantage(sheet, owned, house_rules) for owned in sheet.advantages],
        "weapons": weapons(sheet, house_rules),
        "protection": protection(sheet, house_rules),
        "hand": {"cards": tables.HAND, "rules": ["GOB-40"]},
        "desperate": bool(empty_pools(sheet)),
        "xp": {
            "ledger": xp,
            "kept": points_left,
            "left": xp + points_left if sheet.finished else xp,
            "rules": ["GOB-12", "GOB-13"],
        },
        "rules": {"suit": "GOB-10", "desperate": "GOB-48", "armor": "GOB-99", "disadvantages": "GOB-13"},
    }
    if not sheet.finished:
        all_figures["budget"] = sheet_budget.budget(sheet)
    return all_figures


def suit(sheet: Sheet) -> dict[str, Any] | None:
    """The chosen suit with its Fate and trait; None before it is chosen (GOB-10)."""
    if sheet.suit is None:
        return None
    trait = tables.BY_SUIT[sheet.suit]
    return {"key": sheet.suit, "name": suit_name(sheet, sheet.suit), "fate": trait.fate, "trait": trait.key}


def suit_name(sheet: Sheet, key: str) -> str:
    """The name of a suit on this sheet: of playing cards or of the tarot."""
    return tables.BY_SUIT[key].tarot if sheet.tarot else key  # type: ignore[index]


def trait_figures(sheet: Sheet, trait: tables.Trait) -> dict[str, Any]:
    """The rank of a trait, and how many cards the Dealer draws against it (GOB-20)."""
    rank = getattr(sheet.traits, trait.key)
    return {
        "key": trait.key,
        "name": trait.name,
        "rank": rank,
        "suit": trait.suit,
        "shown": suit_name(sheet, trait.suit),
        "fate": trait.fate,
        "opposed_by": max(1, tables.OPPOSING_CARDS - rank),
        "own": trait.suit == sheet.suit,
        "rules": ["GOB-10", "GOB-20"],
    }


def pool(sheet: Sheet, trait: tables.Trait) -> dict[str, Any]:
    """The pool of a trait: what is left, and five times the rank (GOB-11)."""
    now, most = pool_left(sheet, trait)
    return {
        "key": trait.pool,
        "name": trait.pool.upper(),
        "now": now,
        "max": most,
        "good": "high",
        "trait": trait.key,
        "trait_name": trait.name,
        "rank": getattr(sheet.traits, trait.key),
        "own": trait.suit == sheet.suit,
        "suit": trait.suit,
        "shown": suit_name(sheet, trait.suit),
        "rules": ["GOB-11"],
    }


def pool_left(sheet: Sheet, trait: tables.Trait) -> tuple[int, int]:
    """(what is left in the pool, its maximum)."""
    most = getattr(sheet.traits, trait.key) * tables.POOL_A_RANK
    now = getattr(sheet.pools, trait.pool)
    return (most if now is None else now), most


def empty_pools(sheet: Sheet) -> list[str]:
    """The keys of the pools at 0: their advantages cannot be used, and the character is desperate (GOB-16, GOB-48)."""
    return [trait.pool for trait in tables.TRAITS if pool_left(sheet, trait)[0] == 0]


def wildcards(sheet: Sheet) -> dict[str, Any]:
    """Wildcards as a pool; a rest does not change them (GOB-06)."""
    return {
        "key": "wildcards",
        "name": "Wildcards",
        "now": sheet.wildcards,
        "max": None,
        "good": "high",
        "rules": ["GOB-06"],
    }


def skills(sheet: Sheet, house_rules: HouseRules) -> list[dict[str, Any]]:
    """The skills on the sheet by rank, then the game's other skills at rank 1 (GOB-12, GOB-14)."""
    names = sorted(sheet.skills, key=lambda name: -sheet.skills[name])
    names += [name for name in tables.SKILLS if name not in sheet.skills]
    return [
        {
            "name": name,
            "rank": rank,
            "listed": name in sheet.skills,
            "extra_cards": extra_cards(sheet, name, house_rules),
            "rules": ["GOB-14", "GOB-20"],
        }
        for name in names
        for rank in [sheet.skills.get(name, 1)]
    ]


def extra_cards(sheet: Sheet, skill: str, house_rules: HouseRules) -> int:
    """The additional cards of advantages for a skill in a fate draw (GOB-84, GOB-85)."""
    return sum(
        house_rules.figure(owned.key, "more", 1)
        for owned, known in usable_advantages(sheet, house_rules)
        if skill in tables.EXTRA_CARD_SKILLS.get(known.effect or "", ())
    )


def usable_advantages(sheet: Sheet, house_rules: HouseRules) -> list[tuple[Owned, tables.Advantage]]:
    """The advantages whose pool is not empty (GOB-16)."""
    pairs = [(owned, house_rules.advantage(owned.key)) for owned in sheet.advantages]
    return [(owned, known) for owned, known in pairs if known and pool_left(sheet, tables.BY_SUIT[known.suit])[0] > 0]


def specialty_rank(sheet: Sheet, pair: list[str]) -> int:
    """The lower rank of the two skills (GOB-15)."""
    return min(sheet.skills.get(name, 1) for name in pair)


def specialties(sheet: Sheet) -> list[dict[str, Any]]:
    """Each specialty with its rank, which is added to a fate draw that involves it (GOB-15)."""
    return [
        {
            "name": specialty.name,
            "skills": list(specialty.skills),
            "rank": specialty_rank(sheet, specialty.skills),
            "rules": ["GOB-15"],
        }
        for specialty in sheet.specialties
    ]


def advantage(sheet: Sheet, owned: Owned, house_rules: HouseRules) -> dict[str, Any]:
    """An advantage with what it does and whether it can be used now; `reason` says why not (GOB-16)."""
    known = house_rules.advantage(owned.key)
    assert known is not None, "the sheet was checked"
    trait = tables.BY_SUIT[known.suit]
    usable = pool_left(sheet, trait)[0] > 0
    reason = "" if usable else f"{trait.pool.upper()} is empty; {known.name} cannot be used until it is above 0 again."
    if usable:
        reason = missing_cost(sheet, known)
    return {
        "key": owned.key,
        "name": known.name,
        "weapon": owned.weapon,
        "ranks": owned.ranks or 1,
        "most": known.most,
        "suit": known.suit,
        "shown": suit_name(sheet, known.suit),
        "category": known.category,
        "use": known.use,
        "cost": dict(known.cost),
        "cost_words": tables.cost_words(known.cost),
        "text": known.text,
        "usable": not reason,
        "reason": reason,
        "rules": list(dict.fromkeys([known.rule, "GOB-16"])),
    }


def missing_cost(sheet: Sheet, known: tables.Advantage) -> str:
    """Why the cost of an advantage cannot be paid now; "" when it can."""
    for key, amount in known.cost.items():
        if key == "wildcards" and sheet.wildcards < amount:
            return f"It costs {tables.cost_words({key: amount})}, and nothing is left."
        if key in tables.BY_POOL and pool_left(sheet, tables.BY_POOL[key])[0] < amount:
            return f"It costs {tables.cost_words({key: amount})}, and less is left."
    return ""


def weapons(sheet: Sheet, house_rules: HouseRules) -> list[dict[str, Any]]:
    """Each weapon with the rank in its skill and what a hit adds (GOB-44, GOB-46, GOB-89, GOB-90)."""
    body = (sheet.traits.body or 1) if house_rules.options.get("body_adds_to_damage", True) else 0
    weapon_rows = []
    for weapon in sheet.weapons:
        rank = sheet.skills.get(weapon.skill, 1)
        adds, rules = weapon.damage + body, ["GOB-44", "GOB-46"]
        for owned, known in usable_advantages(sheet, house_rules):
            if known.effect is not None and tables.FIST_SKILLS.get(known.effect) == weapon.skill:
                adds, rules = adds + rank * house_rules.figure(owned.key, "times", 1), [*rules, known.rule]
        weapon_rows.append(
            {
                "name": weapon.name,
                "damage": weapon.damage,
                "skill": weapon.skill,
                "ranged": weapon.ranged,
                "rank": rank,
                "adds": adds,
                "rules": rules,
            }
        )
    return weapon_rows


def protection(sheet: Sheet, house_rules: HouseRules) -> dict[str, Any]:
    """What always lowers damage to BP and SP (GOB-87, GOB-88, GOB-99)."""
    lowered = {"toughness": 0, "resolve": 0}
    for owned, known in usable_advantages(sheet, house_rules):
        if known.effect in lowered:
            lowered[known.effect] += (owned.ranks or 1) * house_rules.figure(owned.key, "reduction", 1)
    return {
        "bp": lowered["toughness"],
        "sp": lowered["resolve"],
        "armor": sheet.armor,
        "rules": ["GOB-87", "GOB-88", "GOB-99"],
    }

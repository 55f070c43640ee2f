"""What a character in creation can take: specialties, advantages, and what is still free (GOB-13, GOB-15)."""

from typing import Any

from rules.games.game_of_bastards import sheet_budget, sheet_figures
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules
from rules.games.game_of_bastards.sheet_shape import Sheet


def list_choices(sheet: Sheet, house_rules: HouseRules) -> dict[str, Any]:
    """`{"ready": skills at 2 or more, "specialties", "advantages", "free_advantages", "disadvantages", ...}`."""
    ready = [name for name, rank in sheet.skills.items() if rank >= tables.SPECIALTY_FROM]
    owned = {specialty.name.casefold() for specialty in sheet.specialties}
    return {
        "suits": [suit(sheet, trait) for trait in tables.TRAITS],
        "skills": skills(sheet),
        "ready": ready,
        "specialties": [
            {"name": title, "skills": pair, "rank": sheet_figures.specialty_rank(sheet, pair), "rules": ["GOB-15"]}
            for title, pair in house_rules.specialties(ready)
            if title.casefold() not in owned
        ],
        "advantages": [advantage(sheet, known) for known in house_rules.offered_advantages()],
        "free_advantages": max(0, tables.FREE_ADVANTAGES - sheet_budget.advantages(sheet)),
        "disadvantages": names(
            house_rules, "disadvantage", {disadvantage.name for disadvantage in sheet.disadvantages}
        ),
        "weapons": [row.name for row in house_rules.of_kind("weapon")],
        "categories": ["defensive", "offensive", "utility"],
        "typed": unused_types(sheet, house_rules),
        "armor": [row.name for row in house_rules.of_kind("armor")],
    }


def suit(sheet: Sheet, trait: tables.Trait) -> dict[str, Any]:
    """A suit that can be chosen, with its Fate and trait (GOB-10)."""
    return {
        "key": trait.suit,
        "name": sheet_figures.suit_name(sheet, trait.suit),
        "fate": trait.fate,
        "trait": trait.key,
        "trait_name": trait.name,
        "chosen": sheet.suit == trait.suit,
    }


def skills(sheet: Sheet) -> list[dict[str, Any]]:
    """Every skill with its rank; the order does not depend on ranks, so that buttons stay where they are."""
    names = [*tables.SKILLS, *(name for name in sheet.skills if name not in tables.SKILLS)]
    return [{"name": name, "rank": sheet.skills.get(name, 1), "rules": ["GOB-12", "GOB-14"]} for name in names]


def advantage(sheet: Sheet, known: tables.Advantage) -> dict[str, Any]:
    """An advantage that is offered: what it does, and how often it is already on the sheet."""
    ranks = sum(held.ranks or 1 for held in sheet.advantages if held.key == known.key)
    return {
        "key": known.key,
        "name": known.name,
        "suit": known.suit,
        "shown": sheet_figures.suit_name(sheet, known.suit),
        "category": known.category,
        "use": known.use,
        "cost_words": tables.cost_words(known.cost),
        "text": known.text,
        "weapon": known.weapon,
        "ranks": ranks,
        "most": known.most,
        "open": known.weapon or ranks < known.most,
        "rules": [known.rule, "GOB-13"],
    }


def names(house_rules: HouseRules, kind: str, but: set[str]) -> list[str]:
    """The names of the rows of one kind that the sheet does not have."""
    return [row.name for row in house_rules.of_kind(kind) if row.name not in but]


def unused_types(sheet: Sheet, house_rules: HouseRules) -> list[str]:
    """The types of Combat and Craft that rows mention and the sheet does not have."""
    found = [row.name for row in house_rules.of_kind("skill")]
    found += [skill for row in house_rules.of_kind("weapon") if type(skill := row.figures.get("skill")) is str]
    pairs = [row.figures.get("skills") for row in house_rules.of_kind("specialty")]
    found += [name for pair in pairs if type(pair) is list for name in pair if type(name) is str]
    named = {tables.skill_name(name) for name in found if "(" in name}
    return sorted(named - set(sheet.skills) - set(tables.SKILLS))

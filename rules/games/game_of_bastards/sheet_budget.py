"""The price of a character, line by line, and the points of the creation (GOB-12, GOB-13)."""

from typing import Any

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.sheet_shape import Sheet


def lines(sheet: Sheet) -> list[dict[str, Any]]:
    """`[{"label", "price", "rules"}]`: traits above their start, skills above 1, specialties, advantages."""
    rows = []
    for trait in tables.TRAITS:
        rank = getattr(sheet.traits, trait.key)
        start = tables.CHOSEN_TRAIT if trait.suit == sheet.suit else 1
        if rank > start:
            rows.append(line(f"{trait.name} {rank}", rank - start, "GOB-13", "GOB-10"))
    for name, rank in sheet.skills.items():
        if rank > 1:
            rows.append(line(f"{name} {rank}", rank - 1, "GOB-13", "GOB-12"))
    for specialty in sheet.specialties:
        rows.append(line(specialty.name, 1, "GOB-13", "GOB-15"))
    bought_advantages = advantages(sheet)
    paid = max(0, bought_advantages - tables.FREE_ADVANTAGES)
    if bought_advantages:
        label = f"{bought_advantages} advantage{'s' if bought_advantages > 1 else ''}, {bought_advantages - paid} free"
        rows.append(line(label, paid, "GOB-13"))
    return rows


def line(label: str, steps: int, *rules: str) -> dict[str, Any]:
    """One line of the list of purchases."""
    return {"label": label, "price": steps * tables.STEP_PRICE, "rules": list(rules)}


def advantages(sheet: Sheet) -> int:
    """The number of advantages; each rank counts."""
    return sum(owned.ranks or 1 for owned in sheet.advantages)


def points_and_spent(sheet: Sheet) -> tuple[int, int]:
    """(points of the creation, points spent): 10 points, and 1 more for every disadvantage."""
    points = tables.START_POINTS + len(sheet.disadvantages)
    return points, sum(entry["price"] for entry in lines(sheet))


def check(sheet: Sheet) -> None:
    """Refuse a creation that costs more than its points."""
    points, spent = points_and_spent(sheet)
    if spent > points:
        over = spent - points
        refuse(
            "sheet.budget",
            f"This costs {spent} XP and you have {points}: spend {over} XP less, or take a disadvantage for each "
            "missing XP.",
            "GOB-13",
        )


def budget(sheet: Sheet) -> dict[str, Any]:
    """`{"unit", "points", "spent", "left", "lines"}` during the creation."""
    points, spent = points_and_spent(sheet)
    return {"unit": tables.UNIT, "points": points, "spent": spent, "left": points - spent, "lines": lines(sheet)}


def points_left_over(sheet: Sheet) -> int:
    """Points of the creation that were not spent; they can be spent later like all XP (GOB-12)."""
    return 0 if sheet.created is None else sheet.created.points - sheet.created.spent

"""The offers of steps: label, price, before and after, what becomes possible."""

from typing import Any

from rules.engine import offers
from rules.games.game_of_bastards import sheet_budget, sheet_figures
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules
from rules.games.game_of_bastards.sheet_shape import Sheet

Offer = dict[str, Any]


def offer(
    step: dict[str, Any],
    label: str,
    rules: list[str],
    points_left: int,
    *,
    before: str = "",
    after: str = "",
    opens: str = "",
    why_not: str = "",
    choices: dict[str, Any] | None = None,
    price: int = tables.STEP_PRICE,
) -> Offer:
    """One step; it is not affordable when `why_not` says so or fewer XP than its price are left."""
    reason = why_not or (f"It costs {price} XP, and {points_left} are left." if points_left < price else "")
    return {
        "step": step,
        "label": label,
        "unit": tables.UNIT,
        "price": price,
        "before": before,
        "after": after,
        "affordable": not reason,
        "reason": reason,
        "opens": opens,
        "rules": rules,
        "choices": choices or {},
        "asks_gm": False,
    }


def reason_unfinished(sheet: Sheet) -> tuple[str, str]:
    """(why the creation cannot be finished yet, its rule); ("", "") when it can."""
    if sheet.suit is None:
        return "Choose a suit first: clubs, hearts, spades or diamonds.", "GOB-10"
    free = tables.FREE_ADVANTAGES - sheet_budget.advantages(sheet)
    if free > 0:
        return f"Choose {free} more advantage{'s' if free > 1 else ''}: two are free.", "GOB-13"
    points, spent = sheet_budget.points_and_spent(sheet)
    if spent > points:
        return f"This costs {spent} XP, and there are {points}.", "GOB-13"
    return "", ""


def sentence_about_points(number: int) -> str:
    """What becomes of points that the creation leaves over."""
    return "1 XP is kept for later." if number == 1 else f"{number} XP are kept for later."


def finish(sheet: Sheet) -> Offer:
    """Finishing the creation."""
    points, spent = sheet_budget.points_and_spent(sheet)
    reason, _ = reason_unfinished(sheet)
    opens = sentence_about_points(points - spent) if points > spent and not reason else ""
    return offer(
        {"type": "finish"},
        "Finish the creation",
        ["GOB-12", "GOB-13"],
        0,
        price=0,
        before=f"{spent} of {points} XP spent",
        after="finished",
        opens=opens,
        why_not=reason,
    )


def all_offers(sheet: Sheet, points_left: int, house_rules: HouseRules) -> list[Offer]:
    """All steps: traits, skills, specialties, advantages."""
    return [
        *traits(sheet, points_left),
        *skills(sheet, points_left, house_rules),
        *specialties(sheet, points_left, house_rules),
        *advantages(sheet, points_left, house_rules),
    ]


def traits(sheet: Sheet, points_left: int) -> list[Offer]:
    """A trait raised, with its pool and what the Dealer draws against it (GOB-11, GOB-20)."""
    trait_offers = []
    for trait in tables.TRAITS:
        rank = getattr(sheet.traits, trait.key)
        most = rank * tables.POOL_A_RANK
        opens = f"{trait.pool.upper()} {most} becomes {most + tables.POOL_A_RANK}"
        if rank < tables.OPPOSING_CARDS - 1:
            cards = tables.OPPOSING_CARDS - rank - 1
            opens += f"; the Dealer draws {cards} card{'s' if cards > 1 else ''} against it"
        top = rank >= tables.HIGHEST
        step = {"type": "trait", "trait": trait.key}
        trait_offers.append(
            offer(
                step if top else step | {"to": rank + 1},
                f"Raise {trait.name} to {rank + 1}" if not top else trait.name,
                ["GOB-13", "GOB-11"],
                points_left,
                before=f"{trait.name} {rank}",
                opens="" if top else f"{opens}.",
                after="" if top else f"{trait.name} {rank + 1}",
                why_not="This is the highest rank." if top else "",
            )
        )
    return trait_offers


def skills(sheet: Sheet, points_left: int, house_rules: HouseRules) -> list[Offer]:
    """Raising a skill of the sheet, the game or the campaign, or one of another type (GOB-14)."""
    names = [skill["name"] for skill in sheet_figures.skills(sheet, house_rules)]
    for row in house_rules.of_kind("skill"):
        name = tables.skill_name(row.name)
        if name not in names and name not in tables.TYPED:
            names.append(name)
    raises = [skill(sheet, points_left, name, house_rules) for name in names]
    another = offer(
        {"type": "skill"},
        "Raise another skill by 1, such as Combat (Axe) or Craft (Potion)",
        ["GOB-13", "GOB-14"],
        points_left,
        choices={"skill": offers.text()},
    )
    return [*raises, another]


def skill(sheet: Sheet, points_left: int, name: str, house_rules: HouseRules) -> Offer:
    """Raising one skill by 1, with the specialties that this makes possible (GOB-15)."""
    rank = sheet.skills.get(name, 1)
    top = rank >= tables.HIGHEST
    opens = f"{rank + 1} cards in its fate draws and at most {rank + 1} in an opposition"
    if rank + 1 == tables.SPECIALTY_FROM:
        ready = [skill for skill, reached in sheet.skills.items() if reached >= tables.SPECIALTY_FROM]
        new = dict.fromkeys([title for title, pair in house_rules.specialties([*ready, name]) if name in pair])
        opens += f"; opens the specialties {', '.join(new)}" if new else ""
    step = {"type": "skill", "skill": name}
    return offer(
        step if top else step | {"to": rank + 1},
        name if top else f"Raise {name} to {rank + 1}",
        ["GOB-13", "GOB-14"],
        points_left,
        before=f"{name} {rank}",
        after="" if top else f"{name} {rank + 1}",
        opens="" if top else f"{opens}.",
        why_not="This is the highest rank." if top else "",
    )


def specialties(sheet: Sheet, points_left: int, house_rules: HouseRules) -> list[Offer]:
    """The named specialties for which the skills are high enough, and one with another name (GOB-15)."""
    ready = [name for name, rank in sheet.skills.items() if rank >= tables.SPECIALTY_FROM]
    owned = {specialty.name.casefold() for specialty in sheet.specialties}
    named = [
        named_specialty(sheet, points_left, title, pair)
        for title, pair in house_rules.specialties(ready)
        if title.casefold() not in owned
    ]
    if len(ready) < 2:
        return named
    another = offer(
        {"type": "specialty"},
        "Name a specialty of your own",
        ["GOB-13", "GOB-15"],
        points_left,
        opens="Its rank, the lower of the two, is added to every fate draw that it fits.",
        choices={"name": offers.text(), "skills": offers.some(ready, 2, 2)},
    )
    return [*named, another]


def named_specialty(sheet: Sheet, points_left: int, title: str, pair: list[str]) -> Offer:
    """Taking a specialty of the game or the campaign, which needs two skills (GOB-15)."""
    both = f"{pair[0]} and {pair[1]}"
    return offer(
        {"type": "specialty", "name": title, "skills": pair},
        f"Take the specialty {title} ({both})",
        ["GOB-13", "GOB-15"],
        points_left,
        before=both,
        after=f"{title} {sheet_figures.specialty_rank(sheet, pair)}",
        opens="Its rank is added to every fate draw that it fits.",
    )


def advantages(sheet: Sheet, points_left: int, house_rules: HouseRules) -> list[Offer]:
    """Advantages that the character does not have, more ranks, and Counter and Florentine for another weapon."""
    owned = {advantage.key: advantage for advantage in sheet.advantages}
    advantage_offers = []
    for known in house_rules.offered_advantages():
        have = owned.get(known.key)
        ranks = have.ranks or 1 if have else 0
        if have and not known.weapon and ranks >= known.most:
            continue
        label = f"Raise {known.name} to {ranks + 1}" if have and not known.weapon else f"Take {known.name}"
        cost = tables.cost_words(known.cost)
        step = {"type": "advantage", "key": known.key} | ({"to": ranks + 1} if known.most > 1 else {})
        advantage_offers.append(
            offer(
                step,
                f"{label} for a weapon" if known.weapon else label,
                ["GOB-13", known.rule],
                points_left,
                before=f"{known.name} {ranks}" if ranks and known.most > 1 else "",
                after=f"{known.name} {ranks + 1}" if known.most > 1 else known.name,
                opens=f"{known.text} It costs {cost}." if cost else known.text,
                choices={"weapon": offers.text()} if known.weapon else None,
            )
        )
    return advantage_offers

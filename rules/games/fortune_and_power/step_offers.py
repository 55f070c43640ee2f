"""The offers of steps: label, price, before and after, and what becomes possible (FNP-02 to FNP-08)."""

from typing import Any

from rules.engine.offers import Choice, one, text
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.house_rules import GiftRow, HouseRules
from rules.games.fortune_and_power.sheet import Sheet, cost


def step_offer(
    step: dict[str, Any], label: str, price: int, before: Any, after: Any, rules: list[str], available: int, **more: Any
) -> dict[str, Any]:
    """One step as `rules.play.steps` describes it."""
    missing = price - available
    reason = f"{missing} more {'point is' if missing == 1 else 'points are'} needed." if missing > 0 else ""
    fields = {"opens": "", "choices": {}, "asks_gm": False, **more}
    fixed = {"step": step, "label": label, "unit": "xp", "price": price, "before": before, "after": after}
    return {**fixed, "affordable": missing <= 0, "reason": reason, "rules": rules, **fields}


def finish_offer(sheet: Sheet, house_rules: HouseRules) -> dict[str, Any]:
    """The end of the creation; the points that are left stay available (FNP-02)."""
    points_left = house_rules.options.points - cost(sheet, house_rules)
    opens = (
        f"{points_left} character {'point stays' if points_left == 1 else 'points stay'} available."
        if points_left
        else ""
    )
    words = ("in creation", "finished")
    return step_offer({"type": "finish"}, "Finish the character", 0, *words, ["FNP-02"], 0, opens=opens)


def all_offers(sheet: Sheet, available: int, house_rules: HouseRules) -> list[dict[str, Any]]:
    """All steps after the creation: traits, fortune and gifts."""
    return [
        *[raise_offer(name, sheet, available, house_rules) for name in sorted(sheet.traits) if sheet.level(name) < 99],
        *new_trait_offers(sheet, available, house_rules),
        *fortune_offers(sheet, available, house_rules),
        *[
            gift_offer(row, sheet, available)
            for row in house_rules.gifts.values()
            if row.many or not has_gift(sheet, row.name)
        ],
    ]


def has_gift(sheet: Sheet, gift: str) -> bool:
    """Whether the character has a gift."""
    return any(one_of.name == gift for one_of in sheet.gifts)


def difference(start: int, to: int, house_rules: HouseRules) -> int:
    """The price of raising a trait from `start` to `to` (FNP-03)."""
    return tables.price(to, house_rules.options.prices) - tables.price(start, house_rules.options.prices)


def opened_standing(before: int, after: int) -> str:
    """What the higher level means, when that changes (FNP-07)."""
    standing = tables.standing(after)
    return "" if standing == tables.standing(before) else f"Level {after}: {standing}."


def raise_offer(name: str, sheet: Sheet, available: int, house_rules: HouseRules) -> dict[str, Any]:
    """The offer to raise a trait to its next level."""
    level = sheet.level(name)
    after, price = level + 1, difference(level, level + 1, house_rules)
    step, label = {"type": "trait", "trait": name, "to": after}, f"Raise {name} from {level} to {after}"
    return step_offer(
        step, label, price, level, after, ["FNP-03", "FNP-04"], available, opens=opened_standing(level, after)
    )


def new_trait_offers(sheet: Sheet, available: int, house_rules: HouseRules) -> list[dict[str, Any]]:
    """The offers of a new trait: one from the catalogue, one with a name of the player's choice (FNP-07)."""
    price, rules = difference(0, 1, house_rules), ["FNP-03", "FNP-04", "FNP-07"]
    new = [name for name in house_rules.traits if name not in sheet.traits]
    choices: list[tuple[str, Choice]] = [("Begin a trait from the catalogue", one(new))] if new else []
    choices.append(("Begin a trait with another name", text()))
    return [
        step_offer(
            {"type": "new-trait"},
            label,
            price,
            0,
            1,
            rules,
            available,
            opens=opened_standing(0, 1),
            choices={"trait": choice},
        )
        for label, choice in choices
    ]


def fortune_offers(sheet: Sheet, available: int, house_rules: HouseRules) -> list[dict[str, Any]]:
    """The offer of a point of fortune, if the campaign has fortune (FNP-06)."""
    if not house_rules.options.has_fortune or sheet.fortune >= tables.MOST_POOL:
        return []
    now, rules = sheet.fortune, ["FNP-03", "FNP-06"]
    return [step_offer({"type": "fortune"}, "Buy 1 fortune", 1, now, now + 1, rules, available)]


def gift_offer(row: GiftRow, sheet: Sheet, available: int) -> dict[str, Any]:
    """The offer of a gift, which the Adversary must grant (FNP-05)."""
    count = sum([gift.name == row.name for gift in sheet.gifts])
    before, after = (count, count + 1) if row.many else ("", "")
    choices = {"explanation": text(), "note": text(optional=True)}
    if row.explain:
        choices["explanation"]["help"] = row.explain
    label = f"Ask for the gift {row.name}"
    step, rules = {"type": "gift", "gift": row.name}, ["FNP-05", "FNP-08"]
    return step_offer(step, label, row.price, before, after, rules, available, choices=choices, asks_gm=True)

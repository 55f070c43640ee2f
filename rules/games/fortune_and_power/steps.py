"""Steps: raising a trait, a new trait, fortune, a gift, and the end of the creation (FNP-02 to FNP-08)."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text
from rules.engine.json_types import ChangedSheet, StepOffer, StepResult
from rules.engine.offers import Choice, one, text
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import house_rules, tables
from rules.games.fortune_and_power.house_rules import HouseRules
from rules.games.fortune_and_power.sheet import Created, Gift, Sheet, cost, plain_sheet, read
from rules.games.fortune_and_power.sheet_figures import figures

Reached = Annotated[int, Meta(ge=1, le=99)]


class RaiseTrait(Struct, forbid_unknown_fields=True, tag_field="type", tag="trait"):
    """Raise a trait to its next level."""

    trait: Text
    to: Reached


class NewTrait(Struct, forbid_unknown_fields=True, tag_field="type", tag="new-trait"):
    """Begin a trait at level 1."""

    trait: Text


class BuyFortune(Struct, forbid_unknown_fields=True, tag_field="type", tag="fortune"):
    """Buy one point of fortune."""


class BuyGift(Struct, forbid_unknown_fields=True, tag_field="type", tag="gift"):
    """Buy a gift, with the reason why the character gets it (FNP-05)."""

    gift: Text
    explanation: Text
    note: Text | None = None


class Finish(Struct, forbid_unknown_fields=True, tag_field="type", tag="finish"):
    """Finish the creation."""


Step = RaiseTrait | NewTrait | BuyFortune | BuyGift | Finish


class StepEffect(NamedTuple):
    """The effect of a step: its price in experience points, a sentence, the rules."""

    price: int
    text: str
    rules: list[str]


def step_offer(
    step: dict[str, Any], label: str, price: int, before: Any, after: Any, rules: list[str], available: int, **more: Any
) -> dict[str, Any]:
    """One step as `rules.play.steps` describes it."""
    missing = price - available
    reason = f"{missing} more {'point is' if missing == 1 else 'points are'} needed." if missing > 0 else ""
    made = {"opens": "", "choices": {}, "asks_gm": False, **more}
    fixed = {"step": step, "label": label, "unit": "xp", "price": price, "before": before, "after": after}
    return {**fixed, "affordable": missing <= 0, "reason": reason, "rules": rules, **made}


def steps(given: object, progress: object, house_: object) -> list[StepOffer]:
    """Every step, also those that are too expensive now; during the creation only its end."""
    ruled = house_rules.parse_house_rules(house_)
    sheet, available = read(given, progress, ruled)
    if not sheet.finished:
        left = ruled.options.points - cost(sheet, ruled)
        opens = f"{left} character {'point stays' if left == 1 else 'points stay'} available." if left else ""
        step = {"type": "finish"}
        words = ("in creation", "finished")
        return [step_offer(step, "Finish the character", 0, *words, ["FNP-02"], 0, opens=opens)]
    return [
        *[raise_offer(name, sheet, available, ruled) for name in sorted(sheet.traits) if sheet.level(name) < 99],
        *new_trait_offers(sheet, available, ruled),
        *fortune_offers(sheet, available, ruled),
        *[
            gift_offer(row, sheet, available)
            for row in ruled.gifts.values()
            if row.many or not has_gift(sheet, row.name)
        ],
    ]


def has_gift(sheet: Sheet, gift: str) -> bool:
    """Whether the character has a gift."""
    return any(one_of.name == gift for one_of in sheet.gifts)


def difference(start: int, to: int, ruled: HouseRules) -> int:
    """The price of raising a trait from `start` to `to` (FNP-03)."""
    return tables.price(to, ruled.options.prices) - tables.price(start, ruled.options.prices)


def opened_standing(before: int, after: int) -> str:
    """What the higher level means, when that changes (FNP-07)."""
    standing = tables.standing(after)
    return "" if standing == tables.standing(before) else f"Level {after}: {standing}."


def raise_offer(name: str, sheet: Sheet, available: int, ruled: HouseRules) -> dict[str, Any]:
    """The offer to raise a trait to its next level."""
    level = sheet.level(name)
    after, price = level + 1, difference(level, level + 1, ruled)
    step, label = {"type": "trait", "trait": name, "to": after}, f"Raise {name} from {level} to {after}"
    return step_offer(
        step, label, price, level, after, ["FNP-03", "FNP-04"], available, opens=opened_standing(level, after)
    )


def new_trait_offers(sheet: Sheet, available: int, ruled: HouseRules) -> list[dict[str, Any]]:
    """The offers of a new trait: one from the catalogue, one with a name of the player's choice (FNP-07)."""
    price, rules = difference(0, 1, ruled), ["FNP-03", "FNP-04", "FNP-07"]
    new = [name for name in ruled.traits if name not in sheet.traits]
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


def fortune_offers(sheet: Sheet, available: int, ruled: HouseRules) -> list[dict[str, Any]]:
    """The offer of a point of fortune, if the campaign has fortune (FNP-06)."""
    if not ruled.options.has_fortune or sheet.fortune >= tables.MOST_POOL:
        return []
    now, rules = sheet.fortune, ["FNP-03", "FNP-06"]
    return [step_offer({"type": "fortune"}, "Buy 1 fortune", 1, now, now + 1, rules, available)]


def gift_offer(row: house_rules.GiftRow, sheet: Sheet, available: int) -> dict[str, Any]:
    """The offer of a gift, which the Adversary must grant (FNP-05)."""
    count = sum([gift.name == row.name for gift in sheet.gifts])
    before, after = (count, count + 1) if row.many else ("", "")
    choices = {"explanation": text(), "note": text(optional=True)}
    if row.explain:
        choices["explanation"]["help"] = row.explain
    label = f"Ask for the gift {row.name}"
    step, rules = {"type": "gift", "gift": row.name}, ["FNP-05", "FNP-08"]
    return step_offer(step, label, row.price, before, after, rules, available, choices=choices, asks_gm=True)


def step(given: object, progress: object, step_: object, house_: object) -> StepResult:
    """See `rules.play.step`; the figures are those after the payment."""
    ruled = house_rules.parse_house_rules(house_)
    sheet, available = read(given, progress, ruled)
    typed = parse_step(step_)
    if not sheet.finished and not isinstance(typed, Finish):
        text_ = "step: during the creation everything is set on the sheet itself; finish the character first."
        refuse("step.creation", text_, "FNP-02")
    taken = TAKE[type(typed)](sheet, typed, ruled)
    if taken.price > available and taken.price:
        text_ = f"step: this costs {taken.price} experience points; {available} are available."
        refuse("step.price", text_, "FNP-04")
    if isinstance(typed, Finish):
        _, available = read(plain_sheet(sheet), progress, ruled)
    return {
        "sheet": plain_sheet(sheet),
        "figures": figures(sheet, available - taken.price, ruled),
        "unit": "xp",
        "price": taken.price,
        "text": taken.text,
        "rules": taken.rules,
    }


def parse_step(step_: object) -> Step:
    """The step in its shape; `Refused` for an unknown type."""
    typed: Step = codec.decode(step_, Step, "step")  # type: ignore[arg-type]
    codec.check_text(step_, "step")
    return typed


def take_raise(sheet: Sheet, step_: RaiseTrait, ruled: HouseRules) -> StepEffect:
    level = sheet.traits.get(step_.trait)
    if level is None:
        refuse("step.trait", f"step.trait: {quote(step_.trait)} is not on the sheet; begin it first.", "FNP-03")
    if step_.to != level + 1:
        refuse("step.level", f"step.to: the next level is {level + 1}.", "FNP-03")
    sheet.traits[step_.trait] = step_.to
    price = difference(level, step_.to, ruled)
    return StepEffect(price, f"{step_.trait} rises from {level} to {step_.to}.", ["FNP-03", "FNP-04"])


def take_new(sheet: Sheet, step_: NewTrait, ruled: HouseRules) -> StepEffect:
    if step_.trait in sheet.traits:
        refuse("step.trait", f"step.trait: {quote(step_.trait)} is already on the sheet; raise it.", "FNP-03")
    if len(sheet.traits) >= tables.MOST_LISTED:
        refuse("step.many", f"step.trait: a sheet holds at most {tables.MOST_LISTED} traits.", "FNP-07")
    sheet.traits[step_.trait] = 1
    return StepEffect(difference(0, 1, ruled), f"{step_.trait} begins at 1.", ["FNP-03", "FNP-04", "FNP-07"])


def take_fortune(sheet: Sheet, _step: BuyFortune, ruled: HouseRules) -> StepEffect:
    if not ruled.options.has_fortune:
        refuse("fortune.forbidden", "step: there is no fortune in this campaign.", "FNP-06")
    if sheet.fortune >= tables.MOST_POOL:
        refuse("fortune.most", f"step: nobody has more than {tables.MOST_POOL} fortune.", "FNP-06")
    sheet.fortune += 1
    return StepEffect(1, f"Fortune rises to {sheet.fortune}.", ["FNP-03", "FNP-06"])


def take_gift(sheet: Sheet, step_: BuyGift, ruled: HouseRules) -> StepEffect:
    row = ruled.gifts.get(step_.gift)
    if row is None:
        text_ = f"step.gift: {quote(step_.gift)} is not in the catalogue; it has {', '.join(ruled.gifts)[:150]}."
        refuse("gift.unknown", text_, "FNP-08")
    if has_gift(sheet, step_.gift) and not row.many:
        refuse("gift.twice", f"step.gift: {quote(step_.gift)} is already on the sheet.", "FNP-08")
    if len(sheet.gifts) >= tables.MOST_LISTED:
        refuse("step.many", f"step.gift: a sheet holds at most {tables.MOST_LISTED} gifts.", "FNP-08")
    sheet.gifts.append(Gift(step_.gift, step_.note))
    return StepEffect(row.price, f"{step_.gift} is gained: {step_.explanation}", ["FNP-05", "FNP-08"])


def take_finish(sheet: Sheet, _step: Finish, ruled: HouseRules) -> StepEffect:
    if sheet.finished:
        refuse("step.finished", "step: the character is already finished.", "FNP-02")
    points, spent = ruled.options.points, cost(sheet, ruled)
    sheet.finished, sheet.created = True, Created(points, spent)
    left = f"; {points - spent} {'stays' if points - spent == 1 else 'stay'} available" if points > spent else ""
    return StepEffect(0, f"The character is finished: {spent} of {points} character points spent{left}.", ["FNP-02"])


def unstep(given: object, progress: object, step_: object, house_: object) -> ChangedSheet:
    """See `rules.play.unstep`."""
    ruled = house_rules.parse_house_rules(house_)
    sheet, _ = read(given, progress, ruled)
    typed = parse_step(step_)
    if not sheet.finished:
        refuse("step.creation", "step: the character is not finished; nothing was bought with experience.", "FNP-02")
    back, rules = UNDO[type(typed)](sheet, typed, ruled)
    if isinstance(typed, Finish):
        read(plain_sheet(sheet), progress, ruled)
    return {"sheet": plain_sheet(sheet), "text": back, "rules": rules}


def undo_raise(sheet: Sheet, step_: RaiseTrait, _ruled: HouseRules) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != step_.to:
        text_ = f"step.to: {step_.trait} is at {level}, not at {step_.to}; take the later level back first."
        refuse("step.later", text_, "FNP-03")
    sheet.traits[step_.trait] = level - 1
    return f"{step_.trait} falls back from {level} to {level - 1}.", ["FNP-03"]


def undo_new(sheet: Sheet, step_: NewTrait, _ruled: HouseRules) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != 1:
        text_ = f"step.trait: {step_.trait} is at {level}, not at 1; take the later levels back first."
        refuse("step.later", text_, "FNP-03")
    del sheet.traits[step_.trait]
    return f"{step_.trait} is gone.", ["FNP-03", "FNP-07"]


def undo_fortune(sheet: Sheet, _step: BuyFortune, _ruled: HouseRules) -> tuple[str, list[str]]:
    if not sheet.fortune:
        refuse("step.later", "step: this fortune was already spent, so it cannot be taken back.", "FNP-06")
    sheet.fortune -= 1
    return f"Fortune falls back to {sheet.fortune}.", ["FNP-06"]


def undo_gift(sheet: Sheet, step_: BuyGift, _ruled: HouseRules) -> tuple[str, list[str]]:
    for place in range(len(sheet.gifts) - 1, -1, -1):
        if sheet.gifts[place].name == step_.gift:
            del sheet.gifts[place]
            return f"{step_.gift} is gone.", ["FNP-05", "FNP-08"]
    refuse("step.later", f"step.gift: {quote(step_.gift)} is no longer on the sheet.", "FNP-08")
    return None


def undo_finish(sheet: Sheet, _step: Finish, ruled: HouseRules) -> tuple[str, list[str]]:
    if sheet.created is not None and cost(sheet, ruled) > sheet.created.spent:
        text_ = "step: more was bought since the creation; take that back first."
        refuse("step.later", text_, "FNP-02")
    sheet.finished, sheet.created = False, None
    return "The creation is open again.", ["FNP-02"]


TAKE: dict[type[Any], Callable[[Sheet, Any, HouseRules], StepEffect]] = {
    RaiseTrait: take_raise,
    NewTrait: take_new,
    BuyFortune: take_fortune,
    BuyGift: take_gift,
    Finish: take_finish,
}
UNDO: dict[type[Any], Callable[[Sheet, Any, HouseRules], tuple[str, list[str]]]] = {
    RaiseTrait: undo_raise,
    NewTrait: undo_new,
    BuyFortune: undo_fortune,
    BuyGift: undo_gift,
    Finish: undo_finish,
}

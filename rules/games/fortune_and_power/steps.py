"""Every way to advance: a trait raised or begun, fortune or a gift bought, the creation finished (FNP-02 to FNP-08)."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text
from rules.engine.offers import Choice, one, text
from rules.engine.refusals import quoted, refuse
from rules.games.fortune_and_power import house, tables
from rules.games.fortune_and_power.figures import figures
from rules.games.fortune_and_power.house import Ruled
from rules.games.fortune_and_power.sheet import Created, Gift, Sheet, cost, plain, read

Reached = Annotated[int, Meta(ge=1, le=99)]


class RaiseTrait(Struct, forbid_unknown_fields=True, tag_field="type", tag="trait"):
    """A trait that one has, to its next level."""

    trait: Text
    to: Reached


class NewTrait(Struct, forbid_unknown_fields=True, tag_field="type", tag="new-trait"):
    """A trait that one does not have, to level 1."""

    trait: Text


class BuyFortune(Struct, forbid_unknown_fields=True, tag_field="type", tag="fortune"):
    """One point of fortune."""


class BuyGift(Struct, forbid_unknown_fields=True, tag_field="type", tag="gift"):
    """A gift, with the reason why the character comes by it (FNP-05)."""

    gift: Text
    explanation: Text
    note: Text | None = None


class Finish(Struct, forbid_unknown_fields=True, tag_field="type", tag="finish"):
    """The creation is finished."""


Step = RaiseTrait | NewTrait | BuyFortune | BuyGift | Finish


class Taken(NamedTuple):
    """What a step comes to: its price in experience points, a sentence, the rules."""

    price: int
    text: str
    rules: list[str]


def offer(
    step: dict[str, Any], label: str, price: int, before: Any, after: Any, rules: list[str], available: int, **more: Any
) -> dict[str, Any]:
    """One step in the shape in which it is offered."""
    missing = price - available
    reason = f"{missing} more {'point is' if missing == 1 else 'points are'} needed." if missing > 0 else ""
    made = {"opens": "", "choices": {}, "asks_gm": False, **more}
    fixed = {"step": step, "label": label, "unit": "xp", "price": price, "before": before, "after": after}
    return {**fixed, "affordable": missing <= 0, "reason": reason, "rules": rules, **made}


def steps(given: object, progress: object, house_: object) -> list[dict[str, Any]]:
    """What can be bought now, dear things included; while the character is made only that it is finished."""
    ruled = house.read(house_)
    sheet, available = read(given, progress, ruled)
    if not sheet.finished:
        left = ruled.options.points - cost(sheet, ruled)
        opens = f"{left} character {'point stays' if left == 1 else 'points stay'} available." if left else ""
        step = {"type": "finish"}
        words = ("in the making", "finished")
        return [offer(step, "Finish the character", 0, *words, ["FNP-02"], 0, opens=opens)]
    return [
        *[raised(name, sheet, available, ruled) for name in sorted(sheet.traits) if sheet.level(name) < 99],
        *begun(sheet, available, ruled),
        *fortunes(sheet, available, ruled),
        *[bought(row, sheet, available) for row in ruled.gifts.values() if row.many or not has(sheet, row.name)],
    ]


def has(sheet: Sheet, gift: str) -> bool:
    """Whether somebody has a gift."""
    return any(one_of.name == gift for one_of in sheet.gifts)


def difference(start: int, to: int, ruled: Ruled) -> int:
    """What raising a trait costs (FNP-03)."""
    return tables.price(to, ruled.options.prices) - tables.price(start, ruled.options.prices)


def opens(before: int, after: int) -> str:
    """What a higher level stands for, when that changes (FNP-07)."""
    standing = tables.standing(after)
    return "" if standing == tables.standing(before) else f"Level {after}: {standing}."


def raised(name: str, sheet: Sheet, available: int, ruled: Ruled) -> dict[str, Any]:
    """A trait to its next level."""
    level = sheet.level(name)
    after, price = level + 1, difference(level, level + 1, ruled)
    step, label = {"type": "trait", "trait": name, "to": after}, f"Raise {name} from {level} to {after}"
    return offer(step, label, price, level, after, ["FNP-03", "FNP-04"], available, opens=opens(level, after))


def begun(sheet: Sheet, available: int, ruled: Ruled) -> list[dict[str, Any]]:
    """A new trait from the catalogue, or of one's own naming (FNP-07)."""
    price, rules = difference(0, 1, ruled), ["FNP-03", "FNP-04", "FNP-07"]
    new = [name for name in ruled.traits if name not in sheet.traits]
    choices: list[tuple[str, Choice]] = [("Begin a trait of the catalogue", one(new))] if new else []
    choices.append(("Begin a trait of another name", text()))
    return [
        offer({"type": "new-trait"}, label, price, 0, 1, rules, available, opens=opens(0, 1), choices={"trait": choice})
        for label, choice in choices
    ]


def fortunes(sheet: Sheet, available: int, ruled: Ruled) -> list[dict[str, Any]]:
    """A point of fortune, where there is any (FNP-06)."""
    if not ruled.options.has_fortune or sheet.fortune >= tables.MOST_POOL:
        return []
    now, rules = sheet.fortune, ["FNP-03", "FNP-06"]
    return [offer({"type": "fortune"}, "Buy 1 fortune", 1, now, now + 1, rules, available)]


def bought(row: house.GiftRow, sheet: Sheet, available: int) -> dict[str, Any]:
    """A gift, which the Adversary grants (FNP-05)."""
    count = sum([gift.name == row.name for gift in sheet.gifts])
    before, after = (count, count + 1) if row.many else ("", "")
    choices = {"explanation": text(), "note": text(optional=True)}
    if row.explain:
        choices["explanation"]["help"] = row.explain
    label = f"Ask for the gift {row.name}"
    step, rules = {"type": "gift", "gift": row.name}, ["FNP-05", "FNP-08"]
    return offer(step, label, row.price, before, after, rules, available, choices=choices, asks_gm=True)


def step(given: object, progress: object, step_: object, house_: object) -> dict[str, Any]:
    """The step taken: `{"sheet", "figures", "unit", "price", "text", "rules"}`; figures are after the payment."""
    ruled = house.read(house_)
    sheet, available = read(given, progress, ruled)
    typed = decoded(step_)
    if not sheet.finished and not isinstance(typed, Finish):
        text_ = "step: while the character is made, everything is set on the sheet itself; finish it first."
        refuse("step.creation", text_, "FNP-02")
    taken = TAKE[type(typed)](sheet, typed, ruled)
    if taken.price > available and taken.price:
        text_ = f"step: this costs {taken.price} experience points; {available} are available."
        refuse("step.price", text_, "FNP-04")
    if isinstance(typed, Finish):
        _, available = read(plain(sheet), progress, ruled)
    told = {"unit": "xp", "price": taken.price, "text": taken.text, "rules": taken.rules}
    return {"sheet": plain(sheet), "figures": figures(sheet, available - taken.price, ruled), **told}


def decoded(step_: object) -> Step:
    """A step of one of the known types."""
    typed: Step = codec.decode(step_, Step, "step")  # type: ignore[arg-type]
    codec.check_text(step_, "step")
    return typed


def take_raise(sheet: Sheet, step_: RaiseTrait, ruled: Ruled) -> Taken:
    level = sheet.traits.get(step_.trait)
    if level is None:
        refuse("step.trait", f"step.trait: {quoted(step_.trait)} is not on the sheet; begin it first.", "FNP-03")
    if step_.to != level + 1:
        refuse("step.level", f"step.to: the next level is {level + 1}.", "FNP-03")
    sheet.traits[step_.trait] = step_.to
    price = difference(level, step_.to, ruled)
    return Taken(price, f"{step_.trait} rises from {level} to {step_.to}.", ["FNP-03", "FNP-04"])


def take_new(sheet: Sheet, step_: NewTrait, ruled: Ruled) -> Taken:
    if step_.trait in sheet.traits:
        refuse("step.trait", f"step.trait: {quoted(step_.trait)} is on the sheet already; raise it.", "FNP-03")
    if len(sheet.traits) >= tables.MOST_LISTED:
        refuse("step.many", f"step.trait: a sheet holds at most {tables.MOST_LISTED} traits.", "FNP-07")
    sheet.traits[step_.trait] = 1
    return Taken(difference(0, 1, ruled), f"{step_.trait} begins at 1.", ["FNP-03", "FNP-04", "FNP-07"])


def take_fortune(sheet: Sheet, step_: BuyFortune, ruled: Ruled) -> Taken:
    if not ruled.options.has_fortune:
        refuse("fortune.forbidden", "step: there is no fortune in this campaign.", "FNP-06")
    if sheet.fortune >= tables.MOST_POOL:
        refuse("fortune.most", f"step: nobody has more than {tables.MOST_POOL} fortune.", "FNP-06")
    sheet.fortune += 1
    return Taken(1, f"Fortune rises to {sheet.fortune}.", ["FNP-03", "FNP-06"])


def take_gift(sheet: Sheet, step_: BuyGift, ruled: Ruled) -> Taken:
    row = ruled.gifts.get(step_.gift)
    if row is None:
        text_ = f"step.gift: {quoted(step_.gift)} is not in the catalogue; it has {', '.join(ruled.gifts)[:150]}."
        refuse("gift.unknown", text_, "FNP-08")
    if has(sheet, step_.gift) and not row.many:
        refuse("gift.twice", f"step.gift: {quoted(step_.gift)} is on the sheet already.", "FNP-08")
    if len(sheet.gifts) >= tables.MOST_LISTED:
        refuse("step.many", f"step.gift: a sheet holds at most {tables.MOST_LISTED} gifts.", "FNP-08")
    sheet.gifts.append(Gift(step_.gift, step_.note))
    return Taken(row.price, f"{step_.gift} is gained: {step_.explanation}", ["FNP-05", "FNP-08"])


def take_finish(sheet: Sheet, step_: Finish, ruled: Ruled) -> Taken:
    if sheet.finished:
        refuse("step.finished", "step: the character is finished already.", "FNP-02")
    points, spent = ruled.options.points, cost(sheet, ruled)
    sheet.finished, sheet.created = True, Created(points, spent)
    left = f"; {points - spent} {'stays' if points - spent == 1 else 'stay'} available" if points > spent else ""
    return Taken(0, f"The character is finished: {spent} of {points} character points spent{left}.", ["FNP-02"])


def unstep(given: object, progress: object, step_: object, house_: object) -> dict[str, Any]:
    """An earlier step taken back: `{"sheet", "text", "rules"}`; `Refused` when something later builds on it."""
    ruled = house.read(house_)
    sheet, _ = read(given, progress, ruled)
    typed = decoded(step_)
    if not sheet.finished:
        refuse("step.creation", "step: the character is not finished; nothing was bought with experience.", "FNP-02")
    back, rules = UNDO[type(typed)](sheet, typed, ruled)
    if isinstance(typed, Finish):
        read(plain(sheet), progress, ruled)
    return {"sheet": plain(sheet), "text": back, "rules": rules}


def undo_raise(sheet: Sheet, step_: RaiseTrait, ruled: Ruled) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != step_.to:
        text_ = f"step.to: {step_.trait} stands at {level}, not at {step_.to}; take the later level back first."
        refuse("step.later", text_, "FNP-03")
    sheet.traits[step_.trait] = level - 1
    return f"{step_.trait} falls back from {level} to {level - 1}.", ["FNP-03"]


def undo_new(sheet: Sheet, step_: NewTrait, ruled: Ruled) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != 1:
        text_ = f"step.trait: {step_.trait} stands at {level}, not at 1; take the later levels back first."
        refuse("step.later", text_, "FNP-03")
    del sheet.traits[step_.trait]
    return f"{step_.trait} is gone.", ["FNP-03", "FNP-07"]


def undo_fortune(sheet: Sheet, step_: BuyFortune, ruled: Ruled) -> tuple[str, list[str]]:
    if not sheet.fortune:
        refuse("step.later", "step: the fortune was spent; what is spent is gone.", "FNP-06")
    sheet.fortune -= 1
    return f"Fortune falls back to {sheet.fortune}.", ["FNP-06"]


def undo_gift(sheet: Sheet, step_: BuyGift, ruled: Ruled) -> tuple[str, list[str]]:
    for place in range(len(sheet.gifts) - 1, -1, -1):
        if sheet.gifts[place].name == step_.gift:
            del sheet.gifts[place]
            return f"{step_.gift} is gone.", ["FNP-05", "FNP-08"]
    refuse("step.later", f"step.gift: {quoted(step_.gift)} is not on the sheet any more.", "FNP-08")


def undo_finish(sheet: Sheet, step_: Finish, ruled: Ruled) -> tuple[str, list[str]]:
    if sheet.created is not None and cost(sheet, ruled) > sheet.created.spent:
        text_ = "step: more was bought since the creation; take that back first."
        refuse("step.later", text_, "FNP-02")
    sheet.finished, sheet.created = False, None
    return "The character is in the making again.", ["FNP-02"]


TAKE: dict[type[Any], Callable[[Sheet, Any, Ruled], Taken]] = {
    RaiseTrait: take_raise,
    NewTrait: take_new,
    BuyFortune: take_fortune,
    BuyGift: take_gift,
    Finish: take_finish,
}
UNDO: dict[type[Any], Callable[[Sheet, Any, Ruled], tuple[str, list[str]]]] = {
    RaiseTrait: undo_raise,
    NewTrait: undo_new,
    BuyFortune: undo_fortune,
    BuyGift: undo_gift,
    Finish: undo_finish,
}

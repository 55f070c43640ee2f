"""Taking steps and taking them back: traits, fortune, gifts, and the end of the creation (FNP-02 to FNP-08)."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text
from rules.engine.json_types import ChangedSheet, StepOffer, StepResult
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import step_offers, tables, wording
from rules.games.fortune_and_power.house_rules import HouseRules, parse_house_rules
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


def steps(given: object, progress: object, house: object) -> list[StepOffer]:
    """See `rules.play.steps`; also steps that are too expensive now, and during the creation only its end."""
    house_rules = parse_house_rules(house)
    sheet, available = read(given, progress, house_rules)
    if not sheet.finished:
        return [step_offers.finish_offer(sheet, house_rules)]
    return step_offers.all_offers(sheet, available, house_rules)


def step(given: object, progress: object, step_: object, house: object) -> StepResult:
    """See `rules.play.step`; the figures are those after the payment."""
    house_rules = parse_house_rules(house)
    sheet, available = read(given, progress, house_rules)
    typed = parse_step(step_)
    if not sheet.finished and not isinstance(typed, Finish):
        text = "step: during the creation everything is set on the sheet itself; finish the character first."
        refuse("step.creation", text, "FNP-02")
    effect = TAKE[type(typed)](sheet, typed, house_rules)
    if effect.price > available and effect.price:
        text = f"step: this costs {effect.price} experience points; {available} are available."
        refuse("step.price", text, "FNP-04")
    if isinstance(typed, Finish):
        _, available = read(plain_sheet(sheet), progress, house_rules)
    return {
        "sheet": plain_sheet(sheet),
        "figures": figures(sheet, available - effect.price, house_rules),
        "unit": "xp",
        "price": effect.price,
        "text": effect.text,
        "rules": effect.rules,
    }


def parse_step(step_: object) -> Step:
    """The step in its shape; `Refused` for an unknown type."""
    typed: Step = codec.decode(step_, Step, "step")  # type: ignore[arg-type]
    codec.check_text(step_, "step")
    return typed


def take_raise(sheet: Sheet, step_: RaiseTrait, house_rules: HouseRules) -> StepEffect:
    level = sheet.traits.get(step_.trait)
    if level is None:
        refuse("step.trait", f"step.trait: {quote(step_.trait)} is not on the sheet; begin it first.", "FNP-03")
    if step_.to != level + 1:
        refuse("step.level", f"step.to: the next level is {level + 1}.", "FNP-03")
    sheet.traits[step_.trait] = step_.to
    price = step_offers.difference(level, step_.to, house_rules)
    return StepEffect(price, f"{step_.trait} rises from {level} to {step_.to}.", ["FNP-03", "FNP-04"])


def take_new(sheet: Sheet, step_: NewTrait, house_rules: HouseRules) -> StepEffect:
    if step_.trait in sheet.traits:
        refuse("step.trait", f"step.trait: {quote(step_.trait)} is already on the sheet; raise it.", "FNP-03")
    if len(sheet.traits) >= tables.MOST_LISTED:
        refuse("step.many", f"step.trait: a sheet holds at most {tables.MOST_LISTED} traits.", "FNP-07")
    sheet.traits[step_.trait] = 1
    return StepEffect(
        step_offers.difference(0, 1, house_rules), f"{step_.trait} begins at 1.", ["FNP-03", "FNP-04", "FNP-07"]
    )


def take_fortune(sheet: Sheet, _step: BuyFortune, house_rules: HouseRules) -> StepEffect:
    if not house_rules.options.has_fortune:
        refuse("fortune.forbidden", "step: there is no fortune in this campaign.", "FNP-06")
    if sheet.fortune >= tables.MOST_POOL:
        refuse("fortune.most", f"step: nobody has more than {tables.MOST_POOL} fortune.", "FNP-06")
    sheet.fortune += 1
    return StepEffect(1, f"Fortune rises to {sheet.fortune}.", ["FNP-03", "FNP-06"])


def take_gift(sheet: Sheet, step_: BuyGift, house_rules: HouseRules) -> StepEffect:
    row = house_rules.gifts.get(step_.gift)
    if row is None:
        text = (
            f"step.gift: {quote(step_.gift)} is not in the catalogue; it has {wording.first_names(house_rules.gifts)}."
        )
        refuse("gift.unknown", text, "FNP-08")
    if step_offers.has_gift(sheet, step_.gift) and not row.many:
        refuse("gift.twice", f"step.gift: {quote(step_.gift)} is already on the sheet.", "FNP-08")
    if len(sheet.gifts) >= tables.MOST_LISTED:
        refuse("step.many", f"step.gift: a sheet holds at most {tables.MOST_LISTED} gifts.", "FNP-08")
    sheet.gifts.append(Gift(step_.gift, step_.note))
    # Everyone reads this text in the log; the explanation is for the Adversary.
    return StepEffect(row.price, f"{step_.gift} is gained.", ["FNP-05", "FNP-08"])


def take_finish(sheet: Sheet, _step: Finish, house_rules: HouseRules) -> StepEffect:
    if sheet.finished:
        refuse("step.finished", "step: the character is already finished.", "FNP-02")
    points, spent = house_rules.options.points, cost(sheet, house_rules)
    sheet.finished, sheet.created = True, Created(points, spent)
    words_left = f"; {points - spent} {'stays' if points - spent == 1 else 'stay'} available" if points > spent else ""
    return StepEffect(
        0, f"The character is finished: {spent} of {points} character points spent{words_left}.", ["FNP-02"]
    )


def unstep(given: object, progress: object, step_: object, house: object) -> ChangedSheet:
    """See `rules.play.unstep`."""
    house_rules = parse_house_rules(house)
    sheet, _ = read(given, progress, house_rules)
    typed = parse_step(step_)
    if not sheet.finished:
        refuse("step.creation", "step: the character is not finished; nothing was bought with experience.", "FNP-02")
    back, rules = UNDO[type(typed)](sheet, typed, house_rules)
    if isinstance(typed, Finish):
        read(plain_sheet(sheet), progress, house_rules)
    return {"sheet": plain_sheet(sheet), "text": back, "rules": rules}


def undo_raise(sheet: Sheet, step_: RaiseTrait, _ruled: HouseRules) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != step_.to:
        text = f"step.to: {step_.trait} is at {level}, not at {step_.to}; take the later level back first."
        refuse("step.later", text, "FNP-03")
    sheet.traits[step_.trait] = level - 1
    return f"{step_.trait} falls back from {level} to {level - 1}.", ["FNP-03"]


def undo_new(sheet: Sheet, step_: NewTrait, _ruled: HouseRules) -> tuple[str, list[str]]:
    level = sheet.level(step_.trait)
    if level != 1:
        text = f"step.trait: {step_.trait} is at {level}, not at 1; take the later levels back first."
        refuse("step.later", text, "FNP-03")
    del sheet.traits[step_.trait]
    return f"{step_.trait} is gone.", ["FNP-03", "FNP-07"]


def undo_fortune(sheet: Sheet, _step: BuyFortune, _ruled: HouseRules) -> tuple[str, list[str]]:
    if not sheet.fortune:
        refuse("step.later", "step: this fortune was already spent, so it cannot be taken back.", "FNP-06")
    sheet.fortune -= 1
    return f"Fortune falls back to {sheet.fortune}.", ["FNP-06"]


def undo_gift(sheet: Sheet, step_: BuyGift, _ruled: HouseRules) -> tuple[str, list[str]]:
    places = [place for place, gift in enumerate(sheet.gifts) if gift.name == step_.gift]
    if not places:
        refuse("step.later", f"step.gift: {quote(step_.gift)} is no longer on the sheet.", "FNP-08")
    # The note of a gift may have been edited since; then the last one of that name goes.
    with_note = [place for place in places if sheet.gifts[place].note == step_.note]
    del sheet.gifts[(with_note or places)[-1]]
    return f"{step_.gift} is gone.", ["FNP-05", "FNP-08"]


def undo_finish(sheet: Sheet, _step: Finish, house_rules: HouseRules) -> tuple[str, list[str]]:
    # The sheet does not tell a later purchase from a price that has risen.
    if sheet.created is not None and (now := cost(sheet, house_rules)) > sheet.created.spent:
        text = (
            f"step: everything on the sheet costs {now} points today, and the creation came to {sheet.created.spent}. "
            "Take back what was bought since; if prices have changed, the Adversary must correct the sheet."
        )
        refuse("step.later", text, "FNP-02")
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

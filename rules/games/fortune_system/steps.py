"""Taking steps: talents, slots, the mulligan, the free slot, attributes, the end of the creation."""

from collections.abc import Callable
from typing import Annotated

from rules.engine import codec
from rules.engine.chance import fresh_key
from rules.engine.codec import Meta, Struct, Text
from rules.engine.dice import CommandDice, Dice
from rules.engine.event_list import EventList
from rules.engine.json_types import StepResult
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import moves, sheet_checks, sheet_figures, tables, talents
from rules.games.fortune_system.sheet import Sheet, plain_sheet, read
from rules.games.fortune_system.state import Held, Slot
from rules.games.fortune_system.step_offers import is_last_rank_prepared, no_talent


class Step(Struct, forbid_unknown_fields=True):
    """A step as it is asked for; its fields depend on `type`."""

    type: Text
    key: Text | None = None
    focus: Text | None = None
    method: tables.Fill | None = None
    attribute: Text | None = None
    to: Annotated[int, Meta(ge=1, le=tables.ATTRIBUTE_MOST)] | None = None
    rolls: Annotated[list[int], Meta(max_length=100)] | None = None


STEP_FIELDS: dict[str, frozenset[str]] = {
    "talent": frozenset({"key", "focus", "rolls"}),
    "free": frozenset({"key", "focus"}),
    "fill": frozenset({"method", "rolls"}),
    "mulligan": frozenset({"rolls"}),
    "attribute": frozenset({"attribute", "to"}),
    "finish": frozenset(),
}


def step(given: object, progress: object, raw_step: object, house: object) -> StepResult:
    """See `rules.play.step`."""
    typed_sheet = read(given, progress, house)
    typed = parse_step(raw_step)
    text, rules = TAKE[typed.type](typed_sheet, typed)
    return {
        "sheet": plain_sheet(typed_sheet),
        "figures": sheet_figures.figures(typed_sheet, progress),
        "unit": "xp",
        "price": 0,
        "text": text,
        "rules": rules,
    }


def parse_step(raw_step: object) -> Step:
    """The step in its shape; `Refused` for fields that its type does not have."""
    typed = codec.decode(raw_step, Step, "step")
    codec.check_text(raw_step, "step")
    if typed.type not in STEP_FIELDS:
        refuse("step.unknown", f"type: {quote(typed.type)} is not a step here; choose one of {', '.join(STEP_FIELDS)}.")
    for name in ("key", "focus", "method", "attribute", "to", "rolls"):
        if getattr(typed, name) is not None and name not in STEP_FIELDS[typed.type]:
            refuse("step.field", f"{name}: the step {typed.type} has no such field; leave it out.")
    return typed


def take_talent(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Take a talent or another rank; Lucky adds a slot, which is rolled (FOS-20, FOS-21, FOS-39)."""
    if typed_step.key is None:
        refuse("step.key", "key: name the talent to take.", "FOS-21")
    require_offered(typed_sheet, typed_step.key)
    if is_last_rank_prepared(typed_sheet, typed_step.key, typed_step.focus):
        refuse(
            "talent.ranks",
            "key: the free slot already has its last rank; prepare another talent there first.",
            "FOS-21",
        )
    held = [*typed_sheet.talents, Held(typed_step.key, typed_step.focus)]
    typed_sheet.talents = talents.merge_ranks(typed_sheet.house_rules.talents, held, "talents")
    if sum([talent.ranks for talent in typed_sheet.talents]) > tables.talents_at(typed_sheet.level):
        refuse("talent.many", f"key: no talent is left. {no_talent(typed_sheet)}", "FOS-20")
    rules = ["FOS-20", "FOS-21", tables.TALENT_RULE.get(typed_step.key, "FOS-21")]
    text = f"Talent: {sheet_figures.talent_name(typed_sheet, Held(typed_step.key, typed_step.focus))}."
    rolled = roll_lucky(typed_sheet, typed_step) if typed_sheet.ordinary() else []
    if not rolled and typed_step.rolls:
        refuse("dice.many", "rolls: this step rolls nothing; leave them out.")
    if rolled:
        words = "A slot for {} is rolled" if len(rolled) == 1 else "Slots for {} are rolled"
        text += f" {words.format(typed_step.focus)}: {', '.join(map(str, rolled))}."
    return text, list(dict.fromkeys(rules))


def require_offered(typed_sheet: Sheet, key: str) -> None:
    """Refuse a talent that the catalogue of the campaign does not have (FOS-21)."""
    offered = typed_sheet.house_rules.offered_talents
    if key not in offered:
        known = ", ".join(offered)
        refuse(
            "talent.unknown", f"key: {quote(key)} is not a talent of this campaign; choose one of {known}.", "FOS-21"
        )


def roll_lucky(typed_sheet: Sheet, typed_step: Step) -> list[int]:
    """Roll the slots that the rank just taken adds (FOS-39); others that are missing have a step of their own."""
    added = typed_sheet.house_rules.all_talents[typed_step.key or ""].slots if typed_step.focus is not None else 0
    return fill(typed_sheet, [typed_step.focus] * added, typed_step.rolls)


def fill(typed_sheet: Sheet, groups: list[str | None], rolls: list[int] | None) -> list[int]:
    """Roll one slot for each of these groups (None: ordinary), with the given dice or the site's own."""
    if not groups:
        return []
    command_dice = CommandDice(Dice(fresh_key()), tables.SIDES, EventList(), rolls)
    rolled = command_dice.roll(len(groups))
    command_dice.close()
    place = typed_sheet.ordinary()
    for group, value in zip(groups, rolled, strict=True):
        if group is None:
            typed_sheet.slots.insert(place, Slot(value))
            place += 1
        else:
            typed_sheet.slots.append(Slot(value, "sound", group))
    return rolled


def take_fill(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Fill all missing slots, rolled or with the fixed values (FOS-01, FOS-02)."""
    missing = typed_sheet.missing()
    if typed_step.method is None:
        refuse("step.method", "method: choose rolled or fixed.", "FOS-02")
    if not missing:
        refuse("fill.done", "No slot is missing.", "FOS-01")
    if typed_step.method == "fixed":
        if typed_sheet.ordinary():
            refuse("fill.fixed", "method: the fixed values are for empty slots; roll what is missing.", "FOS-02")
        count = min(len(tables.FIXED), typed_sheet.house_rules.slots)
        typed_sheet.slots[:0] = [Slot(value) for value in tables.FIXED[:count]]
        missing = missing[count:]
        if typed_step.rolls and not missing:
            refuse("dice.many", "rolls: the fixed values need no dice; leave them out.")
    fill(typed_sheet, missing, typed_step.rolls)
    typed_sheet.filled = typed_sheet.filled or typed_step.method
    return f"The slots hold {slot_values(typed_sheet)}.", ["FOS-01", "FOS-02"]


def take_mulligan(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Take the fixed values instead of the rolled ones, before the first check (FOS-02)."""
    if not sheet_figures.can_redo(typed_sheet):
        text = "The fixed values can be taken after rolling and before the first check; not now."
        refuse("mulligan.late", text, "FOS-02")
    scene = sheet_checks.single_scene(typed_sheet, None)
    moves.act(scene, {"type": "mulligan", "actor": sheet_checks.WHO, "rolls": typed_step.rolls})
    typed_sheet.filled = "fixed"
    return f"The slots hold {slot_values(typed_sheet)}.", ["FOS-02"]


def slot_values(typed_sheet: Sheet) -> str:
    """The values of all slots."""
    return ", ".join(["blown" if slot.value is None else str(slot.value) for slot in typed_sheet.slots])


def take_attribute(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Add a point to an attribute (FOS-24)."""
    name = typed_step.attribute
    if name is None or name not in typed_sheet.attributes:
        refuse("step.attribute", f"attribute: choose one of {', '.join(tables.ATTRIBUTES)}.", "FOS-24")
    if not sheet_figures.attribute_budget(typed_sheet)["left"]:
        refuse("attributes.points", "attribute: no point is left to add.", "FOS-24")
    if typed_sheet.attributes[name] >= tables.ATTRIBUTE_MOST:
        text = f"attribute: points can raise it to {tables.ATTRIBUTE_MOST} at most; raise another one."
        refuse("attributes.most", text, "FOS-24")
    value = typed_sheet.attributes[name]
    if typed_step.to not in (None, value + 1):
        refuse("step.level", f"to: {name.upper()} is {value}, so its next value is {value + 1}.", "FOS-24")
    typed_sheet.attributes[name] += 1
    return f"{name.upper()} is now {typed_sheet.attributes[name]}.", ["FOS-24"]


def take_free(typed_sheet: Sheet, typed_step: Step) -> tuple[str, list[str]]:
    """Put another talent into the free slot (FOS-22)."""
    if typed_step.key is None:
        refuse("step.key", "key: name the talent to prepare.", "FOS-22")
    require_offered(typed_sheet, typed_step.key)
    held = Held(typed_step.key, typed_step.focus)
    talents.check_free(typed_sheet.house_rules.talents, typed_sheet.talents, held, "step")
    typed_sheet.free = held
    return f"The free slot holds {sheet_figures.talent_name(typed_sheet, held)}.", ["FOS-22"]


def take_finish(typed_sheet: Sheet, _asked: Step) -> tuple[str, list[str]]:
    """Finish the creation (FOS-02)."""
    if typed_sheet.finished:
        refuse("step.finished", "The character is already finished.", "FOS-02")
    if typed_sheet.missing():
        refuse("finish.slots", "Fill the slots first: roll them, or take the fixed values.", "FOS-02")
    typed_sheet.finished = True
    return "The character is finished.", ["FOS-02", "FOS-20"]


TAKE: dict[str, Callable[[Sheet, Step], tuple[str, list[str]]]] = {
    "talent": take_talent,
    "free": take_free,
    "fill": take_fill,
    "mulligan": take_mulligan,
    "attribute": take_attribute,
    "finish": take_finish,
}

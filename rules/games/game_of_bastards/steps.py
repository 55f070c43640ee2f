"""Taking steps and taking them back: the end of the creation, and every advance (GOB-12, GOB-13)."""

from collections.abc import Callable
from typing import Annotated

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.json_types import ChangedSheet, StepOffer, StepResult
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import sheet_budget, step_offers
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules
from rules.games.game_of_bastards.sheet_shape import Created, Owned, Sheet, Specialty


class Step(Struct, forbid_unknown_fields=True):
    """A step as it is asked for; its fields depend on `type`."""

    type: str
    trait: str | None = None
    skill: str | None = None
    name: str | None = None
    skills: list[str] | None = None
    key: str | None = None
    weapon: str | None = None
    to: Annotated[int, Meta(ge=1, le=tables.HIGHEST)] | None = None


FIELDS = {
    "finish": (),
    "trait": ("trait",),
    "skill": ("skill",),
    "specialty": ("name", "skills"),
    "advantage": ("key",),
}
OPTIONAL = {"trait": ("to",), "skill": ("to",), "advantage": ("weapon", "to")}


def steps(given: object, progress: object, house: object = None) -> list[StepOffer]:
    """See `rules.play.steps`; during the creation only its end."""
    sheet, xp, house_rules = sheets.read(given, progress, house)
    if not sheet.finished:
        return [step_offers.finish(sheet)]
    return step_offers.all_offers(sheet, xp + sheet_budget.points_left_over(sheet), house_rules)


def step(given: object, progress: object, step: object, house: object = None) -> StepResult:
    """See `rules.play.step`."""
    sheet, xp, house_rules = sheets.read(given, progress, house)
    decoded = read(step)
    if decoded.type == "finish":
        return finish(sheet, xp, house_rules)
    if not sheet.finished:
        refuse("step.creation", "type: finish the creation first; until then the sheet is filled in freely.", "GOB-12")
    points_left = xp + sheet_budget.points_left_over(sheet)
    if points_left < tables.STEP_PRICE:
        refuse(
            "step.price",
            f"It costs {tables.STEP_PRICE} XP, and {points_left} are left; wait for the next award.",
            "GOB-13",
        )
    text, rule = TAKE[decoded.type](sheet, decoded, house_rules)
    sheets.check(sheet, house_rules)
    checked = sheets.check_sheet(sheet, xp - tables.STEP_PRICE, house_rules)
    return {
        "sheet": checked["sheet"],
        "figures": checked["figures"],
        "unit": tables.UNIT,
        "price": tables.STEP_PRICE,
        "text": text,
        "rules": ["GOB-13", rule],
    }


def read(step: object) -> Step:
    """The step in its shape; `Refused` for an unknown type and for fields that the type does not have."""
    decoded = codec.decode(codec.plain_object(step, "step"), Step, "step")
    codec.check_text(step, "step")
    if decoded.type not in FIELDS:
        refuse("step.unknown", f"type: {quote(decoded.type)} is not a step here; choose one of {', '.join(FIELDS)}.")
    fields = FIELDS[decoded.type]
    for name in ("trait", "skill", "name", "skills", "key", "weapon", "to"):
        value = getattr(decoded, name)
        if name in fields and value is None:
            refuse("shape.invalid", f"In the step, {name} is missing.")
        if value is not None and name not in (*fields, *OPTIONAL.get(decoded.type, ())):
            refuse("shape.invalid", f"In the step, {name} is not a field of this step; leave it out.")
        for text in value if isinstance(value, list) else [value if isinstance(value, str) else "-"]:
            if not 1 <= len(text.strip()) <= len(text) <= 200:
                refuse("shape.invalid", f"In the step, {name} must have 1 to 200 characters.")
    if decoded.skills is not None and len(decoded.skills) != 2:
        refuse("specialty.pair", "skills: name exactly two skills.", "GOB-15")
    if decoded.trait is not None and decoded.trait not in tables.BY_TRAIT:
        refuse(
            "trait.unknown",
            f"trait: {quote(decoded.trait)} is not a trait; choose body, spirit, mind or luck.",
            "GOB-10",
        )
    return decoded


def finish(sheet: Sheet, xp: int, house_rules: HouseRules) -> StepResult:
    """Finish the creation; points that were not spent can be spent later (GOB-12, GOB-13)."""
    if sheet.finished:
        refuse("step.finished", "This character is already finished and advances step by step.", "GOB-12")
    reason, rule = step_offers.reason_unfinished(sheet)
    if reason:
        refuse("step.unfinished", reason, rule)
    points, spent = sheet_budget.points_and_spent(sheet)
    sheet.finished, sheet.created = True, Created(points, spent)
    over = f" {step_offers.sentence_about_points(points - spent)}" if points > spent else ""
    checked = sheets.check_sheet(sheet, xp, house_rules)
    text = f"The character is finished: {spent} of {points} XP spent.{over}"
    return {
        "sheet": checked["sheet"],
        "figures": checked["figures"],
        "unit": tables.UNIT,
        "price": 0,
        "text": text,
        "rules": ["GOB-12", "GOB-13"],
    }


def require_next_rank(typed_step: Step, name: str, rank: int) -> None:
    """Refuse a step to another rank than the next one: its offer was read before another step was taken.

    A step without `to` raises whatever rank the sheet has now."""
    if typed_step.to not in (None, rank + 1):
        refuse("step.level", f"to: {name} is at {rank}, so the next rank is {rank + 1}.", "GOB-13")


def take_trait(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Raise a trait and its pool (GOB-11)."""
    trait = tables.BY_TRAIT[str(typed_step.trait)]
    rank = getattr(sheet.traits, trait.key)
    if rank >= tables.HIGHEST:
        refuse("trait.range", f"trait: {trait.name} is at {tables.HIGHEST}, the highest rank.", "GOB-13")
    require_next_rank(typed_step, trait.name, rank)
    setattr(sheet.traits, trait.key, rank + 1)
    shift(sheet, trait, tables.POOL_A_RANK)
    return f"{trait.name} is raised to {rank + 1}.", "GOB-11"


def shift(sheet: Sheet, trait: tables.Trait, by: int) -> None:
    """Change what is left in a pool with its maximum, not below 0 (GOB-11)."""
    now = getattr(sheet.pools, trait.pool)
    if now is not None:
        setattr(sheet.pools, trait.pool, max(0, now + by))


def take_skill(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Raise a skill by 1; a skill that is not on the sheet begins at 1 (GOB-12)."""
    name = tables.skill_name(str(typed_step.skill))
    if name not in sheet.skills:
        sheets.check_skill(name)
    rank = sheet.skills.get(name, 1)
    if rank >= tables.HIGHEST:
        refuse("skill.range", f"skill: {name} is at {tables.HIGHEST}, the highest rank.", "GOB-13")
    require_next_rank(typed_step, name, rank)
    sheet.skills = sheets.sort_skills({**sheet.skills, name: rank + 1})
    return f"{name} is raised to {rank + 1}.", "GOB-14"


def take_specialty(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Take a specialty of two skills at rank 2 or more (GOB-15)."""
    pair = [tables.skill_name(name) for name in typed_step.skills or []]
    sheet.specialties.append(Specialty(str(typed_step.name).strip(), pair))
    sheets.check_specialties(sheet)
    return f"The specialty {typed_step.name} joins {pair[0]} and {pair[1]}.", "GOB-15"


def take_advantage(sheet: Sheet, typed_step: Step, house_rules: HouseRules) -> tuple[str, str]:
    """Take an advantage, or another rank of it."""
    known = house_rules.advantage(str(typed_step.key))
    if known is None:
        refuse("advantage.unknown", f"key: {quote(typed_step.key)} is not an advantage here.", "GOB-13")
    owned = find(sheet, known.key, typed_step.weapon)
    if owned is None:
        require_next_rank(typed_step, known.name, 0)
        sheet.advantages.append(Owned(known.key, typed_step.weapon))
        sheets.check_advantages(sheet, house_rules)
        return f"The advantage {known.name}{of(typed_step.weapon)} is taken.", known.rule
    ranks = (owned.ranks or 1) + 1
    if ranks > known.most:
        most = f"at most {known.most} times" if known.most > 1 else "once"
        refuse("advantage.ranks", f"key: {known.name}{of(typed_step.weapon)} is taken {most}.", known.rule)
    require_next_rank(typed_step, known.name, ranks - 1)
    owned.ranks = ranks
    return f"The advantage {known.name} is raised to {ranks}.", known.rule


def find(sheet: Sheet, key: str, weapon: str | None) -> Owned | None:
    """The advantage on the sheet (for this weapon), or None."""
    for owned in sheet.advantages:
        if owned.key == key and (owned.weapon or "").casefold() == (weapon or "").casefold():
            return owned
    return None


def of(weapon: str | None) -> str:
    """The weapon in brackets; "" without one."""
    return f" ({weapon})" if weapon else ""


TAKE: dict[str, Callable[[Sheet, Step, HouseRules], tuple[str, str]]] = {
    "trait": take_trait,
    "skill": take_skill,
    "specialty": take_specialty,
    "advantage": take_advantage,
}


def unstep(given: object, progress: object, step: object, house: object = None) -> ChangedSheet:
    """See `rules.play.unstep`; each rank costs the same, so the last one is taken back whatever `to` is."""
    sheet, _, house_rules = sheets.read(given, progress, house)
    decoded = read(step)
    if not sheet.finished:
        refuse("step.creation", "The creation is not finished, so no step can be taken back.", "GOB-12")
    text, rule = BACK[decoded.type](sheet, decoded, house_rules)
    sheets.check(sheet, house_rules)
    return {"sheet": sheets.plain_sheet(sheet), "text": text, "rules": ["GOB-13", rule]}


def back_finish(sheet: Sheet, _asked: Step, _house: HouseRules) -> tuple[str, str]:
    """Open the creation again, as long as nothing was bought since."""
    points, spent = sheet_budget.points_and_spent(sheet)
    if sheet.created is None or (sheet.created.points, sheet.created.spent) != (points, spent):
        refuse("step.built-on", "XP were spent since the creation; take those steps back first.", "GOB-12")
    sheet.finished, sheet.created = False, None
    return "The creation is open again.", "GOB-12"


def back_trait(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Lower a trait and its pool by one step."""
    trait = tables.BY_TRAIT[str(typed_step.trait)]
    rank = getattr(sheet.traits, trait.key)
    if rank <= sheets.start_of(sheet.suit, trait.key):
        refuse("trait.start", f"trait: {trait.name} was not raised, so nothing can be taken back.", "GOB-10")
    setattr(sheet.traits, trait.key, rank - 1)
    shift(sheet, trait, -tables.POOL_A_RANK)
    return f"{trait.name} is {rank - 1} again.", "GOB-11"


def back_skill(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Lower a skill, unless a specialty needs it."""
    name = tables.skill_name(str(typed_step.skill))
    rank = sheet.skills.get(name, 1)
    if rank <= 1:
        refuse("skill.start", f"skill: {name} is at 1, where every skill starts.", "GOB-12")
    for specialty in sheet.specialties:
        if name in specialty.skills and rank <= tables.SPECIALTY_FROM:
            refuse(
                "step.built-on", f"skill: {specialty.name} needs {name} at 2; take the specialty back first.", "GOB-15"
            )
    if rank > tables.SPECIALTY_FROM:
        sheet.skills[name] = rank - 1
    else:
        del sheet.skills[name]
    return f"{name} is {rank - 1} again.", "GOB-14"


def back_specialty(sheet: Sheet, typed_step: Step, _house: HouseRules) -> tuple[str, str]:
    """Take a specialty back."""
    name = str(typed_step.name).strip()
    other_specialties = [specialty for specialty in sheet.specialties if specialty.name.casefold() != name.casefold()]
    if len(other_specialties) == len(sheet.specialties):
        refuse("specialty.missing", f"name: {quote(name)} is not a specialty on this sheet.", "GOB-15")
    sheet.specialties = other_specialties
    return f"The specialty {name} is given back.", "GOB-15"


def back_advantage(sheet: Sheet, typed_step: Step, house_rules: HouseRules) -> tuple[str, str]:
    """Take an advantage or one rank of it back."""
    owned = find(sheet, str(typed_step.key), typed_step.weapon)
    known = house_rules.advantage(str(typed_step.key))
    if owned is None or known is None:
        refuse(
            "advantage.missing", f"key: {quote(typed_step.key)}{of(typed_step.weapon)} is not on this sheet.", "GOB-13"
        )
    if (owned.ranks or 1) > 1:
        left = (owned.ranks or 1) - 1
        owned.ranks = left if left > 1 else None
        return f"The advantage {known.name} is {left} again.", known.rule
    sheet.advantages.remove(owned)
    return f"The advantage {known.name}{of(typed_step.weapon)} is given back.", known.rule


BACK: dict[str, Callable[[Sheet, Step, HouseRules], tuple[str, str]]] = {
    "finish": back_finish,
    "trait": back_trait,
    "skill": back_skill,
    "specialty": back_specialty,
    "advantage": back_advantage,
}

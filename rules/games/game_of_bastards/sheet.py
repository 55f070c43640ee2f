"""The character sheet: its shape, its rules, and how it enters an encounter."""

from typing import Any

from rules.engine import codec
from rules.engine.codec import Figure, Struct
from rules.engine.json_types import CheckedSheet, PlainSheet, SetupEntry
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import creation_choices, sheet_budget, sheet_figures
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules, parse_house_rules
from rules.games.game_of_bastards.sheet_shape import Created, Sheet

BOUGHT = ("finished", "created", "suit", "traits", "skills", "specialties", "advantages", "disadvantages")
WORDS = {"created": "the points of the creation"}


class Progress(Struct, forbid_unknown_fields=True):
    """The sum of the experience entries; negative when points left over from the creation were spent."""

    xp: Figure = 0


def new_sheet() -> PlainSheet:
    """The sheet of a new character, whose suit is still to be chosen (GOB-10)."""
    return plain_sheet(complete(Sheet()))


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain JSON with every field."""
    plain: dict[str, Any] = codec.encode(sheet)
    plain["equipment"] = [{"quantity": 1, **thing} for thing in plain["equipment"]]
    return plain


def read(given: object, progress: object, house: object = None) -> tuple[Sheet, int, HouseRules]:
    """(sheet, XP of the entries, house rules), checked and completed; `Refused` names the path of the faulty field."""
    xp = codec.decode(without_nulls(progress, "progress"), Progress, "progress").xp
    house_rules = parse_house_rules(house)
    sheet = parse_sheet(given)
    check(sheet, house_rules)
    if xp + sheet_budget.points_left_over(sheet) < 0:
        refuse("progress.spent", f"xp: {-xp} XP more were spent than there are; take back a purchase first.", "GOB-13")
    return sheet, xp, house_rules


def parse_sheet(given: object) -> Sheet:
    """A sheet of the right shape, completed; the rules and the catalogue may refuse it."""
    codec.check_text(given, "sheet")
    return complete(codec.decode(without_nulls(given, "sheet"), Sheet, "sheet"))


def without_nulls(value: object, what: str) -> object:
    """The value without null fields at any depth: null and a missing field mean the same."""
    codec.plain_object(value, what)

    def bare(part: Any, depth: int) -> Any:
        if depth > 20:
            refuse("shape.invalid", f"The {what} is nested too deep.")
        if type(part) is dict:
            return {name: bare(inner, depth + 1) for name, inner in part.items() if inner is not None}
        if type(part) is list:
            return [bare(inner, depth + 1) for inner in part]
        return part

    return bare(value, 0)


def complete(sheet: Sheet) -> Sheet:
    """Fill in what follows from other fields, in place: starting traits, full pools, spelling of skills."""
    for trait in tables.TRAITS:
        start = start_of(sheet.suit, trait.key)
        rank = getattr(sheet.traits, trait.key)
        if rank is None or (not sheet.finished and rank < start):
            setattr(sheet.traits, trait.key, start)
        if getattr(sheet.pools, trait.pool) == getattr(sheet.traits, trait.key) * tables.POOL_A_RANK:
            setattr(sheet.pools, trait.pool, None)
    for index, name in enumerate(sheet.skills):
        if not name.strip():
            refuse("skill.name", f"skills[{index}]: give the skill a name.", "GOB-14")
    spelled = {tables.skill_name(name): rank for name, rank in sheet.skills.items()}
    if len(spelled) != len(sheet.skills):
        refuse("skill.twice", "skills: the same skill is listed twice; keep one of them.", "GOB-14")
    sheet.skills = sort_skills(spelled)
    for specialty in sheet.specialties:
        specialty.skills = [tables.skill_name(name) for name in specialty.skills]
    for weapon in sheet.weapons:
        weapon.skill = tables.skill_name(weapon.skill)
    return sheet


def sort_skills(skills: dict[str, int]) -> dict[str, int]:
    """Skills in the game's own order, then the others by name."""
    place = {name: index for index, name in enumerate(tables.SKILLS)}
    return dict(sorted(skills.items(), key=lambda skill: (place.get(skill[0], len(place)), skill[0])))


def start_of(suit: str | None, trait: str) -> int:
    """Where a trait starts: 2 for the chosen suit's, else 1 (GOB-10)."""
    return tables.CHOSEN_TRAIT if suit is not None and tables.BY_TRAIT[trait].suit == suit else 1


def check(sheet: Sheet, house_rules: HouseRules) -> None:
    """Refuse what the rules of character creation do not allow; prices are checked by the budget."""
    for trait in tables.TRAITS:
        rank, left = getattr(sheet.traits, trait.key), getattr(sheet.pools, trait.pool)
        if rank < start_of(sheet.suit, trait.key):
            refuse("trait.start", f"traits.{trait.key}: {trait.name} starts at 2 with the suit {sheet.suit}.", "GOB-10")
        if left is not None and left > rank * tables.POOL_A_RANK:
            most = rank * tables.POOL_A_RANK
            refuse("pool.range", f"pools.{trait.pool}: must be from 0 to {most} with {trait.name} {rank}.", "GOB-11")
    for name in named_skills(sheet):
        check_stored_skill(name)
    check_specialties(sheet)
    check_advantages(sheet, house_rules)
    if sheet.finished and sheet.suit is None:
        refuse("suit.missing", "suit: a finished character has one: clubs, hearts, spades or diamonds.", "GOB-10")
    if sheet.created is not None and not sheet.finished:
        refuse("sheet.created", "created: it is written when the creation is finished; leave it out.", "GOB-12")


def named_skills(sheet: Sheet) -> list[str]:
    """The skills of the sheet, then those of its weapons."""
    return [*sheet.skills, *[weapon.skill for weapon in sheet.weapons]]


def check_stored_skill(name: str) -> None:
    """Combat and Craft are taken for one type each; version 1.1 stored empty brackets, so these pass (GOB-14)."""
    if name.casefold() in [typed.casefold() for typed in tables.TYPED]:
        check_skill(name)


def check_skill(name: str) -> None:
    """Combat and Craft are taken for one type each; refuses empty brackets too (GOB-14)."""
    head, _, kind = name.casefold().partition("(")
    if head.strip() in [typed.casefold() for typed in tables.TYPED] and not kind.strip(" ()"):
        example = "Combat (Sword)" if head.strip() == "combat" else "Craft (Painting)"
        refuse("skill.type", f"skills: {name} needs a type; write it as {example}.", "GOB-14")


def check_specialties(sheet: Sheet) -> None:
    """Two different skills, both at rank 2 or more, and a name that is used once (GOB-15)."""
    names: set[str] = set()
    for index, specialty in enumerate(sheet.specialties):
        path = f"specialties[{index}]"
        if specialty.name.casefold() in names:
            refuse("specialty.twice", f"{path}.name: {quote(specialty.name)} is listed twice.", "GOB-15")
        names.add(specialty.name.casefold())
        check_pair(sheet, specialty.skills, f"{path}.skills")


def check_pair(sheet: Sheet, pair: list[str], path: str) -> None:
    """Refuse two skills that no specialty can join on this sheet (GOB-15)."""
    if pair[0] == pair[1]:
        refuse("specialty.same", f"{path}: name two different skills.", "GOB-15")
    for name in pair:
        if sheet.skills.get(name, 1) < tables.SPECIALTY_FROM:
            refuse("specialty.rank", f"{path}: {quote(name)} is at rank 1; raise it to 2 or more first.", "GOB-15")


def check_advantages(sheet: Sheet, house_rules: HouseRules) -> None:
    """Known advantages, each once (or once for a weapon), with ranks only where they add up."""
    seen: set[tuple[str, str]] = set()
    for index, owned in enumerate(sheet.advantages):
        path, known = f"advantages[{index}]", house_rules.advantage(owned.key)
        if known is None:
            refuse(
                "advantage.unknown",
                f"{path}.key: {quote(owned.key)} is not an advantage here; the catalogue lists them all.",
                "GOB-13",
            )
        if known.weapon != (owned.weapon is not None):
            advice = "name the weapon that it is for" if known.weapon else "it is not for one weapon; leave it out"
            refuse("advantage.weapon", f"{path}.weapon: {known.name}: {advice}.", known.rule)
        if (owned.ranks or 1) > known.most:
            most = f"at most {known.most}" if known.most > 1 else "it is taken once"
            refuse("advantage.ranks", f"{path}.ranks: {known.name}: {most}.", known.rule)
        mark = (owned.key, (owned.weapon or "").casefold())
        if mark in seen:
            refuse("advantage.twice", f"{path}: {known.name} is listed twice; raise its ranks instead.", known.rule)
        seen.add(mark)


def sheet(given: object, progress: object, house: object = None, before: object = None) -> CheckedSheet:
    """See `rules.play.sheet`.

    During the creation the price must stay within the budget (GOB-12, GOB-13). In an edit by a player (`before`) what
    was bought stays unchanged after the creation, and only a step can finish it. `before` may be a sheet that the
    rules refuse, such as after a row left the catalogue; the edit may correct it.
    """
    decoded, xp, house_rules = read(given, progress, house)
    if before is not None:
        earlier = parse_sheet(before)
        check_bought_unchanged(decoded, earlier)
        for name in named_skills(decoded):
            if name not in named_skills(earlier):
                check_skill(name)
    if decoded.finished and decoded.created is None:
        decoded.created = Created(*sheet_budget.points_and_spent(decoded))
        sheet_budget.check(decoded)
    elif not decoded.finished:
        sheet_budget.check(decoded)
    return check_sheet(decoded, xp, house_rules)


def check_sheet(decoded: Sheet, xp: int, house_rules: HouseRules) -> CheckedSheet:
    """The result of `sheet`; during the creation with everything that can be taken (`open`)."""
    figures = sheet_figures.figures(decoded, xp, house_rules)
    if not decoded.finished:
        figures["open"] = creation_choices.list_choices(decoded, house_rules)
    return {"sheet": plain_sheet(decoded), "figures": figures}


def check_bought_unchanged(decoded: Sheet, before: Sheet) -> None:
    """Refuse an edit by a player that buys something; steps do that (GOB-13)."""
    if not before.finished:
        if decoded.finished or decoded.created is not None:
            refuse(
                "sheet.finish", "finished: use the step that finishes the creation, which checks the sheet.", "GOB-12"
            )
        return
    for name in BOUGHT:
        now, then = paid_part(decoded, name), paid_part(before, name)
        if now != then:
            label = WORDS.get(name, name)
            refuse(
                "sheet.priced",
                f"{name}: {label} are bought with XP, step by step; ask the GM for a correction.",
                "GOB-13",
            )


def paid_part(sheet: Sheet, name: str) -> Any:
    """A part of the sheet without what costs nothing, such as skills at rank 1; one rank is the same as none named."""
    if name == "skills":
        return {skill: rank for skill, rank in sheet.skills.items() if rank > 1}
    if name == "advantages":
        return [codec.encode(owned) | {"ranks": owned.ranks or 1} for owned in sheet.advantages]
    return codec.encode(getattr(sheet, name))


def participant(
    given: object,
    progress: object,
    *,
    id: object,
    name: object,
    group: object = None,
    side: object = None,
    house: object = None,
) -> SetupEntry:
    """The character as a setup's participant; its side is `side`, else its group, else the players'."""
    sheet, _, house_rules = read(given, progress, house)
    setup: dict[str, Any] = {"id": id, "name": name, "side": side or group or "players", "kind": "fated"}
    if sheet.suit is not None:
        setup["suit"] = sheet.suit
    setup["traits"] = codec.encode(sheet.traits)
    setup["skills"] = dict(sheet.skills)
    setup["advantages"] = house_rules.setup_advantages(sheet.advantages)
    setup["weapons"] = codec.encode(sheet.weapons)
    setup["armor"] = sheet.armor
    setup["wildcards"] = sheet.wildcards
    points_by_pool = {pool: now for pool, now in codec.encode(sheet.pools).items() if now is not None}
    if points_by_pool:
        setup["pools"] = points_by_pool
    return setup

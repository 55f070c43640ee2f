"""Checks with a sheet outside of an encounter: fate draws with its skills, traits and wildcards."""

from collections.abc import Callable
from typing import Any

from rules.engine import codec
from rules.engine.json_types import SheetCheckResult
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import sheet_figures, wording
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules
from rules.games.game_of_bastards.sheet_shape import Sheet
from rules.games.game_of_bastards.tables import DECKS

Check = Callable[[object, object, object], dict[str, Any]]
CHOICE_FIELDS = ("skill", "specialty", "trait")
MOST_EXTRA = 10


def sheet_check(
    given: object,
    progress: object,
    kind: object,
    inputs: object,
    *,
    check: Check,
    seed: object = None,
    house: object = None,
) -> SheetCheckResult:
    """See `rules.play.sheet_check`; `check(kind, inputs, seed)` resolves it.

    For a fate draw `inputs` may name `skill`, `specialty` and `trait` of the sheet. Ranks, additional cards of
    advantages, the bonus of the specialty and the campaign's option `decks` are filled in. Jokers that are drawn become
    wildcards, and cards of wildcards are paid with the sheet's (GOB-01, GOB-05, GOB-06, GOB-15, GOB-20, GOB-84,
    GOB-85). `decks` is filled in for a simple opposition too; a price is passed on unchanged.
    """
    sheet, _, house_rules = sheets.read(given, progress, house)
    values = dict(codec.plain_object(inputs, "inputs"))
    if kind in ("fate-draw", "simple"):
        fill_deck(values, house_rules)
    if kind != "fate-draw":
        result = check(kind, values, seed)
        plain = sheets.plain_sheet(sheet)
        return {"inputs": values, "result": result, "sheet": plain, "text": "", "rules": result["rules"]}
    values, names, used = fill_inputs(sheet, values, house_rules)
    spent = values.get("wildcard_cards")
    paid = len(spent) if type(spent) is list else 0
    if paid > sheet.wildcards:
        refuse(
            "wildcard.none",
            f"wildcard_cards: these cost {wording.count_wildcards(paid)}; the sheet has {sheet.wildcards}.",
            "GOB-06",
        )
    result = check(kind, values, seed)
    sheet.wildcards = min(tables.MOST_WILDCARDS, sheet.wildcards - paid + result["wildcards"])
    return {
        "inputs": values,
        "result": result,
        "sheet": sheets.plain_sheet(sheet),
        "text": draw_sentence(names, values, result),
        "rules": list(dict.fromkeys([*result["rules"], *used])),
    }


def fill_deck(check_inputs: dict[str, Any], house_rules: HouseRules) -> None:
    """Fill in the size of the campaign's deck; `Refused` for another one (GOB-01)."""
    decks, given = 1 if house_rules.options.get("decks") == 1 else 2, check_inputs.get("decks")
    if type(given) is int and given in DECKS and given != decks:
        refuse("check.decks", f"decks: the campaign's option decks is {decks}; leave it out.", "GOB-01")
    if decks == 1 and given is None:
        check_inputs["decks"] = decks


def fill_inputs(
    sheet: Sheet, check_inputs: dict[str, Any], house_rules: HouseRules
) -> tuple[dict[str, Any], list[str], list[str]]:
    """(inputs with the figures of the sheet, their names, the rules that they come from)."""
    named = {name: check_inputs.pop(name, None) for name in CHOICE_FIELDS}
    for name, value in named.items():
        if value is not None and type(value) is not str:
            refuse("shape.invalid", f"In the inputs, {name}: must be a name on the sheet.")
    for name, figure in (("skill", "skill_rank"), ("specialty", "specialty_rank"), ("trait", "trait")):
        if figure in check_inputs and named[name] is not None and figure != name:
            refuse("check.twice", f"{figure}: the sheet has it; leave it out, or leave {name} out.", "GOB-20")
    rules: list[str] = []
    skill, specialty = choose_skill(sheet, named, check_inputs)
    words = []
    if skill is not None:
        check_inputs["skill_rank"] = sheet.skills.get(skill, 1)
        words.append(f"{skill} {check_inputs['skill_rank']}")
        rules.extend(extra(sheet, check_inputs, skill, house_rules))
    if specialty is not None:
        rank = sheet_figures.specialty_rank(sheet, specialty.skills)
        check_inputs["specialty_rank"] = rank
        words.append(f"{specialty.name} {rank}")
        rules.append("GOB-15")
    trait = trait_of(sheet, named["trait"])
    if sheet_figures.empty_pools(sheet):
        rules.append("GOB-48")
    check_inputs["trait"] = getattr(sheet.traits, trait.key)
    words.append(f"{trait.name} {check_inputs['trait']}")
    acrobat(sheet, check_inputs, house_rules, rules)
    return check_inputs, words, rules


def choose_skill(sheet: Sheet, named: dict[str, Any], check_inputs: dict[str, Any]) -> tuple[str | None, Any]:
    """(skill, specialty); a specialty alone uses the better of its two skills."""
    specialty = None
    if named["specialty"] is not None:
        specialty_name = named["specialty"].strip().casefold()
        specialty = next(
            (candidate for candidate in sheet.specialties if candidate.name.casefold() == specialty_name), None
        )
        if specialty is None:
            refuse("specialty.missing", f"specialty: {quote(named['specialty'])} is not on this sheet.", "GOB-15")
    if named["skill"] is not None:
        name = tables.skill_name(named["skill"])
        if name not in sheets.named_skills(sheet):
            sheets.check_skill(name)
        return name, specialty
    if specialty is not None and "skill_rank" not in check_inputs:
        return max(specialty.skills, key=lambda name: sheet.skills.get(name, 1)), specialty
    if "skill_rank" not in check_inputs:
        refuse("check.skill", "skill: name the skill for the draw.", "GOB-20")
    return None, specialty


def extra(sheet: Sheet, check_inputs: dict[str, Any], skill: str, house_rules: HouseRules) -> list[str]:
    """Add the additional cards of Criminal and Hearty for this skill (GOB-84, GOB-85)."""
    more = sheet_figures.extra_cards(sheet, skill, house_rules)
    extra_cards = check_inputs.get("extra_cards") or 0
    if not more or type(extra_cards) is not int:
        return []
    check_inputs["extra_cards"] = min(MOST_EXTRA, extra_cards + more)
    effects = {known.effect or "": known.rule for _, known in sheet_figures.usable_advantages(sheet, house_rules)}
    return [rule for effect, rule in effects.items() if skill in tables.EXTRA_CARD_SKILLS.get(effect, ())]


def trait_of(sheet: Sheet, name: str | None) -> tables.Trait:
    """The trait that counts: the named one; in desperation Spirit or Luck, the higher by default (GOB-25, GOB-48)."""
    desperate = bool(sheet_figures.empty_pools(sheet))
    if name is None:
        if desperate:
            better = "luck" if (sheet.traits.luck or 1) > (sheet.traits.spirit or 1) else "spirit"
            return tables.BY_TRAIT[better]
        refuse("check.trait", "trait: name body, spirit, mind or luck; the Dealer says which.", "GOB-25")
    trait = tables.BY_TRAIT.get(name.strip().casefold())
    if trait is None:
        refuse("trait.unknown", f"trait: {quote(name)} is not a trait; choose body, spirit, mind or luck.", "GOB-10")
    if desperate and trait.key not in ("spirit", "luck"):
        refuse("check.desperate", "trait: a desperate character draws on spirit or luck.", "GOB-48")
    return trait


def acrobat(sheet: Sheet, check_inputs: dict[str, Any], house_rules: HouseRules, rules: list[str]) -> None:
    """Fill in the Body; `Refused` without the advantage or BP, or for more than Body cards (GOB-16, GOB-86)."""
    change = check_inputs.get("acrobat")
    if change is None:
        return
    if "acrobat" not in [known.effect for _, known in sheet_figures.usable_advantages(sheet, house_rules)]:
        refuse("advantage.missing", "acrobat: this needs the advantage Acrobat and some BP.", "GOB-86")
    if type(change) is dict:
        if change.get("body") is not None:
            refuse("check.twice", "acrobat.body: the sheet has it; leave it out.", "GOB-86")
        check_inputs["acrobat"] = {**change, "body": sheet.traits.body}
    away = change.get("discard") if type(change) is dict else None
    if type(away) is list and len(away) > (sheet.traits.body or 1):
        refuse("acrobat.cards", f"acrobat.discard: at most {sheet.traits.body} cards, which is the Body.", "GOB-86")
    rules.append("GOB-86")


def draw_sentence(names: list[str], check_inputs: dict[str, Any], result: dict[str, Any]) -> str:
    """A sentence such as "Stealth 3, Mind 2: KD makes 15 against TS with 13; success with 1 raise."."""
    own, other = (" ".join(result[side]) or "no card" for side in ("played", "dealer_played"))
    difficulty = check_inputs.get("difficulty")
    against = f"{other} and difficulty {difficulty}" if difficulty else other
    text = f"{', '.join(names)}: {own} makes {result['total']} against {against} with {result['dealer_total']}; "
    raises, gained = result["raises"], result["wildcards"]
    text += "success" if result["success"] else "failure"
    if raises:
        text += f" with {raises} raise{'' if raises == 1 else 's'}"
    declared = result.get("declared")
    if declared and declared["raises"]:
        text += f", the declared raises {'met' if declared['met'] else 'missed'}"
    return f"{text}." + (f" {gained} wildcard{'' if gained == 1 else 's'} gained." if gained else "")

"""Checks with a sheet outside of an encounter: they use its values, spend its fortune and write a log sentence."""

from collections.abc import Callable
from typing import Any

from rules.engine import codec
from rules.engine.codec import Struct, Text
from rules.engine.json_types import SheetCheckResult
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import checks, resolution, tables, wording
from rules.games.fortune_and_power.house_rules import HouseRules, parse_house_rules
from rules.games.fortune_and_power.resolution import Result
from rules.games.fortune_and_power.shapes import Modifiers
from rules.games.fortune_and_power.sheet import Sheet, plain_sheet, read


class Trait(Struct, forbid_unknown_fields=True):
    """A trait by name against a challenge level or an opponent's level, exactly one of the two."""

    trait: Text
    challenge: tables.Challenge | None = None
    opponent_trait: tables.Level | None = None
    modifiers: Modifiers | None = None
    fortune: tables.CheckFortune | None = None
    rolls: list[int] | None = None


class Contest(Struct, forbid_unknown_fields=True):
    """A trait by name against another player character's level, one die each."""

    trait: Text
    opponent_trait: tables.Level
    rolls: list[int] | None = None


class Trivial(Struct, forbid_unknown_fields=True):
    """A trait by name, no roll."""

    trait: Text


class Damage(Struct, forbid_unknown_fields=True):
    """The damage of a hit of this character; `weapon` is the name of a weapon on the sheet."""

    dox: tables.Dox
    weapon: Text | None = None
    protection: tables.Protection | None = None
    mental: bool | None = None
    option: tables.DamageOption | None = None


class Recovery(Struct, forbid_unknown_fields=True):
    """Weeks of rest."""

    weeks: tables.Weeks


Prepared = tuple[str, dict[str, Any]]
Sentence = tuple[str, list[str]]


def sheet_check(
    given: object, progress: object, kind: object, inputs: object, *, seed: object, house: object
) -> SheetCheckResult:
    """See `rules.play.sheet_check`; `inputs` in the result are those of the check without a sheet."""
    house_rules = parse_house_rules(house)
    sheet, _ = read(given, progress, house_rules)
    kind_check = KINDS.get(kind) if isinstance(kind, str) else None
    if kind_check is None:
        refuse("check.unknown", f"kind: {quote(kind)} is not a check with a sheet; choose one of {', '.join(KINDS)}.")
    shape, prepare, tell = kind_check
    typed = codec.decode(inputs, shape, "inputs")
    codec.check_text(inputs, "inputs")
    stateless, figures = prepare(sheet, typed, house_rules)
    result = checks.check(stateless, figures, seed)
    text, rules = tell(sheet, typed, result)
    result = {**result, "rules": rules}
    return {"inputs": figures, "result": result, "sheet": plain_sheet(sheet), "text": text, "rules": rules}


def prepare_trait(sheet: Sheet, typed: Trait, house_rules: HouseRules) -> Prepared:
    """A check of two dice; the fortune that it spends becomes a modifier (FNP-06)."""
    if (typed.challenge is None) == (typed.opponent_trait is None):
        refuse("check.against", "challenge, opponent_trait: exactly one of the two is needed.", "FNP-11")
    points = typed.fortune or 0
    if points and not house_rules.options.has_fortune:
        refuse("fortune.forbidden", "fortune: there is none in this campaign; leave it out.", "FNP-06")
    if points > sheet.fortune:
        text = f"fortune: the sheet has {sheet.fortune} left, and this takes {points}."
        refuse("fortune.short", text, "FNP-06")
    sheet.fortune -= points
    modifiers = codec.encode(typed.modifiers or [])
    if points:
        modifiers.append({"name": "Fortune", "value": points})
    figures: dict[str, Any] = {"trait": sheet.level(typed.trait), "modifiers": modifiers}
    if typed.rolls is not None:
        figures["rolls"] = typed.rolls
    if typed.challenge is not None:
        return "trait", {**figures, "challenge": typed.challenge}
    return "opposed", {**figures, "opponent_trait": typed.opponent_trait}


def prepare_opposed(sheet: Sheet, typed: Trait, house_rules: HouseRules) -> Prepared:
    """The same against an opponent's trait (FNP-13)."""
    if typed.opponent_trait is None:
        refuse("check.against", "opponent_trait: the opponent's level is needed.", "FNP-13")
    return prepare_trait(sheet, typed, house_rules)


def prepare_contest(sheet: Sheet, typed: Contest, _ruled: HouseRules) -> Prepared:
    """One die each (FNP-14)."""
    figures: dict[str, Any] = {"traits": [sheet.level(typed.trait), typed.opponent_trait]}
    if typed.rolls is not None:
        figures["rolls"] = typed.rolls
    return "contest", figures


def prepare_trivial(sheet: Sheet, typed: Trivial, _ruled: HouseRules) -> Prepared:
    """No roll (FNP-18)."""
    return "trivial", {"trait": sheet.level(typed.trait)}


def prepare_damage(sheet: Sheet, typed: Damage, house_rules: HouseRules) -> Prepared:
    """A hit with the character's Strength and weapon (FNP-42)."""
    weapon = None
    if typed.weapon is not None:
        weapon = next((carried for carried in sheet.weapons if carried.name == typed.weapon), None)
        if weapon is None:
            refuse("weapon.unknown", f"weapon: {quote(typed.weapon)} is not on the sheet.", "FNP-42")
    option = "dox" if house_rules.options.harm == "dox" else "full"
    return "damage", {
        "dox": typed.dox,
        "strength": sheet.level(tables.STRENGTH),
        "weapon": weapon.bonus if weapon is not None else 0,
        "protection": typed.protection or 0,
        "mental": bool(typed.mental) or (weapon is not None and bool(weapon.mental)),
        "option": typed.option or option,
    }


def prepare_recovery(sheet: Sheet, typed: Recovery, house_rules: HouseRules) -> Prepared:
    """Weeks of rest by the campaign's rates (FNP-43)."""
    for_wounds, for_shocks = house_rules.options.weekly
    pools = {"wounds": sheet.wounds, "shocks": sheet.shocks, "weeks": typed.weeks}
    return "recovery", {**pools, "wounds_per_week": for_wounds, "shocks_per_week": for_shocks}


def announce_trait(sheet: Sheet, typed: Trait, found: dict[str, Any]) -> Sentence:
    """The sentence of a check; the fortune that it spends is not a named modifier (FNP-06, FNP-19)."""
    result, level = Result(*[found[name] for name in Result._fields]), sheet.level(typed.trait)
    how = "FNP-11" if typed.opponent_trait is None else "FNP-13"
    rules = [*resolution.rules(result, how, bool(typed.modifiers)), *(["FNP-06"] * bool(typed.fortune))]
    total = wording.total_sum(found["rolls"], level, found["modifiers"], result.total)
    return f"{typed.trait}: {total} against {result.challenge}: {wording.verdict(result)}.", rules


def announce_contest(_sheet: Sheet, typed: Contest, found: dict[str, Any]) -> Sentence:
    """The sentence of a contest."""
    first, other = found["totals"]
    ends = {None: "a tie", 0: f"won by {found['dox']}", 1: f"lost by {found['dox']}"}[found["winner"]]
    return f"{typed.trait}, one die each: {first} against {other}: {ends}.", found["rules"]


def announce_trivial(_sheet: Sheet, typed: Trivial, found: dict[str, Any]) -> Sentence:
    """The sentence of a success without a roll."""
    return f"{typed.trait}, without a roll: success by {found['dox']}.", found["rules"]


def announce_damage(_sheet: Sheet, typed: Damage, found: dict[str, Any]) -> Sentence:
    """The sentence of a hit."""
    armed = f" with {typed.weapon}" if typed.weapon else ""
    hurt = wording.count(found["damage"], found["kind"])
    return f"A hit{armed}, dox {typed.dox}: {hurt}.", found["rules"]


def announce_recovery(sheet: Sheet, typed: Recovery, found: dict[str, Any]) -> Sentence:
    """The sentence of a rest; the sheet is changed."""
    sheet.wounds, sheet.shocks = found["wounds"], found["shocks"]
    words_left = f"{wording.count(sheet.wounds, 'wounds')} and {wording.count(sheet.shocks, 'shocks')} left"
    return f"{wording.count(typed.weeks, 'weeks')} of rest: {words_left}.", found["rules"]


KINDS: dict[
    str, tuple[type[Any], Callable[[Sheet, Any, HouseRules], Prepared], Callable[[Sheet, Any, Any], Sentence]]
] = {
    "trait": (Trait, prepare_trait, announce_trait),
    "opposed": (Trait, prepare_opposed, announce_trait),
    "contest": (Contest, prepare_contest, announce_contest),
    "trivial": (Trivial, prepare_trivial, announce_trivial),
    "damage": (Damage, prepare_damage, announce_damage),
    "recovery": (Recovery, prepare_recovery, announce_recovery),
}

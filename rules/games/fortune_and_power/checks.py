"""Checks without an encounter: a trait, opposed, a contest, a trivial task, damage, a price, recovery."""

from collections.abc import Callable
from typing import Annotated, Any

from rules.engine import codec
from rules.engine.chance import Chance, fresh_key, key_from_seed
from rules.engine.codec import Meta, Struct, field
from rules.engine.dice import check_values
from rules.engine.json_types import CheckResult
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import resolution, tables
from rules.games.fortune_and_power.shapes import Modifiers


class Trait(Struct, forbid_unknown_fields=True, gc=False):
    trait: tables.Level
    challenge: tables.Challenge
    modifiers: Modifiers | None = None
    rolls: list[int] | None = None


class Opposed(Struct, forbid_unknown_fields=True, gc=False):
    trait: tables.Level
    opponent_trait: tables.Level
    modifiers: Modifiers | None = None
    rolls: list[int] | None = None


class Contest(Struct, forbid_unknown_fields=True, gc=False):
    traits: Annotated[list[tables.Level], Meta(min_length=2, max_length=2)]
    rolls: list[int] | None = None


class Trivial(Struct, forbid_unknown_fields=True, gc=False):
    trait: tables.Level


class Damage(Struct, forbid_unknown_fields=True, gc=False):
    dox: tables.Dox
    strength: tables.Level | None = None
    weapon: tables.Bonus | None = None
    protection: tables.Protection | None = None
    mental: bool | None = None
    option: tables.DamageOption | None = None


class Price(Struct, forbid_unknown_fields=True, gc=False):
    to: tables.Level
    from_: tables.Level | None = field(default=None, name="from")
    option: tables.Prices | None = None


class Recovery(Struct, forbid_unknown_fields=True, gc=False):
    weeks: tables.Weeks
    wounds: tables.Pool | None = None
    shocks: tables.Pool | None = None
    wounds_per_week: tables.AWeek | None = None
    shocks_per_week: tables.AWeek | None = None


def check(kind: object, inputs: object, seed: object) -> CheckResult:
    """Resolve one check; a `seed` of None draws from the operating system."""
    kind_check = KINDS.get(kind) if isinstance(kind, str) else None
    if kind_check is None:
        refuse("check.unknown", f"kind: {quote(kind)} is not a check here; choose one of {', '.join(KINDS)}.")
    shape, resolved = kind_check
    key = fresh_key() if seed is None else key_from_seed(seed)
    return resolved(codec.decode(inputs, shape, "inputs"), key)


def take_rolls(count: int, rolls: list[int] | None, key: str) -> list[int]:
    """The dice that were entered, which must be exactly `count`, or dice rolled from the key."""
    if rolls is None:
        chance = Chance(key)
        return [chance.below(tables.SIDES) + 1 for _ in range(count)]
    if len(rolls) != count:
        refuse("dice.count", f"rolls: exactly {count} dice are rolled here.", "FNP-10")
    check_values(rolls, tables.SIDES, "rolls")
    return rolls


def judge_check(typed: Trait | Opposed, challenge: int, how: str, key: str) -> dict[str, Any]:
    """A check of two dice (FNP-10 to FNP-19)."""
    dice = take_rolls(tables.DICE, typed.rolls, key)
    bonus, modifiers = 0, []
    if typed.modifiers:
        modifiers = [{"name": modifier.name, "value": modifier.value} for modifier in typed.modifiers]
        codec.check_text(modifiers, "inputs")
        bonus = sum([modifier.value for modifier in typed.modifiers])
    result = resolution.check(typed.trait, challenge, dice[0] + dice[1], bonus)
    return {
        **result.facts(),
        "rolls": dice,
        "modifiers": modifiers,
        "supplied": typed.rolls is not None,
        "rules": resolution.rules(result, how, bool(modifiers)),
    }


def trait(typed: Trait, key: str) -> dict[str, Any]:
    """FNP-11: against a challenge level."""
    return judge_check(typed, typed.challenge, "FNP-11", key)


def opposed(typed: Opposed, key: str) -> dict[str, Any]:
    """FNP-13: against an opponent's trait."""
    return judge_check(typed, tables.AGAINST_TRAIT + typed.opponent_trait, "FNP-13", key)


def contest(typed: Contest, key: str) -> dict[str, Any]:
    """FNP-14: one die each."""
    dice = take_rolls(2, typed.rolls, key)
    winner, totals, dox = resolution.contest((typed.traits[0], typed.traits[1]), (dice[0], dice[1]))
    supplied = typed.rolls is not None
    result = {"winner": winner, "totals": [*totals], "dox": dox, "rolls": dice, "supplied": supplied}
    return {**result, "rules": ["FNP-14", "FNP-15"]}


def trivial(typed: Trivial, _key: str) -> dict[str, Any]:
    """FNP-18: no roll; the level is the dox."""
    return {
        "success": True,
        "total": None,
        "challenge": None,
        "dox": typed.trait,
        "marginal": False,
        "automatic": None,
        "rolls": [],
        "modifiers": [],
        "rules": ["FNP-18"],
    }


def damage(typed: Damage, _key: str) -> dict[str, Any]:
    """FNP-42: what a hit does."""
    mental = bool(typed.mental)
    figures = (typed.strength or 0, typed.weapon or 0, typed.protection or 0)
    amount = resolution.damage(typed.dox, *figures, mental, typed.option or "full")
    return {"kind": "shocks" if mental else "wounds", "damage": amount, "rules": ["FNP-40", "FNP-42"]}


def price(typed: Price, _key: str) -> dict[str, Any]:
    """FNP-03: what it costs to raise a trait."""
    start, option = typed.from_ or 0, typed.option or "table"
    if typed.to < start:
        refuse("price.order", f"to: must be at least {start}, which is the value of from.", "FNP-03")
    return {"points": tables.price(typed.to, option) - tables.price(start, option), "rules": ["FNP-03"]}


def recovery(typed: Recovery, _key: str) -> dict[str, Any]:
    """FNP-43: wounds and shocks after weeks of rest."""
    for_wounds = 1 if typed.wounds_per_week is None else typed.wounds_per_week
    for_shocks = 1 if typed.shocks_per_week is None else typed.shocks_per_week
    return {
        "wounds": resolution.injuries_after_rest(typed.wounds or 0, typed.weeks, for_wounds),
        "shocks": resolution.injuries_after_rest(typed.shocks or 0, typed.weeks, for_shocks),
        "rules": ["FNP-43"],
    }


KINDS: dict[str, tuple[type[Any], Callable[[Any, str], dict[str, Any]]]] = {
    "trait": (Trait, trait),
    "opposed": (Opposed, opposed),
    "contest": (Contest, contest),
    "trivial": (Trivial, trivial),
    "damage": (Damage, damage),
    "price": (Price, price),
    "recovery": (Recovery, recovery),
}

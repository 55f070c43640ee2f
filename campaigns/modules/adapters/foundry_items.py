"""Converts items of a Foundry actor: attacks and damage computed from abilities, and features used as powers."""

import re
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import prose
from campaigns.modules.adapters.creatures import SHORT, Creature, to_integer
from campaigns.modules.adapters.draft import Draft, name_of, text
from campaigns.modules.adapters.foundry_words import markdown
from campaigns.modules.format.faults import quote_value

Item = dict[str, Any]
ABILITY: Final = re.compile(r"@abilities\.([a-z]{3})\.mod")


def inner(value: Any, *names: str) -> Any:
    """The nested value under these names; None if one of them is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def system_of(actor: Any) -> Item:
    """The part of an actor or item that belongs to its game."""
    system = inner(actor, "system") or inner(actor, "data")
    return system if isinstance(system, dict) else {}


def bonus_of(creature: Creature, ability: str) -> int:
    """The modifier of an ability; 0 for a missing score."""
    return (creature.ab.get(ability, 10) - 10) // 2


def read(draft: Draft, creature: Creature, item: Item, place: str) -> None:
    """Adds one item of an actor: a weapon, a feature, or a line of the review."""
    name, system = name_of(item.get("name")), system_of(item)
    kind = item.get("type")
    if kind == "spell":
        return
    activities = inner(system, "activities")
    acts = (
        [activity for activity in activities.values() if isinstance(activity, dict)]
        if isinstance(activities, dict)
        else [system]
    )
    how = {text(inner(act, "activation", "type")) for act in acts}
    dc = _first_dc(creature, acts)
    words = markdown(draft, inner(system, "description", "value"), place, dc) if kind in ("feat", "weapon") else ""
    if words:
        creature.texts.append((name, words))
    if kind == "weapon" and not how & {"legendary", "lair"}:
        _weapon(draft, creature, name, system, acts, place)
    elif name.startswith("Multiattack"):
        creature.many.append(words)
    elif kind == "feat" and not how & {"legendary", "lair", "action", "reaction", "bonus"}:
        creature.traits.append(name)
    elif kind == "feat" and "action" in how and any(inner(act, "type") == "attack" for act in acts):
        _weapon(draft, creature, name, system, acts, place)
    elif kind == "feat" and "action" in how:
        _feat(creature, name, system, acts, words)
    elif kind not in ("feat", "weapon", "equipment", "consumable", "loot", "tool", "container", "backpack"):
        draft.note(place, "left_out", _("items of the kind %(kind)s are not read") % {"kind": quote_value(kind)})


def _feat(creature: Creature, name: str, system: Item, acts: list[Item], words: str) -> None:
    """A feature used as an action; a power if it has limited uses and a saving throw."""
    limited = bool(text(str(inner(system, "uses", "max") or ""))) or bool(inner(system, "recharge", "value"))
    dc = _first_dc(creature, acts)
    if limited and dc is not None:
        creature.power(name, words, dc)


def _first_dc(creature: Creature, acts: list[Item]) -> int | None:
    """The DC of the first activity that has one."""
    return next((dc for act in acts if (dc := _dc(creature, act)) is not None), None)


def _dc(creature: Creature, activity: Item) -> int | None:
    """The DC of an activity: 8, proficiency and the ability that it is calculated from, else as it is stored."""
    dc = inner(activity, "save", "dc")
    if not isinstance(dc, dict):
        return to_integer(dc, 0, 60)
    ability = SHORT.get(text(dc.get("calculation")))
    if ability:
        return 8 + (creature.prof or 2) + bonus_of(creature, ability)
    # “8 + @prof”; the ability of @mod is strength where nothing else is said, as for weapons.
    value = _formula(_fill_modifiers(dc.get("formula"), creature), bonus_of(creature, "strength"))
    return None if value is None else to_integer(int(value), 0, 60)


def _weapon(draft: Draft, creature: Creature, name: str, system: Item, acts: list[Item], place: str) -> None:
    """An attack with its bonus and damage, computed from the ability that it uses."""
    act = next(
        (
            activity
            for activity in acts
            if inner(activity, "type") == "attack" or "attack" in activity or "attackBonus" in activity
        ),
        None,
    )
    if act is None:
        return
    ability = SHORT.get(text(inner(act, "attack", "ability") or system.get("ability"))) or _weapons_ability(
        system, creature
    )
    bonus = to_integer(inner(act, "attack", "bonus") or system.get("attackBonus")) or 0
    flat = inner(act, "attack", "flat") is True
    # “none” is the ability of attacks whose damage is printed as it is.
    modifier = 0 if inner(act, "attack", "ability") == "none" else bonus_of(creature, ability)
    attack: Item = {"name": name, "to_hit": bonus if flat else bonus + modifier + _proficiency(creature, system)}
    own_damage = {"damage": _fill_modifiers(system.get("damage"), creature)}
    average = _damage(own_damage, {"damage": _fill_modifiers(act.get("damage"), creature)}, modifier)
    if average is None:
        draft.note(
            place, "not_understood", _("the damage of %(name)s was not understood") % {"name": quote_value(name)}
        )
    else:
        attack["average"] = prose.plain(average)
    attack |= _distance(system, act)
    rider = _rider(creature, system, acts, place)
    creature.attacks.append(attack | ({"rider": rider} if rider else {}))


def _proficiency(creature: Creature, system: Item) -> int:
    """What proficiency adds to an attack: 0 for a weapon that the creature is not proficient with.

    None (“automatic”) is proficient, because an NPC is proficient with what it carries."""
    # Older files store false, which equals 0.
    return 0 if system.get("proficient") == 0 else creature.prof or 2


def _distance(system: Item, act: Item) -> Item:
    """The reach or range of an attack: that of the item, else that of its activity.

    Older files store the reach of a melee attack as its range."""
    reach, ranged = to_integer(inner(system, "range", "reach"), 0), to_integer(inner(system, "range", "value"), 0)
    long = to_integer(inner(system, "range", "long"), 0)
    ranged = ranged if reach or ranged else to_integer(inner(act, "range", "value"), 0)
    usual = 10 if "rch" in _properties(system) else 5
    kind = text(inner(act, "attack", "type", "value")) or text(inner(act, "actionType") or system.get("actionType"))
    thrown = bool(long) or "thr" in _properties(system)
    if kind in ("melee", "mwak", "msak") and not thrown:
        return {"reach": reach or ranged or usual}
    if not ranged or ranged <= 10:
        return {"reach": reach or usual}
    return {"range": f"{ranged}/{long}" if long else str(ranged)}


def _properties(system: Item) -> set[str]:
    """The properties of a weapon, from a list or from {name: true}."""
    properties = system.get("properties")
    if isinstance(properties, dict):
        return {name for name, on in properties.items() if on is True}
    return {name for name in properties if isinstance(name, str)} if isinstance(properties, list) else set()


def _fill_modifiers(value: Any, creature: Creature, depth: int = 0) -> Any:
    """A damage formula with the values of modifiers filled in: @abilities.dex.mod, @prof."""
    if isinstance(value, dict) and depth < 6:
        return {name: _fill_modifiers(part, creature, depth + 1) for name, part in value.items()}
    if isinstance(value, list) and depth < 6:
        return [_fill_modifiers(part, creature, depth + 1) for part in value[:20]]
    if not isinstance(value, str) or "@" not in value:
        return value
    words = ABILITY.sub(lambda match: str(bonus_of(creature, SHORT.get(match[1], ""))), value[:200])
    return words.replace("@prof", str(creature.prof or 2)).replace("+ -", "- ").replace("+-", "-")


def _weapons_ability(system: Item, creature: Creature) -> str:
    """The ability of a weapon: strength, or dexterity for a bow, or for a finesse weapon if it is better."""
    names = _properties(system)
    kind = text(inner(system, "type", "value") or system.get("weaponType") or system.get("actionType"))
    if kind.endswith("R") or kind == "rwak" or "amm" in names:
        return "dexterity"
    if "fin" in names and bonus_of(creature, "dexterity") > bonus_of(creature, "strength"):
        return "dexterity"
    return "strength"


def _damage(system: Item, act: Item, modifier: int) -> Fraction | None:
    """The average damage of a hit; None if a formula is not understood."""
    base, parts = inner(system, "damage", "base"), inner(act, "damage", "parts")
    total = Fraction(0)
    if isinstance(base, dict):
        own_roll = Fraction(0)
        if inner(act, "damage", "includeBase") is not False:
            rolled = _average_damage(base)
            if rolled is None:
                return None
            own_roll = rolled + modifier if _has_dice(base) else rolled
        total += own_roll
        parts = parts if isinstance(parts, list) else []
    else:
        parts = parts if isinstance(parts, list) and parts else inner(system, "damage", "parts") or []
    for part in parts if isinstance(parts, list) else []:
        damage_parts = (
            _average_damage(part)
            if isinstance(part, dict)
            else _formula(part[0] if isinstance(part, list) and part else part, modifier)
        )
        if damage_parts is None:
            return None
        total += damage_parts
    return max(total, Fraction(0)) if total or parts or base else None


def _has_dice(base: Item) -> bool:
    """Whether damage is rolled; only then the ability is added."""
    if inner(base, "custom", "enabled") is True:
        return re.search(r"\dd\d", str(inner(base, "custom", "formula"))[:200]) is not None
    return to_integer(base.get("denomination"), 1) is not None


def _average_damage(part: Item) -> Fraction | None:
    if inner(part, "custom", "enabled") is True:
        return _formula(inner(part, "custom", "formula"), 0)
    count, sides = to_integer(part.get("number"), 0, 100) or 0, to_integer(part.get("denomination"), 0, 1000) or 0
    bonus = part.get("bonus")
    plus = Fraction(0) if bonus in (None, "") else _formula(bonus, 0)
    return None if plus is None else Fraction(count * (sides + 1), 2) + plus


def _formula(value: Any, modifier: int) -> Fraction | None:
    """The average of a sum of dice, numbers and @mod; None for any other formula. Formulas are never evaluated as
    code."""
    words = re.sub(r"\s+", "", str(value)[:200]).replace("@mod", f"{modifier:+d}").replace("++", "+").replace("+-", "-")
    if not re.fullmatch(r"[+-]?(?:\d{1,3}d\d{1,4}|\d{1,4})(?:[+-](?:\d{1,3}d\d{1,4}|\d{1,4})){0,10}", words):
        return None
    total = Fraction(0)
    for sign, dice in re.findall(r"([+-]?)(\d+d\d+|\d+)", words):
        average = prose.dice_average(dice) if "d" in dice else Fraction(dice)
        total += (average or 0) * (-1 if sign == "-" else 1)
    return total


def _rider(creature: Creature, system: Item, acts: list[Item], place: str) -> Item | None:
    """The further effect of a hit: the first condition that the description names, with the activity's DC."""
    words = markdown(Draft({}), inner(system, "description", "value"), place, None)
    dc = _first_dc(creature, acts)
    if dc is None:
        return prose.read_further_effect(words)
    for kind, pattern in prose.CONDITIONS:
        if re.search(pattern, words, re.IGNORECASE):
            return {"kind": kind, "dc": dc}
    return None

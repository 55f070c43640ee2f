"""Converts monsters of osrlib: those in an adventure, and the whole bestiary (its monsters.json)."""

import re
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, licences, old_school, prose
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, Recognised, name_of, text
from campaigns.modules.adapters.foreign_values import as_object, get_numbered_objects, get_objects
from campaigns.modules.format.faults import at

Item = dict[str, Any]
SYSTEM: Final = "Basic/Expert D&D (osrlib)"
# The damage of a weapon if a file only names the weapon; other weapons do 1d6.
WEAPONS: Final = (
    (r"two-handed|great ?sword|pole ?arm|halberd", Fraction(11, 2)),
    (r"dagger|club|sling|staff|dart|torch", Fraction(5, 2)),
    (r"long ?sword|(?<!short)(?<!short )sword|battle ?axe|war ?hammer", Fraction(9, 2)),
)
DEFAULT: Final = Fraction(7, 2)
# Attack forms that are no hits of their own, because their effect is among the abilities.
NO_HIT: Final = re.compile(r"breath|magic|spell|gaze|song|see below", re.IGNORECASE)


def bestiary(value: Item) -> Draft:
    """The draft of a bestiary, with the licence in its header."""
    draft = Draft.begin(title="Bestiary of osrlib", recognised=Recognised("osrlib bestiary", SYSTEM))
    head = value.get("_meta")
    terms = text(head.get("license"), 500) if isinstance(head, dict) else ""
    licence = licences.licence_named_by(terms, "osrlib, from the Old-School Essentials SRD") if terms else None
    old_school.note_assumptions(draft, "osrlib")
    for index, row in get_numbered_objects(value, "monsters"):
        monster(draft, row, at("/monsters", index), licence=licence)
    licences.apply_licences(draft)
    return draft


def monster(draft: Draft, row: Item, pointer: str, **more: Any) -> Item | None:
    """One monster in the figures of 5e; None where none could be read."""
    creature = Creature(name_of(row.get("name")), pointer, xp=to_integer(row.get("xp")))
    routines = [_routine(creature, routine) for routine in get_objects(row, "attacks")]
    creature.alternatives = [way for way in routines if sum(way.values()) > 1]
    feet = (to_integer(mode.get("encounter_rate_feet"), 0) for mode in get_objects(row, "movement"))
    creature.speed = {"walk": walking_feet} if (walking_feet := next((speed for speed in feet if speed), None)) else {}
    average = _hit_points(row.get("hit_dice"))
    if average is not None:
        bonus, armour = to_integer(row.get("attack_bonus")) or 0, to_integer(row.get("ac_ascending"), 0, 40)
        old_school.set_5e_figures(creature, hp=max(average, Fraction(1)), armour=armour, bonus=bonus)
    creature.texts = [("", text(row.get("intro")))]
    skills = get_objects(row, "abilities")
    creature.traits = [name for skill in skills if (name := name_of(skill.get("name")))]
    creature.texts += [(name_of(skill.get("name")), text(skill.get("prose"))) for skill in skills]
    return creatures.add(creature, draft, key=text(row.get("id"), 60), **more)


def _hit_points(value: Any) -> Fraction | None:
    """Printed hit points, or else the average of the dice; None without either."""
    dice = as_object(value)
    printed = to_integer(dice.get("fixed_hp"), 1)
    count, die = to_integer(dice.get("count"), 0, 99), to_integer(dice.get("die"), 1, 20) or 8
    if printed:
        return Fraction(printed)
    if not count:
        return Fraction(average) if (average := to_integer(dice.get("average_hp"), 1)) else None
    return Fraction(count * (die + 1), 2) + (to_integer(dice.get("modifier")) or 0)


def _routine(creature: Creature, routine: Item) -> dict[str, int]:
    """Adds the attacks of a round that belong together, and returns how often each is made."""
    way: dict[str, int] = {}
    for attack in get_objects(routine, "attacks"):
        name = name_of(attack.get("name")).capitalize() or _("Attack")
        average = _average(attack)
        if average is not None:
            creature.attacks.append(old_school.scaled_attack(name, average))
            way[name] = way.get(name, 0) + (to_integer(attack.get("count"), 1, 20) or 1)
    return way


def _average(attack: Item) -> Fraction | None:
    fixed, name = to_integer(attack.get("fixed_damage"), 0), text(attack.get("name"), 100)
    options = attack.get("fixed_damage_options")
    plus = to_integer(attack.get("by_weapon_modifier"), -20, 20) or 0
    if fixed:
        return Fraction(fixed)
    rolled = prose.dice_average(re.sub(r"\s", "", text(attack.get("damage"), 20)))
    if rolled is not None:
        return rolled
    if isinstance(options, list) and (found := [count for option in options[:20] if (count := to_integer(option, 0))]):
        return Fraction(sum(found), len(found))
    if attack.get("by_weapon") is True:
        return Fraction(9, 2) + plus
    if NO_HIT.search(name) or attack.get("effects"):
        return None
    weapon = next((average for pattern, average in WEAPONS if re.search(pattern, name, re.IGNORECASE)), DEFAULT)
    return weapon + plus

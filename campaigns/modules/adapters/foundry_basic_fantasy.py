"""Converts monsters of Foundry VTT's Basic Fantasy RPG system to the figures of 5e, which conversions read."""

import re
from fractions import Fraction
from typing import Any, Final

from campaigns.modules.adapters import creatures, old_school, prose
from campaigns.modules.adapters.basic_fantasy import ARMOUR, routines, speeds
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, name_of, text
from campaigns.modules.adapters.foundry_items import inner, system_of
from campaigns.modules.adapters.foundry_words import markdown
from campaigns.modules.format.faults import at

Item = dict[str, Any]
DAMAGE: Final = re.compile(r"(\d{1,2}d\d{1,3}(?:\s*[+-]\s*\d{1,2})?|\b\d{1,3}\b)")
NUMBER: Final = re.compile(r"No\. of Attacks:\W*([^\n]{1,300})", re.IGNORECASE)
NAME_AND_COUNT: Final = re.compile(r"^(.*?)\s*[x×]\s*(\d{1,2})$")


def actor(draft: Draft, value: Item, place: str, key: str) -> Item | None:
    """Adds one monster to the draft; None if no figure was read."""
    system = system_of(value)
    creature = Creature(name_of(value.get("name")), place or "/")
    dice = inner(system, "hitDice")
    dice = dice if isinstance(dice, dict) else {}
    count, sides = to_integer(dice.get("number"), 0, 99), to_integer(str(dice.get("size", "d8")).lstrip("d"), 1, 100)
    # The game adds the hit dice to a roll; the stored bonus of a monster is often only the form's default.
    bonus = max(to_integer(inner(system, "attackBonus", "value"), -10, 40) or 0, count or 0)
    _attacks(creature, value)
    biography = markdown(draft, system.get("biography"), place, None)
    printed = NUMBER.search(biography)
    creature.alternatives += routines(printed[1], [attack["name"] for attack in creature.attacks]) if printed else []
    if count is not None or to_integer(inner(system, "hitPoints", "max"), 1):
        average = Fraction((count or 0) * ((sides or 8) + 1), 2) + (to_integer(dice.get("mod"), -99, 99) or 0)
        hp = to_integer(inner(system, "hitPoints", "max"), 1) if not count else None
        armour = to_integer(inner(system, "armorClass", "value"), 0, 60)
        old_school.set_5e_figures(
            creature,
            hp=max(Fraction(hp) if hp else average, Fraction(1)),
            armour=None if armour is None else armour + ARMOUR,
            bonus=bonus,
        )
    creature.speed = speeds(_feet(text(inner(system, "move", "value"), 100)))
    creature.xp = to_integer(inner(system, "xp", "value"), 1)
    creature.texts += [("", biography)] if biography else []
    return creatures.add(creature, draft, key=key, licence=None)


def _feet(words: str) -> str:
    """A speed such as “10 Fly 60 (10)” as the rulebook prints it: 10' Fly 60'."""
    return re.sub(r"(?<!\()\b(\d{1,3})\b(?![^()]*\))", r"\1'", words)


def _attacks(creature: Creature, value: Item) -> None:
    items = value.get("items")
    for number, item in enumerate(items[:100] if isinstance(items, list) else []):
        if not isinstance(item, dict):
            continue
        system, name = system_of(item), name_of(item.get("name"))
        if item.get("type") == "weapon":
            _weapon(creature, name, text(inner(system, "damage", "value"), 100))
        elif item.get("type") == "feature":
            words = markdown(Draft({}), system.get("description"), at("", "items", number), None)
            creature.traits.append(name)
            creature.texts += [(name, words)] if words else []


def _weapon(creature: Creature, name: str, damage: str) -> None:
    """An attack, and how often it is made if its name says so (“Claw x2”)."""
    counted = NAME_AND_COUNT.match(name)
    plain = name_of(counted[1]) if counted else name
    match = DAMAGE.search(damage)
    if match is None:
        return
    average = prose.dice_average(re.sub(r"\s", "", match[1])) if "d" in match[1] else Fraction(match[1])
    if average:
        creature.attacks.append(old_school.scaled_attack(plain, average))
        if counted and int(counted[2]) > 1:
            creature.alternatives.append({plain: int(counted[2])})

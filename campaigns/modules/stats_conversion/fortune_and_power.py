"""Figures for Fortune and Power (docs/module-format.md)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import ngettext

from campaigns.modules.stats_conversion.figures import (
    Data,
    attacks,
    clamp,
    exact,
    half_up,
    modifier,
    number,
    powers,
    root,
    score,
    skill,
    speed,
    texts,
    to_hit,
    to_integer,
)
from campaigns.modules.stats_conversion.tables import Tables

# The fields of a difficulty in a module, and the field of the check page that each fills ("" for none).
CHECK_FIELDS: Final = {"level": "challenge", "trait": "trait"}

Block = dict[str, Any]
MOST_WEAPONS, MOST_GIFTS, LONGEST = 20, 40, 20000


def monster(data: Data, tables: Tables) -> Block | None:
    """traits, limits, weapons, gifts and text; None without hit points and armour class."""
    hp, armour = number(data.get("hp")), number(data.get("ac"))
    if hp is None or armour is None or hp < 1:
        return None
    wounds = tables["wounds"]
    limit = root(exact(wounds["limit"]) ** 2 * hp / exact(wounds["hit_points"]))
    block: Block = {
        "traits": _traits(data, armour, tables),
        "limits": {"wounds": clamp(limit, wounds["least"], 999), "shocks": _shocks(data, tables)},
    }
    weapons = _weapons(data, tables)
    gifts = [gift[:200] for gift in [*texts(data, "traits"), *(power["name"] for power in powers(data))]]
    block |= {"weapons": weapons} if weapons else {}
    block |= {"gifts": list(dict.fromkeys(gifts))[:MOST_GIFTS]} if gifts else {}
    text = _text(data, tables)
    return block | ({"text": text} if text else {})


def _traits(data: Data, armour: Fraction, tables: Tables) -> Block:
    trait, athlete = tables["trait"], tables["athlete"]

    def of(bonus: int) -> int:
        return clamp(half_up(exact(trait["base"]) + exact(trait["times"]) * bonus), 0, 99)

    traits: Block = {}
    bonus, stealth = to_hit(data), skill(data, "stealth")
    if bonus is not None:
        traits["Warrior"] = of(bonus)
    traits["Athlete"] = clamp(half_up(exact(athlete["base"]) + exact(athlete["times"]) * armour), 0, 99)
    if number(data.get("pp")) is not None:
        traits["Perception"] = of(to_integer(data["pp"]) - 10)
    if stealth is not None:
        traits["Burglar"] = of(stealth)
    if number(data.get("spell_dc")) is not None:
        traits["Intuition"] = of(to_integer(data["spell_dc"]) - 8)
    return traits


def _shocks(data: Data, tables: Tables) -> int:
    shocks = tables["shocks"]
    if score(data, "intelligence") <= exact(tables["mindless"]["shocks"]):
        return int(shocks["mindless"])
    better = max(modifier(data, "wisdom"), modifier(data, "charisma"))
    return clamp(half_up(exact(shocks["base"]) + exact(shocks["times"]) * better), shocks["least"], 999)


def _weapons(data: Data, tables: Tables) -> list[Block]:
    weapon = tables["weapon"]
    weapons = []
    for attack in attacks(data):
        average = number(attack.get("average"))
        if average is not None and average > 0:
            bonus = clamp(root(average) - int(weapon["less"]), weapon["least"], 99)
            weapons.append({"name": attack["name"][:120], "bonus": bonus})
    return weapons[:MOST_WEAPONS]


def _text(data: Data, tables: Tables) -> str:
    feet, by = speed(data), exact(tables["spaces"]["feet"])
    notes = [f"Moves {half_up(feet / by)} spaces a round."] if feet else []
    for way, word in (("fly", "Flies"), ("swim", "Swims"), ("climb", "Climbs"), ("burrow", "Burrows")):
        other = speed(data, way)
        notes += [f"{word} {half_up(other / by)} spaces."] if other else []
    if score(data, "intelligence") <= exact(tables["mindless"]["shocks"]):
        notes.append("Mindless: nothing shocks it.")
    for power in powers(data):
        if number(power.get("dc")) is not None:
            notes.append(
                f"{power['name'][:80]}: against challenge level {difficulty(to_integer(power['dc']), tables)['level']}."
            )
    return "\n\n".join(notes)


def difficulty(dc: int, tables: Tables) -> Block:
    """A DC as a challenge level: {"level": 2-40}."""
    level = tables["level"]
    return {"level": clamp(int(level["base"]) + half_up(exact(level["times"]) * dc), level["least"], level["most"])}


def trap(average: Fraction, _level: int, tables: Tables) -> Block:
    """The harm of a trap: {"wounds": n}."""
    return {"wounds": clamp(_add_root(exact(tables["trap"]["base"]), average), 0, 99)}


def _add_root(base: Fraction, average: Fraction) -> int:
    """base + √average, rounded half up as a whole: the largest n with n - 1/2 - base <= √average."""
    root = int(base)
    while root + 1 - Fraction(1, 2) - base <= 0 or (root + Fraction(1, 2) - base) ** 2 <= average:
        root += 1
    return root


def harm_when_avoided(harm: Block) -> Block | None:
    """The harm of a trap after a passed check: half of it, rounded half up."""
    return {"wounds": half_up(Fraction(harm["wounds"], 2))} if harm.get("wounds") else None


def for_engine(block: Block) -> Block:
    """The block with its text cut, because the engine allows shorter texts."""
    return block | ({"text": block["text"][:LONGEST]} if "text" in block else {})


def only_in_engine(_block: Block) -> frozenset[str]:
    """The fields of the engine that the format does not have: none."""
    return frozenset()


def from_engine(figures: Block, _base: Block) -> Block:
    """The figures themselves, because the format has every field of the engine."""
    return figures


def effect_words(harm: dict[str, Any]) -> Iterator[str]:
    """An effect in words."""
    if "wounds" in harm:
        yield ngettext("%(wounds)s wound", "%(wounds)s wounds", harm["wounds"]) % harm
    if "shocks" in harm:
        yield ngettext("%(shocks)s shock", "%(shocks)s shocks", harm["shocks"]) % harm

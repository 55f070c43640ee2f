"""Figures for A Game of Bastards (docs/module-format.md)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.stats_conversion.figures import (
    Data,
    attacks,
    best_hit,
    clamp,
    exact,
    half_up,
    modifier,
    number,
    rating,
    row_for_value,
    to_integer,
)
from campaigns.modules.stats_conversion.tables import Tables

# The fields of a difficulty in a module, and the field of the check page that each fills ("" for none).
CHECK_FIELDS: Final = {"modifier": "difficulty", "skill": "skill", "trait": "trait"}

Block = dict[str, Any]
TRAITS: Final = ("body", "spirit", "mind", "luck")
COMBAT: Final = "Combat (Weapon)"
LONGEST: Final = 20000


def monster(data: Data, tables: Tables) -> Block | None:
    """A group of extras, a follower, or a Fated; None without a challenge rating."""
    challenge = rating(data)
    if challenge is None:
        return None
    tier = tables["tier"]
    legendary = data.get("legendary") is True
    if challenge <= exact(tier["extras"]) and not legendary:
        extras = tables["extras"]
        power = 1 if challenge < exact(extras["two_from"]) else 2
        stats: Block = {"kind": "extras", "power_rating": power, "members": clamp(int(extras["members"]), 1, 5)}
        return stats | _weapons(data, power, tables)
    if challenge <= exact(tier["follower"]) and not legendary:
        power = clamp(int(row_for_value(tables["follower"]["rows"], challenge)[1]), 1, 5)
        return {"kind": "follower", "power_rating": power} | _weapons(data, power, tables)
    return _fate_block(data, challenge, tables)


def _fate_block(data: Data, challenge: Fraction, tables: Tables) -> Block:
    fated = tables["fated"]
    armour = (to_integer(data.get("ac"), 10) - int(fated["armour_from"])) // max(int(fated["armour_a_rank"]), 1)
    higher = {
        "body": max(modifier(data, name) for name in ("strength", "dexterity", "constitution")),
        "spirit": max(modifier(data, "wisdom"), modifier(data, "charisma")),
        "mind": max(modifier(data, "intelligence"), armour),
        "luck": int(challenge) // max(int(fated["ratings_a_luck"]), 1),
    }
    most = min(int(fated["most_trait"]), 20)
    traits = {name: clamp(int(fated["base"]) + more, 1, most) for name, more in higher.items()}
    skill = clamp(_proficiency(data, challenge) + int(fated["skill"]), 1, min(int(fated["most_skill"]), 20))
    return {"kind": "fated", "traits": traits, "skills": {COMBAT: skill}} | _weapons(data, 50, tables)


def _proficiency(data: Data, challenge: Fraction) -> int:
    """The proficiency bonus as stated, or else that of the challenge rating."""
    stated = number(data.get("prof"))
    return half_up(stated) if stated is not None else 2 + max(int(challenge) - 1, 0) // 4


def _weapons(data: Data, most: int, tables: Tables) -> Block:
    weapon, hit = tables["weapon"], best_hit(data)
    strongest = next((attack for attack in attacks(data) if number(attack.get("average")) == hit), None)
    if strongest is None or hit <= 0:
        return {}
    damage = clamp(half_up(hit / exact(weapon["damage"])), 0, min(most, int(weapon["most"])))
    ranged = "range" in strongest and "reach" not in strongest
    return {"weapons": [{"name": strongest["name"][:120], "damage": damage, "skill": COMBAT, "ranged": ranged}]}


def difficulty(dc: int, tables: Tables) -> Block:
    """A DC as the modifier of a fate draw: {"modifier": 0-20}."""
    return {"modifier": clamp(int(row_for_value(tables["modifier"]["rows"], dc)[1]), 0, 20)}


def trap(average: Fraction, _level: int, tables: Tables) -> Block:
    """The harm of a trap: {"pool": "body", "damage": n}."""
    return {"pool": "body", "damage": clamp(half_up(average / exact(tables["trap"]["damage"])), 0, 99)}


def harm_when_avoided(_harm: Block) -> Block | None:
    """The harm of a trap after a passed check: none."""
    return None


def for_engine(block: Block) -> Block:
    """The engine calls the rest of a follower's pool `power`, and does not need it for a full pool."""
    stats = {name: value for name, value in block.items() if name != "pools" or block.get("kind") == "fated"}
    power = block.get("pools", {}).get("power")
    if block.get("kind") == "follower" and power and power <= 5 * block.get("power_rating", 0):
        stats["power"] = power
    return stats | ({"text": block["text"][:LONGEST]} if "text" in block else {})


def only_in_engine(block: Block) -> frozenset[str]:
    """The fields of the engine that the format does not have: the wildcards of extras."""
    return frozenset({"wildcards"} if block.get("kind") == "extras" else ())


def from_engine(figures: Block, _base: Block) -> Block:
    """The rest of a follower's pool is among its pools, and a Fated has all traits: the engine raises a missing one."""
    block = {name: value for name, value in figures.items() if name != "power"}
    if "power" in figures:
        block["pools"] = {"power": figures["power"]}
    if block.get("kind") == "fated":
        block["traits"] = dict.fromkeys(TRAITS, 1) | block.get("traits", {})
    return block


def effect_words(harm: dict[str, Any]) -> Iterator[str]:
    """An effect in words."""
    pools = {"body": _("Body"), "spirit": _("Spirit"), "mind": _("Mind"), "luck": _("Luck"), "power": _("Power")}
    if "damage" in harm:
        pool = pools.get(harm.get("pool", ""))
        values = {"damage": harm["damage"], "pool": pool}
        yield (_("%(damage)s from %(pool)s") if pool else _("%(damage)s damage")) % values

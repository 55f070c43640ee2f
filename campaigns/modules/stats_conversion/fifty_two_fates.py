"""Figures for 52 Fates (docs/module-format.md)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.stats_conversion.figures import (
    Data,
    attacks,
    clamp,
    exact,
    half_up,
    number,
    powers,
    rating,
    score,
    speed,
    to_integer,
)
from campaigns.modules.stats_conversion.tables import Tables

# The fields of a difficulty in a module, and the field of the check page that each fills ("" for none).
CHECK_FIELDS: Final = {"value": "difficulty"}

Block = dict[str, Any]
WAYS: Final = {"fly": "Flies", "swim": "Swims", "climb": "Climbs", "burrow": "Burrows"}
FULL: Final = {"paralysed", "stunned", "petrified", "swallowed", "unconscious"}
CONTINUOUS: Final = {"poison", "fire"}
PARTIAL: Final = {"grappled", "prone", "frightened", "charmed", "restrained"}
# Of the thirteen ranks, this many are above difficulty 1, because faces and aces are above any difficulty.
RANKS, ABOVE_NONE = 13, 14


def monster(data: Data, tables: Tables) -> Block | None:
    """max_hp 1-999, level, allowance, speed in feet, lines for face and ace, text; None without hp and rating."""
    hp, challenge = number(data.get("hp")), rating(data)
    if hp is None or challenge is None or hp < 1:
        return None
    points = tables["hit-points"]
    level = _level(challenge, tables)
    block: Block = {
        "max_hp": clamp(
            int(points["base"]) + half_up((hp - exact(points["beyond"])) / exact(points["for_each"])),
            points["least"],
            999,
        ),
        "level": level,
        "allowance": clamp(_cards(data, challenge, level, tables), 1, 10),
    }
    feet = speed(data)
    if feet is not None and 0 <= feet <= 1000:
        block["speed"] = feet
    lines = _lines(data, tables)
    if lines:
        block["lines"] = lines
    text = _text(data, tables)
    return block | ({"text": text} if text else {})


def _level(challenge: Fraction, tables: Tables) -> int:
    fold = tables["level"]
    levels = half_up((tables.equivalent_level(challenge) - 1) * exact(fold["times"]) / exact(fold["by"]))
    return clamp(1 + levels, fold["least"], fold["most"])


def _cards(data: Data, challenge: Fraction, level: int, tables: Tables) -> int:
    cards = tables["cards"]
    strong = max(score(data, "strength"), score(data, "dexterity")) >= exact(cards["ability"])
    second = challenge >= exact(cards["from_rating"]) and (strong or data.get("multiattack") is True)
    return int(cards["base"]) + int(second) + level // max(int(cards["levels_a_card"]), 1)


def _lines(data: Data, tables: Tables) -> Block:
    """What a face card and an ace do, if the source has more than damage."""
    lines: Block = {}
    riders = [attack["rider"] for attack in attacks(data) if isinstance(attack.get("rider"), dict)]
    for kinds, build in ((FULL, _full), (CONTINUOUS, _continuous), (PARTIAL, _partial)):
        strongest = next((rider for rider in riders if rider.get("kind") in kinds), None)
        if strongest is not None:
            lines["face"] = build(strongest, tables)
            break
    power = next((candidate for candidate in powers(data) if number(candidate.get("dc")) is not None), None)
    if power is not None:
        strength = difficulty(to_integer(power["dc"]), tables)["value"]
        words = f"{power['name'][:80]}: everyone in it draws against {strength} or loses half."
        lines["ace"] = {"damage": "half", "text": words}
    return lines


def _full(rider: Block, tables: Tables) -> Block:
    wake = difficulty(to_integer(rider.get("dc"), 10), tables)["value"]
    return {
        "damage": int(tables["riders"]["full_damage"]),
        "incapacitate": {"degree": "full", "unconscious": True, "wake": wake},
        "text": f"{str(rider['kind']).capitalize()}.",
    }


def _continuous(rider: Block, tables: Tables) -> Block:
    strength = difficulty(to_integer(rider.get("dc"), 10), tables)["value"]
    return {
        "damage": int(tables["riders"]["continuous_damage"]),
        "effect": {"name": str(rider["kind"]).capitalize(), "strength": strength},
    }


def _partial(rider: Block, tables: Tables) -> Block:
    line: Block = {"damage": int(tables["riders"]["partial_damage"]), "incapacitate": {"degree": "partial"}}
    if rider["kind"] == "prone":
        return line | {"prone": True}
    return line | {"text": f"{str(rider['kind']).capitalize()}."}


def _text(data: Data, _tables: Tables) -> str:
    notes = [f"{WAYS[way]} {feet} feet." for way in WAYS if (feet := speed(data, way))]
    stated = to_integer(data.get("legendary_resistance"))
    if stated > 0:
        notes.append(f"The first aces against it count as face cards: {min(stated, 20)}.")
    return "\n\n".join(notes)


def difficulty(dc: int, tables: Tables) -> Block:
    """A DC as the difficulty of a draw: {"value": 2-10}."""
    table = tables["difficulty"]
    chance = (exact(table["bonus"]) + 21 - dc) / 20
    return {"value": clamp(half_up(ABOVE_NONE - RANKS * chance), table["least"], table["most"])}


def trap(average: Fraction, level: int, tables: Tables) -> Block:
    """What a trap does to a character of this level of 5e: {"damage": n or "half-current"}."""
    names = ("setback", "dangerous")
    grave = tables.severity(average, level)
    return {"damage": "half-current"} if grave == len(names) else {"damage": int(tables["traps"][names[grave]])}


def harm_when_avoided(_harm: Block) -> Block | None:
    """The harm of a trap that was avoided: none."""
    return None


def for_engine(block: Block) -> Block:
    """The block itself, because the engine has every field of the format."""
    return block


def only_in_engine(_block: Block) -> frozenset[str]:
    """The fields of the engine that the format does not have: none."""
    return frozenset()


def from_engine(figures: Block, _base: Block) -> Block:
    """The figures themselves, because the format has every field of the engine."""
    return figures


def effect_words(harm: dict[str, Any]) -> Iterator[str]:
    """An effect in words."""
    named = {"half-current": _("half of the current hit points"), "zero": _("down to zero hit points")}
    if "damage" in harm:
        yield named.get(harm["damage"]) or _("%(damage)s damage") % harm
    if "continuous_strength" in harm:
        yield _("continuous, strength %(continuous_strength)s") % harm
    if "incapacitated" in harm:
        yield _("partially incapacitated") if harm["incapacitated"] == "partial" else _("fully incapacitated")

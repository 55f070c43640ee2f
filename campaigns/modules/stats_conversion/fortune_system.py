"""Figures for the Fortune System (docs/module-format.md): a monster is a challenge."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.modules.stats_conversion.fifty_two_fates import FULL
from campaigns.modules.stats_conversion.figures import (
    Data,
    attacks,
    clamp,
    exact,
    half_up,
    modifier,
    number,
    rating,
    root,
    round_damage,
    score,
    to_integer,
)
from campaigns.modules.stats_conversion.tables import Tables

# The fields of a difficulty in a module, and the field of the check page that each fills ("" for none).
CHECK_FIELDS: Final = {"cos": "cos", "skill": "skill", "group": "group"}

Block = dict[str, Any]
NOT_PLACATED: Final = {"undead", "beast"}
COSTS: Final = (("damaged", "choice"), ("damaged", "lowest"), ("blown", "choice"), ("blown", "lowest"))
LONGEST: Final = 20000
WORDS: Final = {"overcome": "Overcome", "evade": "Evade", "outwit": "Outwit", "placate": "Placate"}


def monster(data: Data, tables: Tables) -> Block | None:
    """level, cos by approach, successes, on_failure and selection; None without hp, armour class and rating."""
    hp, armour, challenge = number(data.get("hp")), number(data.get("ac")), rating(data)
    if hp is None or armour is None or challenge is None or hp < 1:
        return None
    fold, clock = tables["level"], tables["successes"]
    levels = half_up((tables.equivalent_level(challenge) - 1) * exact(fold["times"]) / exact(fold["by"]))
    level = clamp(1 + levels, fold["least"], fold["most"])
    slot, select = COSTS[_cost(data, tables)]
    return {
        "level": level,
        "cos": _approaches(data, to_integer(data["ac"]), level, tables),
        "successes": clamp(root(hp / exact(clock["hit_points"])), clock["least"], clock["most"]),
        "on_failure": slot,
        "selection": select,
    }


def _approaches(data: Data, armour: int, level: int, tables: Tables) -> Block:
    mind = max(modifier(data, "intelligence"), modifier(data, "wisdom"))
    cos: Block = {"overcome": _cos(armour, tables, tables["overcome"]["over"])}
    if number(data.get("pp")) is not None:
        cos["evade"] = _cos(to_integer(data["pp"]), tables)
    cos["outwit"] = _cos(int(tables["outwit"]["dc"]) + mind, tables)
    kind = str(data.get("type", "")).lower()
    if kind in NOT_PLACATED or score(data, "intelligence") <= exact(tables["mindless"]["placate"]):
        return cos | {"placate": None}
    placate = tables["placate"]
    dc = int(placate["dc"]) + modifier(data, "wisdom") + level // max(int(placate["levels_a_point"]), 1)
    return cos | {"placate": _cos(dc, tables)}


def _cos(dc: int, tables: Tables, over: Any = None) -> int:
    table = tables["cos"]
    chance = half_up(exact(table["a_point"]) * (exact(table["over"] if over is None else over) - dc))
    return clamp(chance, max(int(table["least"]), 1), min(int(table["most"]), 99))


def _cost(data: Data, tables: Tables) -> int:
    """Which of the four costs a failure has, from 0 to 3."""
    failure, damage = tables["failure"], round_damage(data)
    slots = sum(damage >= exact(failure[name]) for name in ("choice", "lowest", "blown"))
    riders = [attack["rider"].get("kind") for attack in attacks(data) if isinstance(attack.get("rider"), dict)]
    return min(slots + any(kind in FULL for kind in riders), 3)


def difficulty(dc: int, tables: Tables) -> Block:
    """A DC as a chance of success: {"cos": 1-99}."""
    return {"cos": _cos(dc, tables)}


def trap(average: Fraction, level: int, tables: Tables) -> Block:
    """The cost of a trap by its severity: {"slot", "select", "count"}."""
    slot, select = COSTS[tables.severity(average, level)]
    return {"slot": slot, "select": {"choice": "choose", "lowest": "lowest"}[select], "count": 1}


def harm_when_avoided(_harm: Block) -> Block | None:
    """The harm of a trap after a passed check: none."""
    return None


def for_engine(block: Block) -> Block:
    """The engine only has level and text, so the text names what the challenge asks for."""
    stats: Block = {name: block[name] for name in ("level", "hp") if name in block}
    notes = [f"{WORDS.get(name, name)} {chance} %." for name, chance in block.get("cos", {}).items() if chance]
    if "successes" in block:
        notes.append(f"Successes needed: {block['successes']}.")
    if "on_failure" in block:
        notes.append(f"A failure: a slot {block['on_failure']} ({block.get('selection', 'choice')}).")
    notes += [block["text"]] if block.get("text") else []
    return stats | ({"text": "\n\n".join(notes)[:LONGEST]} if notes else {})


def only_in_engine(_block: Block) -> frozenset[str]:
    """The fields of the engine that the format does not have."""
    return frozenset({"hp"})


def from_engine(figures: Block, base: Block) -> Block:
    """Level and text; chances and costs stay as in `base` as long as the text names them."""
    names = ("cos", "successes", "on_failure", "selection")
    challenge = {name: base[name] for name in names if name in base}
    words, text = for_engine(challenge).get("text", ""), figures.get("text", "")
    if words and text != words and not text.startswith(f"{words}\n\n"):
        words, challenge = "", {}
    if words:
        text = text.removeprefix(words).removeprefix("\n\n")
    # The format requires an approach; one without a chance cannot be tried.
    block: Block = {"cos": {"overcome": None}} | challenge
    level = {"level": figures["level"]} if "level" in figures else {}
    return level | block | ({"text": text} if text else {})


def effect_words(harm: dict[str, Any]) -> Iterator[str]:
    """An effect in words."""
    count, blown = harm.get("count", 1), harm.get("slot") == "blown"
    if "slot" in harm:
        sentence = (
            ngettext("%(count)s slot is blown", "%(count)s slots are blown", count)
            if blown
            else ngettext("%(count)s slot is damaged", "%(count)s slots are damaged", count)
        )
        yield sentence % {"count": count}
    if "select" in harm:
        yield _("the lowest") if harm["select"] == "lowest" else _("the player chooses which")

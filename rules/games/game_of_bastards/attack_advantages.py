"""Advantages named with an attack: Savage, Zeal, Fortune, Wild Swing, Disarm (GOB-72, GOB-75, GOB-76, GOB-81)."""

from dataclasses import dataclass, field

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, figures, harm, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant

# What replaces the trait of the attack; only one of them can.
TRAIT_OF = {"zeal": "spirit", "fortune": "luck", "disarm": "mind"}
MELEE = frozenset({"savage", "wild-swing", "disarm"})
FIELDS: dict[str, tuple[str, ...]] = {"wild-swing": ("amount",), "disarm": ("take",)}


@dataclass(slots=True)
class Uses:
    """What the advantages of an attack change."""

    keys: list[str] = field(default_factory=list)
    trait: str | None = None
    swing: int = 0
    take: bool = False


def declare_uses(
    fight: Fight, participant: Participant, given: list[commands.Use], physical: bool, melee: bool
) -> Uses:
    """Check and pay the advantages of an attack."""
    uses = Uses()
    for index, use in enumerate(given):
        path, key = f"use[{index}]", use.advantage
        known = require_advantage_here(participant, use, path, "attack", FIELDS.get(key, ()))
        if key in uses.keys:
            refuse("advantage.twice", f"{path}: {known.name} is named twice; once is possible.", known.rule)
        if not physical:
            refuse("advantage.physical", f"{path}: {known.name} is for physical attacks.", known.rule)
        if key in MELEE and not melee:
            refuse("advantage.melee", f"{path}: {known.name} is for melee attacks.", known.rule)
        if key == "savage" and fight.state.step == "follow":
            text = f"{path}: this is already the extra attack of Savage; leave Savage out."
            refuse("advantage.follow", text, known.rule)
        if key in TRAIT_OF:
            if uses.trait is not None:
                refuse("advantage.trait", f"{path}: only one advantage can replace the attack's trait.", known.rule)
            uses.trait = TRAIT_OF[key]
        read_fields(uses, use, path)
        uses.keys.append(key)
        harm.pay(fight, participant, key)
    return uses


def read_fields(uses: Uses, use: commands.Use, path: str) -> None:
    """The amount of a Wild Swing, and whether a Disarm takes the weapon."""
    if use.advantage == "wild-swing":
        if use.amount is None or use.amount < 0:
            refuse("advantage.amount", f"{path}.amount: must be from 0 to the Body that the attack adds.", "GOB-81")
        uses.swing = use.amount
    elif use.advantage == "disarm":
        uses.take = use.take is True


def require_advantage_here(
    participant: Participant, use: commands.Use, path: str, place: str, fields: tuple[str, ...]
) -> tables.Advantage:
    """An advantage that may be declared here; `Refused` for another one, or with wrong fields."""
    known = figures.require_usable(participant, use.advantage)
    if place not in known.places:
        refuse("advantage.place", f"{path}: {known.name} cannot be declared with {PLACE[place]}.", known.rule)
    for name in ("amount", "take", "cards"):
        if getattr(use, name) is not None and name not in fields:
            refuse("advantage.field", f"{path}.{name}: {known.name} takes none; leave it out.", known.rule)
    return known


PLACE = {"attack": "an attack", "defend": "a defence"}

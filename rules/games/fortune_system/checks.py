"""Checks without an encounter: a die against a chance, filling slots, talents by level, hit points, harm."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from rules.engine import codec
from rules.engine.chance import fresh_key, key_from_seed
from rules.engine.codec import Figure, Meta, Struct
from rules.engine.dice import CommandDice, Dice
from rules.engine.event_list import EventList
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import tables

Rolls = Annotated[list[int], Meta(max_length=100)]
Answer = dict[str, Any]


class Die(Struct, forbid_unknown_fields=True):
    value: tables.Value
    cos: tables.Cos
    reductions: Annotated[list[tables.Positive], Meta(max_length=100)] | None = None
    damaged: bool | None = None
    equal_passes: bool | None = None
    rolls: Rolls | None = None


class FillSlots(Struct, forbid_unknown_fields=True):
    slots: tables.SlotCount
    method: tables.Fill
    rolls: Rolls | None = None


class TalentCount(Struct, forbid_unknown_fields=True):
    level: tables.Level


class Pools(Struct, forbid_unknown_fields=True):
    level: tables.Level
    vit: Figure
    spr: Figure


class Harm(Struct, forbid_unknown_fields=True):
    level: tables.Level
    to: Literal["character", "one", "group"]
    degree: Literal["noticeable", "vicious"] | None = None
    whole_party: bool | None = None
    smooth: bool | None = None


def check(kind: object, inputs: object, seed: object) -> Answer:
    """Resolve one check; a `seed` of None draws from the operating system."""
    kind_check = KINDS.get(kind) if isinstance(kind, str) else None
    if kind_check is None:
        text = f"kind: {quote(kind)} is not a check of the Fortune System; choose one of {', '.join(KINDS)}."
        refuse("check.unknown", text)
    shape, resolve = kind_check
    dice = Dice(fresh_key() if seed is None else key_from_seed(seed))
    typed = codec.decode(inputs, shape, "inputs")
    command_dice = CommandDice(dice, tables.SIDES, EventList(), getattr(typed, "rolls", None))
    answer = resolve(typed, command_dice)
    command_dice.close()
    return answer


def die(inputs: Die, command_dice: CommandDice) -> Answer:
    """A slot's value against a chance of success, and the new value (FOS-03, FOS-05, FOS-12)."""
    applied = inputs.value - sum(inputs.reductions or [])
    sure = inputs.cos >= tables.SURE
    rolled = command_dice.roll(2 if inputs.damaged else 1)
    rules = ["FOS-03"]
    rules += ["FOS-26"] if sure or inputs.cos <= tables.HOPELESS else []
    rules += ["FOS-12"] if inputs.reductions else []
    rules += ["FOS-05"] if inputs.damaged else []
    return {
        "success": sure or tables.passes(applied, inputs.cos, bool(inputs.equal_passes)),
        "applied": applied,
        "new_value": max(rolled),
        "rolls": rolled,
        "supplied": inputs.rolls is not None,
        "rules": rules,
    }


def fill(inputs: FillSlots, command_dice: CommandDice) -> Answer:
    """The first values of slots: rolled, or the fixed values and the rest rolled (FOS-01, FOS-02)."""
    values = list(tables.FIXED[: inputs.slots]) if inputs.method == "fixed" else []
    values += command_dice.roll(inputs.slots - len(values))
    return {"values": values, "supplied": inputs.rolls is not None, "rules": ["FOS-01", "FOS-02"]}


def talents(inputs: TalentCount, _command_dice: CommandDice) -> Answer:
    """The number of talents at a level (FOS-20)."""
    return {"talents": tables.talents_at(inputs.level), "rules": ["FOS-20"]}


def pools(inputs: Pools, _command_dice: CommandDice) -> Answer:
    """Maximum hit and magic points (FOS-24)."""
    return {
        "hp": tables.pool_most(inputs.level, inputs.vit),
        "mp": tables.pool_most(inputs.level, inputs.spr),
        "rules": ["FOS-24"],
    }


def harm(inputs: Harm, _command_dice: CommandDice) -> Answer:
    """Damage outside of battle to a character, or to monsters by a trigger action (FOS-27, FOS-36)."""
    tier = tables.tier(inputs.level)
    if inputs.to == "character":
        if inputs.smooth:
            refuse("harm.smooth", "smooth: it doubles damage to monsters, not to characters; leave it out.", "FOS-36")
        damage = tables.HARM[inputs.degree or "noticeable"] * tier
        return {"tier": tier, "damage": damage // 2 if inputs.whole_party else damage, "rules": ["FOS-27"]}
    for name, value in (("degree", inputs.degree), ("whole_party", inputs.whole_party or None)):
        if value is not None:
            refuse(f"harm.{name}", f"{name}: only for harm to a character; leave it out.", "FOS-27")
    damage = tables.TRIGGER[inputs.to] * tier
    if not inputs.smooth:
        return {"tier": tier, "damage": damage, "rules": ["FOS-27"]}
    return {"tier": tier, "damage": damage * tables.TALENTS["smooth"].factor, "rules": ["FOS-27", "FOS-36"]}


KINDS: dict[str, tuple[type[Any], Callable[[Any, CommandDice], Answer]]] = {
    "die": (Die, die),
    "fill": (FillSlots, fill),
    "talents": (TalentCount, talents),
    "pools": (Pools, pools),
    "harm": (Harm, harm),
}

"""The commands of Fortune and Power: one shape each, listed in docs/rules/fortune-and-power.md."""

from typing import Literal

from rules.engine.codec import Figure, Struct, Text
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.shapes import Entry, Modifiers, Rolls

Gm = Literal["gm"]


class Against(Struct, forbid_unknown_fields=True):
    """Whose trait opposes a check (FNP-13)."""

    target: str
    trait: Text


class SetOrder(Struct, forbid_unknown_fields=True, tag_field="type", tag="set-order"):
    actor: Gm
    order: list[str]


class RollOrder(Struct, forbid_unknown_fields=True, tag_field="type", tag="roll-order"):
    actor: Gm
    trait: Text
    rolls: Rolls | None = None


class Check(Struct, forbid_unknown_fields=True, tag_field="type", tag="check"):
    actor: str
    trait: Text
    challenge: tables.Challenge | None = None
    against: Against | None = None
    fortune: tables.CheckFortune | None = None
    modifiers: Modifiers | None = None
    rolls: Rolls | None = None


class Attack(Struct, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    actor: str
    target: str
    trait: Text
    defend_trait: Text | None = None
    ambush: bool | None = None
    weapon: Text | None = None
    mental: bool | None = None
    fortune: tables.CheckFortune | None = None
    modifiers: Modifiers | None = None
    rolls: Rolls | None = None


class Rapid(Struct, forbid_unknown_fields=True, tag_field="type", tag="rapid"):
    actor: str
    attacks: Literal[2, 4]


class Move(Struct, forbid_unknown_fields=True, tag_field="type", tag="move"):
    actor: str
    spaces: tables.Spaces
    fortune: tables.CheckFortune | None = None


class Heal(Struct, forbid_unknown_fields=True, tag_field="type", tag="heal"):
    actor: str
    target: str
    kind: tables.Injury
    pay: Literal["fortune", "own"]


class Contest(Struct, forbid_unknown_fields=True, tag_field="type", tag="contest"):
    actor: str
    target: str
    trait: Text
    target_trait: Text
    rolls: Rolls | None = None


class Pass(Struct, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    actor: str


class Absorb(Struct, forbid_unknown_fields=True, tag_field="type", tag="absorb"):
    actor: str
    fortune: tables.Pool


class Confirm(Struct, forbid_unknown_fields=True, tag_field="type", tag="confirm"):
    actor: Gm
    damage: tables.Pool
    reason: Text | None = None


class Rule(Struct, forbid_unknown_fields=True, tag_field="type", tag="rule"):
    actor: Gm
    event: int
    verdict: tables.Verdict


class Adjust(Struct, forbid_unknown_fields=True, tag_field="type", tag="adjust"):
    actor: Gm
    target: str
    reason: Text
    wounds: Figure | None = None
    shocks: Figure | None = None
    fortune: Figure | None = None


class Rest(Struct, forbid_unknown_fields=True, tag_field="type", tag="rest"):
    actor: Gm
    weeks: tables.Weeks


class Join(Struct, forbid_unknown_fields=True, tag_field="type", tag="join"):
    actor: Gm
    participant: Entry


class Leave(Struct, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    actor: Gm
    target: str


class End(Struct, forbid_unknown_fields=True, tag_field="type", tag="end"):
    actor: Gm
    outcome: Text

"""The shapes of a setup: participants, monster blocks and lines, listed in docs/rules/fifty-two-fates.md."""

from typing import Annotated, Literal

from rules.engine.codec import Id, Meta, Struct, Text, field
from rules.games.fifty_two_fates import tables


class EffectLine(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A continuous effect that a monster's line causes (F52-50, F52-51)."""

    name: Text
    strength: tables.Strength
    rounds: tables.Rounds | Literal["draw"] | None = None


class Incapacity(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An incapacitation that a monster's line causes (F52-53, F52-55, F52-56)."""

    degree: tables.Degree
    unconscious: bool | None = None
    wake: tables.Strength | None = None


class Line(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One of a monster's three attack lines (F52-95); no `damage` means that it does none."""

    damage: tables.LineDamage | Literal["half"] | None = None
    effect: EffectLine | None = None
    incapacitate: Incapacity | None = None
    prone: bool | None = None
    text: Text | None = None


class Lines(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The three lines; one left out does 1, 2 or half."""

    number: Line | None = None
    face: Line | None = None
    ace: Line | None = None


class Monster(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What makes a participant a monster of its own kind (F52-95, F52-96)."""

    allowance: tables.Allowance | None = None
    maneuvers: bool | None = None
    spells: bool | None = None
    death_draws: bool | None = None
    lines: Lines | None = None
    speed: tables.Speed | None = None


class Entry(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant of a setup, as it is given."""

    id: Id
    name: Text
    side: tables.Side
    group: Text | None = None
    class_: tables.Class | None = field(default=None, name="class")
    level: tables.Level | None = None
    hp: tables.HitPoints | None = None
    max_hp: tables.HitPoints | None = None
    background_skills: Annotated[list[Text], Meta(max_length=3)] | None = None
    armed: bool | None = None
    monster: Monster | None = None
    hidden: bool | None = None


class Options(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The campaign options of F52-11."""

    fd_hand: tables.FdHand | None = None
    fd_extra_cards: tables.ExtraCards | None = None


class Setup(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Everything that `start` needs.

    With `only_useful_questions` a defender without cards is not asked: the play counts as answered with none (F52-22).
    """

    participants: Annotated[list[Entry], Meta(min_length=1, max_length=tables.MOST_PARTICIPANTS)]
    options: Options | None = None
    deck: Annotated[list[str], Meta(max_length=52)] | None = None
    physical: bool | None = None
    drawn: dict[str, Annotated[list[str], Meta(max_length=52)]] | None = None
    only_useful_questions: bool | None = None

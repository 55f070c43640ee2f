"""The shapes of a setup of the Fortune System: participants, their slots and talents, options."""

from typing import Annotated

from rules.engine.codec import Id, Meta, Struct, Text
from rules.games.fortune_system import tables


class SlotGiven(Struct, forbid_unknown_fields=True, gc=False):
    """A fortune slot as it is given; `value` is null when it is blown (FOS-06), `group` that of a Lucky slot."""

    condition: tables.Condition
    value: tables.Value | None = None
    group: Text | None = None


class TalentGiven(Struct, forbid_unknown_fields=True, gc=False):
    """A talent with its focus, which is null for a talent that has none."""

    key: Text
    focus: Text | None = None
    ranks: tables.Ranks | None = None


class FreeGiven(Struct, forbid_unknown_fields=True, gc=False):
    """What the free slot holds (FOS-22)."""

    key: Text
    focus: Text | None = None


class Entry(Struct, forbid_unknown_fields=True, gc=False):
    """One participant as it is given; `mulligan` false says that its first session is over (FOS-02).

    `rows` are catalogue rows of its campaign whose figures differ from the usual; they hold for the encounter.
    """

    id: Id
    name: Text
    level: tables.Level | None = None
    slots: Annotated[list[SlotGiven], Meta(min_length=1, max_length=tables.MOST_SLOTS_IN_ALL)] | None = None
    fill: tables.Fill | None = None
    talents: Annotated[list[TalentGiven], Meta(max_length=100)] | None = None
    free: FreeGiven | None = None
    mulligan: bool | None = None
    hidden: bool | None = None
    rows: Annotated[list[tables.Row], Meta(max_length=2000)] | None = None


class Options(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The campaign options of FOS-01, FOS-03 and FOS-23."""

    slots: tables.SlotCount | None = None
    equal_passes: bool | None = None
    xp_per_level: tables.Price | None = None


class Setup(Struct, forbid_unknown_fields=True, gc=False):
    """Everything that `start` needs.

    `rows` are catalogue rows whose figures hold in this encounter. With `only_useful_questions` Steady is asked only
    where its value is better than the new one (FOS-41).
    """

    participants: Annotated[list[Entry], Meta(min_length=1, max_length=tables.MOST_PARTICIPANTS)]
    options: Options | None = None
    dice: Annotated[list[int], Meta(max_length=tables.MOST_DICE)] | None = None
    rows: Annotated[list[tables.Row], Meta(max_length=2000)] | None = None
    only_useful_questions: bool | None = None

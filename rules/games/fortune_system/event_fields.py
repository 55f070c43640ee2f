"""Fields that several events of the Fortune System have, and its view: units, ranges, rules."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import PublicEvent, Who
from rules.games.fortune_system import tables

SlotIndex = Annotated[int, Meta(ge=0, description="A slot, counted from 0.")]
TaskName = Annotated[str, Meta(description="The name of the check, as the GM called it (FOS-28).")]
Skill = Annotated[str, Meta(description="The skill that is checked (FOS-25).")]
Group = Annotated[str, Meta(description="The group of the skill (FOS-25).")]
Cos = Annotated[tables.Cos, Meta(description="The chance of success; a lower value passes (FOS-03, FOS-26).")]
Dice = Annotated[list[SlotIndex], Meta(description="The slots that were used, counted from 0.")]
NewValue = Annotated[tables.Value, Meta(description="The value that the slot has now, 1 to 100 (FOS-12).")]
Was = Annotated[tables.Value, Meta(description="The value that the slot had before.")]
Values = Annotated[list[tables.Value], Meta(description="The dice that were rolled, two for a damaged slot (FOS-05).")]
Selection = Annotated[
    tables.Selection, Meta(description="Who picks the slot: the player, or the lowest value (FOS-09).")
]
Damage = Annotated[int | None, Meta(description="Trigger damage in hit points (FOS-27); null when none was declared.")]
Why = Annotated[str, Meta(description="What caused it: a talent's key, `failure`, `hardship` or `check`.")]


class SlotNote(TypedDict):
    """What happened to a slot; the notes of all events are its history."""

    participant: Who
    slot: SlotIndex
    what: Annotated[
        Literal["rolled", "written", "used", "damaged", "blown", "mended", "recovered"],
        Meta(description="What happened."),
    ]
    value: Annotated[
        int | None, Meta(description="The value afterwards, or what it counted for; null for a blown slot (FOS-06).")
    ]
    was: Annotated[tables.Value | None, Meta(description="The value before; null when there was none.")]
    why: Annotated[str, Meta(description="What caused it: a skill, a talent's key, `start`, `rest` and the like.")]


class SlotEvent(PublicEvent):
    """What every event has that tells what happened to slots."""

    slots: NotRequired[Annotated[list[SlotNote], Meta(description="What happened to which slots, in order.")]]


class Reduction(TypedDict):
    """A talent that lowered a die (FOS-43)."""

    talent: Annotated[str, Meta(description="The key of the talent.")]
    slot: SlotIndex
    by: Annotated[int, Meta(ge=0, description="By how much it lowered the die.")]

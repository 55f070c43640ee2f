"""The view of the Fortune System, and its offers: what each viewer may know, and what an actor may do."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import Who
from rules.engine.json_types import Offer
from rules.games.fortune_system import tables
from rules.games.fortune_system.event_fields import Cos, Damage, Dice, Group, Selection, Skill, SlotIndex, TaskName

Phase = Literal["open", "choice", "over"]
SlotValue = Annotated[tables.Value | None, Meta(description="Its value, 1 to 100; null for a blown slot (FOS-06).")]
Condition = Annotated[tables.Condition, Meta(description="Its condition (FOS-04).")]
Passes = Annotated[bool, Meta(description="Whether the check passes with it.")]
Applied = Annotated[
    int | None, Meta(description="What it counts for after reductions; null when that does not matter.")
]
Reduce = Annotated[
    dict[str, SlotIndex], Meta(description="Talents that lower the die, each with the slot that it is used on.")
]


class SlotView(TypedDict):
    """A fortune slot."""

    value: SlotValue
    condition: Condition
    group: Annotated[str | None, Meta(description="The group of a Lucky slot (FOS-39); null for an ordinary one.")]


class TalentView(TypedDict):
    """A talent of a character (FOS-20, FOS-21)."""

    key: Annotated[str, Meta(description="The key of the talent.")]
    focus: Annotated[str | None, Meta(description="The skill or the group it is for; null for a talent without one.")]
    ranks: Annotated[tables.Ranks, Meta(description="Its ranks.")]


class FreeView(TypedDict):
    """The talent in the free slot (FOS-22)."""

    key: Annotated[str, Meta(description="The key of the talent.")]
    focus: Annotated[str | None, Meta(description="The skill or the group it is for; null for a talent without one.")]


class ParticipantView(TypedDict):
    """A character with its slots and talents."""

    name: Annotated[str, Meta(description="The name.")]
    level: Annotated[tables.Level, Meta(description="The level (FOS-23).")]
    slots: Annotated[list[SlotView], Meta(description="The slots, ordinary ones before those of Lucky.")]
    talents: Annotated[list[TalentView], Meta(description="The talents.")]
    free: Annotated[FreeView | None, Meta(description="What the free slot holds, or null.")]
    hidden: NotRequired[Annotated[Literal[True], Meta(description="Present if only some know of this participant.")]]


class ResultView(TypedDict):
    """How an attempt at an open check went."""

    success: Annotated[bool, Meta(description="Whether the check passed.")]
    how: Annotated[tables.How, Meta(description="With a slot, with a plain d100, without a die, or by a talent.")]
    applied: Annotated[int | None, Meta(description="What the dice counted for (FOS-12); null without a die.")]
    slots: Dice
    trigger_damage: Damage


class TaskView(TypedDict):
    """An open check, which the GM has called (FOS-28)."""

    task: TaskName
    skill: Skill
    group: Group
    cos: Cos
    participants: Annotated[list[Who], Meta(description="Who may attempt it.")]
    on_failure: Annotated[tables.Degree | None, Meta(description="What failing costs (FOS-10); null for nothing.")]
    selection: Selection
    aids: Annotated[str | None, Meta(description="Who is helped, for Wingman (FOS-38), or null.")]
    trigger_damage: Damage
    results: Annotated[dict[str, ResultView], Meta(description="The results so far, by participant.")]
    hidden: NotRequired[
        Annotated[list[Who], Meta(description="Hidden participants who may attempt it, as far as you know of them.")]
    ]


class PendingView(TypedDict):
    """The question that play waits for."""

    kind: Annotated[tables.Question, Meta(description="The talent that asks, or `damage` (FOS-09, FOS-10).")]
    actor: Annotated[str, Meta(description="Who must answer.")]
    task: Annotated[str | None, Meta(description="The check that asks; null outside of one.")]
    slots: Annotated[list[SlotIndex] | None, Meta(description="The slots that may be named, or null.")]
    values: Annotated[
        list[tables.Value] | None, Meta(description="The values to choose from (FOS-40, FOS-41), or null.")
    ]
    optional: Annotated[bool, Meta(description="Whether it may be declined.")]


class FortuneView(TypedDict):
    """What a viewer may know of an encounter of the Fortune System."""

    phase: Annotated[Phase, Meta(description="`choice` while a question waits, `over` after the end.")]
    turn: Annotated[list[Who], Meta(description="Whom play waits for.")]
    pending: Annotated[PendingView | None, Meta(description="The question that waits, or null.")]
    tasks: Annotated[list[TaskView], Meta(description="The open checks, oldest first.")]
    participants: Annotated[dict[str, ParticipantView], Meta(description="Everyone by id, in the order of the setup.")]
    outcome: Annotated[str | None, Meta(description="How it ended, in the GM's words; null before the end.")]


class Pushed(TypedDict):
    """The result of a slot with the talents that also damage it (FOS-32)."""

    applied: Annotated[int, Meta(description="What the slot would count for.")]
    passes: Passes
    reduce: Reduce


class SlotOutcome(TypedDict):
    """What using a slot would come to."""

    slot: SlotIndex
    value: SlotValue
    applied: Annotated[int | None, Meta(description="What it would count for, after the talents that cost nothing.")]
    passes: Passes
    talents: Annotated[list[str], Meta(description="The keys of the talents that can be used with it.")]
    condition: NotRequired[Condition]
    group: NotRequired[Annotated[str | None, Meta(description="The group of a Lucky slot, or null.")]]
    reduce: NotRequired[Reduce]
    pushed: NotRequired[
        Annotated[Pushed | None, Meta(description="The result with talents that damage the slot; null without any.")]
    ]
    rolls: NotRequired[Annotated[int, Meta(ge=1, le=2, description="How many dice its new value takes (FOS-05).")]]


class SlotPair(TypedDict):
    """Two slots that pass together, with Smooth (FOS-36)."""

    slots: Dice
    applied: Annotated[int, Meta(description="Their sum, after reductions.")]
    reduce: Reduce


class Way(TypedDict):
    """A complete way to take the offer: `fields` and its `fixed` fields make a whole command."""

    value: Annotated[int | None, Meta(description="The value of the slot, or the sum of two.")]
    fields: Annotated[dict[str, Any], Meta(description="The fields of the command.")]
    slots: NotRequired[Dice]
    applied: NotRequired[Applied]
    passes: NotRequired[Passes]
    condition: NotRequired[Condition]
    pushed: NotRequired[Annotated[bool, Meta(description="Whether the slot is damaged for it (FOS-32).")]]


class AskedSlot(TypedDict):
    """A slot that a question offers."""

    slot: SlotIndex
    value: SlotValue
    condition: Condition


class FortuneOffer(Offer):
    """Something that an actor may do now, with what each slot would come to."""

    outcomes: NotRequired[Annotated[list[SlotOutcome], Meta(description="What each slot would come to (FOS-03).")]]
    pairs: NotRequired[Annotated[list[SlotPair], Meta(description="The pairs of slots that pass (FOS-36).")]]
    ways: NotRequired[Annotated[list[Way], Meta(description="Complete ways to take the offer, for one button each.")]]
    slots: NotRequired[Annotated[list[AskedSlot], Meta(description="The slots that a question is about.")]]
    guide: NotRequired[
        Annotated[dict[str, int], Meta(description="The usual chances of success by difficulty (FOS-26).")]
    ]
    groups: NotRequired[Annotated[dict[str, str], Meta(description="The group of each skill (FOS-25).")]]

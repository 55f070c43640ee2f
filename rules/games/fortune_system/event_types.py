"""The events of the Fortune System by type, with their fields."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Actor,
    AnyEvent,
    Appeared,
    Gm,
    LeftHidden,
    PrivateEvent,
    PublicEvent,
    Rolled,
    Sealed,
    Supplied,
    Target,
    Who,
)
from rules.engine.event_types import events_by_type as by_type
from rules.games.fortune_system import tables
from rules.games.fortune_system.event_fields import (
    Cos,
    Damage,
    Dice,
    Group,
    NewValue,
    Reduction,
    Selection,
    Skill,
    SlotEvent,
    SlotIndex,
    TaskName,
    Values,
    Was,
    Why,
)


class Filled(SlotEvent, Rolled):
    """The slots of a participant have their first values (FOS-01, FOS-02)."""

    type: Literal["filled"]
    target: Target


class CheckCalled(PublicEvent):
    """The GM calls for a check (FOS-26, FOS-28)."""

    type: Literal["check-called"]
    actor: Gm
    task: TaskName
    skill: Skill
    group: Group
    cos: Cos
    participants: Annotated[list[Who], Meta(description="Who may attempt it.")]
    on_failure: Annotated[
        tables.Degree | None, Meta(description="What happens to a slot of those who fail (FOS-10); null for nothing.")
    ]
    selection: Selection
    aids: Annotated[str | None, Meta(description="Who is helped, for Wingman (FOS-38): a participant's id, or null.")]
    trigger_damage: Damage


class CheckCalledHidden(PrivateEvent):
    """A check is also called for a hidden participant (FOS-28)."""

    type: Literal["check-called-hidden"]
    target: Target
    task: TaskName


class TaskClosed(AnyEvent):
    """A check is closed and can no longer be attempted (FOS-28)."""

    type: Literal["task-closed"]
    actor: Gm
    task: TaskName
    visible_to: Annotated[
        Literal["all"] | list[str], Meta(description='Everyone may see it; a check for hidden ones only "gm".')
    ]


class Attempt(SlotEvent, Rolled):
    """Someone attempts a check (FOS-03, FOS-26 to FOS-43)."""

    type: Literal["attempt"]
    actor: Actor
    task: TaskName
    skill: Skill
    group: Group
    cos: Cos
    how: Annotated[
        tables.How,
        Meta(description="With a slot, with one plain d100 (FOS-07), without a die (FOS-26), or by a talent."),
    ]
    success: Annotated[bool, Meta(description="Whether the check passed.")]
    applied: Annotated[
        int | None, Meta(description="What the dice counted for, after all reductions (FOS-12); null without a die.")
    ]
    dice: Dice
    reduced: Annotated[list[Reduction], Meta(description="The talents that lowered a die.")]
    trigger_damage: Damage
    exemplar: NotRequired[Annotated[str, Meta(description="Whose value was used (FOS-34).")]]
    rolled: NotRequired[Annotated[list[tables.Value], Meta(description="The plain d100 (FOS-07).")]]
    equal_passes: NotRequired[
        Annotated[Literal[True], Meta(description="A plain d100 that equals the chance passes too (FOS-03).")]
    ]


class SlotDamaged(SlotEvent):
    """A slot is damaged (FOS-04)."""

    type: Literal["slot-damaged"]
    target: Target
    slot: SlotIndex
    task: Annotated[str | None, Meta(description="The check in which it happened; null outside of one.")]
    why: Why


class SlotBlown(SlotEvent):
    """A slot is blown and has no value until it recovers (FOS-04, FOS-06)."""

    type: Literal["slot-blown"]
    target: Target
    slot: SlotIndex
    task: Annotated[str | None, Meta(description="The check in which it happened; null outside of one.")]
    why: Why


class SlotRolled(SlotEvent, Rolled):
    """A slot is rerolled (FOS-03, FOS-05, FOS-38, FOS-40, FOS-42)."""

    type: Literal["slot-rolled"]
    target: Target
    slot: SlotIndex
    task: NotRequired[TaskName]
    rolled: Values
    value: NewValue
    was: Was
    why: Why


_Discarded = TypedDict(
    "_Discarded",
    {"from": NotRequired[Annotated[str, Meta(description="Who gave the value away, with Wingman (FOS-38).")]]},
)


class SlotWritten(SlotEvent, _Discarded):
    """A value is written into a slot, by Wingman, Flair or Steady (FOS-38, FOS-40, FOS-41)."""

    type: Literal["slot-written"]
    target: Target
    slot: SlotIndex
    task: TaskName
    value: NewValue
    why: Why
    discarded: NotRequired[Annotated[tables.Value, Meta(description="The value that was given away (FOS-38).")]]
    lower: NotRequired[Annotated[int, Meta(ge=0, description="By how much Wingman lowered it (FOS-38).")]]


class SlotMended(SlotEvent, Rolled):
    """A damaged slot is sound again (FOS-37), or a blown one is damaged (FOS-36)."""

    type: Literal["slot-mended"]
    target: Target
    slot: SlotIndex
    task: TaskName
    why: Why
    rolled: NotRequired[Values]
    value: NotRequired[NewValue]


class Question(PublicEvent):
    """A participant must answer before play continues."""

    type: Literal["question"]
    target: Target
    question: Annotated[
        tables.Question, Meta(description="The talent that asks, or `damage`: which slot is struck (FOS-09, FOS-10).")
    ]
    task: Annotated[str | None, Meta(description="The check that asks; null outside of one.")]
    slots_open: Annotated[list[SlotIndex] | None, Meta(description="The slots that may be named, or null.")]
    values: Annotated[list[tables.Value] | None, Meta(description="The two values of Flair (FOS-40), or null.")]
    slot: Annotated[
        SlotIndex | None, Meta(description="The slot that the question is about (FOS-40, FOS-41), or null.")
    ]


class Declined(PublicEvent):
    """Someone leaves a slot as it is (FOS-37, FOS-38, FOS-41)."""

    type: Literal["declined"]
    target: Target
    question: Annotated[tables.Question, Meta(description="What was asked.")]
    task: Annotated[str | None, Meta(description="The check that asked, or null.")]


class Hardship(PublicEvent):
    """The GM declares a hardship (FOS-09)."""

    type: Literal["hardship"]
    actor: Gm
    target: Target
    degree: Annotated[tables.Degree, Meta(description="Whether the slot is damaged or blown.")]
    selection: Selection


class Rest(PublicEvent):
    """The GM declares a rest; open checks are closed (FOS-08, FOS-22, FOS-28, FOS-42)."""

    type: Literal["rest"]
    actor: Gm
    full: Annotated[bool, Meta(description="Whether every slot recovers (FOS-08).")]


class Defeat(PublicEvent):
    """The party is beaten in battle; every slot recovers (FOS-08)."""

    type: Literal["defeat"]
    actor: Gm


class Recovered(SlotEvent, Rolled):
    """The slots of a participant recover (FOS-08)."""

    type: Literal["recovered"]
    target: Target
    why: Annotated[Literal["rest", "defeat"], Meta(description="What lets them recover.")]


class Mulligan(SlotEvent, Rolled):
    """Someone takes the fixed values instead of the rolled ones (FOS-02)."""

    type: Literal["mulligan"]
    actor: Actor


class FreeSet(PublicEvent):
    """Someone puts another talent into the free slot (FOS-22)."""

    type: Literal["free-set"]
    actor: Actor
    key: Annotated[str, Meta(description="The key of the talent.")]
    focus: Annotated[str | None, Meta(description="The skill or the group it is for (FOS-21); null for none.")]


class Sleepless(PublicEvent):
    """Someone rerolls slots in a sleepless night, and damages one of them (FOS-42)."""

    type: Literal["sleepless"]
    actor: Actor
    dice: Dice


class Joined(SlotEvent, Rolled):
    """Someone joins (FOS-01, FOS-02)."""

    type: Literal["joined"]
    target: Target
    name: Annotated[str, Meta(description="Their name.")]


class Hidden(PrivateEvent):
    """Someone is here, hidden; only those who know of them see it (FOS-28)."""

    type: Literal["hidden"]
    target: Target
    supplied: NotRequired[Supplied]


class Left(PublicEvent):
    """Someone leaves; their results stay (FOS-28)."""

    type: Literal["left"]
    target: Target


class Ended(PublicEvent):
    """The GM ends the encounter (FOS-28)."""

    type: Literal["ended"]
    actor: Gm
    outcome: Annotated[str, Meta(description="How it ended, in the GM's words.")]


EVENTS = by_type(
    *(Sealed, Filled, CheckCalled, CheckCalledHidden, TaskClosed, Attempt, SlotDamaged, SlotBlown, SlotRolled),
    *(SlotWritten, SlotMended, Question, Declined, Hardship, Rest, Defeat, Recovered, Mulligan, FreeSet, Sleepless),
    *(Joined, Left, Ended, Hidden, LeftHidden, Appeared),
)

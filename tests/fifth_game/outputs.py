"""The named types of what the game gives: its events and its view."""

from typing import Annotated, Literal, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import Actor, PublicEvent, Rolled, RoundNumber, Sealed, Target, Who, events_by_type
from tests.fifth_game import tables


class Order(PublicEvent):
    """The acting order (CPD-04)."""

    type: Literal["order"]
    order: Annotated[list[Who], Meta(description="Everyone in acting order.")]


class Round(PublicEvent):
    """A round begins (CPD-04)."""

    type: Literal["round"]
    round: RoundNumber


class Attack(PublicEvent, Rolled):
    """A blow (CPD-05)."""

    type: Literal["attack"]
    actor: Actor
    target: Target
    rolls: Annotated[list[int], Meta(description="The two dice.")]
    total: Annotated[int, Meta(description="The dice and the level together (CPD-03).")]
    success: Annotated[bool, Meta(description="Whether it costs the target grit.")]


class Out(PublicEvent):
    """Someone has no grit left (CPD-06)."""

    type: Literal["out"]
    target: Target


class Waited(PublicEvent):
    """Someone waits (CPD-04)."""

    type: Literal["pass"]
    actor: Actor


class Adjusted(PublicEvent):
    """The innkeeper sets someone's grit (CPD-07)."""

    type: Literal["adjust"]
    target: Target
    grit: Annotated[tables.Grit, Meta(description="The grit now.")]


class Joined(PublicEvent):
    """Someone joins (CPD-08)."""

    type: Literal["join"]
    target: Target


class Left(PublicEvent):
    """Someone leaves (CPD-08)."""

    type: Literal["leave"]
    target: Target


class Ended(PublicEvent):
    """The brawl is over (CPD-07)."""

    type: Literal["end"]
    outcome: Annotated[str, Meta(description="How it ended.")]


EVENTS = events_by_type(Sealed, Order, Round, Attack, Out, Waited, Adjusted, Joined, Left, Ended)


class ParticipantView(TypedDict):
    """A participant as everyone sees it."""

    name: str
    side: str
    level: tables.Level
    grit: tables.Grit
    max_grit: tables.MaxGrit
    out: Annotated[bool, Meta(description="Whether no grit is left (CPD-06).")]


class BrawlView(TypedDict):
    """What anyone may know of a brawl."""

    round: RoundNumber
    phase: Literal["acting", "over"]
    turn: Annotated[list[Who], Meta(description="Whose turn it is.")]
    pending: Annotated[None, Meta(description="Nothing ever waits.")]
    participants: dict[str, ParticipantView]
    outcome: Annotated[str | None, Meta(description="How it ended; null before the end.")]

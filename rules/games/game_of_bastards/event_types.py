"""The events of A Game of Bastards by type, with their fields."""

from typing import Annotated, Literal, NotRequired

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Actor,
    Card,
    Hidden,
    LeftHidden,
    Mixed,
    Place,
    PrivateEvent,
    PublicEvent,
    RoundNumber,
    Shown,
    Shuffled,
    StaysHidden,
    Supplied,
    Target,
    Who,
    events_by_type,
)
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.event_fields import Cards, Most, Now, Pool, Pools
from rules.games.game_of_bastards.play_event_types import PLAYS


class Dealt(PublicEvent):
    """Someone draws the first hand (GOB-40)."""

    type: Literal["dealt"]
    target: Target
    count: Annotated[int, Meta(ge=0, description="How many cards.")]
    positions: Annotated[list[Place], Meta(description="Where the cards lay, in the order drawn.")]


class DealtCards(PrivateEvent):
    """The first hand, for its owners alone."""

    type: Literal["dealt-cards"]
    target: Target
    cards: Cards
    supplied: NotRequired[Supplied]


class Drew(PublicEvent):
    """Someone draws cards (GOB-06, GOB-41)."""

    type: Literal["drew"]
    target: Target
    count: Annotated[int, Meta(ge=1, description="How many cards.")]
    positions: Annotated[list[Place], Meta(description="Where the cards lay, in the order drawn.")]


class DrewCards(PrivateEvent):
    """The cards that were drawn, for their owners alone."""

    type: Literal["drew-cards"]
    target: Target
    cards: Cards
    supplied: NotRequired[Supplied]


class DrewNothing(PublicEvent):
    """There is no card left to draw (GOB-07)."""

    type: Literal["drew-nothing"]
    actor: Actor


class LaidCards(PrivateEvent):
    """The cards that lie face down, for their owners alone (GOB-43)."""

    type: Literal["laid-cards"]
    target: Target
    cards: Cards


class RanOut(PublicEvent):
    """The draw pile has run out, and the discard pile is shuffled in (GOB-07)."""

    type: Literal["ran-out"]


class Joker(PublicEvent, Shown):
    """Someone draws jokers, which become wildcards (GOB-05, GOB-06)."""

    type: Literal["joker"]
    target: Target
    count: Annotated[int, Meta(ge=1, description="How many.")]


class InitiativeAsked(PublicEvent):
    """Everyone chooses an initiative card (GOB-40)."""

    type: Literal["initiative-asked"]
    waiting: Annotated[list[Who], Meta(description="Who still has to choose.")]


class Initiative(PublicEvent, Shown):
    """Someone shows a card for initiative (GOB-40)."""

    type: Literal["initiative"]
    target: Target
    cards: Cards


class InitiativeReplaced(PublicEvent, Shown):
    """Someone replaces the initiative card (GOB-42, GOB-79)."""

    type: Literal["initiative-replaced"]
    actor: Actor
    cards: Cards
    discarded: Annotated[list[Card], Meta(description="The old initiative card.")]


class Round(PublicEvent):
    """A round begins (GOB-40, GOB-41)."""

    type: Literal["round"]
    round: RoundNumber
    order: Annotated[list[Who], Meta(description="Everyone in acting order.")]


class RoundEnds(PublicEvent):
    """A round ends (GOB-41)."""

    type: Literal["round-ends"]
    round: RoundNumber


class Turn(PublicEvent):
    """Someone's turn begins (GOB-41)."""

    type: Literal["turn"]
    target: Target


class HandFull(PublicEvent):
    """A group of extras draws no card, because the hand is full (GOB-96)."""

    type: Literal["hand-full"]
    actor: Actor


class NoAction(PublicEvent):
    """Someone has given up the action of this round (GOB-61, GOB-66, GOB-80)."""

    type: Literal["no-action"]
    actor: Actor


class Passed(PublicEvent):
    """Someone passes (GOB-41)."""

    type: Literal["passed"]
    actor: Actor


class Mulligan(PublicEvent):
    """Someone takes a new hand as the action (GOB-30, GOB-41)."""

    type: Literal["mulligan"]
    actor: Actor


class Discarded(PublicEvent, Shown):
    """Someone discards cards of the hand (GOB-41)."""

    type: Literal["discarded"]
    target: Target
    cards: Cards


class PickedUp(PublicEvent):
    """Someone picks something up from the ground (GOB-52)."""

    type: Literal["picked-up"]
    actor: Actor
    item: Annotated[str, Meta(description="What it is called.")]


class Wildcard(PublicEvent):
    """Someone spends a wildcard (GOB-06)."""

    type: Literal["wildcard"]
    actor: Actor
    use: Annotated[Literal["draw", "play"], Meta(description="To draw a card into the hand, or to play one.")]


class FateDraw(PublicEvent, Shown):
    """A fate draw for Meditation ends a rage, or fails (GOB-20, GOB-80)."""

    type: Literal["fate-draw"]
    actor: Actor
    success: Annotated[bool, Meta(description="Whether it succeeds.")]
    total: Annotated[int, Meta(ge=0, description="The card that was played, and the trait.")]
    against: Annotated[int, Meta(ge=0, description="The opposing card.")]
    hand: Annotated[list[Card], Meta(description="The cards that were drawn for it.")]
    dealer_hand: Annotated[list[Card], Meta(description="The cards that were drawn against it.")]
    played: Annotated[list[Card], Meta(description="The card that was played; none if there were only jokers.")]
    dealer_played: Annotated[list[Card], Meta(description="The card that was played against it.")]


class Dramatic(PublicEvent):
    """Someone takes a dramatic action (GOB-98)."""

    type: Literal["dramatic"]
    actor: Actor
    action: Annotated[Literal["reinforce", "involve", "appearance", "distance"], Meta(description="Which one.")]
    wildcards: Annotated[int, Meta(ge=0, description="What it costs in wildcards (GOB-06).")]


class Adjusted(PublicEvent):
    """The Dealer changes a pool (GOB-11, GOB-49)."""

    type: Literal["adjusted"]
    target: Target
    pool: Pool
    amount: Annotated[int, Meta(description="By how much it was to change.")]
    now: Now
    max: Most
    reason: Annotated[str, Meta(description="Why, in the Dealer's words.")]


class Rested(PublicEvent):
    """The Dealer calls a rest (GOB-53)."""

    type: Literal["rested"]
    percent: Annotated[tables.Percent, Meta(description="The part of each maximum that is filled again, in percent.")]
    pools: Annotated[
        dict[str, Pools],
        Meta(description="The pools of everyone who rests: what is in them now, and the maximum."),
    ]
    target: NotRequired[Annotated[str, Meta(description="Who rests, when it is one alone.")]]


class Assigned(PublicEvent):
    """The Dealer gives a participant to someone (GOB-97)."""

    type: Literal["assigned"]
    target: Target
    controller: Annotated[str, Meta(description='Who plays them now: the id of a participant, or "gm".')]


class Joined(PublicEvent):
    """Someone joins (GOB-97, GOB-98)."""

    type: Literal["joined"]
    target: Target
    participant_kind: Annotated[tables.Kind, Meta(description="What they are (GOB-95, GOB-96).")]
    side: Annotated[str, Meta(description="Their side.")]


class Left(PublicEvent):
    """Someone leaves (GOB-98)."""

    type: Literal["left"]
    target: Target


class Ended(PublicEvent):
    """The opposition ends (GOB-49, GOB-50)."""

    type: Literal["ended"]
    outcome: Annotated[str, Meta(description="How it ended: the side that won, or another word.")]


EVENTS = events_by_type(
    *(Shuffled, Mixed, Dealt, DealtCards, Drew, DrewCards, DrewNothing, LaidCards, RanOut, Joker),
    *(InitiativeAsked, Initiative, InitiativeReplaced, Round, RoundEnds, Turn, HandFull, NoAction, Passed),
    *(Mulligan, Discarded, PickedUp, Wildcard, FateDraw, Dramatic, Adjusted, Rested, Assigned, Joined, Left),
    *(Ended, Hidden, LeftHidden, StaysHidden, *PLAYS),
)

"""The events of 52 Fates by type, with their fields."""

from typing import Annotated, Literal, NotRequired

from rules.engine.codec import Meta
from rules.engine.event_types import (
    HIDING,
    Actor,
    Card,
    Count,
    Mixed,
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
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.event_fields import (
    Drawn,
    EffectName,
    Group,
    HitPoints,
    Owner,
    Places,
    Rounds,
    Total,
)
from rules.games.fifty_two_fates.play_event_types import PLAYS


class Dealt(PublicEvent):
    """Someone draws the first hand (F52-10, F52-11)."""

    type: Literal["dealt"]
    target: Owner
    count: Annotated[int, Meta(ge=0, description="How many cards.")]
    positions: Places


class DealtCards(PrivateEvent):
    """The first hand, for its owner alone (F52-12)."""

    type: Literal["dealt-cards"]
    target: Owner
    cards: Annotated[list[Card], Meta(description="The hand, in the order drawn.")]
    supplied: NotRequired[Supplied]


class Drew(PublicEvent):
    """Someone draws cards into a hand (F52-11, F52-30, F52-60)."""

    type: Literal["drew"]
    target: Owner
    count: Annotated[int, Meta(ge=1, description="How many cards.")]
    positions: Places


class DrewCards(PrivateEvent):
    """The cards that were drawn into a hand, for its owner alone (F52-12)."""

    type: Literal["drew-cards"]
    target: Owner
    cards: Annotated[list[Card], Meta(description="The cards, in the order drawn.")]
    supplied: NotRequired[Supplied]


class Initiative(PublicEvent, Shown):
    """A player character or a group draws for initiative (F52-13)."""

    type: Literal["initiative"]
    cards: Drawn
    target: NotRequired[Target]
    group: NotRequired[Group]


class Order(PublicEvent):
    """The acting order is settled (F52-13, F52-14)."""

    type: Literal["order"]
    order: Annotated[list[Group], Meta(description="The groups in acting order.")]


class Turn(PublicEvent):
    """The turn of a group begins (F52-16)."""

    type: Literal["turn"]
    group: Group


class Round(PublicEvent):
    """A round begins (F52-61)."""

    type: Literal["round"]
    round: RoundNumber


class RoundEnds(PublicEvent):
    """A round ends; continuous effects do their damage (F52-61)."""

    type: Literal["round-ends"]
    round: RoundNumber


class Surplus(PublicEvent):
    """Someone has more cards than hit points and must discard (F52-30, F52-31)."""

    type: Literal["surplus"]
    target: Target
    count: Annotated[int, Meta(ge=1, description="How many cards to discard.")]


class Discarded(PublicEvent, Shown):
    """Someone discards cards (F52-31)."""

    type: Literal["discarded"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards.")]


class SkillCheck(PublicEvent, Shown):
    """Someone makes a skill check (F52-03 to F52-07)."""

    type: Literal["skill-check"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards; none if there is no card left.")]
    total: Total
    difficulty: Annotated[tables.Strength, Meta(description="The number to beat, 2 to 10 (F52-03).")]
    background: Annotated[str | None, Meta(description="The background skill that helped (F52-04), or null.")]
    success: Annotated[bool, Meta(description="Whether the check passed.")]
    automatic: Annotated[bool, Meta(description="Whether an ace decided it (F52-06).")]


class Resist(PublicEvent, Shown):
    """Someone tries to end an effect (F52-52)."""

    type: Literal["resist"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards that were played.")]
    effect: EffectName
    success: Annotated[bool, Meta(description="Whether the effect ends.")]


class Afflicted(PublicEvent):
    """A continuous effect begins (F52-50)."""

    type: Literal["afflicted"]
    target: Target
    effect: EffectName
    strength: Annotated[tables.Strength, Meta(description="The number to beat when it is resisted, 2 to 10 (F52-52).")]
    rounds: Rounds


class Duration(PublicEvent, Shown):
    """The Fate Dealer draws how long an effect lasts (F52-51)."""

    type: Literal["duration"]
    cards: Drawn
    rounds: Annotated[tables.Rounds, Meta(description="For how many rounds.")]
    effect: EffectName


class EffectOver(PublicEvent):
    """An effect ends (F52-50, F52-51)."""

    type: Literal["effect-over"]
    target: Target
    effect: EffectName


class Incapacitated(PublicEvent):
    """Someone cannot act (F52-53, F52-55, F52-56)."""

    type: Literal["incapacitated"]
    target: Target
    condition: Annotated[Literal["partial", "full", "unconscious"], Meta(description="How far.")]
    wake: NotRequired[Annotated[tables.Strength, Meta(description="The number that a card must beat to wake them.")]]


class Prone(PublicEvent):
    """Someone is prone (F52-57)."""

    type: Literal["prone"]
    target: Target


class Released(PublicEvent):
    """The Fate Dealer ends what incapacitates someone (F52-53 to F52-57)."""

    type: Literal["released"]
    target: Target


class PickedUp(PublicEvent):
    """Someone picks up their weapon (F52-72)."""

    type: Literal["picked-up"]
    actor: Actor


class Armed(PublicEvent):
    """Someone has a weapon in hand again (F52-72)."""

    type: Literal["armed"]
    target: Target


class Passed(PublicEvent):
    """Someone does nothing in this round (F52-20)."""

    type: Literal["passed"]
    actor: Actor


class Fall(PublicEvent):
    """Someone falls (F52-28)."""

    type: Literal["fall"]
    target: Target
    feet: Annotated[tables.Feet, Meta(description="How deep, in feet.")]
    amount: Annotated[int, Meta(ge=0, description="A hit point for every full 30 feet.")]


class RangeSet(PublicEvent):
    """The range of two participants changes (F52-17)."""

    type: Literal["range"]
    a: Who
    b: Who
    range: Annotated[tables.Range, Meta(description="How far they are from each other.")]


class Adjusted(PublicEvent):
    """The Fate Dealer sets hit points (F52-34)."""

    type: Literal["adjusted"]
    target: Target
    hp: HitPoints
    before: Annotated[Count, Meta(description="Hit points before.")]
    reason: Annotated[str, Meta(description="Why, in the Fate Dealer's words.")]


class Joined(PublicEvent):
    """Someone joins and acts from the next round (F52-10, F52-16)."""

    type: Literal["joined"]
    target: Target


class Left(PublicEvent):
    """Someone leaves (F52-62)."""

    type: Literal["left"]
    target: Target


class Ended(PublicEvent):
    """The encounter ends (F52-62)."""

    type: Literal["ended"]
    outcome: Annotated[tables.Outcome, Meta(description="How it ended.")]
    counts: Annotated[bool, Meta(description="Whether it counts for experience (F52-90).")]


EVENTS = events_by_type(
    *(Shuffled, Mixed, Dealt, DealtCards, Drew, DrewCards, Initiative, Order, Turn, Round, RoundEnds, Surplus),
    *(Discarded, SkillCheck, Resist, Afflicted, Duration, EffectOver, Incapacitated, Prone, Released, PickedUp),
    *(Armed, Passed, Fall, RangeSet, Adjusted, Joined, Left, Ended, *HIDING, StaysHidden, *PLAYS),
)

"""The events of A Game of Bastards by type, with their fields."""

from typing import Annotated, Literal, NotRequired, TypedDict

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

Cards = Annotated[list[Card], Meta(description="The cards.")]
Pool = Annotated[
    tables.PoolKey,
    Meta(description="The pool of Body, Spirit, Mind or Luck (GOB-11), or a follower's power (GOB-95)."),
]
Pools = dict[
    tables.PoolKey,
    Annotated[list[int], Meta(min_length=2, max_length=2, description="What is left in the pool, and its maximum.")],
]
Trait = Annotated[str, Meta(description="The trait that is added (GOB-10): body, spirit, mind or luck.")]
TraitOrNone = Annotated[str | None, Meta(description="The trait that is added (GOB-10), or null for none.")]
Skill = Annotated[str | None, Meta(description="The skill that is named (GOB-14), or null.")]
Now = Annotated[int, Meta(ge=0, description="What is left in the pool.")]
Most = Annotated[int, Meta(ge=0, description="The maximum of the pool (GOB-11, GOB-95).")]
Advantage = Annotated[str, Meta(description="The key of the advantage (GOB-16).")]
Total = Annotated[int, Meta(ge=0, description="The cards and the trait together (GOB-45).")]
Bonus = Annotated[int, Meta(ge=0, description="What the trait adds.")]


class Dealt(PublicEvent):
    """Somebody draws the first hand (GOB-40)."""

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
    """Somebody draws cards (GOB-06, GOB-41)."""

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
    """Somebody draws jokers, which become wildcards (GOB-05, GOB-06)."""

    type: Literal["joker"]
    target: Target
    count: Annotated[int, Meta(ge=1, description="How many.")]


class InitiativeAsked(PublicEvent):
    """Everybody chooses an initiative card (GOB-40)."""

    type: Literal["initiative-asked"]
    waiting: Annotated[list[Who], Meta(description="Who still has to choose.")]


class Initiative(PublicEvent, Shown):
    """Somebody shows a card for initiative (GOB-40)."""

    type: Literal["initiative"]
    target: Target
    cards: Cards


class InitiativeReplaced(PublicEvent, Shown):
    """Somebody replaces the initiative card (GOB-42, GOB-79)."""

    type: Literal["initiative-replaced"]
    actor: Actor
    cards: Cards
    discarded: Annotated[list[Card], Meta(description="The old initiative card.")]


class Round(PublicEvent):
    """A round begins (GOB-40, GOB-41)."""

    type: Literal["round"]
    round: RoundNumber
    order: Annotated[list[Who], Meta(description="Everybody in acting order.")]


class RoundEnds(PublicEvent):
    """A round ends (GOB-41)."""

    type: Literal["round-ends"]
    round: RoundNumber


class Turn(PublicEvent):
    """Somebody's turn begins (GOB-41)."""

    type: Literal["turn"]
    target: Target


class HandFull(PublicEvent):
    """A group of extras draws no card, because the hand is full (GOB-96)."""

    type: Literal["hand-full"]
    actor: Actor


class NoAction(PublicEvent):
    """Somebody has given up the action of this round (GOB-61, GOB-66, GOB-80)."""

    type: Literal["no-action"]
    actor: Actor


class Passed(PublicEvent):
    """Somebody passes (GOB-41)."""

    type: Literal["passed"]
    actor: Actor


class Mulligan(PublicEvent):
    """Somebody takes a new hand as the action (GOB-30, GOB-41)."""

    type: Literal["mulligan"]
    actor: Actor


class Discarded(PublicEvent, Shown):
    """Somebody discards cards of the hand (GOB-41)."""

    type: Literal["discarded"]
    target: Target
    cards: Cards


class PickedUp(PublicEvent):
    """Somebody picks something up from the ground (GOB-52)."""

    type: Literal["picked-up"]
    actor: Actor
    item: Annotated[str, Meta(description="What it is called.")]


class Wildcard(PublicEvent):
    """Somebody spends a wildcard (GOB-06)."""

    type: Literal["wildcard"]
    actor: Actor
    use: Annotated[Literal["draw", "play"], Meta(description="To draw a card into the hand, or to play one.")]


class Attack(PublicEvent):
    """Somebody attacks with a card face down (GOB-43)."""

    type: Literal["attack"]
    actor: Actor
    target: NotRequired[Annotated[str, Meta(description="The target, when there is only one.")]]
    targets: Annotated[list[Who], Meta(description="All targets.")]
    how: Annotated[tables.AttackKind, Meta(description="The kind of attack (GOB-46).")]
    skill: NotRequired[Skill]
    trait: NotRequired[Trait]
    weapons: NotRequired[Annotated[list[str], Meta(description="The weapons that are used (GOB-51).")]]
    uses: NotRequired[Annotated[list[str], Meta(description="The keys of the advantages that are used.")]]
    count: Annotated[int, Meta(ge=0, description="How many cards lie face down.")]
    counter: NotRequired[Annotated[Literal[True], Meta(description="Present if it is a counter (GOB-60).")]]
    raises: NotRequired[Annotated[tables.Raises, Meta(description="The raises that are declared (GOB-23).")]]


class Defense(PublicEvent):
    """The target of an attack answers (GOB-43, GOB-46)."""

    type: Literal["defense"]
    actor: Actor
    target: Annotated[str, Meta(description="The attacker.")]
    count: Annotated[int, Meta(ge=0, description="How many cards lie face down.")]
    skill: Skill
    trait: Trait
    wielded: Annotated[list[str], Meta(description="The weapons in hand.")]
    laid: NotRequired[Annotated[int, Meta(ge=1, description="How many cards are put aside for a counter (GOB-60).")]]


class Bet(PublicEvent, Shown):
    """Somebody plays further cards face up (GOB-44)."""

    type: Literal["bet"]
    actor: Actor
    cards: Cards


class Called(PublicEvent):
    """Somebody plays no more cards for now (GOB-44)."""

    type: Literal["called"]
    actor: Actor


class SideShown(TypedDict):
    """The cards of one side, when all are shown (GOB-45)."""

    id: Who
    cards: Cards
    trait: TraitOrNone
    bonus: Bonus
    total: Total


class Revealed(PublicEvent, Shown):
    """The cards are shown (GOB-45): then it has `sides`. Or a hidden participant appears: then it has `target`."""

    type: Literal["revealed"]
    sides: NotRequired[Annotated[list[SideShown], Meta(description="The sides, the attacker first.")]]
    target: NotRequired[Target]
    name: NotRequired[Annotated[str, Meta(description="The name of whoever appears.")]]


class Declared(TypedDict):
    """The raises that were declared, and whether they were met (GOB-23)."""

    raises: tables.Raises
    met: bool


class Result(PublicEvent):
    """An attack is compared with one target (GOB-03, GOB-43, GOB-45)."""

    type: Literal["result"]
    actor: Actor
    target: Target
    success: Annotated[bool, Meta(description="Whether the attack succeeds.")]
    margin: Annotated[int, Meta(ge=0, description="The difference of the totals (GOB-23).")]
    total: Total
    against: Annotated[int, Meta(ge=0, description="The total of the target.")]
    raises: Annotated[int, Meta(ge=0, description="A raise for every full 2 points of the margin (GOB-23).")]
    declared: NotRequired[Annotated[Declared, Meta(description="Raises that were declared beforehand.")]]


class Reduced(PublicEvent):
    """Armour or advantages reduce the damage (GOB-46)."""

    type: Literal["reduced"]
    target: Target
    amount: Annotated[int, Meta(ge=0, description="The damage before.")]
    less: Annotated[int, Meta(ge=0, description="By how much it is reduced.")]


class Damage(PublicEvent):
    """Somebody takes damage (GOB-46, GOB-47)."""

    type: Literal["damage"]
    target: Target
    pool: Pool
    amount: Annotated[int, Meta(ge=0, description="How much.")]
    now: Now
    max: Most


class NoDamage(PublicEvent):
    """A success does no damage (GOB-46)."""

    type: Literal["no-damage"]
    target: Target


class Members(PublicEvent):
    """A group of extras loses members (GOB-96)."""

    type: Literal["members"]
    target: Target
    lost: Annotated[int, Meta(ge=0, description="How many are lost.")]
    members: Annotated[int, Meta(ge=0, description="How many are left.")]


class Disarmed(PublicEvent):
    """Somebody loses a weapon (GOB-82)."""

    type: Literal["disarmed"]
    target: Target
    weapon: Annotated[str | None, Meta(description="The name of the weapon; null if there is none to lose.")]
    actor: NotRequired[Actor]
    taken: NotRequired[
        Annotated[bool, Meta(description="Whether the attacker has it now; else it lies on the ground.")]
    ]


class Desperate(PublicEvent):
    """Somebody has an empty pool and is desperate (GOB-48)."""

    type: Literal["desperate"]
    target: Target


class Desperation(PublicEvent):
    """Somebody who became desperate draws cards (GOB-48)."""

    type: Literal["desperation"]
    actor: Actor
    trait: Annotated[Literal["spirit", "luck"], Meta(description="The trait that says how many.")]


class Out(PublicEvent):
    """Somebody is out of the opposition (GOB-49, GOB-95, GOB-96)."""

    type: Literal["out"]
    target: Target
    out: Annotated[tables.OutWord, Meta(description="How.")]


class Conceded(PublicEvent):
    """Somebody gives up (GOB-49)."""

    type: Literal["conceded"]
    actor: Actor


class PlayEnds(PublicEvent):
    """A play ends without a comparison, because a side is gone (GOB-43, GOB-49)."""

    type: Literal["play-ends"]
    actor: Actor


class LaidOff(PublicEvent, Shown):
    """Cards that lay face down are discarded (GOB-43, GOB-44)."""

    type: Literal["laid-off"]
    target: Target
    cards: Cards


class CounterLost(PublicEvent, Shown):
    """A counter cannot strike any more, and its cards are discarded (GOB-60)."""

    type: Literal["counter-lost"]
    actor: Actor
    count: Annotated[int, Meta(ge=0, description="How many cards.")]


class Paid(PublicEvent):
    """Somebody pays for an advantage (GOB-16)."""

    type: Literal["paid"]
    actor: Actor
    advantage: Advantage
    pool: Pool
    amount: Annotated[int, Meta(ge=0, description="The price.")]
    now: Now
    max: Most


class Used(PublicEvent):
    """Somebody uses an advantage."""

    type: Literal["used"]
    actor: Actor
    advantage: Advantage
    target: NotRequired[Annotated[str, Meta(description="On whom, with Study (GOB-67).")]]
    cards: NotRequired[Annotated[int, Meta(ge=1, description="How many cards, with Defensive Stance (GOB-62).")]]
    count: NotRequired[Annotated[int, Meta(ge=1, description="How many cards are put aside, with Counter (GOB-60).")]]
    weapon: NotRequired[Annotated[str | None, Meta(description="The weapon of a counter (GOB-60).")]]


class Savage(PublicEvent):
    """Somebody attacks a second time (GOB-72)."""

    type: Literal["savage"]
    actor: Actor


class Redirected(PublicEvent):
    """Somebody takes damage in the mind instead of the body (GOB-70)."""

    type: Literal["redirected"]
    actor: Actor
    amount: Annotated[int, Meta(ge=0, description="How much.")]


class NotRedirected(PublicEvent):
    """Somebody leaves the damage where it is (GOB-70)."""

    type: Literal["not-redirected"]
    actor: Actor


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
    """Somebody takes a dramatic action (GOB-98)."""

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
        Meta(description="The pools of everybody who rests: what is in them now, and the maximum."),
    ]
    target: NotRequired[Annotated[str, Meta(description="Who rests, when it is one alone.")]]


class Assigned(PublicEvent):
    """The Dealer gives a participant to somebody (GOB-97)."""

    type: Literal["assigned"]
    target: Target
    controller: Annotated[str, Meta(description='Who plays them now: the id of a participant, or "gm".')]


class Joined(PublicEvent):
    """Somebody joins (GOB-97, GOB-98)."""

    type: Literal["joined"]
    target: Target
    participant_kind: Annotated[tables.Kind, Meta(description="What they are (GOB-95, GOB-96).")]
    side: Annotated[str, Meta(description="Their side.")]


class Left(PublicEvent):
    """Somebody leaves (GOB-98)."""

    type: Literal["left"]
    target: Target


class Ended(PublicEvent):
    """The opposition ends (GOB-49, GOB-50)."""

    type: Literal["ended"]
    outcome: Annotated[str, Meta(description="How it ended: the side that won, or another word.")]


EVENTS = events_by_type(
    *(Shuffled, Mixed, Dealt, DealtCards, Drew, DrewCards, DrewNothing, LaidCards, RanOut, Joker, InitiativeAsked),
    *(Initiative, InitiativeReplaced, Round, RoundEnds, Turn, HandFull, NoAction, Passed, Mulligan, Discarded),
    *(PickedUp, Wildcard, Attack, Defense, Bet, Called, Revealed, Result, Reduced, Damage, NoDamage, Members),
    *(Disarmed, Desperate, Desperation, Out, Conceded, PlayEnds, LaidOff, CounterLost, Paid, Used, Savage),
    *(Redirected, NotRedirected, FateDraw, Dramatic, Adjusted, Rested, Assigned, Joined, Left, Ended),
    *(Hidden, LeftHidden, StaysHidden),
)

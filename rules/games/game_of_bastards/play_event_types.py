"""The events of A Game of Bastards that tell of attacks, and what they do, with their fields."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Actor,
    PublicEvent,
    Shown,
    Target,
    Who,
)
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.event_fields import (
    Advantage,
    Bonus,
    Cards,
    Most,
    Now,
    Pool,
    Skill,
    Total,
    Trait,
    TraitOrNone,
)


class Attack(PublicEvent):
    """Someone attacks with a card face down (GOB-43)."""

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
    """Someone plays further cards face up (GOB-44)."""

    type: Literal["bet"]
    actor: Actor
    cards: Cards


class Called(PublicEvent):
    """Someone plays no more cards for now (GOB-44)."""

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
    """Someone takes damage (GOB-46, GOB-47)."""

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
    """Someone loses a weapon (GOB-82)."""

    type: Literal["disarmed"]
    target: Target
    weapon: Annotated[str | None, Meta(description="The name of the weapon; null if there is none to lose.")]
    actor: NotRequired[Actor]
    taken: NotRequired[
        Annotated[bool, Meta(description="Whether the attacker has it now; else it lies on the ground.")]
    ]


class Desperate(PublicEvent):
    """Someone has an empty pool and is desperate (GOB-48)."""

    type: Literal["desperate"]
    target: Target


class Desperation(PublicEvent):
    """Someone who became desperate draws cards (GOB-48)."""

    type: Literal["desperation"]
    actor: Actor
    trait: Annotated[Literal["spirit", "luck"], Meta(description="The trait that says how many.")]


class Out(PublicEvent):
    """Someone is out of the opposition (GOB-49, GOB-95, GOB-96)."""

    type: Literal["out"]
    target: Target
    out: Annotated[tables.OutWord, Meta(description="How.")]


class Conceded(PublicEvent):
    """Someone gives up (GOB-49)."""

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
    """Someone pays for an advantage (GOB-16)."""

    type: Literal["paid"]
    actor: Actor
    advantage: Advantage
    pool: Pool
    amount: Annotated[int, Meta(ge=0, description="The price.")]
    now: Now
    max: Most


class Used(PublicEvent):
    """Someone uses an advantage."""

    type: Literal["used"]
    actor: Actor
    advantage: Advantage
    target: NotRequired[Annotated[str, Meta(description="On whom, with Study (GOB-67).")]]
    cards: NotRequired[Annotated[int, Meta(ge=1, description="How many cards, with Defensive Stance (GOB-62).")]]
    count: NotRequired[Annotated[int, Meta(ge=1, description="How many cards are put aside, with Counter (GOB-60).")]]
    weapon: NotRequired[Annotated[str | None, Meta(description="The weapon of a counter (GOB-60).")]]


class Savage(PublicEvent):
    """Someone attacks a second time (GOB-72)."""

    type: Literal["savage"]
    actor: Actor


class Redirected(PublicEvent):
    """Someone takes damage in the mind instead of the body (GOB-70)."""

    type: Literal["redirected"]
    actor: Actor
    amount: Annotated[int, Meta(ge=0, description="How much.")]


class NotRedirected(PublicEvent):
    """Someone leaves the damage where it is (GOB-70)."""

    type: Literal["not-redirected"]
    actor: Actor


PLAYS = (
    *(Attack, Defense, Bet, Called, Revealed, Result, Reduced, Damage, NoDamage, Members, Disarmed, Desperate),
    *(Desperation, Out, Conceded, PlayEnds, LaidOff, CounterLost, Paid, Used, Savage, Redirected),
    *(NotRedirected,),
)

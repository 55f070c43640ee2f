"""The events of Fortune and Power by type, with their fields."""

from typing import Annotated, Literal, NotRequired

from rules.engine.codec import Meta
from rules.engine.event_types import (
    HIDING,
    Actor,
    Gm,
    PublicEvent,
    Rolled,
    RoundNumber,
    Sealed,
    StaysHidden,
    Target,
    Who,
    events_by_type,
)
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.event_fields import Dice, Dox, Harm, Injury, Number, OrderTotal, RollModifier, Trait


class RollEvent(PublicEvent, Rolled):
    """What every event of a roll against a challenge has (FNP-10)."""

    number: Number
    trait: Trait
    level: Annotated[tables.Level, Meta(description="The level of the trait, 0 to 99.")]
    success: Annotated[bool, Meta(description="Whether the total reaches the challenge.")]
    total: Annotated[int, Meta(description="The dice, the level and the modifiers together (FNP-10).")]
    challenge: Annotated[int, Meta(description="The number to reach (FNP-11, FNP-13).")]
    dox: Dox
    marginal: Annotated[
        bool, Meta(description="Whether the total equals the challenge, which the GM rules on (FNP-16).")
    ]
    automatic: Annotated[
        Literal["success", "failure"] | None, Meta(description="What a 12 or a 2 decided (FNP-12, FNP-17), or null.")
    ]
    rolls: Dice
    modifiers: Annotated[list[RollModifier], Meta(description="The modifiers, with bought ones.")]


class Check(RollEvent):
    """Someone makes a check (FNP-10, FNP-11)."""

    type: Literal["check"]
    actor: Actor
    target: NotRequired[Target]
    target_trait: NotRequired[Annotated[str, Meta(description="The trait of the target that opposes it (FNP-13).")]]


class Attack(RollEvent):
    """Someone attacks (FNP-34)."""

    type: Literal["attack"]
    actor: Actor
    target: Target
    weapon: Annotated[str | None, Meta(description="The name of the weapon, or null.")]
    mental: Annotated[bool, Meta(description="Whether it does shocks instead of wounds (FNP-40).")]
    defence: Annotated[
        str, Meta(description="How the target defends: `dodge`, `parry`, another trait, or `ambushed` (FNP-34).")
    ]


class Contest(PublicEvent, Rolled):
    """Two participants roll one die each against each other (FNP-14)."""

    type: Literal["contest"]
    actor: Actor
    target: Target
    number: Number
    trait: Trait
    target_trait: Annotated[str, Meta(description="The trait of the target.")]
    winner: Annotated[str | None, Meta(description="Who has the higher total; null for a tie.")]
    totals: Annotated[list[int], Meta(min_length=2, max_length=2, description="The totals of actor and target.")]
    dox: Dox
    rolls: Dice


class DamageDue(PublicEvent):
    """The Adversary must say what a hit does (FNP-42)."""

    type: Literal["damage-due"]
    actor: Gm
    target: Target
    damage: Annotated[int, Meta(ge=0, description="The figure that the rules propose.")]
    injury: Injury


class Confirmed(PublicEvent):
    """The Adversary says what a hit does (FNP-42)."""

    type: Literal["confirmed"]
    actor: Gm
    target: Target
    damage: Harm
    injury: Injury
    reason: NotRequired[Annotated[str, Meta(description="Why, in the Adversary's words.")]]


class Blow(PublicEvent):
    """The target may cancel a part of the hit with fortune (FNP-06)."""

    type: Literal["blow"]
    actor: Actor
    target: Target
    damage: Harm
    injury: Injury


class Damage(PublicEvent):
    """Someone takes wounds or shocks (FNP-40, FNP-42)."""

    type: Literal["damage"]
    actor: Actor
    target: Target
    injury: Injury
    damage: Harm
    absorbed: Annotated[int, Meta(ge=0, description="How many fortune cancelled (FNP-06).")]
    now: Annotated[tables.Pool, Meta(description="How many the target has now, 0 to 999.")]


class Dropped(PublicEvent):
    """A hit that waited for an answer is cancelled, because someone left."""

    type: Literal["dropped"]
    number: Number


class Incapacitated(PublicEvent):
    """Someone reaches the limit of wounds (FNP-41, FNP-44)."""

    type: Literal["incapacitated"]
    target: Target


class Recovered(PublicEvent):
    """Someone is below the limit of wounds again (FNP-44)."""

    type: Literal["recovered"]
    target: Target


class EdgeOfMadness(PublicEvent):
    """Someone reaches the limit of shocks (FNP-41, FNP-44)."""

    type: Literal["edge-of-madness"]
    target: Target


class Calmed(PublicEvent):
    """Someone is below the limit of shocks again (FNP-44)."""

    type: Literal["calmed"]
    target: Target


class Rapid(PublicEvent):
    """Someone begins a rapid attack (FNP-06)."""

    type: Literal["rapid"]
    actor: Actor
    attacks: Annotated[int, Meta(ge=2, le=4, description="How many attacks.")]
    fortune: Annotated[int, Meta(ge=0, description="What it costs in fortune.")]


class Move(PublicEvent):
    """Someone moves (FNP-31, FNP-33)."""

    type: Literal["move"]
    actor: Actor
    spaces: Annotated[tables.Spaces, Meta(description="How many spaces.")]
    fortune: Annotated[int, Meta(ge=0, le=3, description="The fortune that was spent on it (FNP-06).")]


class Heal(PublicEvent):
    """Someone heals a wound or a shock with Empathy (FNP-08)."""

    type: Literal["heal"]
    actor: Actor
    target: Target
    injury: Annotated[tables.Injury, Meta(description="What is healed.")]
    pay: Annotated[Literal["fortune", "own"], Meta(description="With fortune, or with one of the healer's own.")]


class Passed(PublicEvent):
    """Someone passes, or ends a rapid attack (FNP-32)."""

    type: Literal["passed"]
    actor: Actor


class Order(PublicEvent, Rolled):
    """The acting order is settled (FNP-32)."""

    type: Literal["order"]
    order: Annotated[list[Who], Meta(description="Everyone in acting order.")]
    trait: NotRequired[Trait]
    totals: NotRequired[Annotated[list[OrderTotal], Meta(description="What everyone rolled.")]]
    rolls: NotRequired[Dice]


class Turn(PublicEvent):
    """Someone's turn begins (FNP-32)."""

    type: Literal["turn"]
    target: Target


class Round(PublicEvent):
    """A round begins (FNP-31, FNP-32)."""

    type: Literal["round"]
    round: RoundNumber


class Ruled(PublicEvent):
    """The Adversary rules on a marginal result (FNP-16)."""

    type: Literal["ruled"]
    actor: Gm
    number: Number
    verdict: Annotated[tables.Verdict, Meta(description="A partial success, a partial failure, or a tie.")]


class Adjusted(PublicEvent):
    """The Adversary corrects wounds, shocks or fortune (FNP-42, FNP-43)."""

    type: Literal["adjusted"]
    actor: Gm
    target: Target
    reason: Annotated[str, Meta(description="Why, in the Adversary's words.")]
    wounds: NotRequired[Annotated[tables.Pool, Meta(description="The wounds now.")]]
    shocks: NotRequired[Annotated[tables.Pool, Meta(description="The shocks now.")]]
    fortune: NotRequired[Annotated[tables.Pool, Meta(description="The fortune now.")]]


class Rest(PublicEvent):
    """Everyone rests (FNP-43)."""

    type: Literal["rest"]
    actor: Gm
    weeks: Annotated[tables.Weeks, Meta(description="For how many weeks, 1 to 99.")]


class Rested(PublicEvent):
    """Someone recovers by resting (FNP-43)."""

    type: Literal["rested"]
    target: Target
    wounds: Annotated[tables.Pool, Meta(description="The wounds that are left.")]
    shocks: Annotated[tables.Pool, Meta(description="The shocks that are left.")]


class Joined(PublicEvent):
    """Someone joins, last in the order (FNP-32)."""

    type: Literal["joined"]
    actor: Gm
    target: Target
    side: Annotated[str, Meta(description="Their side.")]


class Left(PublicEvent):
    """Someone leaves (FNP-32)."""

    type: Literal["left"]
    actor: Gm
    target: Target


class Ended(PublicEvent):
    """The encounter ends (FNP-30)."""

    type: Literal["ended"]
    actor: Gm
    outcome: Annotated[str, Meta(description="How it ended, in the Adversary's words.")]


EVENTS = events_by_type(
    *(Sealed, Order, Round, Turn, Check, Attack, Contest, Rapid, Move, Heal, Passed, DamageDue, Confirmed, Blow),
    *(Damage, Dropped, Incapacitated, Recovered, EdgeOfMadness, Calmed, Ruled, Adjusted, Rest, Rested, Joined),
    *(Left, Ended, *HIDING, StaysHidden),
)

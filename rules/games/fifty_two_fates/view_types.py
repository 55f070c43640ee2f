"""The view of 52 Fates: what each viewer may know."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import Card, RoundNumber, Who
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.event_fields import Group, SpellFigure

Phase = Literal["acting", "defending", "discarding", "over"]
ConditionWord = Literal["dying", "stable", "dead", "defeated", "unconscious", "partial", "full", "prone"]


class EffectView(TypedDict):
    """An effect on a participant: a continuous one, a parry, or a spell that lasts."""

    name: Annotated[str, Meta(description="Its name.")]
    kind: Annotated[Literal["continuous", "parry", "destruct", "protect"], Meta(description="Its kind.")]
    strength: NotRequired[
        Annotated[tables.Strength, Meta(description="Of a continuous effect: the number to beat, 2 to 10 (F52-52).")]
    ]
    rounds: NotRequired[
        Annotated[tables.Rounds, Meta(description="How many rounds are left; without it until resisted (F52-50).")]
    ]
    value: NotRequired[SpellFigure]


_Class = TypedDict(
    "_Class",
    {"class": Annotated[tables.Class | None, Meta(description="Of a player character (F52-10); null for a monster.")]},
)


class ParticipantView(_Class):
    """A participant as everyone sees it, without its cards."""

    name: Annotated[str, Meta(description="The name.")]
    side: Annotated[tables.Side, Meta(description="The side.")]
    group: Group
    level: Annotated[tables.Level | None, Meta(description="The level, 1 to 50; null for a monster without one.")]
    hp: Annotated[tables.HitPointsOrNone, Meta(description="Hit points now (F52-30).")]
    max_hp: Annotated[tables.HitPoints, Meta(description="Hit points when unhurt (F52-30).")]
    hand_size: Annotated[
        int | None, Meta(description="How many cards are in hand; null for monsters, who use the Fate Dealer's hand.")
    ]
    conditions: Annotated[list[ConditionWord], Meta(description="The conditions (F52-34, F52-53 to F52-57).")]
    effects: Annotated[list[EffectView], Meta(description="Continuous effects, then a parry and lasting spells.")]
    armed: Annotated[bool, Meta(description="Whether a weapon is in hand.")]
    weapon: Annotated[tables.WeaponState, Meta(description="Where the weapon is (F52-72).")]
    alive: Annotated[bool, Meta(description="False for the dead and the defeated.")]
    acted: Annotated[bool, Meta(description="Whether the action of this round is used.")]
    background_skills: Annotated[list[str], Meta(description="The background skills (F52-04).")]
    speed: Annotated[tables.Speed, Meta(description="Feet a round (F52-17).")]
    death_draws: Annotated[int, Meta(ge=0, le=3, description="How many of three death draws are made (F52-32).")]
    hidden: NotRequired[Annotated[Literal[True], Meta(description="Present if only some know of this participant.")]]


class PendingView(TypedDict):
    """What play waits for: the defence against a play, or cards to discard."""

    kind: Annotated[
        Literal["attack", "maneuver", "spell", "surplus"], Meta(description="The play, or `surplus` (F52-31).")
    ]
    actor: Annotated[str, Meta(description="Who made the play; at a surplus, who must discard.")]
    target: NotRequired[Annotated[str, Meta(description="Who must defend (F52-22).")]]
    cards: NotRequired[Annotated[list[Card], Meta(description="The cards of the play.")]]
    count: NotRequired[Annotated[int, Meta(ge=1, description="How many cards to discard.")]]


class InitiativeView(TypedDict):
    """A group in the acting order (F52-13)."""

    group: Group
    card: Annotated[Card | None, Meta(description="Its card; null when there was none to draw.")]


class RangeView(TypedDict):
    """Two participants who are not in melee with each other (F52-17)."""

    a: Who
    b: Who
    range: Annotated[tables.Range, Meta(description="How far they are from each other.")]


class FatesView(TypedDict):
    """What a viewer may know of an encounter of 52 Fates."""

    round: RoundNumber
    phase: Annotated[
        Phase, Meta(description="`defending` and `discarding` while an answer is awaited, `over` after the end.")
    ]
    turn: Annotated[list[Who], Meta(description="Whom play waits for.")]
    pending: Annotated[PendingView | None, Meta(description="What play waits for, or null.")]
    participants: Annotated[dict[str, ParticipantView], Meta(description="Everyone by id.")]
    order: Annotated[list[Who], Meta(description="Everyone, in the order of the setup.")]
    initiative: Annotated[list[InitiativeView], Meta(description="The groups in acting order (F52-13).")]
    ranges: Annotated[list[RangeView], Meta(description="The pairs that are not in melee (F52-17).")]
    hand: Annotated[
        list[Card], Meta(description="Your own hand; the Fate Dealer's for the GM and monsters; [] for observers.")
    ]
    fd_hand_size: Annotated[int, Meta(ge=0, description="How many cards the Fate Dealer holds (F52-11).")]
    draw_pile: Annotated[int, Meta(ge=0, description="How many cards the draw pile has.")]
    discard: Annotated[list[Card], Meta(description="The discard pile, oldest first.")]
    played: Annotated[list[Card], Meta(description="The cards that were played in this round, oldest first (F52-60).")]
    proposed_outcome: NotRequired[
        Annotated[Literal["victory", "defeat"], Meta(description="Present when only one side can act (F52-62).")]
    ]
    outcome: NotRequired[Annotated[tables.Outcome, Meta(description="How it ended; only after the end.")]]
    counts: NotRequired[
        Annotated[bool, Meta(description="Whether it counts for experience (F52-90); only after the end.")]
    ]

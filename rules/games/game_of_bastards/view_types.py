"""The view of A Game of Bastards: what each viewer may know."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import Card, RoundNumber, Who
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.event_fields import Bonus, Pools, Skill, TraitOrNone

Phase = Literal["initiative", "draw", "declare", "defend", "betting", "choice", "over"]


class WeaponView(TypedDict):
    """A weapon (GOB-99)."""

    name: Annotated[str, Meta(description="The name.")]
    damage: Annotated[int, Meta(ge=0, description="What it adds to the damage.")]
    skill: Annotated[str, Meta(description="The skill that it is used with.")]
    ranged: Annotated[bool, Meta(description="Whether it strikes from afar.")]


class EffectView(TypedDict):
    """An active effect of an advantage."""

    name: Annotated[str, Meta(description="The key of the advantage.")]
    cards: NotRequired[Annotated[int, Meta(ge=1, description="Cards moved to the defence (GOB-62).")]]
    target: NotRequired[Annotated[str, Meta(description="Who is studied (GOB-67).")]]


class ParticipantView(TypedDict):
    """A participant as everyone sees it, without its cards."""

    name: Annotated[str, Meta(description="The name.")]
    side: Annotated[str, Meta(description="The side.")]
    controller: Annotated[str, Meta(description='Who plays it: the id of a participant, or "gm" (GOB-97).')]
    kind: Annotated[tables.Kind, Meta(description="One of the Fated, a follower or a group of extras.")]
    traits: Annotated[dict[tables.TraitKey, int], Meta(description="The ranks of the traits (GOB-10).")]
    pools: Annotated[Pools, Meta(description="The pools (GOB-11, GOB-95): what is left, and the maximum.")]
    hand_size: Annotated[int, Meta(ge=0, description="How many cards are in hand.")]
    wildcards: Annotated[int, Meta(ge=0, description="Wildcards left (GOB-06).")]
    initiative: Annotated[Card | None, Meta(description="The initiative card (GOB-40), or null.")]
    desperate: Annotated[bool, Meta(description="Whether a pool is empty (GOB-48).")]
    out: Annotated[tables.OutWord | None, Meta(description="How it is out (GOB-49); null while it is in.")]
    effects: Annotated[list[EffectView], Meta(description="The active effects.")]
    weapons: Annotated[list[WeaponView], Meta(description="The weapons.")]
    wielded: Annotated[list[str], Meta(description="The weapons in hand, at most two (GOB-51).")]
    armor: Annotated[int, Meta(ge=0, description="What armour takes off damage to BP (GOB-99).")]
    advantages: Annotated[list[str], Meta(description="The keys of the advantages (GOB-16).")]
    power_rating: NotRequired[Annotated[int, Meta(ge=1, description="Of followers and extras (GOB-95, GOB-96).")]]
    members: NotRequired[Annotated[int, Meta(ge=0, description="Of extras: how many are left (GOB-96).")]]
    hidden: NotRequired[Annotated[Literal[True], Meta(description="Present if only some know of this participant.")]]


class SideView(TypedDict):
    """A side of the play in progress."""

    id: Who
    face_up: Annotated[list[Card], Meta(description="The cards face up (GOB-44).")]
    face_down: Annotated[int, Meta(ge=0, description="How many cards lie face down (GOB-43).")]
    laid: Annotated[int, Meta(ge=0, description="How many cards are put aside for a counter (GOB-60).")]
    answered: Annotated[bool, Meta(description="Whether it has defended; true for the attacker.")]
    called: Annotated[bool, Meta(description="Whether it plays no more cards for now (GOB-44).")]
    trait: TraitOrNone
    bonus: Bonus
    left: Annotated[int | None, Meta(description="How many cards it may still play; null before it has answered.")]


class PendingView(TypedDict):
    """What play waits for: an attack in progress, a question, or a question during an attack."""

    kind: Annotated[
        Literal["attack", "redirect", "desperation", "discard"],
        Meta(description="An attack, or the question (GOB-70, GOB-48, GOB-77)."),
    ]
    actor: Annotated[str, Meta(description="The attacker, or who must answer the question.")]
    face_down: Annotated[int, Meta(ge=0, description="How many cards lie face down on all sides.")]
    amount: NotRequired[Annotated[int, Meta(ge=0, description="The damage that may be redirected (GOB-70).")]]
    count: NotRequired[Annotated[int, Meta(ge=0, description="How many cards to discard (GOB-77).")]]
    target: NotRequired[Annotated[str, Meta(description="The target, when there is only one.")]]
    targets: NotRequired[Annotated[list[Who], Meta(description="All targets.")]]
    how: NotRequired[Annotated[tables.AttackKind, Meta(description="The kind of attack (GOB-46).")]]
    skill: NotRequired[Skill]
    trait: NotRequired[TraitOrNone]
    weapons: NotRequired[Annotated[list[str], Meta(description="The weapons that are used (GOB-51).")]]
    uses: NotRequired[Annotated[list[str], Meta(description="The keys of the advantages that are used.")]]
    counter: NotRequired[Annotated[bool, Meta(description="Whether it is a counter (GOB-60).")]]
    sides: NotRequired[Annotated[list[SideView], Meta(description="The sides, the attacker first.")]]
    raises: NotRequired[Annotated[tables.Raises, Meta(description="The raises that were declared (GOB-23).")]]


class InitiativeView(TypedDict):
    """A participant in the acting order (GOB-40)."""

    id: Who
    card: Annotated[Card | None, Meta(description="The initiative card, or null.")]


class DistanceView(TypedDict):
    """Who keeps others out of melee (GOB-98)."""

    id: Who
    rounds: Annotated[int, Meta(ge=0, description="The last round in which others cannot attack them in melee.")]


class BastardsView(TypedDict):
    """What a viewer may know of an encounter of A Game of Bastards."""

    round: RoundNumber
    phase: Annotated[Phase, Meta(description="What play waits for; `choice` for a question, `over` after the end.")]
    turn: Annotated[list[Who], Meta(description="Whom play waits for.")]
    pending: Annotated[PendingView | None, Meta(description="The play in progress or the question, or null.")]
    participants: Annotated[dict[str, ParticipantView], Meta(description="Everyone by id.")]
    order: Annotated[list[Who], Meta(description="Everyone, in the order of the setup.")]
    initiative: Annotated[list[InitiativeView], Meta(description="The acting order of this round.")]
    hand: Annotated[list[Card], Meta(description="Your own hand; [] for the Dealer and observers.")]
    hands: Annotated[dict[str, list[Card]], Meta(description="The hands of participants whom you control (GOB-97).")]
    draw_pile: Annotated[int, Meta(ge=0, description="How many cards the draw pile has.")]
    discard: Annotated[list[Card], Meta(description="The discard pile, oldest first.")]
    played: Annotated[list[Card], Meta(description="The cards that lie face up, oldest first.")]
    ground: Annotated[list[WeaponView], Meta(description="What lies on the ground (GOB-52).")]
    own_down: Annotated[dict[str, list[Card]], Meta(description="Your own cards that lie face down, by participant.")]
    distance: NotRequired[
        Annotated[DistanceView, Meta(description="Present once someone has taken the dramatic action Distance.")]
    ]
    proposed_outcome: NotRequired[
        Annotated[str, Meta(description="The only side that is still in, or `none` (GOB-49).")]
    ]
    outcome: NotRequired[Annotated[str, Meta(description="How it ended; only after the end.")]]

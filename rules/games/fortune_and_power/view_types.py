"""The view of Fortune and Power: what each viewer may know."""

from typing import Annotated, Literal, NotRequired, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import RoundNumber, Who
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.event_fields import Number

Phase = Literal["acting", "damage", "blow", "over"]


class WeaponView(TypedDict):
    """A weapon of a participant (FNP-42)."""

    name: Annotated[str, Meta(description="The name.")]
    bonus: Annotated[tables.Bonus, Meta(description="What it adds to the damage, -99 to 99.")]
    mental: Annotated[bool, Meta(description="Whether it does shocks instead of wounds.")]


class LimitsView(TypedDict):
    """The limits of a participant (FNP-41, FNP-44)."""

    wounds: Annotated[tables.Limit, Meta(description="So many wounds incapacitate.")]
    shocks: Annotated[tables.Limit, Meta(description="So many shocks lead to the edge of madness.")]


class ParticipantView(TypedDict):
    """A participant, as everyone sees it."""

    name: Annotated[str, Meta(description="The name.")]
    side: Annotated[str, Meta(description="The side.")]
    kind: Annotated[tables.Kind, Meta(description="A player character or another one.")]
    traits: Annotated[dict[str, tables.Level], Meta(description="The levels of the traits, 0 to 99 (FNP-01).")]
    gifts: Annotated[list[str], Meta(description="The gifts (FNP-01).")]
    armor: Annotated[tables.Armor, Meta(description="What armour takes off the damage (FNP-42).")]
    weapons: Annotated[list[WeaponView], Meta(description="The weapons.")]
    fortune: Annotated[tables.Pool, Meta(description="Fortune left (FNP-06).")]
    actions: Annotated[int, Meta(ge=0, le=2, description="Actions left in this round (FNP-32).")]
    attacks: Annotated[int, Meta(ge=0, le=4, description="Attacks left of a rapid attack (FNP-06).")]
    wounds: Annotated[tables.Pool, Meta(description="Wounds now (FNP-40).")]
    shocks: Annotated[tables.Pool, Meta(description="Shocks now (FNP-40).")]
    limits: Annotated[LimitsView, Meta(description="The limits of wounds and shocks.")]
    incapacitated: Annotated[bool, Meta(description="Whether wounds have reached their limit (FNP-44).")]
    edge_of_madness: Annotated[bool, Meta(description="Whether shocks have reached their limit (FNP-44).")]
    hidden: NotRequired[Annotated[Literal[True], Meta(description="Present if only some know of this participant.")]]


class PendingView(TypedDict):
    """A hit that waits for an answer."""

    kind: Annotated[
        Literal["damage", "blow"],
        Meta(description="The Adversary says what it does (FNP-42), or the target spends fortune on it (FNP-06)."),
    ]
    actor: Annotated[str, Meta(description='Who must answer: the target, or "gm".')]
    target: Annotated[str, Meta(description="Who was hit.")]
    damage: Annotated[tables.Pool, Meta(description="How many wounds or shocks.")]
    mental: Annotated[bool, Meta(description="Whether they are shocks.")]
    by: Annotated[str, Meta(description="Who made the hit.")]
    number: Number


class PowerView(TypedDict):
    """What a viewer may know of an encounter of Fortune and Power."""

    round: RoundNumber
    phase: Annotated[Phase, Meta(description="`damage` and `blow` while an answer is awaited, `over` after the end.")]
    turn: Annotated[list[Who], Meta(description="Whose turn it is.")]
    waiting: Annotated[list[Who], Meta(description="Whom play waits for; nobody when it is the Adversary.")]
    order: Annotated[list[Who], Meta(description="Everyone in acting order (FNP-32).")]
    pending: Annotated[PendingView | None, Meta(description="A hit that waits, or null.")]
    marginal: Annotated[list[Number], Meta(description="Results that the Adversary may still rule on (FNP-16).")]
    participants: Annotated[dict[str, ParticipantView], Meta(description="Everyone by id.")]
    proposed_outcome: Annotated[str | None, Meta(description="The only side that can still act, or null.")]
    outcome: Annotated[str | None, Meta(description="How it ended, in the Adversary's words; null before the end.")]

"""The events of 52 Fates that tell of plays, and what they do, with their fields."""

from typing import Annotated, Literal

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Actor,
    Card,
    PublicEvent,
    Shown,
    Target,
)
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.event_fields import (
    Cause,
    Drawn,
    HitPoints,
    How,
    LastingSpell,
    Played,
    SpellFigure,
    Total,
)


class PlayEvent(PublicEvent, Shown):
    """What every play of cards against someone has."""

    actor: Actor
    target: Target
    cards: Played


class Attack(PlayEvent):
    """Someone attacks (F52-20, F52-21)."""

    type: Literal["attack"]
    how: Annotated[tables.Weapon, Meta(description="With what (F52-23, F52-29).")]


class Maneuver(PlayEvent):
    """Someone tries a maneuver (F52-70, F52-71)."""

    type: Literal["maneuver"]
    how: Annotated[Literal["disarm", "fury-strike", "push"], Meta(description="Which maneuver (F52-72 to F52-75).")]


class Spell(PlayEvent):
    """Someone casts a spell (F52-80)."""

    type: Literal["spell"]
    how: Annotated[
        Literal["destruct", "harm", "heal", "protect"], Meta(description="Which spell; the suit decides (F52-80).")
    ]


class Defense(PlayEvent):
    """The target of a play defends, and the totals are compared (F52-22, F52-24)."""

    type: Literal["defense"]
    attack_total: Total
    defense_total: Total
    success: Annotated[bool, Meta(description="Whether the attacker's play succeeds.")]


class Hit(PublicEvent):
    """A play succeeds (F52-22)."""

    type: Literal["hit"]
    actor: Actor
    target: Target
    how: How


class Miss(PublicEvent):
    """A play fails (F52-22, F52-27)."""

    type: Literal["miss"]
    actor: Actor
    target: Target


class DamageDraw(PublicEvent, Shown):
    """A card is drawn for the damage to someone who cannot defend (F52-55)."""

    type: Literal["damage-draw"]
    actor: Actor
    cards: Drawn


class FumbleDraw(PublicEvent, Shown):
    """The attacker fumbles and draws a card for the damage that they take (F52-27)."""

    type: Literal["fumble-draw"]
    actor: Actor
    cards: Drawn


class MonsterLine(PublicEvent):
    """A line of a monster's attack, in its own words (F52-95)."""

    type: Literal["line"]
    actor: Actor
    target: Target


class Damage(PublicEvent):
    """Someone loses hit points (F52-26, F52-30)."""

    type: Literal["damage"]
    target: Target
    amount: Annotated[int, Meta(ge=0, description="How many hit points were lost.")]
    hp: HitPoints
    cause: Cause


class Protected(PublicEvent):
    """A protection prevents the damage (F52-88)."""

    type: Literal["protected"]
    target: Target
    cause: Cause


class Healed(PublicEvent):
    """Someone regains hit points (F52-32, F52-86)."""

    type: Literal["healed"]
    target: Target
    amount: Annotated[int, Meta(ge=0, description="How many hit points were regained.")]
    hp: HitPoints
    cause: Cause


class Dying(PublicEvent):
    """Someone reaches 0 hit points and is dying (F52-32)."""

    type: Literal["dying"]
    target: Target


class Defeated(PublicEvent):
    """A monster is defeated (F52-35)."""

    type: Literal["defeated"]
    target: Target


class DroppedHand(PublicEvent, Shown):
    """Someone drops all cards (F52-31)."""

    type: Literal["dropped-hand"]
    target: Target
    cards: Annotated[list[Card], Meta(description="The whole hand.")]


class Back(PublicEvent):
    """Someone has hit points again (F52-34)."""

    type: Literal["back"]
    target: Target


class Stable(PublicEvent):
    """A dying character is stable, and unconscious (F52-32, F52-34)."""

    type: Literal["stable"]
    target: Target


class Died(PublicEvent):
    """A character has died (F52-33)."""

    type: Literal["died"]
    target: Target


class DeathDraw(PublicEvent, Shown):
    """A dying character draws one of three cards (F52-32, F52-33)."""

    type: Literal["death-draw"]
    actor: Actor
    cards: Drawn
    draw: Annotated[int, Meta(ge=1, le=3, description="Which of the three draws it is.")]


class WakeDraw(PublicEvent, Shown):
    """An unconscious participant draws a card to wake up (F52-56)."""

    type: Literal["wake-draw"]
    actor: Actor
    cards: Drawn
    wake: Annotated[tables.Strength, Meta(description="The number that the card must beat, 2 to 10.")]
    success: Annotated[bool, Meta(description="Whether they wake up.")]


class Parry(PublicEvent, Shown):
    """Someone prepares a parry (F52-74)."""

    type: Literal["parry"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards that were played.")]
    value: SpellFigure


class Disarmed(PublicEvent):
    """Someone loses their weapon (F52-72)."""

    type: Literal["disarmed"]
    target: Target
    weapon: Annotated[Literal["floor", "away", "broken"], Meta(description="Where the weapon is now.")]


class Pushed(PublicEvent):
    """Someone is pushed away (F52-75)."""

    type: Literal["pushed"]
    target: Target
    actor: Actor


class SpellStands(PublicEvent):
    """A spell now lasts on its target (F52-83, F52-87)."""

    type: Literal["spell-stands"]
    target: Target
    spell: LastingSpell
    value: SpellFigure


class SpellOver(PublicEvent):
    """A lasting spell ends (F52-84, F52-88)."""

    type: Literal["spell-over"]
    target: Target
    spell: LastingSpell


class Cancelled(PublicEvent):
    """A new spell ends an opposite one (F52-89)."""

    type: Literal["cancelled"]
    target: Target
    spell: LastingSpell


class Spent(PublicEvent):
    """A new spell is too weak and has no effect (F52-89)."""

    type: Literal["spent"]
    target: Target
    spell: LastingSpell


PLAYS = (
    *(Attack, Maneuver, Spell, Defense, Hit, Miss, DamageDraw, FumbleDraw, MonsterLine, Damage, Protected, Healed),
    *(Dying, Defeated, DroppedHand, Back, Stable, Died, DeathDraw, WakeDraw, Parry, Disarmed, Pushed),
    *(SpellStands, SpellOver, Cancelled, Spent),
)

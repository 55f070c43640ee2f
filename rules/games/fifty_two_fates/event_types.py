"""The events of 52 Fates by type, with their fields."""

from typing import Annotated, Literal, NotRequired

from rules.engine.codec import Meta
from rules.engine.event_types import (
    HIDING,
    Actor,
    Card,
    Count,
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
from rules.games.fifty_two_fates import tables

Owner = Annotated[str, Meta(description="Whose hand it is: a player character's id, or \"gm\" for the Fate Dealer's.")]
Played = Annotated[list[Card], Meta(description="The cards that were played; none if there is no play.")]
Drawn = Annotated[list[Card], Meta(description="The card that was drawn; none if no card was left.")]
Places = Annotated[list[Place], Meta(description="Where the cards lay, in the order drawn.")]
HitPoints = Annotated[int, Meta(ge=0, le=999, description="Hit points afterwards, 0 to 999 (F52-30).")]
Cause = Annotated[
    str, Meta(description="What did it: `attack`, `harm`, `fall` and the like, or the name of an effect.")
]
EffectName = Annotated[str, Meta(description="The name of the effect (F52-50).")]
Rounds = Annotated[tables.Rounds | None, Meta(description="For how many rounds, 1 to 99; null until it is resisted.")]
LastingSpell = Annotated[Literal["destruct", "protect"], Meta(description="The spell that lasts (F52-83, F52-87).")]
SpellFigure = Annotated[
    int | Literal["ace"], Meta(description="What it adds to a total, or `ace`, which is above every sum (F52-84).")
]
Total = Annotated[int, Meta(ge=0, description="The total of the cards; an ace has none of its own and counts 0.")]
Group = Annotated[str, Meta(description="`players`, or the name of a group of monsters (F52-13).")]
How = Annotated[
    Literal["melee", "missile", "unarmed", "disarm", "fury-strike", "push", "destruct", "harm"],
    Meta(description="The weapon of an attack, the maneuver, or the spell."),
]


class Dealt(PublicEvent):
    """Somebody draws the first hand (F52-10, F52-11)."""

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
    """Somebody draws cards into a hand (F52-11, F52-30, F52-60)."""

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


class PlayEvent(PublicEvent, Shown):
    """What every play of cards against somebody has."""

    actor: Actor
    target: Target
    cards: Played


class Attack(PlayEvent):
    """Somebody attacks (F52-20, F52-21)."""

    type: Literal["attack"]
    how: Annotated[tables.Weapon, Meta(description="With what (F52-23, F52-29).")]


class Maneuver(PlayEvent):
    """Somebody tries a maneuver (F52-70, F52-71)."""

    type: Literal["maneuver"]
    how: Annotated[Literal["disarm", "fury-strike", "push"], Meta(description="Which maneuver (F52-72 to F52-75).")]


class Spell(PlayEvent):
    """Somebody casts a spell (F52-80)."""

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
    """A card is drawn for the damage to somebody who cannot defend (F52-55)."""

    type: Literal["damage-draw"]
    actor: Actor
    cards: Drawn


class FumbleDraw(PublicEvent, Shown):
    """The attacker fumbles and draws a card for the damage that they take (F52-27)."""

    type: Literal["fumble-draw"]
    actor: Actor
    cards: Drawn


class Line(PublicEvent):
    """A line of a monster's attack, in its own words (F52-95)."""

    type: Literal["line"]
    actor: Actor
    target: Target


class Damage(PublicEvent):
    """Somebody loses hit points (F52-26, F52-30)."""

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
    """Somebody regains hit points (F52-32, F52-86)."""

    type: Literal["healed"]
    target: Target
    amount: Annotated[int, Meta(ge=0, description="How many hit points were regained.")]
    hp: HitPoints
    cause: Cause


class Dying(PublicEvent):
    """Somebody reaches 0 hit points and is dying (F52-32)."""

    type: Literal["dying"]
    target: Target


class Defeated(PublicEvent):
    """A monster is defeated (F52-35)."""

    type: Literal["defeated"]
    target: Target


class DroppedHand(PublicEvent, Shown):
    """Somebody drops all cards (F52-31)."""

    type: Literal["dropped-hand"]
    target: Target
    cards: Annotated[list[Card], Meta(description="The whole hand.")]


class Back(PublicEvent):
    """Somebody has hit points again (F52-34)."""

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


class Surplus(PublicEvent):
    """Somebody has more cards than hit points and must discard (F52-30, F52-31)."""

    type: Literal["surplus"]
    target: Target
    count: Annotated[int, Meta(ge=1, description="How many cards to discard.")]


class Discarded(PublicEvent, Shown):
    """Somebody discards cards (F52-31)."""

    type: Literal["discarded"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards.")]


class SkillCheck(PublicEvent, Shown):
    """Somebody makes a skill check (F52-03 to F52-07)."""

    type: Literal["skill-check"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards; none if there is no card left.")]
    total: Total
    difficulty: Annotated[tables.Strength, Meta(description="The number to beat, 2 to 10 (F52-03).")]
    background: Annotated[str | None, Meta(description="The background skill that helped (F52-04), or null.")]
    success: Annotated[bool, Meta(description="Whether the check passed.")]
    automatic: Annotated[bool, Meta(description="Whether an ace decided it (F52-05).")]


class Resist(PublicEvent, Shown):
    """Somebody tries to end an effect (F52-52)."""

    type: Literal["resist"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards that were played.")]
    effect: EffectName
    success: Annotated[bool, Meta(description="Whether the effect ends.")]


class Parry(PublicEvent, Shown):
    """Somebody prepares a parry (F52-74)."""

    type: Literal["parry"]
    actor: Actor
    cards: Annotated[list[Card], Meta(description="The cards that were played.")]
    value: SpellFigure


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
    """Somebody cannot act (F52-53, F52-55, F52-56)."""

    type: Literal["incapacitated"]
    target: Target
    condition: Annotated[Literal["partial", "full", "unconscious"], Meta(description="How far.")]
    wake: NotRequired[Annotated[tables.Strength, Meta(description="The number that a card must beat to wake them.")]]


class Prone(PublicEvent):
    """Somebody is prone (F52-57)."""

    type: Literal["prone"]
    target: Target


class Released(PublicEvent):
    """The Fate Dealer ends what incapacitates somebody (F52-53 to F52-57)."""

    type: Literal["released"]
    target: Target


class Disarmed(PublicEvent):
    """Somebody loses their weapon (F52-72)."""

    type: Literal["disarmed"]
    target: Target
    weapon: Annotated[Literal["floor", "away", "broken"], Meta(description="Where the weapon is now.")]


class PickedUp(PublicEvent):
    """Somebody picks up their weapon (F52-72)."""

    type: Literal["picked-up"]
    actor: Actor


class Armed(PublicEvent):
    """Somebody has a weapon in hand again (F52-72)."""

    type: Literal["armed"]
    target: Target


class Pushed(PublicEvent):
    """Somebody is pushed away (F52-75)."""

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


class Passed(PublicEvent):
    """Somebody does nothing in this round (F52-20)."""

    type: Literal["passed"]
    actor: Actor


class Fall(PublicEvent):
    """Somebody falls (F52-28)."""

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
    """Somebody joins and acts from the next round (F52-10, F52-16)."""

    type: Literal["joined"]
    target: Target


class Left(PublicEvent):
    """Somebody leaves (F52-62)."""

    type: Literal["left"]
    target: Target


class Ended(PublicEvent):
    """The encounter ends (F52-62)."""

    type: Literal["ended"]
    outcome: Annotated[tables.Outcome, Meta(description="How it ended.")]
    counts: Annotated[bool, Meta(description="Whether it counts for experience (F52-90).")]


EVENTS = events_by_type(
    *(Shuffled, Mixed, Dealt, DealtCards, Drew, DrewCards, Initiative, Order, Turn, Round, RoundEnds),
    *(Attack, Maneuver, Spell, Defense, Hit, Miss, DamageDraw, FumbleDraw, Line, Damage, Protected, Healed),
    *(Dying, Defeated, DroppedHand, Back, Stable, Died, DeathDraw, WakeDraw, Surplus, Discarded, SkillCheck),
    *(Resist, Parry, Afflicted, Duration, EffectOver, Incapacitated, Prone, Released, Disarmed, PickedUp, Armed),
    *(Pushed, SpellStands, SpellOver, Cancelled, Spent, Passed, Fall, RangeSet, Adjusted, Joined, Left, Ended),
    *(*HIDING, StaysHidden),
)

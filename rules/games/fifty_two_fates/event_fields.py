"""Fields that several events of 52 Fates have, and its view: units, ranges, rules."""

from typing import Annotated, Literal

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Card,
    Place,
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

"""Fields that several events of Fortune and Power have, and its view: units, ranges, rules."""

from typing import Annotated, Literal, TypedDict

from rules.engine.codec import Meta
from rules.engine.event_types import Who
from rules.games.fortune_and_power import tables

Number = Annotated[int, Meta(ge=1, description="The number of the check, attack or contest, counted from 1.")]
Trait = Annotated[str, Meta(description="The trait (FNP-01).")]
Dice = Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(description="The dice as they fell, 1 to 6 each.")]
Dox = Annotated[
    int, Meta(ge=0, description="The degree of success or failure: how far the total is from the challenge (FNP-15).")
]
Injury = Annotated[Literal["wounds", "shocks"], Meta(description="Wounds, or shocks by a mental attack (FNP-40).")]
Harm = Annotated[int, Meta(ge=0, description="How many wounds or shocks.")]


class RollModifier(TypedDict):
    """A modifier of a roll (FNP-19)."""

    name: Annotated[str, Meta(description="What it stands for; `Fortune` for bought ones (FNP-06).")]
    value: Annotated[int, Meta(ge=-99, le=99, description="What it adds, -99 to 99.")]


class OrderTotal(TypedDict):
    """What someone rolled for the acting order (FNP-32)."""

    target: Who
    total: Annotated[int, Meta(description="The dice and the level together.")]
    level: Annotated[tables.Level, Meta(description="The level of the trait.")]
    rolls: Dice

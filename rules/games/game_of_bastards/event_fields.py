"""Fields that several events of A Game of Bastards have, and its view: units, ranges, rules."""

from typing import Annotated

from rules.engine.codec import Meta
from rules.engine.event_types import (
    Card,
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

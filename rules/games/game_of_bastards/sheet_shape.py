"""The shapes of a sheet of A Game of Bastards, with their ranges."""

from typing import Annotated

from rules.engine.codec import Meta, Struct, Text, field
from rules.engine.equipment import Thing
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.sheet_tables import Rank, Suit

Left = Annotated[int, Meta(ge=0, le=tables.HIGHEST * tables.POOL_A_RANK)]
Damage = Annotated[int, Meta(ge=0, le=50)]
Points = Annotated[int, Meta(ge=0, le=9999)]


class Traits(Struct, forbid_unknown_fields=True):
    """The rank of each trait; a missing one starts where the suit says (GOB-10)."""

    body: Rank | None = None
    spirit: Rank | None = None
    mind: Rank | None = None
    luck: Rank | None = None


class Pools(Struct, forbid_unknown_fields=True):
    """What is left in each pool; None means full (GOB-11)."""

    bp: Left | None = None
    sp: Left | None = None
    mp: Left | None = None
    lp: Left | None = None


class Specialty(Struct, forbid_unknown_fields=True):
    """A specialty that joins two skills (GOB-15)."""

    name: Text
    skills: Annotated[list[Text], Meta(min_length=2, max_length=2)]


class Owned(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An advantage of the character; `weapon` for Counter and Florentine, `ranks` where they add up."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    weapon: Text | None = None
    ranks: Annotated[int, Meta(ge=1, le=5)] | None = None


class Disadvantage(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A disadvantage in free words; each gives a point in the creation (GOB-13)."""

    name: Text
    text: Annotated[str, Meta(max_length=2000)] | None = None


class Weapon(Struct, forbid_unknown_fields=True):
    """A weapon as the setup of an encounter takes it (GOB-99)."""

    name: Text
    damage: Damage
    skill: Text
    ranged: bool = False


class Created(Struct, forbid_unknown_fields=True):
    """The points of the finished creation; those not spent can be spent later (GOB-12)."""

    points: Points
    spent: Points


class Sheet(Struct, forbid_unknown_fields=True):
    """A character; `created` is None until the creation is finished, `tarot` shows the suits as cups and swords."""

    finished: bool = False
    suit: Suit | None = None
    traits: Traits = field(default_factory=Traits)
    pools: Pools = field(default_factory=Pools)
    skills: Annotated[dict[Text, Rank], Meta(max_length=100)] = {}
    specialties: Annotated[list[Specialty], Meta(max_length=100)] = []
    advantages: Annotated[list[Owned], Meta(max_length=100)] = []
    disadvantages: Annotated[list[Disadvantage], Meta(max_length=20)] = []
    weapons: Annotated[list[Weapon], Meta(max_length=20)] = []
    armor: Annotated[int, Meta(ge=0, le=50)] = 0
    wildcards: Annotated[int, Meta(ge=0, le=tables.MOST_WILDCARDS)] = 0
    tarot: bool = False
    equipment: Annotated[list[Thing], Meta(max_length=200)] = []
    created: Created | None = None

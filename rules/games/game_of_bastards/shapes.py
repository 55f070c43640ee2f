"""The shapes of a setup (docs/rules/game-of-bastards.md); `rows` has the campaign's figures of advantages."""

from typing import Annotated, Any, Literal

from rules.engine.codec import Id, Meta, Struct, Text
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.tables import Damage, Pool, Rank, Rating

Key = Annotated[str, Meta(min_length=1, max_length=64)]


class Weapon(Struct, forbid_unknown_fields=True):
    """A weapon: points of damage, the skill it is used with, and whether it strikes from afar (GOB-99)."""

    name: Text
    damage: Damage
    skill: Text
    ranged: bool | None = None


class Owned(Struct, forbid_unknown_fields=True):
    """An advantage of a participant; `weapon` for Counter and Florentine, `ranks` for Toughness and Resolve.

    `figures` are those of the campaign's row from which the sheet has it, as in `Row`.
    """

    key: Key
    weapon: Text | None = None
    ranks: Rating | None = None
    figures: dict[str, Any] | None = None


class Traits(Struct, forbid_unknown_fields=True):
    """The four traits (GOB-10)."""

    body: Rank
    spirit: Rank
    mind: Rank
    luck: Rank


class Pools(Struct, forbid_unknown_fields=True):
    """What is left in each pool; `power` for followers (GOB-11, GOB-95)."""

    bp: Pool | None = None
    sp: Pool | None = None
    mp: Pool | None = None
    lp: Pool | None = None
    power: Pool | None = None


class Entry(Struct, forbid_unknown_fields=True):
    """One participant of a setup, as it is given."""

    id: Id
    name: Text
    side: Text
    kind: tables.Kind
    controller: Key | None = None
    suit: tables.Suit | None = None
    traits: Traits | None = None
    skills: Annotated[dict[Text, Rank], Meta(max_length=200)] | None = None
    advantages: Annotated[list[Owned], Meta(max_length=100)] | None = None
    weapons: Annotated[list[Weapon], Meta(max_length=tables.MOST_WEAPONS)] | None = None
    armor: Damage | None = None
    pools: Pools | None = None
    power_rating: Rating | None = None
    members: Rating | None = None
    wildcards: tables.Wildcards | None = None
    hidden: bool | None = None


class Options(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The campaign options (GOB-01, GOB-06, GOB-46)."""

    decks: Literal[1, 2] | None = None
    wildcards_last: Literal["session", "scene", "campaign"] | None = None
    body_adds_to_damage: bool | None = None


class Row(Struct):
    """A catalogue row that changes figures of an advantage."""

    key: Key
    kind: str = "advantage"
    name: str | None = None
    figures: dict[str, Any] | None = None


class Setup(Struct, forbid_unknown_fields=True):
    """Everything that `start` needs."""

    participants: Annotated[list[Entry], Meta(min_length=1, max_length=tables.MOST_PARTICIPANTS)]
    options: Options | None = None
    deck: Annotated[list[str], Meta(max_length=108)] | None = None
    physical: bool | None = None
    drawn: dict[str, Annotated[list[str], Meta(max_length=108)]] | None = None
    rows: Annotated[list[Row], Meta(max_length=1000)] | None = None

"""The shapes of a setup: participants, weapons, limits and options, listed in docs/rules/fortune-and-power.md."""

from typing import Annotated

from rules.engine.codec import Id, Meta, Struct, Text
from rules.games.fortune_and_power import tables


class Weapon(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A weapon: what it adds to the wounds of a hit, or to the shocks when it is `mental` (FNP-42)."""

    name: Text
    bonus: tables.Bonus
    mental: bool | None = None


class Limits(Struct, forbid_unknown_fields=True, gc=False):
    """At how many wounds and shocks someone is out, or at the edge (FNP-44); null is 10."""

    wounds: tables.Limit | None = None
    shocks: tables.Limit | None = None

    def __post_init__(self) -> None:
        self.wounds, self.shocks = self.both

    @property
    def both(self) -> tuple[int, int]:
        """The limits of wounds and of shocks."""
        return self.wounds or tables.LIMIT, self.shocks or tables.LIMIT


class Modifier(Struct, forbid_unknown_fields=True, gc=False):
    """A named bonus or penalty of a check (FNP-19)."""

    name: Text
    value: tables.Bonus


Traits = Annotated[dict[Text, tables.Level], Meta(max_length=tables.MOST_LISTED)]
Weapons = Annotated[list[Weapon], Meta(max_length=tables.MOST_LISTED)]
Gifts = Annotated[list[Text], Meta(max_length=tables.MOST_LISTED)]
Modifiers = Annotated[list[Modifier], Meta(max_length=tables.MOST_LISTED)]


class Entry(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant of a setup, as it is given."""

    id: Id
    name: Text
    side: Text
    kind: tables.Kind
    traits: Traits
    fortune: tables.Pool | None = None
    armor: tables.Armor | None = None
    gifts: Gifts | None = None
    wounds: tables.Pool | None = None
    shocks: tables.Pool | None = None
    limits: Limits | None = None
    weapons: Weapons | None = None
    hidden: bool | None = None


class Options(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The campaign's options; None is the default of each."""

    character_points: tables.Points | None = None
    starting_trait_cap: tables.Level | None = None
    trait_cost: tables.Prices | None = None
    fortune: bool | None = None
    move_spaces: tables.Spaces | None = None
    damage: tables.Harm | None = None
    wounds_per_week: tables.AWeek | None = None
    shocks_per_week: tables.AWeek | None = None

    @property
    def points(self) -> int:
        """The character points of a new character (FNP-02)."""
        return tables.CHARACTER_POINTS if self.character_points is None else self.character_points

    @property
    def prices(self) -> tables.Prices:
        """How traits are priced (FNP-03)."""
        return self.trait_cost or "table"

    @property
    def has_fortune(self) -> bool:
        """Whether fortune can be bought and spent (FNP-06)."""
        return self.fortune is not False

    @property
    def harm(self) -> tables.Harm:
        """How the damage of a hit is found (FNP-42)."""
        return self.damage or "full"

    @property
    def weekly(self) -> tuple[int, int]:
        """(wounds, shocks) that a week of rest heals (FNP-43)."""
        wounds, shocks = self.wounds_per_week, self.shocks_per_week
        return 1 if wounds is None else wounds, 1 if shocks is None else shocks


Rolls = Annotated[list[int], Meta(max_length=2 * tables.MOST_PARTICIPANTS)]


class Setup(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Everything that `start` needs."""

    participants: Annotated[list[Entry], Meta(min_length=1, max_length=tables.MOST_PARTICIPANTS)]
    options: Options | None = None
    dice: Annotated[list[int], Meta(max_length=10_000)] | None = None

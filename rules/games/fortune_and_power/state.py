"""The state of an encounter of Fortune and Power, and the shape in which it is stored."""

from typing import Annotated, Literal

from rules.engine.codec import STORED_NAMES, Meta, Struct
from rules.engine.dice import Dice
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.shapes import Options, Weapon

VERSION: Literal[2] = 2
# The structures below hold no cycles, so the garbage collector need not walk them (`gc=False`).
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Participant(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant; `actions` and `attacks` (of a rapid attack) are those left in this round."""

    id: str
    name: str
    side: str
    kind: tables.Kind
    traits: dict[str, tables.Level]
    fortune: tables.Pool = 0
    armor: tables.Armor = 0
    gifts: list[str] = []
    weapons: list[Weapon] = []
    wounds: tables.Pool = 0
    shocks: tables.Pool = 0
    wound_limit: tables.Limit = tables.LIMIT
    shock_limit: tables.Limit = tables.LIMIT
    actions: Annotated[int, Meta(ge=0, le=tables.ACTIONS)] = tables.ACTIONS
    attacks: Annotated[int, Meta(ge=0, le=4)] = 0

    def level(self, trait: str) -> int:
        """The level of a trait, 0 without it (FNP-10)."""
        return self.traits.get(trait, 0)

    @property
    def incapacitated(self) -> bool:
        """Wounds at or over the limit (FNP-44)."""
        return self.wounds >= self.wound_limit

    @property
    def edge_of_madness(self) -> bool:
        """Shocks at or over the limit (FNP-44)."""
        return self.shocks >= self.shock_limit

    @property
    def protection(self) -> int:
        """Constitution and armour (FNP-42)."""
        return self.level(tables.CONSTITUTION) + self.armor

    @property
    def can_act(self) -> bool:
        """Has an action or a rapid attack left and is not incapacitated (FNP-32)."""
        return (self.actions > 0 or self.attacks > 0) and self.wounds < self.wound_limit


class Pending(Struct, forbid_unknown_fields=True, gc=False):
    """A hit that waits for the Adversary's damage or for the target's fortune; `by` made it."""

    kind: Literal["damage", "blow"]
    by: str
    target: str
    damage: tables.Pool
    mental: bool
    number: Count


class State(Struct, rename=STORED_NAMES, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An encounter.

    `participants`: visible participants in setup order. `hidden`: hidden participants (`rules.engine.hidden`). `gone`:
    those who left, for the aftermath. `numbered`: the number of checks, attacks and contests so far. `marginal`:
    numbers of results that wait for a ruling. `began`: the version in which an encounter of an older version began
    (`rules.engine.upgrades`).
    """

    system: Literal["fortune-and-power"]
    version: Literal[2]
    dice: Dice
    participants: list[Participant]
    order: list[str]
    options: Options
    round: Count = 1
    numbered: Count = 0
    marginal: list[Count] = []
    pending: Pending | None = None
    gone: list[Participant] = []
    hidden: list[Participant] = []
    outcome: str | None = None
    began: Count = 0

"""The state of an encounter of 52 Fates, and the shape in which it is stored."""

from typing import Annotated, Literal

from rules.engine.codec import STORED_NAMES, Meta, Struct, field
from rules.engine.deck import Deck
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.shapes import Monster, Options

VERSION: Literal[3] = 3
# The structures below hold no cycles, so the garbage collector need not walk them (`gc=False`).
Status = Literal["", "dying", "stable", "dead", "defeated"]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
SpellValue = Annotated[int, Meta(ge=0, le=tables.ACE)]


class Effect(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A continuous effect on someone; `rounds` left, or None until it is resisted (F52-50)."""

    name: str
    strength: tables.Strength
    rounds: tables.Rounds | None = None


class Standing(Struct, array_like=True, gc=False):
    """A spell that lasts on a target: its value (`ACE` for an ace), the caster's group and the round."""

    value: SpellValue
    group: str
    round: Count


class Participant(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant; `status` is empty while it has hit points."""

    id: str
    name: str
    group: str
    hp: tables.HitPointsOrNone
    max_hp: tables.HitPoints
    level: tables.Level | None = None
    class_: tables.Class | None = field(default=None, name="class")
    hand: str = ""
    acted: bool = False
    weapon: tables.WeaponState = "held"
    status: Status = ""
    fell: Count = 0
    death_draws: Count = 0
    unconscious: Annotated[int, Meta(ge=0, le=10)] = 0
    partial: bool = False
    full: bool = False
    prone: bool = False
    effects: list[Effect] = []
    parry: SpellValue = 0
    destruct: Standing | None = None
    protect: Standing | None = None
    skills: list[str] = []
    monster: Monster | None = None

    @property
    def plays_hand(self) -> bool:
        """Whether it has its own hand: player characters do, monsters use the Fate Dealer's."""
        return self.group == tables.PLAYERS

    @property
    def side(self) -> tables.Side:
        return "players" if self.group == tables.PLAYERS else "monsters"

    @property
    def helpless(self) -> bool:
        """Fully incapacitated or unconscious: every attack on it succeeds (F52-55)."""
        return self.full or self.unconscious > 0

    @property
    def bound(self) -> bool:
        """Partly incapacitated and not unconscious (F52-53)."""
        return self.partial and not self.unconscious

    @property
    def stands(self) -> bool:
        """Has hit points and is not unconscious (F52-62)."""
        return self.hp > 0 and not self.unconscious


class Pending(Struct, forbid_unknown_fields=True, gc=False):
    """A play that waits for its defence; `how` is the weapon, the maneuver or the spell."""

    kind: Literal["attack", "maneuver", "spell"]
    actor: str
    target: str
    cards: str
    how: Literal["melee", "missile", "unarmed", "disarm", "fury-strike", "push", "destruct", "harm"]


class Group(Struct, array_like=True, gc=False):
    """A group in the acting order and its initiative card, empty when there was none to draw."""

    name: str
    card: str


class State(Struct, rename=STORED_NAMES, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An encounter.

    `participants`: visible participants in setup order. `hidden`: hidden participants (`rules.engine.hidden`). `gone`:
    those who left, for the aftermath. `initiative`: groups in acting order. `at`: the index of the current group. `fd`:
    the Fate Dealer's hand. `closing`: the end of the round has begun and waits for a surplus. `ranges`: the pairs that
    are not in melee. `began`: the version in which an encounter of an older version began (`rules.engine.upgrades`).
    `only_useful_questions`: as in the setup.
    """

    system: Literal["fifty-two-fates"]
    version: Literal[3]
    deck: Deck
    participants: list[Participant]
    initiative: list[Group]
    options: Options
    round: Count = 1
    at: Count = 0
    fd: str = ""
    pending: Pending | None = None
    closing: bool = False
    ranges: dict[str, tables.Range] = {}
    gone: list[Participant] = []
    hidden: list[Participant] = []
    outcome: tables.Outcome | None = None
    counts: bool = True
    began: Count = 0
    only_useful_questions: bool = False

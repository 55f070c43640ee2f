"""The state of an encounter of A Game of Bastards, and the shape in which it is stored."""

from typing import Annotated, Literal

from rules.engine.codec import Meta, Struct
from rules.engine.deck import Deck
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.shapes import Options

VERSION: Literal[1] = 1
# The structures below hold no cycles, so the garbage collector need not walk them (`gc=False`).
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Step = Literal["draw", "declare", "follow", "acted"]
Guard = Literal["", "dodge", "serendipity"]


class Arm(Struct, array_like=True, gc=False):
    """A weapon in the list of somebody, or on the ground."""

    name: str
    damage: Count
    skill: str
    ranged: bool = False


class Person(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant.

    `traits` are body, spirit, mind, luck (a follower's rating four times, none for extras); `pools` what is left of
    bp, sp, mp, lp (a follower's power alone). `wielded` is None until something was named: then the first of
    `weapons`. `card` is the initiative card, `since` the first round in which it acts. `due` tells that it became
    desperate by a cost and has not drawn for it yet. `spent` tells that this round's action is given up already.
    """

    id: str
    name: str
    side: str
    controller: str
    kind: tables.Kind
    traits: list[Count] = []
    pools: list[Count] = []
    rating: Count = 0
    members: Count = 0
    skills: dict[str, Count] = {}
    advantages: dict[str, Count] = {}
    counters: list[str] = []
    florentines: list[str] = []
    weapons: list[Arm] = []
    wielded: list[str] | None = None
    armor: Count = 0
    hand: str = ""
    wildcards: Count = 0
    card: str = ""
    since: Count = 0
    out: tables.OutWord | None = None
    due: bool = False
    spent: bool = False
    all_out: bool = False
    iron: bool = False
    soul: bool = False
    guard: Guard = ""
    berserk: bool = False
    stance: Count = 0
    studied: list[str] = []

    @property
    def desperate(self) -> bool:
        """One of its pools is empty (GOB-48); a follower knows no desperation."""
        return self.kind == "fated" and 0 in self.pools


class Side(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One side of a play: its cards face down and face up, those laid aside for a counter, and its limit.

    `used` counts the cards from the hand, `bonus` is the trait's value. `step` tells how far the consequences for
    this side have come, `amount` the damage they hold, `pool` where it goes.
    """

    who: str
    down: str = ""
    up: str = ""
    laid: str = ""
    weapon: str = ""
    skill: str = ""
    trait: str = ""
    bonus: Count = 0
    limit: Count = 1
    used: Count = 0
    answered: bool = False
    called: bool = False
    success: bool = False
    margin: Count = 0
    step: Annotated[int, Meta(ge=0, le=3)] = 0
    amount: Count = 0
    pool: str = ""


class Play(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An attack in progress; `sides` is the aggressor, then the affected in the encounter's order.

    `word` is the index of the side whose word it is, `damage` what is added to the difference.
    """

    kind: tables.AttackKind
    sides: list[Side]
    stage: Literal["defend", "betting", "resolve"] = "defend"
    word: Count = 1
    raises: Count = 0
    declared: bool = False
    damage: Count = 0
    melee: bool = False
    weapons: list[str] = []
    uses: list[str] = []
    take: bool = False
    counter: bool = False


class Counter(Struct, forbid_unknown_fields=True, gc=False):
    """Cards laid aside by a defence that held; they are about to strike back (GOB-60)."""

    who: str
    target: str
    cards: str
    weapon: str


class Question(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What somebody is asked before play goes on."""

    kind: Literal["redirect", "desperation", "discard"]
    who: str
    amount: Count = 0


class Distance(Struct, array_like=True, gc=False):
    """Who keeps others out of melee, and in how many rounds (GOB-98)."""

    who: str
    rounds: Count


class State(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A whole encounter.

    `begun` tells that initiative is settled; `order` holds this round's ids in acting order, `at` the index of the
    one at work and `step` how far its turn is. `queue` holds counters to come, `savage` one more attack to come.
    `rows` holds the figures of advantages that differ from the tables, `gone` who has left, for the aftermath alone.
    """

    system: Literal["game-of-bastards"]
    version: Literal[1]
    deck: Deck
    people: list[Person]
    options: Options
    rows: dict[str, dict[str, Count]] = {}
    round: Count = 1
    begun: bool = False
    order: list[str] = []
    at: Count = 0
    step: Step = "draw"
    discarded: bool = False
    replaced: bool = False
    savage: bool = False
    play: Play | None = None
    queue: list[Counter] = []
    questions: list[Question] = []
    karmic: bool = False
    attacked: bool = False
    distance: Distance | None = None
    ground: list[Arm] = []
    gone: list[Person] = []
    outcome: str | None = None

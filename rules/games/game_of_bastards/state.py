"""The state of an encounter of A Game of Bastards, and the shape in which it is stored."""

from typing import Annotated, Literal

from rules.engine.codec import STORED_NAMES, Meta, Struct
from rules.engine.deck import Deck
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.shapes import Options

VERSION: Literal[3] = 3
# The structures below hold no cycles, so the garbage collector need not walk them (`gc=False`).
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Step = Literal["draw", "declare", "follow", "acted"]
Guard = Literal["", "dodge", "serendipity"]


class Arm(Struct, array_like=True, gc=False):
    """A weapon of a participant, or on the ground."""

    name: str
    damage: Count
    skill: str
    ranged: bool = False


class Participant(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One participant.

    `traits`: body, spirit, mind, luck (four times the rating for followers, none for extras). `pools`: what is left of
    bp, sp, mp, lp (only power for followers). `wielded`: None until a weapon was named; then the first of `weapons`
    counts. `card`: the initiative card. `since`: the first round in which it acts. `due`: it became desperate by a cost
    and has not drawn for it yet. `spent`: the action of this round is already given up. `figures`: the numbers of its
    advantages that came with it and differ from the game's own.
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
    figures: dict[str, dict[str, Count]] = {}

    @property
    def desperate(self) -> bool:
        """Whether one of its pools is empty (GOB-48); followers are never desperate."""
        return self.kind == "fated" and 0 in self.pools


class Side(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One side of a play: its cards face down and face up, those put aside for a counter, and its limit.

    `used`: the number of cards from the hand. `bonus`: the value of the trait. `step`: how far the consequences for
    this side have come. `amount`: their damage. `pool`: where the damage goes.
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
    """An attack in progress; `sides` are the attacker, then the targets in setup order.

    `word`: the index of the side whose turn it is to bet. `damage`: what is added to the difference.
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
    """Cards that a successful defence put aside; they strike back next (GOB-60)."""

    who: str
    target: str
    cards: str
    weapon: str


class Question(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A question that a participant must answer before play continues."""

    kind: Literal["redirect", "desperation", "discard"]
    who: str
    amount: Count = 0


class Distance(Struct, array_like=True, gc=False):
    """The participant who keeps others out of melee, and for how many rounds (GOB-98)."""

    who: str
    rounds: Count


class State(Struct, rename=STORED_NAMES, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An encounter.

    `participants`: visible participants in setup order. `hidden`: hidden participants (`rules.engine.hidden`).
    `hidden_rows`: in an older encounter, the figures that apply to everyone when each of them is revealed. `gone`:
    those who left, for the aftermath.
    `begun`: all initiative cards are chosen. `order`: the ids of this round in acting order. `at`: the index of the
    current one. `step`: how far its turn has come. `queue`: counters to come. `savage`: a second attack is to come.
    `rows`: figures of advantages that differ from the tables, for everyone. `settled`: it began under the present
    readings of GOB-52 and GOB-60; an older encounter is replayed as it was played. `began`: the version in which an
    encounter of an older version began (`rules.engine.upgrades`).
    """

    system: Literal["game-of-bastards"]
    version: Literal[3]
    deck: Deck
    participants: list[Participant]
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
    settled: bool = False
    gone: list[Participant] = []
    hidden: list[Participant] = []
    hidden_rows: dict[str, dict[str, dict[str, Count]]] = {}
    outcome: str | None = None
    began: Count = 0

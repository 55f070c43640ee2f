"""The numbers of 52 Fates: what cards are worth, what they do, and all ranges."""

from typing import Annotated, Literal

from rules.engine import cards, codec
from rules.engine.codec import Meta

SLUG = "fifty-two-fates"
PLAYERS = "players"
MONSTERS = "monsters"
FD = "gm"
RESERVED_IDS = codec.RESERVED_IDS | {PLAYERS}

Level = Annotated[int, Meta(ge=1, le=50)]
HitPoints = Annotated[int, Meta(ge=1, le=999)]
HitPointsOrNone = Annotated[int, Meta(ge=0, le=999)]
MOST_ALLOWANCE = 10
Allowance = Annotated[int, Meta(ge=1, le=MOST_ALLOWANCE)]
Strength = Annotated[int, Meta(ge=2, le=10)]
Rounds = Annotated[int, Meta(ge=1, le=99)]
Feet = Annotated[int, Meta(ge=0, le=10000)]
Speed = Annotated[int, Meta(ge=0, le=1000)]
LineDamage = Annotated[int, Meta(ge=0, le=20)]
ExtraCards = Annotated[int, Meta(ge=0, le=10)]
Encounters = Annotated[int, Meta(ge=0, le=9999)]
Side = Literal["players", "monsters"]
Class = Literal["warrior", "wizard"]
Spell = Literal["spell"]
Weapon = Literal["melee", "missile", "unarmed"]
WeaponState = Literal["held", "floor", "away", "broken", "none"]
Range = Literal["melee", "near", "far", "unseen"]
Degree = Literal["partial", "full"]
Outcome = Literal["victory", "defeat", "escape", "parley", "other"]
Maneuver = Literal["disarm", "fury-strike", "parry", "push"]
FdHand = Literal["level", "hand"]
Kind = Literal["number", "face", "ace"]

# F52-06: a number card counts its number, a face card 15; an ace has no figure of its own.
VALUE: dict[str, int] = {
    code: 0 if rank == "A" else 15 if rank in "JQK" else cards.RANKS.index(rank) + 2
    for code, rank in cards.RANK.items()
}
KIND: dict[str, Kind] = {
    code: "ace" if rank == "A" else "face" if rank in "JQK" else "number" for code, rank in cards.RANK.items()
}
ACES = frozenset(code for code, kind in KIND.items() if kind == "ace")
FACES = frozenset(code for code, kind in KIND.items() if kind == "face")

# An ace as the value of a spell or a parry: above every sum that cards can make.
ACE = 10_000

DAMAGE: dict[Kind, int] = {"number": 1, "face": 2}  # F52-26; an ace takes half
HEAL: dict[Kind, int] = {"number": 1, "face": 2}  # F52-86; an ace heals everything
LEAST_ACE_DAMAGE = 3  # F52-26
DURATION: dict[Kind, int] = {"number": 1, "face": 2, "ace": 4}  # F52-51
FEET_A_POINT = 30  # F52-28
PLAYER_SPEED = 30  # F52-17
DEATH_DRAWS = 3  # F52-33
DEFAULT_WAKE = 7  # F52-56
BASE_CARDS = 2  # F52-10, F52-30: level + 2
LEVELS_AN_EXTRA_CARD = 5  # F52-07
ENCOUNTERS_A_LEVEL = 5  # F52-90
MONSTER_HP = 3
MOST_PARTICIPANTS = 40
PRESENCE_RULES = ("F52-16",)  # Who comes, appears and goes.
HIGHEST_LEVEL = 50

MANEUVER_SUIT: dict[str, str] = {"disarm": "D", "fury-strike": "S", "parry": "H", "push": "C"}
SPELL_OF_SUIT: dict[str, str] = {"C": "destruct", "S": "harm", "H": "heal", "D": "protect"}
MANEUVER_RULE: dict[str, str] = {
    "disarm": "F52-72",
    "fury-strike": "F52-73",
    "parry": "F52-74",
    "push": "F52-75",
}
SPELL_RULE: dict[str, str] = {"destruct": "F52-83", "harm": "F52-85", "heal": "F52-86", "protect": "F52-87"}
EFFECT_RULE: dict[str, str] = {
    "continuous": "F52-50",
    "parry": "F52-74",
    "destruct": SPELL_RULE["destruct"],
    "protect": SPELL_RULE["protect"],
}
SUIT_WORD: dict[str, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def highest(pile: str) -> Kind:
    """The kind of the highest card of a pile that is not empty."""
    kind: Kind = "number"
    for card in pile:
        if card in ACES:
            return "ace"
        if card in FACES:
            kind = "face"
    return kind


def total(pile: str) -> int:
    """The sum of the cards' values, an ace counting 0."""
    return sum([VALUE[card] for card in pile])


def spell_value(pile: str) -> int:
    """The value of a spell or a parry: the sum, or `ACE`."""
    return ACE if pile in ACES else total(pile)


def half(hit_points: int) -> int:
    """What an ace takes: half the current hit points rounded up, at least 3 (F52-26)."""
    return max(LEAST_ACE_DAMAGE, (hit_points + 1) // 2)


def extra_cards(level: int | None) -> int:
    """How many more cards a level allows on any action and skill check (F52-07)."""
    return (level or 0) // LEVELS_AN_EXTRA_CARD


def level_of(encounters: int) -> int:
    """The level after so many encounters that counted and were survived (F52-90)."""
    return 1 + encounters // ENCOUNTERS_A_LEVEL

"""The numbers of A Game of Bastards: cards, pools, ranges, and every advantage."""

from typing import Annotated, Literal, NamedTuple

from rules.engine import cards
from rules.engine.codec import Meta

SLUG = "game-of-bastards"
DEALER = "gm"

TraitKey = Literal["body", "spirit", "mind", "luck"]
PoolKey = Literal["bp", "sp", "mp", "lp", "power"]
Suit = Literal["clubs", "hearts", "spades", "diamonds"]
Kind = Literal["fated", "follower", "extras"]
AttackKind = Literal["physical", "social", "mental", "luck"]
OutWord = Literal["unconscious", "beaten", "knocked-out", "gone", "conceded"]

Rank = Annotated[int, Meta(ge=1, le=20)]
Rating = Annotated[int, Meta(ge=1, le=5)]
Damage = Annotated[int, Meta(ge=0, le=50)]
Pool = Annotated[int, Meta(ge=0, le=100)]
Wildcards = Annotated[int, Meta(ge=0, le=20)]
Raises = Annotated[int, Meta(ge=0, le=50)]
Difficulty = Annotated[int, Meta(ge=0, le=20)]
ExtraCards = Annotated[int, Meta(ge=0, le=10)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Steps = Annotated[int, Meta(ge=1, le=99)]
Spent = Annotated[int, Meta(ge=1, le=20)]

MOST_PARTICIPANTS = 40
PRESENCE_RULES = ("GOB-98",)  # Who comes, appears and goes.
MOST_WEAPONS = 20
HIGHEST = 20
HAND = 5  # GOB-40
GROUP = 5  # GOB-96: the members of a group at most, and of one that reinforces (GOB-98)
HIGHEST_RATING = 5
POOL_A_RANK = 5  # GOB-11, GOB-95
OPPOSING_CARDS = 6  # GOB-20
POINTS_A_RAISE = 2  # GOB-23
POINTS_A_MEMBER = 2  # GOB-96
TWO_WEAPONS = 2  # GOB-51

# GOB-02: a number card counts its number, J 11, Q 12, K 13, A 14; a joker cannot be played.
VALUE: dict[str, int] = {
    code: 0 if name == cards.JOKER else cards.RANKS.index(name[0]) + 2 for code, name in cards.NAME.items()
}
# GOB-03: clubs < spades < hearts < diamonds.
SUIT_RANK: dict[str, int] = {
    code: -1 if name == cards.JOKER else "CSHD".index(name[1]) for code, name in cards.NAME.items()
}
# Highest value first, of equal values the higher suit (GOB-03); as an initiative card an ace counts 1 (GOB-02).
WORTH: dict[str, int] = {code: value * 4 + SUIT_RANK[code] for code, value in VALUE.items()}
ACTS: dict[str, int] = {code: (1 if value == 14 else value) * 4 + SUIT_RANK[code] for code, value in VALUE.items()}
DECKS: dict[int, str] = {1: cards.DECK + cards.JOKERS[:2], 2: cards.DECK + cards.SECOND + cards.JOKERS}
WHOLE: dict[int, frozenset[str]] = {decks: frozenset(pile) for decks, pile in DECKS.items()}

POOLS: tuple[PoolKey, ...] = ("bp", "sp", "mp", "lp")
TRAITS: tuple[TraitKey, ...] = ("body", "spirit", "mind", "luck")
SUIT_TRAIT: dict[Suit, TraitKey] = {"clubs": "body", "hearts": "spirit", "spades": "mind", "diamonds": "luck"}
SUIT_POOL: dict[str, PoolKey] = {"C": "bp", "H": "sp", "S": "mp", "D": "lp"}
# GOB-46: what each kind of attack strikes, and the traits of both sides.
STRIKES: dict[AttackKind, PoolKey] = {"physical": "bp", "social": "sp", "mental": "mp", "luck": "lp"}
ATTACKS_WITH: dict[AttackKind, TraitKey] = {"physical": "body", "social": "spirit", "mental": "mind", "luck": "luck"}
DEFENDS_WITH: dict[AttackKind, TraitKey] = {"physical": "mind", "social": "spirit", "mental": "mind", "luck": "luck"}

UNARMED = "Combat (Unarmed)"
GRAPPLE = "Combat (Grapple)"
MEDITATION = "Meditation"
CRIMINAL_SKILLS = frozenset({"Stealth", "Influence"})
HEARTY_SKILLS = frozenset({"Athletics", "Dexterity", "Manual Dexterity"})


class Advantage(NamedTuple):
    """An advantage as the engine carries it out.

    `suit` is C, S, H or D; an advantage works while the pool of its suit (`SUIT_POOL`) is not empty (GOB-16).
    `use`: "always" works by itself; "declared" and "action" are declared, the latter giving up the action;
    "attack" is named once with an attack. `places` are where it may be named: "use" at any time outside a play,
    "turn" in one's own turn, "attack", "defend"; none for one that works by itself or is asked for.
    `figures` are the numbers that a catalogue row of the same key may change:
      cost       points of its suit's pool to be paid
      wildcards  wildcards to be spent
      times      how often the trait or rank in question counts (All-Out Defense: Body twice)
      draw       cards drawn
      more       cards more that may be played
      fewer      cards fewer that may be played (Savage: in its second attack; Berserk: in defence)
      penalty    the cards that fighting with two weapons costs
      reduction  points of damage less, for each rank
      raises     raises that are needed for more (Disarm: to take the weapon)
      damage     points added to damage (Wild Swing: for each point of Body held back)
    """

    name: str
    rule: str
    suit: Literal["C", "S", "H", "D"]
    category: Literal["defensive", "offensive", "utility"]
    use: Literal["always", "attack", "declared", "action"]
    places: tuple[str, ...] = ()
    figures: dict[str, int] = {}


ADVANTAGES: dict[str, Advantage] = {
    "counter": Advantage("Counter", "GOB-60", "S", "defensive", "declared", ("defend",)),
    "all-out-defense": Advantage("All-Out Defense", "GOB-61", "C", "defensive", "action", ("use",), {"times": 2}),
    "defensive-stance": Advantage("Defensive Stance", "GOB-62", "C", "defensive", "declared", ("turn",)),
    "serendipity": Advantage("Serendipity", "GOB-63", "D", "defensive", "declared", ("use", "defend"), {"cost": 1}),
    "iron-wall": Advantage("Iron Wall", "GOB-64", "C", "defensive", "declared", ("use",), {"wildcards": 1, "times": 1}),
    "karmic-shuffle": Advantage("Karmic Shuffle", "GOB-65", "D", "defensive", "declared", ("use",), {"wildcards": 1}),
    "soul-of-steel": Advantage(
        "Soul of Steel", "GOB-66", "H", "defensive", "action", ("use",), {"wildcards": 1, "times": 2}
    ),
    "study": Advantage("Study", "GOB-67", "S", "defensive", "action", ("turn",), {"times": 2}),
    "careful": Advantage("Careful", "GOB-68", "S", "defensive", "always", (), {"draw": 1}),
    "dodge": Advantage("Dodge", "GOB-69", "C", "defensive", "declared", ("use", "defend"), {"cost": 1}),
    "mind-over-matter": Advantage("Mind Over Matter", "GOB-70", "S", "defensive", "declared", (), {"cost": 1}),
    "tenacity": Advantage("Tenacity", "GOB-71", "C", "defensive", "always", (), {"draw": 1}),
    "savage": Advantage("Savage", "GOB-72", "C", "offensive", "attack", ("attack",), {"cost": 1, "fewer": 2}),
    "ambidextrous": Advantage("Ambidextrous", "GOB-73", "C", "offensive", "always", (), {"penalty": 1}),
    "florentine": Advantage("Florentine", "GOB-74", "S", "offensive", "always", (), {"penalty": 0}),
    "zeal": Advantage("Zeal", "GOB-75", "H", "offensive", "attack", ("attack",), {"cost": 1}),
    "fortune": Advantage("Fortune", "GOB-76", "D", "offensive", "attack", ("attack",), {"cost": 1}),
    "ass-pull": Advantage("Ass Pull", "GOB-77", "D", "offensive", "declared", ("turn",), {"cost": 1, "draw": 2}),
    "faith": Advantage("Faith", "GOB-78", "H", "offensive", "always", (), {"draw": 1}),
    "speedy": Advantage("Speedy", "GOB-79", "S", "offensive", "always"),
    "berserk": Advantage(
        "Berserk", "GOB-80", "H", "offensive", "declared", ("turn",), {"wildcards": 1, "times": 2, "fewer": 1}
    ),
    "wild-swing": Advantage("Wild Swing", "GOB-81", "C", "offensive", "attack", ("attack",), {"cost": 1, "damage": 2}),
    "disarm": Advantage("Disarm", "GOB-82", "S", "offensive", "attack", ("attack",), {"cost": 1, "raises": 2}),
    "cunning-linguist": Advantage("Cunning Linguist", "GOB-83", "S", "utility", "always", (), {"more": 1}),
    "criminal": Advantage("Criminal", "GOB-84", "D", "utility", "always", (), {"more": 1}),
    "hearty": Advantage("Hearty", "GOB-85", "C", "utility", "always", (), {"more": 1}),
    "acrobat": Advantage("Acrobat", "GOB-86", "C", "utility", "declared", (), {"times": 1}),
    "toughness": Advantage("Toughness", "GOB-87", "C", "utility", "always", (), {"reduction": 1}),
    "resolve": Advantage("Resolve", "GOB-88", "H", "utility", "always", (), {"reduction": 1}),
    "brawler": Advantage("Brawler", "GOB-89", "C", "utility", "always", (), {"times": 1}),
    "grappler": Advantage("Grappler", "GOB-90", "C", "utility", "always", (), {"times": 1}),
}
# These the source calls always active, so that being berserk does not stop them (GOB-80).
ALWAYS_ACTIVE = frozenset({"tenacity", "toughness", "resolve"})
FOR_A_WEAPON = frozenset({"counter", "florentine"})
IN_RANKS = frozenset({"toughness", "resolve"})
FIGURE_NAMES = frozenset(
    {"cost", "wildcards", "times", "draw", "more", "fewer", "penalty", "reduction", "raises", "damage"}
)

"""The lists behind a sheet: traits with suits and Fates, skills, prices, and advantages for people."""

from typing import Annotated, Any, Literal, NamedTuple

from rules.engine.codec import Meta, Struct
from rules.games.game_of_bastards import tables

Suit = Literal["clubs", "hearts", "spades", "diamonds"]
TraitKey = Literal["body", "spirit", "mind", "luck"]
Rank = Annotated[int, Meta(ge=1, le=20)]

HIGHEST = 20
START_POINTS = 10
STEP_PRICE = 1
FREE_ADVANTAGES = 2
CHOSEN_TRAIT = 2
POOL_A_RANK = 5
HAND = 5
OPPOSING_CARDS = 6
SPECIALTY_FROM = 2
MOST_WILDCARDS = 20
MOST_RANKS = 5  # GOB-87, GOB-88
UNIT = "xp"


class Trait(NamedTuple):
    """A trait with its suit, Fate and pool (GOB-10, GOB-11)."""

    key: TraitKey
    name: str
    suit: Suit
    tarot: str
    fate: str
    pool: str


TRAITS = (
    Trait("body", "Body", "clubs", "swords", "Kranos", "bp"),
    Trait("spirit", "Spirit", "hearts", "cups", "Loressa", "sp"),
    Trait("mind", "Mind", "spades", "staves", "Aiyala", "mp"),
    Trait("luck", "Luck", "diamonds", "coins", "Esme", "lp"),
)
BY_SUIT = {trait.suit: trait for trait in TRAITS}
BY_TRAIT: dict[str, Trait] = {trait.key: trait for trait in TRAITS}
BY_POOL = {trait.pool: trait for trait in TRAITS}

# GOB-14. Of Combat and Craft there is one for each type; these two of Combat always exist.
SKILLS = (
    "Athletics",
    "Dexterity",
    "Combat (Unarmed)",
    "Combat (Grapple)",
    "Stealth",
    "Technology",
    "Academics",
    "Influence",
    "Business",
    "Perception",
    "Meditation",
    "First Aid",
    "Guts",
    "Perform",
    "Gambling",
)
TYPED = ("Combat", "Craft")
SPELLINGS = {name.casefold(): name for name in SKILLS} | {"manual dexterity": "Dexterity"}


class Advantage(Struct):
    """An advantage for people; `effect` is the key of the one that the engine carries out, or None.

    `cost` has pools and "wildcards" by their keys, and "action": 1 when it takes the action.
    """

    key: str
    name: str
    suit: Suit
    category: Literal["defensive", "offensive", "utility"]
    use: Literal["always", "attack", "declared", "action"]
    rule: str
    text: str
    cost: dict[str, int] = {}
    weapon: bool = False
    most: int = 1
    effect: str | None = None


SUITS: dict[str, Suit] = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}

# What each does, in a line; the rule itself is told in full by its id.
TEXTS = {
    "counter": "Attacked in melee while wielding the weapon, put cards aside. If your defence holds, they strike back.",
    "all-out-defense": "Your physical defences use twice your Body instead of Mind in this round. You take no action.",
    "defensive-stance": "Until the opposition ends, play up to Body cards fewer on attacks, as many more in defence.",
    "serendipity": "Your next physical defence uses Luck instead of Mind.",
    "iron-wall": "In this round, damage to your BP is lowered by your Body.",
    "karmic-shuffle": "In this round, everyone in the opposition adds Luck to physical defences, and nothing else.",
    "soul-of-steel": "In this round, damage to your SP or BP is lowered by twice your Spirit.",
    "study": "Choose an opponent: until the opposition ends, your Mind counts twice in physical defences against them.",
    "careful": "An attack that does you no damage lets you draw a card.",
    "dodge": "Your next physical defence uses Body instead of Mind.",
    "mind-over-matter": "Damage that would strike your BP strikes MP instead.",
    "tenacity": "Damage to your BP lets you draw a card.",
    "savage": "If this melee attack succeeds, make another one at once with two fewer cards.",
    "ambidextrous": "Fighting with two weapons costs you one card instead of two.",
    "florentine": "When you defend with the weapon, fighting with two weapons costs you no card.",
    "zeal": "A physical attack adds Spirit instead of Body.",
    "fortune": "A physical attack adds Luck instead of Body, and is defended with Luck instead of Mind.",
    "ass-pull": "In your turn, draw two cards, then discard two.",
    "faith": "Damage to your SP lets you draw a card.",
    "speedy": "Replacing your initiative card costs no action.",
    "berserk": "Your physical damage adds Body twice. Only offensive advantages, and one card fewer in defence.",
    "wild-swing": "Lower the Body of a melee attack by any amount; if it succeeds, twice as much is added to damage.",
    "disarm": "A melee attack with Mind and no damage: the opponent drops a weapon; with two raises you may take it.",
    "cunning-linguist": "You play one more card in any opposed social draw.",
    "criminal": "You play one more card with Stealth or Influence.",
    "hearty": "You play one more card with Athletics or Dexterity.",
    "acrobat": "In a fate draw of extreme movement, exchange up to Body of the cards you drew.",
    "toughness": "Damage to your BP is 1 less.",
    "resolve": "Damage to your SP is 1 less.",
    "brawler": "Your rank in Combat (Unarmed) is added to the damage of attacks with it.",
    "grappler": "Your rank in Combat (Grapple) is added to the damage of attacks with it.",
}


def cost_of(suit: str, use: str, figures: dict[str, Any]) -> dict[str, int]:
    """The cost of using an advantage: pools, wildcards and action."""
    cost = {BY_SUIT[suit].pool: figures.get("cost", 0), "wildcards": figures.get("wildcards", 0)}  # type: ignore[index]
    cost["action"] = int(use == "action")
    return {key: amount for key, amount in cost.items() if amount}


def _for_participants(key: str, advantage: tables.Advantage) -> Advantage:
    suit = SUITS[advantage.suit]
    return Advantage(
        key,
        advantage.name,
        suit,
        advantage.category,
        advantage.use,
        advantage.rule,
        TEXTS[key],
        cost_of(suit, advantage.use, advantage.figures),
        key in tables.FOR_A_WEAPON,
        MOST_RANKS if key in tables.IN_RANKS else 1,
        key,
    )


ADVANTAGES: dict[str, Advantage] = {
    key: _for_participants(key, advantage) for key, advantage in tables.ADVANTAGES.items()
}

FIST_SKILLS = {"brawler": tables.UNARMED, "grappler": tables.GRAPPLE}  # GOB-89, GOB-90
# What an additional-card advantage reaches in a fate draw (GOB-84, GOB-85).
EXTRA_CARD_SKILLS = {"criminal": tables.CRIMINAL_SKILLS, "hearty": tables.HEARTY_SKILLS}


def skill_name(given: str) -> str:
    """The spelling of a skill in the game: "combat (sword)" becomes Combat (Sword)."""
    name = " ".join(given.split())
    known = SPELLINGS.get(name.casefold())
    if known:
        return known
    head, opened, tail = name.partition("(")
    for kind in TYPED:
        if opened and head.strip().casefold() == kind.casefold() and tail.rstrip(") "):
            inner = tail.rstrip(") ").strip()
            full_name = f"{kind} ({inner[:1].upper()}{inner[1:]})"
            return SPELLINGS.get(full_name.casefold(), full_name)
    return name


def cost_words(cost: dict[str, int]) -> str:
    """A cost in words: "1 BP", "a wildcard and the action"; "" when it is free."""
    words = []
    for key, amount in cost.items():
        if key == "action":
            words.append("the action")
        elif key == "wildcards":
            words.append("a wildcard" if amount == 1 else f"{amount} wildcards")
        else:
            words.append(f"{amount} {key.upper()}")
    return " and ".join(words)

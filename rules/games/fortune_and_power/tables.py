"""The numbers of Fortune and Power: prices, ranges, and the names that the rules use."""

from typing import Annotated, Literal

from rules.engine.codec import Meta

SLUG = "fortune-and-power"
GM = "gm"
PLAYERS = "players"
MONSTERS = "monsters"

Level = Annotated[int, Meta(ge=0, le=99)]
Challenge = Annotated[int, Meta(ge=0, le=999)]
Bonus = Annotated[int, Meta(ge=-99, le=99)]
Armor = Annotated[int, Meta(ge=0, le=99)]
Protection = Annotated[int, Meta(ge=0, le=198)]
Pool = Annotated[int, Meta(ge=0, le=999)]
Limit = Annotated[int, Meta(ge=1, le=999)]
Weeks = Annotated[int, Meta(ge=1, le=99)]
Spaces = Annotated[int, Meta(ge=0, le=999)]
Dox = Annotated[int, Meta(ge=0, le=9999)]
CheckFortune = Annotated[int, Meta(ge=0, le=3)]
Points = Annotated[int, Meta(ge=0, le=9999)]
AWeek = Annotated[int, Meta(ge=0, le=999)]
Kind = Literal["pc", "npc"]
Harm = Literal["full", "dox", "manual"]
DamageOption = Literal["full", "dox"]
Prices = Literal["table", "flat"]
Injury = Literal["wound", "shock"]
Verdict = Literal["success", "failure", "tie"]

SIDES = 6
DICE = 2
LOWEST, HIGHEST = 2, 12  # FNP-12
AGAINST_TRAIT = 7  # FNP-13, FNP-34
AMBUSHED = 6  # FNP-34
ACTIONS = 2  # FNP-32
MOST_POOL = 999
MOST_CHANGE = 9999  # of wounds, shocks or fortune at once, which then stop at the ends of their range
MOST_LEVEL = 99
MOST_MODIFIER = 99
LIMIT = 10  # FNP-41, FNP-44
MOST_PARTICIPANTS = 100
PRESENCE_RULES = ("FNP-32",)  # Who comes, appears and goes.
MOST_LISTED = 200

# FNP-06: what fortune buys.
MOST_ON_A_CHECK = 3
MOST_ON_A_MOVE = 3
RAPID_PRICE: dict[int, int] = {2: 3, 4: 6}
RAPID_ACTIONS: dict[int, int] = {2: 1, 4: 2}
RAPID_TRAITS = ("Warrior", "Archer")

# Traits and a gift that the rules themselves name (FNP-07, FNP-08, FNP-32, FNP-34, FNP-42).
PERCEPTION, STRENGTH, CONSTITUTION = "Perception", "Strength", "Constitution"
ATHLETE, WARRIOR, ARCHER = "Athlete", "Warrior", "Archer"
EMPATHY = "Empathy"
TALENTS = ("Command", "Constitution", "Intuition", "Perception", "Strength")
PROFESSIONS = ("Archer", "Athlete", "Burglar", "Warrior")
LISTED = (*TALENTS, *PROFESSIONS)
GIFT_PRICES: dict[str, int] = {
    "Sorcery": 20,
    "Empathy": 10,
    "Natural Weapon": 6,
    "Natural Armor": 6,
    "Superior Hearing": 3,
    "Superior Olfaction": 3,
    "Starvision": 3,
    "Immunity": 3,
    "Longevity": 3,
    "Amphibious": 3,
    "Phosphorescence": 3,
    "Extra Limbs": 3,
}
MANY_GIFTS = frozenset({"Extra Limbs"})

# FNP-20.
CHALLENGES: dict[str, int] = {
    "trivial": 3,
    "mild": 6,
    "fair": 9,
    "moderate": 12,
    "great": 15,
    "incredible": 18,
    "inconceivable": 21,
}

CHARACTER_POINTS = 40
PRICE = (0, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25)  # FNP-03, levels 0 to 10
DECADE = 10


def price(level: int, option: str = "table") -> int:
    """What a trait of that level (0 to 99) costs altogether (FNP-03)."""
    if option == "flat":
        return level
    decades = max(0, level - 1) // DECADE
    return PRICE[level - DECADE * decades] * int(DECADE**decades)


def standing(level: int) -> str:
    """What a level means among people (FNP-07)."""
    if level >= 9:
        return "mastery"
    if level >= 3:
        return "a trade" if level <= 6 else "beyond a trade"
    return "the ordinary level" if level == 0 else "above the ordinary"

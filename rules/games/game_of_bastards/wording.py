"""The sentences of events and the words of offers: plain, in the present tense, with names instead of ids."""

# What a character that is out is said to be, and the rules that say so (GOB-49, GOB-95, GOB-96).
OUT_TEXT: dict[str, str] = {
    "unconscious": "{name} falls unconscious and is out.",
    "beaten": "{name} is beaten and out.",
    "knocked-out": "{name} is knocked out.",
    "gone": "The last of {name} is gone.",
}
OUT_RULES: dict[str, tuple[str, ...]] = {
    "unconscious": ("GOB-49",),
    "beaten": ("GOB-49",),
    "knocked-out": ("GOB-95",),
    "gone": ("GOB-96",),
    "conceded": ("GOB-49",),
}

# What someone at a step of its turn does next (GOB-41, GOB-72).
NEXT = {
    "draw": "draws a card or takes a mulligan first",
    "declare": "has already drawn and takes the action now",
    "follow": "may attack in melee or pass now",
    "acted": "has acted",
}

DRAMATIC = {
    "reinforce": "reinforcements arrive",
    "involve": "followers get involved",
    "appearance": "another character appears in person",
    "distance": "they keep their distance",
}
HOW = {"social": " with words", "mental": " in a contest of the mind", "luck": " by luck"}
OTHER_ATTACKS = {
    "social": "Strike {whom} with words",
    "mental": "Strike at the mind of {whom}",
    "luck": "Try the luck of {whom}",
}
POWERS = {
    "all-out-defense": "Give up your action for an all-out defence in this round",
    "serendipity": "Use Luck in your next physical defence",
    "dodge": "Use Body in your next physical defence",
    "iron-wall": "Stand like an iron wall in this round",
    "karmic-shuffle": "Make everyone defend with Luck in this round",
    "soul-of-steel": "Give up your action to steel your soul for this round",
    "ass-pull": "Draw two cards, then discard two",
    "berserk": "Go berserk",
}


def join_and(names: list[str]) -> str:
    """Names as a list in a sentence: "Ana, Bo and Cy"."""
    return " and ".join([part for part in (", ".join(names[:-1]), *names[-1:]) if part])


def count_points(number: int) -> str:
    """ "1 point", "3 points"."""
    return "1 point" if number == 1 else f"{number} points"


def count_wildcards(number: int) -> str:
    """ "1 wildcard", "3 wildcards"."""
    return "1 wildcard" if number == 1 else f"{number} wildcards"


def pool_name(pool: str) -> str:
    """A pool in a sentence: BP, SP, MP and LP, and the power of a follower."""
    return pool.upper() if len(pool) == 2 else pool


def ending(outcome: str) -> str:
    """How an opposition ends, without the full stop; a side's name becomes a sentence."""
    named = {
        "players": "The players prevail",
        "monsters": "The opposition prevails",
        "foes": "The foes prevail",
        "none": "Nobody is left standing",
    }
    return named.get(outcome, outcome.rstrip("."))

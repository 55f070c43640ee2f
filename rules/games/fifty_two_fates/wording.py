"""The sentences of events: plain, in the present tense, with names instead of ids."""

from typing import Literal

from rules.engine import cards
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.comparison import Verdict
from rules.games.fifty_two_fates.state import Participant, Pending

PLAY_RULES: dict[str, tuple[str, ...]] = {
    "melee": ("F52-20", "F52-21", "F52-23"),
    "missile": ("F52-20", "F52-21", "F52-23"),
    "unarmed": ("F52-20", "F52-21", "F52-29"),
    "disarm": ("F52-70", "F52-71", "F52-72"),
    "fury-strike": ("F52-70", "F52-71", "F52-73"),
    "push": ("F52-70", "F52-71", "F52-75"),
    "destruct": ("F52-80", "F52-82", "F52-83"),
    "harm": ("F52-80", "F52-82", "F52-85"),
}
PLAY_RULE: dict[str, str] = {
    "melee": "F52-26",
    "missile": "F52-26",
    "unarmed": "F52-29",
    "disarm": "F52-72",
    "fury-strike": "F52-73",
    "push": "F52-75",
    "destruct": "F52-83",
    "harm": "F52-85",
}
RANGE = {
    "melee": "in melee with each other",
    "near": "near each other",
    "far": "far from each other",
    "unseen": "out of each other's sight",
}
DISTANT = {"far": "too far away", "unseen": "out of sight"}
OUTCOME = {
    "victory": "in victory",
    "defeat": "in defeat",
    "escape": "with an escape",
    "parley": "with a parley",
    "other": "in another way",
}
VERB = {
    "melee": "attacks {target}",
    "missile": "shoots at {target}",
    "unarmed": "attacks {target} unarmed",
    "disarm": "tries to disarm {target}",
    "fury-strike": "strikes at {target} in fury",
    "push": "tries to push {target}",
    "destruct": "casts destruct on {target}",
    "harm": "casts harm on {target}",
}
WEAPON_GONE = {
    "floor": "falls to the floor",
    "away": "is thrown out of reach",
    "broken": "is thrown away and broken",
}
SPELL_SENTENCES = {
    ("protect", False): "{value} will be added to {name}'s defence in the next attack.",
    ("protect", True): "{name} takes no damage for one full round.",
    ("destruct", False): "{value} will be added to the next attack on {name}.",
    ("destruct", True): "For one full round every attack on {name} does its damage.",
}


def worth(pile: str) -> str:
    """The value of a play for a sentence: its total, or "an ace"."""
    return "an ace" if pile in tables.ACES else str(tables.total(pile))


def spell_figure(value: int) -> int | Literal["ace"]:
    """The value of a spell for people and views: a number, or "ace"."""
    return "ace" if value == tables.ACE else value


def play(participant: Participant, target: Participant, pending: Pending) -> str:
    """The attacker's play, before any defence."""
    does = VERB[pending.how].replace("{target}", target.name)
    if not pending.cards:
        return f"{participant.name} {does}, who cannot defend themselves."
    return f"{participant.name} {does} with {cards.join_names(pending.cards)}: {worth(pending.cards)}."


def defense(target: Participant, pile: str, pending: Pending, verdict: Verdict) -> str:
    """The defender's play, and the two totals."""
    shown = f"plays {cards.join_names(pile)}" if pile else "plays no card"
    attack = "an ace" if pending.cards in tables.ACES else str(verdict.attack_total)
    held = "an ace" if pile in tables.ACES or target.parry == tables.ACE else str(verdict.defense_total)
    return f"{target.name} {shown}: {attack} against {held}."


def hit(participant: Participant, target: Participant, pending: Pending) -> str:
    """The sentence of a successful play."""
    if pending.kind == "attack":
        return f"Hit: {participant.name} strikes {target.name}."
    return f"{participant.name}'s {pending.how.replace('-', ' ')} on {target.name} succeeds."


def miss(participant: Participant, target: Participant, pending: Pending) -> str:
    """The sentence of a play that fails."""
    if pending.kind == "attack":
        return f"{target.name} holds off {participant.name}."
    return f"{participant.name}'s {pending.how.replace('-', ' ')} on {target.name} fails."


def spell(participant: Participant, target: Participant, pile: str, name: str) -> str:
    """The sentence of a spell without opposition."""
    on = "" if target is participant else f" on {target.name}"
    itself = " on themselves" if target is participant else ""
    return f"{participant.name} casts {name}{on}{itself} with {cards.join_names(pile)}: {worth(pile)}."


def damage_draw(participant: Participant, what: str, drawn: str) -> str:
    """The sentence of the card that decides a damage."""
    shown = cards.join_names(drawn) if drawn else "no card, which counts as a number card"
    return (
        f"{participant.name} fumbles and draws {shown}."
        if what == "fumble"
        else f"{participant.name} draws {shown} for the damage."
    )


def check(participant: Participant, pile: str, difficulty: int, success: bool, automatic: bool) -> str:
    """An action skill check."""
    shown = cards.join_names(pile) or "no card"
    outcome = "success" if success else "failure"
    against = "an ace" if automatic else str(tables.total(pile))
    return f"{participant.name} draws {shown}: {against} against difficulty {difficulty}, {outcome}."


def name_group(group: str) -> str:
    """A group in a sentence: the players and the monsters, or a group by its own name."""
    if group in (tables.PLAYERS, tables.MONSTERS):
        return f"the {group}"
    return capitalize(group)


def capitalize(words: str) -> str:
    """Words at the beginning of a sentence; names in them stay as they are."""
    return words[:1].upper() + words[1:]

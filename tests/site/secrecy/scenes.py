"""The tables that are attacked: one a game, each with a known deck, a script, and what each viewer must not know.

A command of a script names cards by their place in the deck ("@3"), so that the same script is played at a table
where only hidden cards lie otherwise, face-down ones among them.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from rules import play as rules
from rules.engine.cards import NAMES

Places = tuple[int, ...]
# A step that is no command: someone takes a seat that nobody has, or gives an own one back.
TAKE, FREE = "take", "free"


@dataclass(frozen=True)
class Scene:
    """One game's table.

    `deck` is the whole deck, top first; `deep` the places of it that are never drawn. `moments` name how much of
    `script` was played, and the places of the cards that lie hidden then, by the participant that holds them;
    `own` tells whose cards each viewer sees then, and `after_deal` does the same for a canary.
    """

    system: str
    heroes: tuple[tuple[str, str, dict[str, Any]], ...]
    foes: tuple[tuple[str, dict[str, Any], int], ...]
    deck: tuple[str, ...]
    deep: range
    script: tuple[tuple[str, dict[str, Any]], ...]
    moments: dict[str, tuple[int, dict[str, Places]]]
    membership: dict[str, dict[str, tuple[str, ...]]]
    odds: tuple[dict[str, Any], ...]
    refused: tuple[dict[str, Any], ...]
    seats: tuple[str, ...] = ("oskar", "mara", "gm")
    options: dict[str, Any] = field(default_factory=dict)
    dealerless: bool = False

    def hidden(self, moment: str, viewer: str) -> Places:
        """The places of the cards that a viewer must not know at a moment."""
        seen = self.membership[moment].get(viewer, ())
        return tuple(place for who, places in self.moments[moment][1].items() if who not in seen for place in places)

    def dealt(self, moment: str, viewer: str, seed: int) -> tuple[str, ...]:
        """The deck with what is hidden from a viewer exchanged, among itself and with the depth of the pile."""
        places = [*self.hidden(moment, viewer), *self.deep]
        moved = [self.deck[place] for place in places]
        random.Random(seed).shuffle(moved)
        deck = list(self.deck)
        for place, card in zip(places, moved, strict=True):
            deck[place] = card
        return tuple(deck)


def named(command: Any, deck: tuple[str, ...]) -> Any:
    """A command with the cards of this deck in the place of "@3"."""
    if isinstance(command, dict):
        return {key: named(value, deck) for key, value in command.items()}
    if isinstance(command, list):
        return [named(value, deck) for value in command]
    return deck[int(command[1:])] if isinstance(command, str) and command.startswith("@") else command


def everybody_else(top: list[str]) -> list[str]:
    """The cards that a top of a deck leaves."""
    return [card for card in NAMES if card not in top]


# 52 Fates: hands of three, one card for the Fate Dealer, then initiative: the players act first.
_FATES = ["KD", "9C", "4S", "QH", "5D", "AS", "7C", "KS", "JC", "2H"]
_STRIKE: dict[str, Any] = {"type": "attack", "target": "bandit-1", "weapon": "melee"}
FATES = Scene(
    system="fifty-two-fates",
    heroes=(("ana", "Mara", {"class": "warrior"}), ("ben", "Oskar", {"class": "wizard"})),
    foes=(("Bandit", {"max_hp": 3}, 2),),
    deck=(*_FATES, *everybody_else(_FATES)),
    deep=range(30, 52),
    script=(
        ("ana", {**_STRIKE, "actor": "mara", "cards": ["@0"]}),
        ("gm", {"type": "defend", "actor": "bandit-1", "cards": []}),
        ("ben", {"type": "pass", "actor": "oskar"}),
        ("gm", {"type": "pass", "actor": "bandit-1"}),
        ("gm", {"type": "pass", "actor": "bandit-2"}),
        ("ana", {"type": "skill-check", "actor": "mara", "difficulty": 6}),
    ),
    moments={
        "answer": (1, {"mara": (1, 2), "oskar": (3, 4, 5), "gm": (6,)}),
        "after": (6, {"mara": (1, 2), "oskar": (3, 4, 5), "gm": (6,)}),
    },
    membership={
        moment: {"ana": ("mara",), "ben": ("oskar",), "gm": ("gm",), "co-gm": ("gm",)} for moment in ("answer", "after")
    },
    odds=(
        {"type": "skill-check", "actor": "mara", "difficulty": 6},
        {"type": "skill-check", "actor": "oskar", "difficulty": 6},
        {**_STRIKE, "actor": "oskar", "cards": ["QH"]},
        {**_STRIKE, "actor": "mara", "cards": ["9C"]},
        {**_STRIKE, "actor": "bandit-1", "target": "mara", "cards": ["7C"]},
    ),
    refused=(
        {**_STRIKE, "actor": "oskar", "cards": []},
        {"type": "defend", "actor": "nobody", "cards": []},
        {"type": "discard", "actor": "bandit-2", "cards": []},
        {"type": "dance", "actor": "gm"},
        {},
    ),
)

# A Game of Bastards: five cards each, three for the mob; the aces are shown for initiative, the players act first.
# Mara draws, calls the dockers in and attacks; the sharp answers, with a card laid aside for a counter, which strikes
# and makes her desperate; both draw by that, and Oskar takes a mulligan.
_KNIVES = [
    "AC",
    "9C",
    "JD",
    "3S",
    "7H",
    "AS",
    "8D",
    "6C",
    "QS",
    "4H",
    "AH",
    "KD",
    "TS",
    "5C",
    "JH",
    "AD",
    "6D",
    "9S",
    "8S",
    "2C",
    "7C",
    "QH",
    "KC",
    "3D",
    "TD",
    "9H",
]
_BASTARDS = "game-of-bastards"
_SWORD = {"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}
_HIT: dict[str, Any] = {"type": "attack", "kind": "physical", "skill": "Combat (Sword)", "weapon": "Sword"}
_TURNED: dict[str, Any] = {"type": "defend", "skill": "Combat (Sword)"}


def _bastard(**fields: Any) -> dict[str, Any]:
    return {**rules.new_sheet(_BASTARDS), **fields}


_SCRIPT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ana", {"type": "initiative", "actor": "mara", "card": "@0"}),
    ("ben", {"type": "initiative", "actor": "oskar", "card": "@5"}),
    ("gm", {"type": "initiative", "actor": "sharp", "card": "@10"}),
    ("gm", {"type": "initiative", "actor": "mob", "card": "@15"}),
    ("ana", {"type": "draw", "actor": "mara"}),
    ("ana", {"type": "dramatic", "actor": "mara", "action": "reinforce", "id": "dockers", "name": "Dockers"}),
    ("ana", {**_HIT, "actor": "mara", "target": "sharp", "card": "@1"}),
    ("gm", {**_TURNED, "actor": "sharp", "card": "@11", "use": [{"advantage": "counter", "cards": ["@12"]}]}),
    ("gm", {"type": "call", "actor": "sharp"}),
    ("ana", {"type": "call", "actor": "mara"}),
    ("ana", {**_TURNED, "actor": "mara", "card": "@4"}),
    ("ana", {"type": "call", "actor": "mara"}),
    ("ana", {"type": "desperation", "actor": "mara", "trait": "luck"}),
    ("ben", {"type": "mulligan", "actor": "oskar"}),
)
_LAID: dict[str, Places] = {
    "mara": (1, 2, 3, 4, 18),
    "oskar": (6, 7, 8, 9),
    "sharp": (11, 12, 13, 14),
    "mob": (16, 17),
    "dockers": (20, 21, 22, 23),
}
_LATER: dict[str, Places] = {
    "mara": (2, 3, 18, 25),
    "oskar": (26, 27, 28, 29, 30),
    "sharp": (13, 14, 24),
    "mob": (16, 17),
    "dockers": (20, 21, 22, 23),
}
_PLAYERS = {"ana": ("mara", "dockers"), "ben": ("oskar",)}
_DEALT: dict[str, tuple[str, ...]] = {**_PLAYERS, "gm": ("sharp", "mob"), "co-gm": ("sharp", "mob")}
BASTARDS = Scene(
    system=_BASTARDS,
    heroes=(
        (
            "ana",
            "Mara",
            _bastard(
                suit="clubs",
                traits={"body": 2, "spirit": 2, "mind": 1, "luck": 1},
                skills={"Combat (Sword)": 3},
                pools={"bp": 1},
                weapons=[_SWORD],
                wildcards=2,
            ),
        ),
        ("ben", "Oskar", _bastard(suit="hearts")),
    ),
    foes=(
        (
            "Sharp",
            {
                "kind": "fated",
                "suit": "diamonds",
                "traits": {"body": 3, "spirit": 1, "mind": 2, "luck": 1},
                "skills": {"Combat (Sword)": 3},
                "weapons": [_SWORD],
                "advantages": [{"key": "counter", "weapon": "Sword"}, {"key": "careful"}],
            },
            1,
        ),
        ("Mob", {"kind": "extras", "power_rating": 1, "members": 3}, 1),
    ),
    deck=(*_KNIVES, *everybody_else(_KNIVES), "XX", "XX"),
    deep=range(34, 52),
    script=_SCRIPT,
    moments={"laid": (8, _LAID), "after": (14, _LATER)},
    membership={"laid": _DEALT, "after": _DEALT},
    odds=(
        {**_HIT, "actor": "mara", "target": "sharp", "card": "3S"},
        {**_TURNED, "actor": "sharp", "card": "5C"},
        {**_TURNED, "actor": "mara", "card": "7H"},
        {"type": "bet", "actor": "sharp", "cards": ["5C"]},
        {"type": "bet", "actor": "mara", "cards": ["JD"]},
        {"type": "call", "actor": "sharp"},
        {"type": "call", "actor": "mara"},
    ),
    refused=(
        {"type": "mulligan", "actor": "oskar", "cards": []},
        {"type": "defend", "actor": "nobody", "card": None},
        {"type": "discard", "actor": "mob", "cards": []},
        {"type": "assign", "actor": "gm", "target": "oskar", "controller": "nobody"},
        {"type": "replace-initiative", "actor": "sharp", "card": "2D"},
        {"type": "dance", "actor": "gm"},
        {},
    ),
    seats=("oskar", "mara", "gm", "sharp", "dockers"),
    options={"decks": 1},
)

# The same without a dealer: Ben runs the opposition, one seat at a time, and gives both back in the end.
_TAKEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ben", {"type": TAKE, "who": "mob"}),
    ("ben", {"type": "initiative", "actor": "mob", "card": "@15"}),
    ("ben", {"type": FREE, "who": "mob"}),
    ("ben", {"type": TAKE, "who": "sharp"}),
    *(("ben" if who == "gm" else who, command) for who, command in (*_SCRIPT[:3], *_SCRIPT[4:])),
    ("ben", {"type": FREE, "who": "sharp"}),
)
DEALERLESS = Scene(
    system=_BASTARDS,
    heroes=BASTARDS.heroes,
    foes=BASTARDS.foes,
    deck=BASTARDS.deck,
    deep=BASTARDS.deep,
    script=_TAKEN,
    moments={"laid": (11, _LAID), "after": (18, _LATER)},
    membership={"laid": {**_PLAYERS, "ben": ("oskar", "sharp")}, "after": _PLAYERS},
    odds=BASTARDS.odds,
    refused=BASTARDS.refused,
    seats=BASTARDS.seats,
    options=BASTARDS.options,
    dealerless=True,
)
SCENES = {"52 Fates": FATES, "bastards": BASTARDS, "dealerless": DEALERLESS}

"""The participants of the scenes, and decks of which every card is known before it is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "CSHD"
PLAIN_CARDS = [rank + suit for rank in RANKS for suit in SUITS]
PACK = [*PLAIN_CARDS, "XX", "XX"]
PIPS = {rank: place + 2 for place, rank in enumerate(RANKS)}
INITIATIVE = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC"]
FOR_A_WEAPON = ("counter", "florentine")
# The advantages that are for no weapon.
KEYS = [
    "all-out-defense",
    "defensive-stance",
    "serendipity",
    "iron-wall",
    "karmic-shuffle",
    "soul-of-steel",
    "study",
    "careful",
    "dodge",
    "mind-over-matter",
    "tenacity",
    "savage",
    "ambidextrous",
    "zeal",
    "fortune",
    "ass-pull",
    "faith",
    "speedy",
    "berserk",
    "wild-swing",
    "disarm",
    "cunning-linguist",
    "criminal",
    "hearty",
    "acrobat",
    "toughness",
    "resolve",
    "brawler",
    "grappler",
]
UNARMED = "Combat (Unarmed)"
SWORD = {"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}
CLUB = {"name": "Club", "damage": 0, "skill": UNARMED}
KNIFE = {"name": "Knife", "damage": 1, "skill": "Combat (Knife)"}
BOW = {"name": "Bow", "damage": 3, "skill": "Combat (Bow)", "ranged": True}


def traits(body: int = 1, spirit: int = 1, mind: int = 1, luck: int = 1) -> dict[str, int]:
    """The four traits; the pools are five times as large (GOB-11)."""
    return {"body": body, "spirit": spirit, "mind": mind, "luck": luck}


def fated(
    key: str, *advantages: str | dict[str, Any], side: str = "heroes", rank: int | None = None, **more: Any
) -> dict[str, Any]:
    """A fated character; `rank` is its rank in unarmed combat."""
    participant: dict[str, Any] = {"id": key, "name": key.title(), "side": side, "kind": "fated", **more}
    if advantages and "advantages" not in more:
        participant["advantages"] = [
            {"key": advantage} if isinstance(advantage, str) else advantage for advantage in advantages
        ]
    if rank is not None:
        participant["skills"] = {UNARMED: rank, **participant.get("skills", {})}
    return participant


def swordfighter(key: str, *advantages: str, side: str = "players", **more: Any) -> dict[str, Any]:
    """A fated character with a sword, skills and traits of its own; counter and florentine are for the sword."""
    owned = [
        {"key": advantage, "weapon": "Sword"} if advantage in FOR_A_WEAPON else {"key": advantage}
        for advantage in advantages
    ]
    participant = {"id": key, "name": key.title(), "side": side, "kind": "fated", "advantages": owned}
    participant["traits"] = traits(2, 2, 1, 2)
    participant["skills"] = {"Combat (Sword)": 2, UNARMED: 2}
    return {**participant, "weapons": [SWORD], **more}


def foe(key: str = "bo", *advantages: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """A fated character of the other side."""
    return fated(key, *advantages, **{"side": "foes", **more})


def follower(key: str = "fay", rating: int = 2, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": key.title(), "side": "foes", "kind": "follower", "power_rating": rating, **more}


def extras(key: str = "mob", rating: int = 2, members: int = 4, **more: Any) -> dict[str, Any]:
    return {
        "id": key,
        "name": key.title(),
        "side": "foes",
        "kind": "extras",
        "power_rating": rating,
        "members": members,
        **more,
    }


def hand_of(participant: Mapping[str, Any]) -> int:
    """How many cards the opening deal gives (GOB-40, GOB-95, GOB-96)."""
    return int(
        {"fated": 5, "follower": participant.get("power_rating"), "extras": participant.get("members")}[
            participant["kind"]
        ]
    )


def split(cards: str | Iterable[str]) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def whole_deck(decks: int = 2) -> Counter[str]:
    return Counter(PACK * decks)


def low_first(cards: Counter[str]) -> list[str]:
    """These cards, low ones first, each once before any a second time, jokers last."""
    once = sorted(cards, key=lambda card: (PIPS[card[0]] if card != "XX" else 99, "SHDCX".index(card[1])))
    most = max(cards.values(), default=0)
    plain = [card for copy in range(most) for card in once if cards[card] > copy and card != "XX"]
    return plain + ["XX"] * cards["XX"]


def stacked(
    participants: list[dict[str, Any]], hands: Mapping[str, str], first: Mapping[str, str], draws: str, decks: int = 2
) -> list[str]:
    """A whole deck: each one's initiative card, what it holds afterwards, fillers; then the draws; jokers last."""
    wanted = {}
    for participant, usual in zip(participants, INITIATIVE, strict=False):
        wanted[participant["id"]] = [first.get(participant["id"], usual), *split(hands.get(participant["id"], ""))]
    left = whole_deck(decks)
    left.subtract([card for cards in wanted.values() for card in cards] + split(draws))
    assert min(left.values()) >= 0, f"the deck lacks these cards: {[card for card in left if left[card] < 0]}"
    fillers = low_first(left)
    dealt: list[str] = []
    for participant in participants:
        cards = wanted[participant["id"]]
        more = [fillers.pop(0) for _ in range(hand_of(participant) - len(cards))]
        left.subtract(more)
        dealt += cards + more
        assert len(cards) + len(more) == hand_of(participant), f"{participant['id']} is dealt too many cards"
    return dealt + split(draws) + low_first(left)


def deck_of(hands: list[str], draws: str = "", decks: int = 2) -> list[str]:
    """A whole deck: these hands in order, then these draws, then the rest, jokers last."""
    named = [card for hand in hands for card in hand.split()] + draws.split()
    left = whole_deck(decks)
    left.subtract(named)
    return named + low_first(left)

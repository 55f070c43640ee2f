"""Cards and participants."""

from __future__ import annotations

from collections import Counter
from typing import Any

VALUES = {**{str(number): number for number in range(2, 10)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SUITS = "CSHD"
TRAITS = {"bp": "body", "sp": "spirit", "mp": "mind", "lp": "luck"}
BY_SUIT = {"clubs": "body", "hearts": "spirit", "spades": "mind", "diamonds": "luck"}
POOL_OF = {
    "bp": "all-out-defense defensive-stance iron-wall dodge tenacity savage ambidextrous wild-swing hearty acrobat "
    "toughness brawler grappler",
    "sp": "soul-of-steel zeal faith berserk resolve",
    "mp": "counter study careful mind-over-matter florentine speedy disarm cunning-linguist",
    "lp": "serendipity karmic-shuffle fortune ass-pull criminal",
}
POOLS = {key: pool for pool, keys in POOL_OF.items() for key in keys.split()}
DEFENSIVE = {
    "counter",
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
}
UTILITY = {"cunning-linguist", "criminal", "hearty", "acrobat", "brawler", "grappler"}


class Illegal(Exception):
    """The rules do not allow it."""


def need(allowed: object, why: str) -> None:
    if not allowed:
        raise Illegal(why)


def holds(hand: list[str], cards: list[str]) -> bool:
    return not Counter(cards) - Counter(hand)


def rank(card: str) -> tuple[int, int]:
    """GOB-02, GOB-03."""
    return VALUES[card[0]], SUITS.index(card[1])


class Participant:
    """One participant."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.id, self.side, self.kind = setup["id"], setup["side"], setup["kind"]
        self.fated = self.kind == "fated"
        self.controller = setup.get("controller") or (self.id if self.fated else "gm")
        self.wildcards = setup.get("wildcards") or 0
        self.weapons = [dict(weapon) for weapon in setup.get("weapons") or []]
        self.wielded = [weapon["name"] for weapon in self.weapons[:1]]
        self.armor, self.skills = setup.get("armor") or 0, setup.get("skills") or {}
        self.owned = {advantage["key"]: advantage for advantage in setup.get("advantages") or []}
        self.rating, self.members = setup.get("power_rating") or 0, setup.get("members") or 0
        self.hand: list[str] = []
        self.initiative: str | None = None
        self.effects: set[str] = set()
        self.next_defence: list[str] = []
        self.stance, self.studied = 0, set[str]()
        self.spent = self.acted = self.joined = False
        self.out: str | None = None
        self._figures(setup)

    def _figures(self, setup: dict[str, Any]) -> None:
        """GOB-10, GOB-11, GOB-48, GOB-49, GOB-95."""
        given = setup.get("pools") or {}
        self.traits = dict.fromkeys(TRAITS.values(), self.rating if self.kind == "follower" else 0)
        self.pools: dict[str, list[int]] = {}
        if self.fated:
            plain = {trait: 1 + (BY_SUIT.get(setup.get("suit", "")) == trait) for trait in TRAITS.values()}
            self.traits = setup.get("traits") or plain
            self.pools = {
                pool: [given.get(pool, 5 * self.traits[trait]), 5 * self.traits[trait]]
                for pool, trait in TRAITS.items()
            }
            empty = self.empty()
            self.out = None if len(empty) < 2 else "unconscious" if "bp" in empty else "beaten"
        elif self.kind == "follower":
            self.pools = {"power": [given.get("power", 5 * self.rating), 5 * self.rating]}
            self.out = None if self.pools["power"][0] else "knocked-out"

    def empty(self) -> list[str]:
        return [pool for pool, (now, _) in self.pools.items() if now == 0]

    def desperate(self) -> bool:
        return self.fated and bool(self.empty())

    def higher(self) -> str:
        """GOB-48: Spirit or Luck, Spirit when equal."""
        return "spirit" if self.traits["spirit"] >= self.traits["luck"] else "luck"

    def has(self, key: str) -> bool:
        """GOB-16, GOB-80."""
        calm = "berserk" not in self.effects or key not in DEFENSIVE | UTILITY
        return key in self.owned and self.pools[POOLS[key]][0] > 0 and calm

    def ranks(self, key: str) -> int:
        """GOB-87, GOB-88."""
        return (self.owned[key].get("ranks") or 1) if self.has(key) else 0

    def rank(self, skill: str | None) -> int:
        return (self.skills.get(skill, 1) if skill else 1) if self.fated else self.rating

    def full(self) -> int:
        """GOB-40, GOB-95, GOB-96."""
        return {"fated": 5, "follower": self.rating}.get(self.kind, self.members)

    def can_pay(self, costs: Counter[str]) -> bool:
        """GOB-48: not what it has not got, nor what would put it out."""
        left = {pool: now - costs[pool] for pool, (now, _) in self.pools.items()}
        return min(left.values()) >= 0 and list(left.values()).count(0) < 2

    def weapon(self, name: str) -> dict[str, Any] | None:
        return next((weapon for weapon in self.weapons if weapon["name"] == name), None)

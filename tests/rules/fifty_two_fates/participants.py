"""The cast of the scenes of 52 Fates, and the decks that deal them what a scene needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

RANKS = "23456789TJQKA"
FULL_DECK = [rank + suit for rank in RANKS for suit in "CDHS"]


def split(cards: str | Iterable[str]) -> list[str]:
    """Cards written as one text ("9C KD"), as a list."""
    return cards.split() if isinstance(cards, str) else list(cards)


def participant(name: str, **more: Any) -> dict[str, Any]:
    """A player character for the setup, of whom nothing more is said."""
    return {"id": name, "name": name.title(), "side": "players", **more}


def hero(name: str, level: int = 1, **more: Any) -> dict[str, Any]:
    """A player character for the setup; `class` may be given as `kind`."""
    if "kind" in more:
        more["class"] = more.pop("kind")
    return participant(name, level=level, **more)


def warrior(name: str, level: int = 1, **more: Any) -> dict[str, Any]:
    return hero(name, level, kind="warrior", **more)


def wizard(name: str, level: int = 1, **more: Any) -> dict[str, Any]:
    return hero(name, level, kind="wizard", **more)


def monster(name: str, **more: Any) -> dict[str, Any]:
    """A monster for the setup, with its monster block under `monster`."""
    return {"id": name, "name": name.title(), "side": "monsters", **more}


def foe(
    name: str,
    max_hp: int = 3,
    group: str | None = None,
    hp: int | None = None,
    armed: bool | None = None,
    level: int | None = None,
    **marks: Any,
) -> dict[str, Any]:
    """A monster for the setup; what is left over (`allowance`, `lines`, ...) is its monster block."""
    block = monster(name, max_hp=max_hp)
    optional = {"group": group, "hp": hp, "armed": armed, "level": level}
    block.update({key: value for key, value in optional.items() if value is not None})
    return {**block, "monster": marks} if marks else block


def groups_of(participants: Iterable[dict[str, Any]]) -> list[str]:
    found = ["players" if p["side"] == "players" else p.get("group") or "monsters" for p in participants]
    return list(dict.fromkeys(found))


def stacked(
    participants: list[dict[str, Any]],
    hands: dict[str, str],
    fd: str,
    order: list[str],
    draws: str,
    initiative: str | None,
) -> tuple[list[str], int]:
    """The supplied deck (hands, the FD's, initiative, draws) and how many extra cards the FD's hand needs."""
    players = [p for p in participants if p["side"] == "players"]
    highest = max(p["level"] for p in players)
    named = [c for text in (*hands.values(), fd, initiative or "", draws) for c in split(text)]
    assert len(named) == len(set(named)), f"a card stands twice in this scene: {sorted(named)}"
    free = [card for card in FULL_DECK if card not in named]
    monsters = [g for g in groups_of(participants) if g != "players"]
    shown = split(initiative) if initiative is not None else _initiative(players, monsters, order, free)
    free = [card for card in free if card not in shown]
    deck: list[str] = []
    for participant in players:
        size = min(participant["level"] + 2, participant.get("hp", 999))
        own = split(hands.get(participant["id"], ""))
        assert len(own) in (0, size), f"{participant['id']} is dealt {size} cards"
        deck += own or [free.pop(len(free) // 2) for _ in range(size)]
    fate = split(fd) or [free.pop(len(free) // 2) for _ in range(highest)]
    assert highest <= len(fate) <= highest + 10
    return deck + fate + shown + split(draws), len(fate) - highest


def _initiative(players: list[dict[str, Any]], monsters: list[str], order: list[str], free: list[str]) -> list[str]:
    """Unused cards that make the groups act in this order."""
    missing = [g for g in ["players", *monsters] if g not in order]
    ranks = iter(reversed(RANKS))
    card_of: dict[str, str] = {}
    for group in [*order, *missing]:
        card_of[group] = next(c for rank in ranks for c in free if c[0] == rank)
    lead = card_of["players"]
    rest = [c for c in free if RANKS.index(c[0]) <= RANKS.index(lead[0]) and c not in card_of.values()]
    return [lead, *rest[: len(players) - 1], *(card_of[g] for g in monsters)]

"""What is hidden from whom at a table of A Game of Bastards, and what each viewer receives."""

import copy
import json
import random
import re
from typing import Any

from rules import play
from rules.engine.cards import COPIES, JOKERS, NAME
from tests.rules.game_of_bastards.participants import CLUB, SWORD, extras, fated, foe, follower
from tests.rules.game_of_bastards.setups import SYSTEM

State = dict[str, Any]
CODE = re.compile(r"(?<![A-Za-z0-9_-])(?:[2-9TJQKA][CDHS]|XX)(?![A-Za-z0-9_-])")
PEOPLE = [
    fated("ana", "careful", rank=3, wildcards=2, weapons=[CLUB]),
    foe(
        "bo",
        {"key": "counter", "weapon": "Sword"},
        rank=3,
        wildcards=2,
        weapons=[SWORD],
        skills={"Combat (Sword)": 4},
        traits={"body": 6, "spirit": 2, "mind": 20, "luck": 2},
    ),
    follower("fay", 4),
    extras("mob", 3, 4, controller="ana"),
]


# what a viewer may know and what it receives
def cards_in(value: Any) -> set[str]:
    """Every card that a value names, in a field or in a sentence."""
    return set(CODE.findall(json.dumps(value)))


def remember(laid: dict[str, set[str]], command: State) -> None:
    """Keep who laid which cards face down since the last attack that was declared."""
    if command["type"] == "attack":
        laid.clear()
    if command["type"] in ("attack", "defend"):
        cards = {command.get("card")} - {None}
        cards |= {card for use in command.get("use") or [] for card in use.get("cards", [])}
        laid[command["actor"]] = laid.get(command["actor"], set()) | cards


def laid_by(laid: dict[str, set[str]], viewer: str, view: State) -> set[str]:
    """The face-down cards that the viewer, or someone it plays, has laid."""
    participants = view["participants"]
    return {
        card
        for name, cards in laid.items()
        for card in cards
        if viewer == name or (name in participants and participants[name]["controller"] == viewer)
    }


def open_cards(view: State) -> set[str]:
    """Every card that lies open or is in a hand that the viewer of this view may see."""
    hands = [card for cards in view["hands"].values() for card in cards]
    first = [seen["initiative"] for seen in view["participants"].values() if seen["initiative"]]
    return {"XX", *view["hand"], *view["discard"], *view["played"], *hands, *first}


def viewers(state: State) -> list[str]:
    """Everyone who may look."""
    return [*play.view(SYSTEM, state, "gm")["participants"], "gm", "observer"]


def heard(events: list[State], viewer: str) -> list[State]:
    """The events that reach the viewer, without commitments: they hide what they commit to."""
    mine = [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    return [{name: value for name, value in event.items() if name != "commitments"} for event in mine]


def received(state: State, events: list[State], viewer: str) -> bytes:
    """All that a viewer gets after one command."""
    got: list[Any] = [heard(events, viewer), play.actors(SYSTEM, state), play.view(SYSTEM, state, viewer)]
    if viewer != "observer":
        got += [play.offers(SYSTEM, state, viewer), play.sample(SYSTEM, state, viewer, seed=1)]
    return play.canonical(got)


# the same with other hidden cards
def owners(participant: State) -> set[str]:
    """Who sees the cards of a participant."""
    return {participant["id"], participant["controller"]}


def spots(state: State) -> list[tuple[Any, str, set[str]]]:
    """Every place where hidden cards lie: (holder, field, who sees it)."""
    participants = {participant["id"]: participant for participant in state["people"]}
    found: list[tuple[Any, str, set[str]]] = [(state["deck"], "draw", set())]
    found += [(participant, "hand", owners(participant)) for participant in participants.values()]
    sides = state["play"]["sides"] if state.get("play") else []
    found += [(side, name, owners(participants[side["who"]])) for side in sides for name in ("down", "laid")]
    found += [(entry, "cards", owners(participants[entry["who"]])) for entry in state.get("queue", [])]
    return found


def exchanged_state(state: State, viewer: str, rng: random.Random) -> tuple[State, dict[str, str]]:
    """A state that `viewer` cannot tell from the given one, and the card that each hidden card became."""
    hidden = "".join([spot.get(name, "") for spot, name, seen in spots(state) if viewer not in seen])
    old = [card for card in hidden if card not in JOKERS]
    new = list(old)
    rng.shuffle(new)
    swap = dict(zip(old, new, strict=True))
    other = copy.deepcopy(state)
    for spot, name, seen in spots(other):
        if viewer not in seen and spot.get(name):
            spot[name] = "".join([swap.get(card, card) for card in spot[name]])
    for shuffle in other["deck"]["shuffles"]:
        shuffle[1] = "".join([swap.get(card, card) for card in shuffle[1]])
    return other, swap


def renamed(command: Any, hand: str, swap: dict[str, str]) -> Any:
    """The same command with the cards that the actor holds in the other state."""
    left = list(hand)

    def one(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: one(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [one(inner) for inner in value]
        card = next((card for card in COPIES.get(value, "") if card in left), None) if isinstance(value, str) else None
        if card is None:
            return value
        left.remove(card)
        return NAME[swap.get(card, card)]

    return one(command)


def exchanged_cards(value: Any, cards: dict[str, str]) -> Any:
    """A setup, its deck or a command with its cards replaced by their names."""
    if isinstance(value, dict):
        return {key: exchanged_cards(part, cards) for key, part in value.items()}
    if isinstance(value, list):
        return [exchanged_cards(part, cards) for part in value]
    return cards.get(value, value) if isinstance(value, str) else value


def compare(state: State, viewer: str, rng: random.Random, command: State | None) -> bool:
    """Views and offers do not depend on hidden cards, nor what is heard of a command that shows the viewer none.

    True when a command of someone else was compared.
    """
    other, swap = exchanged_state(state, viewer, rng)
    assert play.view(SYSTEM, state, viewer) == play.view(SYSTEM, other, viewer)
    if viewer != "observer":
        assert play.offers(SYSTEM, state, viewer) == play.offers(SYSTEM, other, viewer)
    assert play.actors(SYSTEM, state) == play.actors(SYSTEM, other)
    if command is None:
        return False
    actor = next((participant for participant in state["people"] if participant["id"] == command["actor"]), None)
    if actor is None or viewer in owners(actor):
        return False
    mine = heard(play.act(SYSTEM, state, command)["events"], viewer)
    if any("opened" in event or event["type"] in ("shuffled", "drew-cards") for event in mine):
        return False
    again = play.act(SYSTEM, other, renamed(command, actor.get("hand", ""), swap))["events"]
    assert mine == heard(again, viewer)
    return True

"""What holds of every state of A Game of Bastards, and the parties that random play is held against."""

import json
from collections import Counter
from typing import Any

from rules import play
from tests.rules.game_of_bastards.participants import whole_deck
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.setups import setups as setups

State = dict[str, Any]
FULL_PARTIES = [everything(1), everything(2), {**everything(2), "options": {"body_adds_to_damage": False}}]
ENDINGS = {"end", "concede", "leave"}
RARE = {"pick-up"}  # only where a weapon lies on the ground
REFUSED_TWICE = {"type": "leave", "actor": "gm", "target": "mob"}
ENDING = {"type": "end", "actor": "gm", "outcome": "enough"}


def keep_the_laws(state: State) -> None:
    """All cards of all decks are somewhere, pools stay in range, and turns fit (GOB-01, GOB-11, GOB-48, GOB-49)."""
    view = play.view(SYSTEM, state, "observer")
    decks = state["deck"]["decks"]
    cards = Counter([*view["discard"], *view["played"]])
    for key, participant in view["participants"].items():
        hand = play.view(SYSTEM, state, key)["hand"]
        cards.update(hand)
        cards.update([participant["initiative"]] if participant["initiative"] else [])
        _figures_fit(participant, hand)
    hidden = view["pending"]["face_down"] if view["pending"] else 0
    assert cards.total() + view["draw_pile"] + hidden == 54 * decks
    assert not cards - whole_deck(decks)
    assert view["hand"] == []
    assert view["hands"] == {}
    actors = play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert actors[: len(view["turn"])] == view["turn"]
    assert view["phase"] == "over" or actors[-1] == "gm"
    assert len(set(actors)) == len(actors)
    json.dumps(state, allow_nan=False)


def _figures_fit(participant: State, hand: list[str]) -> None:
    assert len(hand) == participant["hand_size"]
    assert all(0 <= now <= most for now, most in participant["pools"].values())
    assert 0 <= participant.get("members", 0) <= 5
    assert participant["out"] is None or (not hand and participant["initiative"] is None)
    if participant["kind"] == "fated" and not participant["out"]:
        empty = [now for now, _ in participant["pools"].values()].count(0)
        assert participant["desperate"] == (empty > 0)
        assert empty <= 1


def check_step(before: State, after: State, events: list[State]) -> None:
    """What must hold between two states, beyond what every game has."""

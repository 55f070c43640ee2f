"""What holds of every state of 52 Fates, and the parties that random play is held against."""

import json
from typing import Any

from rules import play
from tests.rules.fifty_two_fates.participants import FULL_DECK
from tests.rules.fifty_two_fates.setups import SYSTEM, everything
from tests.rules.fifty_two_fates.setups import setups as setups

State = dict[str, Any]
FULL_PARTIES = [everything()]
ENDINGS = {"end"}
RARE = {"next-round"}  # only where nobody can act
REFUSED_TWICE = {"type": "leave", "actor": "gm", "target": "imp"}
ENDING = {"type": "end", "actor": "gm", "outcome": "other"}


def known_cards(state: State) -> list[str]:
    """Every card that some view shows."""
    view = play.view(SYSTEM, state, "gm")
    players = [key for key, participant in view["participants"].items() if participant["side"] == "players"]
    hands = [card for key in players for card in play.view(SYSTEM, state, key)["hand"]]
    return [*view["discard"], *view["played"], *view["hand"], *hands]


def keep_the_laws(state: State) -> None:
    """Each card is somewhere and nowhere twice; hit points, hands, conditions and turns fit (F52-01, F52-30)."""
    view = play.view(SYSTEM, state, "observer")
    known = known_cards(state)
    assert len(known) + view["draw_pile"] == 52
    assert len(set(known)) == len(known)
    assert set(known) <= set(FULL_DECK)
    assert view["hand"] == []
    assert set(view["turn"]) <= set(view["participants"])
    for participant in view["participants"].values():
        assert 0 <= participant["hp"] <= participant["max_hp"]
        assert participant["level"] is None or 1 <= participant["level"] <= 50
        if participant["side"] == "players" and view["phase"] not in ("discarding", "over"):
            assert participant["hand_size"] <= participant["hp"]
        if participant["hp"] == 0:
            assert {"dying", "stable", "dead", "defeated"} & set(participant["conditions"])
    actors = play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert view["phase"] == "over" or actors == [*view["turn"], "gm"]
    json.dumps(state, allow_nan=False)


def check_step(before: State, after: State, events: list[State]) -> None:
    """What must hold between two states, beyond what every game has."""

"""What holds of every state of Fortune and Power, and the parties that random play is held against."""

import json
from typing import Any

from rules import play
from tests.rules.fortune_and_power.setups import SYSTEM, everything
from tests.rules.fortune_and_power.setups import setups as setups

State = dict[str, Any]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"damage": "manual"},
    {"damage": "dox", "move_spaces": 4},
    {"fortune": False, "move_spaces": 0},
    {"wounds_per_week": 0, "shocks_per_week": 3},
]
FULL_PARTIES = [everything(**options) for options in OPTIONS]
ENDINGS = {"end", "leave"}
RARE: set[str] = set()
REFUSED_TWICE = {"type": "leave", "actor": "gm", "target": "log"}
ROLL = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior", "rolls": [1, 2]}
ENDING = {"type": "end", "actor": "gm", "outcome": "Night falls."}


def keep_the_laws(state: State) -> None:
    """Figures stay in range, and the turn is that of the first who can act (FNP-16, FNP-32, FNP-40, FNP-44)."""
    view = play.view(SYSTEM, state, "observer")
    participants = view["participants"]
    assert sorted(view["order"]) == sorted(participants)
    for participant in participants.values():
        assert 0 <= participant["wounds"] <= 999
        assert 0 <= participant["shocks"] <= 999
        assert 0 <= participant["fortune"] <= 999
        assert 0 <= participant["actions"] <= 2
        assert 0 <= participant["attacks"] <= 4
        assert participant["incapacitated"] == (participant["wounds"] >= participant["limits"]["wounds"])
        assert participant["edge_of_madness"] == (participant["shocks"] >= participant["limits"]["shocks"])
    assert len(set(view["marginal"])) == len(view["marginal"])
    _turns_fit(state, view)
    for viewer in [*participants, "gm"]:
        assert play.view(SYSTEM, state, viewer) == view
    json.dumps(state, allow_nan=False)


def _turns_fit(state: State, view: State) -> None:
    participants, actors = view["participants"], play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert (view["pending"] is not None) == (view["phase"] in ("damage", "blow"))
    standing = [key for key in view["order"] if not participants[key]["incapacitated"]]
    if view["phase"] == "acting":
        assert (
            view["turn"]
            == [key for key in standing if participants[key]["actions"] or participants[key]["attacks"]][:1]
        )
        assert actors == [*view["turn"], "gm"]
        assert bool(view["turn"]) == bool(standing)
    if view["phase"] == "blow":
        assert actors == [view["pending"]["actor"], "gm"]
        assert participants[view["pending"]["target"]]["fortune"] > 0 < view["pending"]["damage"]
    if view["phase"] == "damage":
        assert actors == ["gm"]


def check_step(before: State, after: State, events: list[State]) -> None:
    """Everything is open."""
    assert all(event["visible_to"] == "all" for event in events)

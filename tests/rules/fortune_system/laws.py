"""What holds of every state of the Fortune System, and the parties that random play is held against."""

import copy
import json
from typing import Any

from rules import play
from tests.rules.fortune_system.setups import SYSTEM, everything
from tests.rules.fortune_system.setups import setups as setups

State = dict[str, Any]
WHAT = {"rolled", "used", "damaged", "blown", "mended", "recovered", "written"}
FULL_PARTIES = [everything(), {**everything(), "options": {"equal_passes": False, "slots": 6}}]
ENDINGS = {"end", "leave"}
RARE: set[str] = set()
REFUSED_TWICE = {"type": "leave", "actor": "gm", "target": "dee"}
ROLL = {"type": "rest", "actor": "gm", "full": True}
ENDING = {"type": "end", "actor": "gm", "outcome": "Night falls."}


def keep_the_laws(state: State) -> None:
    """Slots, talents and questions fit, and everything is open (FOS-04, FOS-06, FOS-12, FOS-21)."""
    view = play.view(SYSTEM, state, "observer")
    for participant in view["participants"].values():
        for slot in participant["slots"]:
            assert (slot["value"] is None) == (slot["condition"] == "blown")
            assert slot["value"] is None or 1 <= slot["value"] <= 100
        assert 1 <= participant["level"] <= 99
        pairs = [(held["key"], held["focus"]) for held in participant["talents"]]
        assert len(set(pairs)) == len(pairs)
        assert all(1 <= held["ranks"] <= 4 for held in participant["talents"])
    actors = play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert (view["pending"] is not None) == (view["phase"] == "choice")
    assert view["pending"] is None or actors == [view["pending"]["actor"], "gm"]
    assert all(play.view(SYSTEM, state, viewer) == view for viewer in [*view["participants"], "gm"])
    json.dumps(state, allow_nan=False)


def check_step(before: State, after: State, events: list[State]) -> None:
    """Everything is open, and what the events say of the slots adds up to what the slots are now."""
    slots = {
        key: copy.deepcopy(participant["slots"])
        for key, participant in play.view(SYSTEM, before, "gm")["participants"].items()
    }
    for event in events:
        assert event["visible_to"] == "all"
        for fact in event.get("slots", []):
            assert set(fact) == {"participant", "slot", "what", "value", "was", "why"}
            assert fact["what"] in WHAT
            assert fact["why"]
            if fact["what"] == "used" or fact["participant"] not in slots:
                continue
            assert slots[fact["participant"]][fact["slot"]]["value"] == fact["was"]
            slots[fact["participant"]][fact["slot"]]["value"] = fact["value"]
    for key, participant in play.view(SYSTEM, after, "gm")["participants"].items():
        if key in slots:
            assert [slot["value"] for slot in participant["slots"]] == [slot["value"] for slot in slots[key]]

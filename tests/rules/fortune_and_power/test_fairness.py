"""An account checks out with nothing but its public events; a forged one does not (FNP-10)."""

import copy
import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.party import SYSTEM, everything


def account(seed: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """(events, final state) of random play with redeals in between."""
    state = play.start(SYSTEM, everything(), seed=seed)
    events = play.opening(SYSTEM, state)
    for step in range(90):
        actors = play.actors(SYSTEM, state)
        command = play.sample(SYSTEM, state, actors[0], seed=step + seed)
        if command is None or command["type"] == "end":
            break
        result = play.act(SYSTEM, state, command)
        rolled = any("opened" in event or "supplied" in event for event in result["events"])
        assert result["reveals"] == rolled
        state, events = result["state"], events + result["events"]
        if step % 30 == 29:
            told = play.redeal(SYSTEM, state, seed=f"{seed}-{step}")
            state, events = told["state"], events + told["events"]
    return events, state


def test_the_account_of_an_encounter_checks_out_and_a_forged_one_does_not() -> None:
    events, _ = account(5)
    report = play.verify(events)
    assert report["ok"], report["faults"]
    assert report["opened"] > 20
    for event in [event for event in events if "opened" in event][::7]:
        forged = copy.deepcopy(events)
        opening = forged[events.index(event)]["opened"][0]
        opening["value"] = opening["value"] % 6 + 1
        assert not play.verify(forged)["ok"]


def test_the_rolls_that_are_told_are_the_ones_that_were_opened() -> None:
    events, _ = account(6)
    for event in events:
        if "opened" in event and "supplied" not in event:
            assert [die["value"] for die in event["opened"]] == event["rolls"]


def test_seals_come_before_anything_is_rolled() -> None:
    opening = play.opening(SYSTEM, play.start(SYSTEM, everything(), seed=2))
    assert [event["type"] for event in opening] == ["sealed", "order"]
    assert opening[1]["order"] == ["ana", "ben", "wolf", "witch", "log"]


def test_a_redeal_changes_the_dice_to_come_and_nothing_that_anybody_sees() -> None:
    state = play.start(SYSTEM, everything(), seed=3)
    again = play.redeal(SYSTEM, state, seed="fresh")
    assert again["state"] != state
    assert play.view(SYSTEM, again["state"], "gm") == play.view(SYSTEM, state, "gm")
    assert [event["type"] for event in again["events"]] == ["sealed"]
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"}
    rolls = []
    for seed in range(8):
        other = play.redeal(SYSTEM, state, seed=seed)["state"]
        rolls.append(tuple(play.act(SYSTEM, other, strike)["events"][0]["rolls"]))
    assert len(set(rolls)) > 2


def test_the_opening_is_told_from_the_start_state_only() -> None:
    state = play.start(SYSTEM, everything(), seed=3)
    assert play.opening(SYSTEM, state) == play.opening(SYSTEM, state)
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior", "rolls": [1, 2]}
    for later in (play.redeal(SYSTEM, state, seed="fresh")["state"], play.act(SYSTEM, state, strike)["state"]):
        with pytest.raises(play.Refused):
            play.opening(SYSTEM, later)


def test_neither_key_nor_blocks_to_come_are_in_a_view_or_an_event() -> None:
    events, state = account(7)
    key = state["dice"]["key"]
    told = (
        json.dumps(events) + json.dumps(play.view(SYSTEM, state, "gm")) + json.dumps(play.offers(SYSTEM, state, "gm"))
    )
    assert key not in told

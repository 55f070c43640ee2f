"""The laws of the engine contract under any legal play: Hypothesis chooses the party and random play the commands.

RULES_EXAMPLES sets how many encounters are played (default 25).
"""

import copy
import json
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import play
from rules.engine.codec import canonical
from tests.rules.fortune_system.party import SYSTEM, everything, setups
from tests.rules.laws import accept_offers, ends_by_samples, replays_byte_for_byte

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "25"))
STEPS = 60
WHAT = {"rolled", "used", "damaged", "blown", "mended", "recovered", "written"}


def keep_the_laws(state: dict[str, Any]) -> None:
    """What must hold of every state (FOS-04, FOS-06, FOS-12, FOS-21)."""
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


def told(state: dict[str, Any], after: dict[str, Any], events: list[dict[str, Any]]) -> None:
    """Every event has its sentence, rules and audience, and the slots' facts add up to what the slots are now."""
    slots = {
        key: copy.deepcopy(participant["slots"])
        for key, participant in play.view(SYSTEM, state, "gm")["participants"].items()
    }
    for event in events:
        assert event["type"]
        assert event["text"]
        assert event["rules"]
        assert event["visible_to"] == "all"
        assert all(rule.startswith("FOS-") for rule in event["rules"])
        assert canonical(event)
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


def walk(setup: dict[str, Any], seed: int, steps: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Random play: (start state, accepted commands, final state), every law checked at every step."""
    rng = random.Random(seed)
    state = first = play.start(SYSTEM, setup, seed=seed)
    commands: list[dict[str, Any]] = []
    for _ in range(steps):
        keep_the_laws(state)
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
        command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(64))
        assert command is not None
        assert command["actor"] == actor
        if command["type"] in ("end", "leave") and rng.random() < 0.8:
            continue
        before = copy.deepcopy(state)
        result = play.act(SYSTEM, state, command)
        assert state == before, "the state passed in is left as it was"
        told(state, result["state"], result["events"])
        state = result["state"]
        commands.append(command)
    return first, commands, state


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(setups(), st.integers(0, 2**32))
def test_any_legal_play_keeps_the_laws_and_replays_byte_for_byte(setup: dict[str, Any], seed: int) -> None:
    first, commands, final = walk(setup, seed, STEPS)
    replays_byte_for_byte(SYSTEM, first, commands, final)


def test_offers_and_examples_hold_at_every_step_of_a_party_with_everything() -> None:
    for seed in range(max(3, EXAMPLES // 8)):
        state = play.start(SYSTEM, everything(), seed=seed)
        rng = random.Random(seed)
        for _ in range(40):
            accept_offers(SYSTEM, state)
            actors = play.actors(SYSTEM, state)
            command = play.sample(SYSTEM, state, actors[0], seed=rng.getrandbits(32))
            if command is None or command["type"] in ("end", "leave"):
                command = play.sample(SYSTEM, state, actors[-1], seed=rng.getrandbits(32))
            if command is None or command["type"] in ("end", "leave"):
                break
            state = play.act(SYSTEM, state, command)["state"]


def test_random_play_by_sample_alone_reaches_the_end() -> None:
    for seed in range(5):
        ends_by_samples(SYSTEM, everything(), seed)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(setups(), st.integers(0, 2**32))
def test_the_seals_of_every_account_hold(setup: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    state = play.start(SYSTEM, setup, seed=seed)
    events = play.opening(SYSTEM, state)
    for step in range(25):
        if step == 12:
            redealt = play.redeal(SYSTEM, state, seed=step)
            state, events = redealt["state"], events + redealt["events"]
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        command = play.sample(SYSTEM, state, rng.choice(actors), seed=rng.getrandbits(32))
        result = play.act(SYSTEM, state, command)
        state, events = result["state"], events + result["events"]
    checked = play.verify(events)
    assert checked["ok"], checked["faults"]


def test_the_opening_tells_every_slot_and_opens_every_die_that_was_rolled() -> None:
    state = play.start(SYSTEM, {"participants": [{"id": "ana", "name": "Ana"}], "dice": [7, 8]}, seed=4)
    events = play.opening(SYSTEM, state)
    assert play.verify(events)["ok"]
    facts = [fact for event in events for fact in event.get("slots", [])]
    values = [slot["value"] for slot in play.view(SYSTEM, state, "ana")["participants"]["ana"]["slots"]]
    assert [fact["value"] for fact in facts] == values
    assert values[:2] == [7, 8]
    filled = events[-1]
    assert filled["supplied"] is True
    assert [die["value"] for die in filled["opened"]] == values[2:]
    later = play.act(SYSTEM, state, {"type": "defeat", "actor": "gm"})["state"]
    with pytest.raises(play.Refused):
        play.opening(SYSTEM, later)


def test_dice_of_the_site_are_opened_and_supplied_ones_are_marked() -> None:
    state = play.start(SYSTEM, {"participants": [{"id": "ana", "name": "Ana"}]}, seed=4)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    state = play.act(SYSTEM, state, {**call, "cos": 50, "task": "race"})["state"]
    attempt = {"type": "attempt", "actor": "ana", "task": "race", "dice": [0]}
    own = play.act(SYSTEM, state, attempt)
    rolled = [event for event in own["events"] if event["type"] == "slot-rolled"]
    assert [die["value"] for die in rolled[0]["opened"]] == rolled[0]["rolled"]
    assert "supplied" not in rolled[0]
    assert own["reveals"] is True
    typed = play.act(SYSTEM, state, {**attempt, "rolls": [33]})["events"]
    assert [event["supplied"] for event in typed if event["type"] == "slot-rolled"] == [True]
    assert all("opened" not in event for event in typed)

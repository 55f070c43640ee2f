"""The laws of the contract under any legal play: Hypothesis chooses the party and random play the commands.

RULES_EXAMPLES sets how many encounters are played (default 20).
"""

import copy
import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import play
from rules.engine.codec import canonical
from tests.rules.game_of_bastards.party import NAMES, SYSTEM, everything, setups

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "20"))
STEPS = 60


def keep_the_laws(state: dict[str, Any]) -> None:
    """What must hold of every state: all cards of all decks are somewhere, pools stay in range (GOB-01, GOB-11)."""
    view = play.view(SYSTEM, state, "observer")
    decks = state["deck"]["decks"]
    found = Counter([*view["discard"], *view["played"]])
    for key, participant in view["participants"].items():
        found.update(play.view(SYSTEM, state, key)["hand"])
        found.update([participant["initiative"]] if participant["initiative"] else [])
        assert all(0 <= now <= most for now, most in participant["pools"].values())
        assert participant["out"] is None or participant["hand_size"] == 0
        assert participant["out"] is None or participant["initiative"] is None
        assert participant.get("members", 5) <= 5
    hidden = view["pending"]["face_down"] if view["pending"] else 0
    assert found.total() + view["draw_pile"] + hidden == 54 * decks
    whole = Counter(NAMES * decks + ["XX"] * (2 * decks))
    assert not found - whole
    assert view["hand"] == []
    assert view["hands"] == {}
    actors = play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert actors[: len(view["turn"])] == view["turn"]
    assert view["phase"] == "over" or actors[-1] == "gm"
    assert len(set(actors)) == len(actors)
    json.dumps(state, allow_nan=False)


def accept_offers(state: dict[str, Any]) -> None:
    """Every example is accepted as it is; nobody but the actors has offers."""
    actors = play.actors(SYSTEM, state)
    for key in [*play.view(SYSTEM, state, "gm")["participants"], "gm"]:
        offers = play.offers(SYSTEM, state, key)
        assert bool(offers) == (key in actors)
        for offer in offers:
            assert {"type", "actor", "label", "rules", "fixed", "choices", "example"} <= set(offer)
            assert offer["label"]
            assert not offer["label"].endswith("."), "it stands on a button"
            play.act(SYSTEM, state, offer["example"])


def check_events(events: list[dict[str, Any]]) -> None:
    """Every event has its sentence, its rules and its audience."""
    for event in events:
        assert event["text"]
        assert event["rules"]
        assert event["type"]
        assert event["visible_to"] == "all" or event["visible_to"]
        assert all(rule.startswith("GOB-") for rule in event["rules"])
        assert canonical(event)


def walk(setup: dict[str, Any], seed: int, steps: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Random play: (start state, accepted commands, final state), every law checked at every step."""
    rng = random.Random(seed)
    state = first = play.start(SYSTEM, setup, seed=seed)
    commands: list[dict[str, Any]] = []
    while len(commands) < steps:
        keep_the_laws(state)
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.9 else rng.choice(actors)
        command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(64))
        assert command is not None
        assert command["actor"] == actor
        if command["type"] in ("end", "concede") and rng.random() < 0.9:
            continue
        before = copy.deepcopy(state)
        result = play.act(SYSTEM, state, command)
        assert state == before, "the state passed in is left as it was"
        check_events(result["events"])
        state = result["state"]
        commands.append(command)
    return first, commands, state


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(setups(), st.integers(0, 2**32))
def test_any_legal_play_keeps_the_laws_and_replays_byte_for_byte(setup: dict[str, Any], seed: int) -> None:
    first, commands, final = walk(setup, seed, STEPS)
    state = first
    for command in commands:
        stored = json.loads(json.dumps(state, sort_keys=True))
        state = play.act(SYSTEM, stored, json.loads(json.dumps(command)))["state"]
    assert canonical(state) == canonical(final)
    assert canonical(play.replay(SYSTEM, first, commands)["state"]) == canonical(final)


@pytest.mark.parametrize("decks", [1, 2])
def test_offers_and_examples_hold_at_every_step_of_a_full_party(decks: int) -> None:
    for seed in range(max(2, EXAMPLES // 8)):
        state = play.start(SYSTEM, everything(decks), seed=seed)
        rng = random.Random(seed)
        for _ in range(40):
            accept_offers(state)
            turn = play.view(SYSTEM, state, "gm")["turn"]
            if not turn:
                break
            command = play.sample(SYSTEM, state, turn[0], seed=rng.getrandbits(32))
            assert command is not None
            if command["type"] != "concede":
                state = play.act(SYSTEM, state, command)["state"]


@pytest.mark.parametrize("decks", [1, 2])
def test_random_play_by_sample_alone_reaches_the_end(decks: int) -> None:
    for seed in range(3):
        state = play.start(SYSTEM, everything(decks), seed=seed)
        for step in range(3000):
            actors = play.actors(SYSTEM, state)
            if not actors:
                break
            command = play.sample(SYSTEM, state, actors[step % len(actors)], seed=step)
            state = play.act(SYSTEM, state, command)["state"]
        assert play.view(SYSTEM, state, "gm")["phase"] == "over"
        assert play.sample(SYSTEM, state, "gm", seed=1) is None


def test_the_start_follows_its_seed() -> None:
    first, same, other = (play.start(SYSTEM, everything(), seed=seed) for seed in ("a", "a", "b"))
    assert first == same
    assert first != other


def test_at_the_end_all_cards_lie_in_the_draw_pile_again_gob_50_gob_04() -> None:
    first, _, state = walk(everything(), 5, 25)
    if play.view(SYSTEM, state, "gm")["phase"] != "over":
        state = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "enough"})["state"]
    view = play.view(SYSTEM, state, "gm")
    assert view["draw_pile"] == 108
    assert view["discard"] == view["played"] == view["turn"] == []
    assert view["outcome"]
    with pytest.raises(play.Refused):
        play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "again"})
    assert play.view(SYSTEM, first, "gm")["phase"] == "initiative"

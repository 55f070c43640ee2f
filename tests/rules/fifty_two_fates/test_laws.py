"""The laws of docs/engine-contract.md under any legal play: Hypothesis chooses the party and random play the commands.

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
from tests.rules.fifty_two_fates.party import SYSTEM, everything, setups
from tests.rules.laws import accept_offers, ends_by_samples, replays_byte_for_byte

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "25"))
STEPS = 60
DECK = sorted(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")


def cards_everywhere(state: dict[str, Any]) -> list[str]:
    """Every card that is known through some view, and blanks for the draw pile."""
    view = play.view(SYSTEM, state, "gm")
    found = [*view["discard"], *view["played"], *view["hand"]]
    for key, participant in view["participants"].items():
        if participant["side"] == "players":
            found += play.view(SYSTEM, state, key)["hand"]
    return found + ["??"] * view["draw_pile"]


def keep_the_laws(state: dict[str, Any]) -> None:
    """What must hold of every state."""
    found = cards_everywhere(state)
    known = [card for card in found if card != "??"]
    assert len(found) == 52
    assert len(set(known)) == len(known)
    assert set(known) <= set(DECK)
    view = play.view(SYSTEM, state, "observer")
    assert view["hand"] == []
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


def walk(setup: dict[str, Any], seed: int, steps: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Random play: (start state, accepted commands, final state), every law checked at every step."""
    rng = random.Random(seed)
    state = first = play.start(SYSTEM, setup, seed=seed)
    commands = []
    for _ in range(steps):
        keep_the_laws(state)
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
        command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(64))
        assert command is not None
        assert command["actor"] == actor
        if command["type"] == "end" and len(commands) < steps - 5 and rng.random() < 0.9:
            continue
        before = copy.deepcopy(state)
        result = play.act(SYSTEM, state, command)
        assert state == before, "the state passed in is left as it was"
        check_events(result["events"])
        state = result["state"]
        commands.append(command)
    return first, commands, state


def check_events(events: list[dict[str, Any]]) -> None:
    """Every event has its sentence, its rules and its audience."""
    for event in events:
        assert event["text"]
        assert event["rules"]
        assert event["type"]
        assert event["visible_to"] == "all" or event["visible_to"]
        assert all(rule.startswith("F52-") for rule in event["rules"])
        assert canonical(event)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(setups(), st.integers(0, 2**32))
def test_any_legal_play_keeps_the_laws_and_replays_byte_for_byte(setup: dict[str, Any], seed: int) -> None:
    first, commands, final = walk(setup, seed, STEPS)
    replays_byte_for_byte(SYSTEM, first, commands, final)


def test_offers_and_examples_hold_at_every_step_of_a_full_party() -> None:
    for seed in range(max(2, EXAMPLES // 10)):
        state = play.start(SYSTEM, everything(), seed=seed)
        rng = random.Random(seed)
        for _ in range(30):
            accept_offers(SYSTEM, state)
            actor = play.actors(SYSTEM, state)[0]
            command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(32))
            if command is None or command["type"] == "end":
                break
            state = play.act(SYSTEM, state, command)["state"]


def test_random_play_by_sample_alone_reaches_the_end() -> None:
    for seed in range(5):
        ends_by_samples(SYSTEM, everything(), seed)


def test_a_replay_names_the_command_that_is_refused() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    commands = [{"type": "arm", "actor": "gm", "target": "ana"}, {"type": "arm", "actor": "gm", "target": "nobody"}]
    with pytest.raises(play.Refused, match="Command 1: target"):
        play.replay(SYSTEM, state, commands)


def test_the_same_seed_gives_the_same_start_and_another_seed_another_one() -> None:
    first, same, other = (play.start(SYSTEM, everything(), seed=seed) for seed in ("a", "a", "b"))
    assert first == same
    assert first != other
    assert play.start(SYSTEM, everything(), seed=b"a") != first

"""The laws of play under any legal commands: Hypothesis chooses the party and random play the commands.

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
from tests.rules.fortune_and_power.party import SYSTEM, everything, setups
from tests.rules.laws import accept_offers, ends_by_samples, replays_byte_for_byte

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "25"))
STEPS = 60


def keep_the_laws(state: dict[str, Any]) -> None:
    """What must hold of every state (FNP-16, FNP-32, FNP-40, FNP-44)."""
    view = play.view(SYSTEM, state, "observer")
    people = view["participants"]
    assert sorted(view["order"]) == sorted(people)
    for person in people.values():
        assert 0 <= person["wounds"] <= 999
        assert 0 <= person["shocks"] <= 999
        assert 0 <= person["fortune"] <= 999
        assert 0 <= person["actions"] <= 2
        assert 0 <= person["attacks"] <= 4
        assert person["incapacitated"] == (person["wounds"] >= person["limits"]["wounds"])
        assert person["edge_of_madness"] == (person["shocks"] >= person["limits"]["shocks"])
    actors = play.actors(SYSTEM, state)
    assert (actors == []) == (view["phase"] == "over")
    assert (view["pending"] is not None) == (view["phase"] in ("damage", "blow"))
    able = [
        key for key in view["order"] if (people[key]["actions"] or people[key]["attacks"]) and standing(people[key])
    ]
    if view["phase"] == "acting":
        assert view["turn"] == able[:1]
        assert actors == [*view["turn"], "gm"]
        assert bool(view["turn"]) == any(standing(person) for person in people.values())
    if view["phase"] == "blow":
        assert actors == [view["pending"]["actor"], "gm"]
        assert people[view["pending"]["target"]]["fortune"] > 0 < view["pending"]["damage"]
    if view["phase"] == "damage":
        assert actors == ["gm"]
    assert len(set(view["marginal"])) == len(view["marginal"])
    for viewer in [*people, "gm"]:
        assert play.view(SYSTEM, state, viewer) == view
    json.dumps(state, allow_nan=False)


def standing(person: dict[str, Any]) -> bool:
    return not person["incapacitated"]


def walk(setup: dict[str, Any], seed: int, steps: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Random play: (start state, accepted commands, final state), every law checked at every step."""
    rng = random.Random(seed)
    state = first = play.start(SYSTEM, setup, seed=seed)
    commands: list[dict[str, Any]] = []
    told = play.opening(SYSTEM, state)
    for _ in range(steps):
        keep_the_laws(state)
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
        command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(64))
        assert command is not None
        assert command["actor"] == actor
        if command["type"] in ("end", "leave") and len(commands) < steps - 5 and rng.random() < 0.9:
            continue
        before = copy.deepcopy(state)
        result = play.act(SYSTEM, state, command)
        assert state == before, "the state passed in is left as it was"
        check_events(result["events"])
        state = result["state"]
        told += result["events"]
        commands.append(command)
    assert play.verify(told)["ok"], play.verify(told)["faults"]
    return first, commands, state


def check_events(events: list[dict[str, Any]]) -> None:
    """Every event has its sentence, its rules and its audience, which is everyone."""
    for event in events:
        assert event["text"]
        assert event["rules"]
        assert event["type"]
        assert event["visible_to"] == "all"
        assert all(rule.startswith("FNP-") for rule in event["rules"])
        assert canonical(event)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(setups(), st.integers(0, 2**32))
def test_any_legal_play_keeps_the_laws_and_replays_byte_for_byte(setup: dict[str, Any], seed: int) -> None:
    first, commands, final = walk(setup, seed, STEPS)
    replays_byte_for_byte(SYSTEM, first, commands, final)


@pytest.mark.parametrize("options", [{}, {"damage": "manual"}, {"fortune": False, "move_spaces": 3}])
def test_offers_and_examples_hold_at_every_step_of_a_full_party(options: dict[str, Any]) -> None:
    for seed in range(max(2, EXAMPLES // 10)):
        state = play.start(SYSTEM, everything(**options), seed=seed)
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


def test_random_play_gives_every_command() -> None:
    seen: set[str] = set()
    for seed, options in enumerate([{}, {"damage": "manual"}] * 4):
        _, commands, _ = walk(everything(**options), seed, 150)
        seen |= {command["type"] for command in commands}
    # Nobody hides in this party, so there is nobody to reveal.
    assert seen | {"reveal"} == set(play.SYSTEMS[SYSTEM]["commands"])


def test_a_replay_names_the_command_that_is_refused() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    commands = [{"type": "leave", "actor": "gm", "target": "log"}, {"type": "leave", "actor": "gm", "target": "log"}]
    with pytest.raises(play.Refused, match="Command 1: target"):
        play.replay(SYSTEM, state, commands)


def test_the_same_seed_gives_the_same_start_and_another_seed_another_one() -> None:
    first, same, other = (play.start(SYSTEM, everything(), seed=seed) for seed in ("a", "a", "b"))
    assert first == same
    assert first != other
    assert play.start(SYSTEM, everything(), seed=b"a") != first

"""The laws of play in every game, under any legal commands: Hypothesis chooses the party, random play the commands.

RULES_EXAMPLES sets how many encounters are played (default 20). See tests/rules/<game>/laws.py for the laws.
"""

import json
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import play
from tests.rules.random_play import (
    GAMES,
    Play,
    accept_offers,
    ends_by_samples,
    every_game,
    full_parties,
    replays_byte_for_byte,
    take,
    walk,
)

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "20"))
STEPS = 60
State = dict[str, Any]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data(), seed=st.integers(0, 2**32))
@every_game
def test_any_legal_play_keeps_the_laws_and_replays_byte_for_byte(game: Any, data: st.DataObject, seed: int) -> None:
    played = walk(game, data.draw(game.setups()), seed, STEPS)
    replays_alike(game, played)


def replays_alike(game: Any, played: Play) -> None:
    replays_byte_for_byte(game.SYSTEM, played.first, played.commands, played.state)
    assert play.replay(game.SYSTEM, played.first, played.commands)["events"] == played.events


@full_parties
@pytest.mark.parametrize("seed", range(3))
def test_play_of_a_full_party_keeps_the_laws_until_the_game_master_ends_it(game: Any, setup: State, seed: int) -> None:
    played = walk(game, setup, seed, 90)
    if play.actors(game.SYSTEM, played.state):
        take(game, played, game.ENDING)
    game.keep_the_laws(played.state)
    assert play.actors(game.SYSTEM, played.state) == []
    assert play.view(game.SYSTEM, played.state, "gm")["phase"] == "over"
    replays_alike(game, played)


@full_parties
def test_offers_and_examples_hold_at_every_step_of_a_full_party(game: Any, setup: State) -> None:
    for seed in range(max(2, EXAMPLES // 10)):
        state = play.start(game.SYSTEM, setup, seed=seed)
        rng = random.Random(seed)
        for _ in range(40):
            accept_offers(game.SYSTEM, state)
            actors = play.actors(game.SYSTEM, state)
            drawn = [play.sample(game.SYSTEM, state, actor, seed=rng.getrandbits(32)) for actor in (actors[0], "gm")]
            command = next((one for one in drawn if one and one["type"] not in game.ENDINGS), None)
            if command:
                state = play.act(game.SYSTEM, state, command)["state"]


@full_parties
def test_random_play_by_sample_alone_reaches_the_end(game: Any, setup: State) -> None:
    for seed in range(3):
        ends_by_samples(game.SYSTEM, setup, seed)


@every_game
def test_random_play_gives_every_command(game: Any) -> None:
    """Nobody hides in these parties, so there is nobody to reveal."""
    wanted = set(play.SYSTEMS[game.SYSTEM]["commands"]) - game.RARE - {"reveal"}
    seen: set[str] = set()
    for seed in range(90):
        setup = game.FULL_PARTIES[seed % len(game.FULL_PARTIES)]
        state = play.start(game.SYSTEM, setup, seed=seed)
        rng = random.Random(seed)
        for _ in range(150):
            actors = play.actors(game.SYSTEM, state)
            if not actors or wanted <= seen:
                break
            actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
            command = play.sample(game.SYSTEM, state, actor, seed=rng.getrandbits(64))
            if command["type"] not in game.ENDINGS or rng.random() > 0.9:
                state = play.act(game.SYSTEM, state, command)["state"]
                seen.add(command["type"])
    assert wanted <= seen


@every_game
def test_a_replay_names_the_command_that_is_refused(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=1)
    with pytest.raises(play.Refused, match="Command 1: target"):
        play.replay(game.SYSTEM, state, [game.REFUSED_TWICE, game.REFUSED_TWICE])


@every_game
def test_the_same_seed_gives_the_same_start_and_another_seed_another_one(game: Any) -> None:
    first, same, other = (play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=seed) for seed in ("a", "a", "b"))
    assert first == same
    assert first != other
    assert play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=b"a") != first


@every_game
@pytest.mark.parametrize("seed", [0, -5, 2**300, "a word", b"bytes"])
def test_a_seed_is_any_number_or_text(game: Any, seed: Any) -> None:
    first, second = (play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=seed) for _ in range(2))
    assert first == second


@every_game
def test_a_sample_follows_its_seed_and_varies(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=5)
    varied = []
    for actor in play.actors(game.SYSTEM, state):
        drawn = [play.canonical(play.sample(game.SYSTEM, state, actor, seed=n)) for n in range(30)]
        assert drawn == [play.canonical(play.sample(game.SYSTEM, state, actor, seed=n)) for n in range(30)]
        varied.append(len(set(drawn)))
    assert max(varied) > 5


@every_game
def test_a_state_is_plain_json_with_its_system_and_version(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=3)
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert state["system"] == game.SYSTEM
    assert type(state["version"]) is int


@every_game
@pytest.mark.parametrize(
    "state",
    [
        None,
        [],
        "state",
        7,
        {"system": "chess", "version": 1},
        {"system": None},
        {},
        {"version": 1},
        {"version": True},
    ],
)
@pytest.mark.parametrize("own", [False, True])
def test_a_value_that_is_no_state_is_refused(game: Any, state: Any, own: bool) -> None:
    """`own`: the state at least says that it is of this game."""
    if own and isinstance(state, dict):
        state = {"system": game.SYSTEM, **state}
    refuse_everywhere(game, state)


@every_game
def test_a_newer_state_and_one_of_another_game_are_refused(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=1)
    another = next(one.SYSTEM for one in GAMES if one is not game)
    refuse_everywhere(game, {**state, "version": state["version"] + 1})
    refuse_everywhere(game, {**state, "system": another})
    with pytest.raises(play.Refused):
        play.view(another, state, "gm")


def refuse_everywhere(game: Any, state: Any) -> None:
    for ask in (
        lambda: play.act(game.SYSTEM, state, game.ENDING),
        lambda: play.view(game.SYSTEM, state, "gm"),
        lambda: play.actors(game.SYSTEM, state),
        lambda: play.offers(game.SYSTEM, state, "gm"),
        lambda: play.policy(game.SYSTEM, state, "gm"),
    ):
        with pytest.raises(play.Refused):
            ask()

"""The simple policy: it answers for each participant, and plays whole evenings to their end."""

from typing import Any

import pytest

from rules import play
from rules.play import Refused
from tests.rules.fortune_system.participants import who
from tests.rules.fortune_system.setups import SYSTEM, everything


def commands(state: dict[str, Any]) -> list[dict[str, Any]]:
    """What each actor is told to do now."""
    found = [play.policy(SYSTEM, state, actor) for actor in play.actors(SYSTEM, state)]
    return [command for command in found if command is not None]


@pytest.mark.parametrize("seed", range(8))
def test_it_plays_a_session_with_everything_to_its_end(seed: int) -> None:
    state = play.start(SYSTEM, everything(), seed=seed)
    types = set()
    for _ in range(400):
        if not play.actors(SYSTEM, state):
            break
        [command] = commands(state)
        types.add(command["type"])
        state = play.act(SYSTEM, state, command)["state"]
    assert play.actors(SYSTEM, state) == []
    assert {"call-check", "attempt", "close-task", "rest", "end"} <= types


def test_it_spends_the_worst_die_that_passes() -> None:  # FOS-03
    state = play.start(SYSTEM, {"participants": [who("ana", "10 44 45 90")]}, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    passing = play.act(SYSTEM, state, {**call, "cos": 45, "task": "t"})["state"]
    assert play.policy(SYSTEM, passing, "ana")["dice"] == [1]
    failing = play.act(SYSTEM, state, {**call, "cos": 5, "task": "t"})["state"]
    assert play.policy(SYSTEM, failing, "ana")["dice"] == [3], "a failure throws the worst die away"


def test_it_has_nothing_to_say_to_others_or_once_it_is_over() -> None:
    state = play.start(SYSTEM, {"participants": [who("ana", "10"), who("ben", "20")]}, seed=1)
    state = play.act(SYSTEM, state, play.policy(SYSTEM, state, "gm"))["state"]
    assert play.policy(SYSTEM, state, "ben") is None
    assert play.policy(SYSTEM, state, "gm") is None
    ended = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "home"})["state"]
    assert [play.policy(SYSTEM, ended, actor) for actor in ("ana", "ben", "gm")] == [None, None, None]
    with pytest.raises(Refused):
        play.policy(SYSTEM, {**state, "system": "chess"}, "ana")

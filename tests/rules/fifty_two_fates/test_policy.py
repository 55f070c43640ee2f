"""The simple policy as one asks it for a command: it answers for each participant, and plays a fight to its end."""

import pytest

from rules import play
from rules.play import Refused

SYSTEM = "fifty-two-fates"
HERO = {"id": "mara", "name": "Mara", "class": "warrior", "side": "players"}
BANDIT = {"id": "bandit", "name": "Bandit", "side": "monsters", "group": "monsters", "max_hp": 2}


@pytest.fixture
def state():
    return play.start(SYSTEM, {"participants": [HERO, BANDIT]}, seed=7)


def test_exactly_one_is_told_what_to_do(state):
    told = [actor for actor in ("mara", "bandit", "gm") if play.policy(SYSTEM, state, actor)]
    assert told == play.actors(SYSTEM, state)[:1]


@pytest.mark.parametrize("seed", range(12))
def test_it_plays_an_encounter_to_its_end(seed):
    state = play.start(SYSTEM, {"participants": [HERO, BANDIT]}, seed=seed)
    for _ in range(800):
        commands = [command for actor in ("mara", "bandit", "gm") if (command := play.policy(SYSTEM, state, actor))]
        if not commands:
            break
        [command] = commands
        state = play.act(SYSTEM, state, command)["state"]
    assert play.actors(SYSTEM, state) == []
    assert play.view(SYSTEM, state, "observer")["outcome"] in {"victory", "defeat", "other"}


def test_it_has_nothing_to_say_once_it_is_over(state):
    ended = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "parley"})["state"]
    assert [play.policy(SYSTEM, ended, actor) for actor in ("mara", "bandit", "gm")] == [None, None, None]


def test_a_state_of_another_game_is_refused(state):
    with pytest.raises(Refused):
        play.policy(SYSTEM, {**state, "system": "chess"}, "mara")

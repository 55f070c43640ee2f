"""The simple policy plays whole oppositions, and a simulation counts them (GOB-49)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.participants import SWORD, extras, follower, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything


@pytest.mark.parametrize("seed", range(4))
def test_the_policy_plays_an_opposition_to_its_end(seed: int) -> None:
    state = play.start(SYSTEM, everything(), seed=seed)
    for _ in range(2000):
        actors = play.actors(SYSTEM, state)
        if not actors:
            break
        given = {actor: play.policy(SYSTEM, state, actor) for actor in actors}
        turn = play.view(SYSTEM, state, "gm")["turn"]
        asked = ["gm"] if given["gm"] else turn
        assert [actor for actor, command in given.items() if command] == asked
        command = given[asked[-1]]
        assert command is not None, "the first who is asked has something to do"
        state = play.act(SYSTEM, state, command)["state"]
    assert play.view(SYSTEM, state, "gm")["phase"] == "over"
    assert play.policy(SYSTEM, state, "gm") is None


def test_the_policy_does_not_look_into_other_hands() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    first = play.view(SYSTEM, state, "gm")["turn"][0]
    assert play.policy(SYSTEM, state, first) == play.policy(
        SYSTEM, play.redeal(SYSTEM, state, seed="another")["state"], first
    )
    assert play.policy(SYSTEM, state, "gm") is None


def simulated(*participants: dict[str, Any], games: int = 30) -> dict[str, Any]:
    return play.simulate(SYSTEM, {"participants": list(participants)}, seed=1, games=games)


def test_it_gives_shares_and_means_and_the_same_again_for_the_same_seed() -> None:
    told = play.simulate(SYSTEM, everything(), seed="x", games=15)
    assert set(told) == {"games", "victory", "defeat", "rounds", "hp_left", "out"}
    assert told == play.simulate(SYSTEM, everything(), seed="x", games=15)
    assert told != play.simulate(SYSTEM, everything(), seed="y", games=15)
    assert 0 <= told["victory"] + told["defeat"] <= 1
    assert 0 <= told["hp_left"] <= 1


@pytest.mark.parametrize("members", [1, 3, 5])
def test_an_unhurt_group_keeps_its_whole_strength_gob_96(members: int) -> None:
    beaten = swordfighter("bo", side="foes", pools={"bp": 0, "sp": 0})
    told = simulated(extras("mob", 1, members, side="players"), beaten, games=2)
    assert (told["hp_left"], told["out"], told["victory"]) == (1.0, 0.0, 1.0)


def test_a_strong_party_wins_and_a_weak_one_loses() -> None:
    strong = {"traits": {"body": 5, "spirit": 4, "mind": 5, "luck": 3}, "skills": {"Combat (Sword)": 4}}
    party = [swordfighter("ana", **strong), swordfighter("ben", **strong)]
    assert simulated(*party, extras("mob", 1, 2))["victory"] == 1.0
    weak = swordfighter("ana", traits={"body": 1, "spirit": 1, "mind": 1, "luck": 1}, skills={}, weapons=[])
    boss = swordfighter("boss", side="foes", **strong, weapons=[{**SWORD, "damage": 9}])
    assert simulated(weak, boss)["defeat"] > 0.9
    assert simulated(swordfighter("ana"), follower("fay", 5, weapons=[SWORD]))["rounds"] >= 1


def test_progress_can_stop_it_and_faulty_input_is_refused() -> None:
    told = play.simulate(SYSTEM, everything(), seed=1, games=50, progress=lambda done, total: done < 3)
    assert told["games"] == 3
    for setup, games, policy in (({}, 1, "simple"), (everything(), 0, "simple"), (everything(), 1, "genius")):
        with pytest.raises(play.Refused):
            play.simulate(SYSTEM, setup, seed=1, games=games, policy=policy)

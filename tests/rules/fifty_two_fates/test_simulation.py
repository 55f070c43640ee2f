"""An encounter played out many times: repeatable, stoppable, and sensible (F52-11, F52-62)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.participants import hero, monster
from tests.rules.fifty_two_fates.setups import SYSTEM, everything


def simulated(*participants: dict[str, Any], games: int = 40, **options: Any) -> dict[str, Any]:
    return play.simulate(SYSTEM, {"participants": list(participants), "options": options}, seed=1, games=games)


def test_it_gives_shares_and_means_and_the_same_again_for_the_same_seed() -> None:
    told = play.simulate(SYSTEM, everything(), seed="x", games=30)
    assert set(told) == {"games", "victory", "defeat", "rounds", "hp_left", "deaths"}
    assert told == play.simulate(SYSTEM, everything(), seed="x", games=30)
    assert told != play.simulate(SYSTEM, everything(), seed="y", games=30)
    assert told["games"] == 30
    assert 0 <= told["victory"] + told["defeat"] <= 1
    assert 0 <= told["hp_left"] <= 1
    assert told["rounds"] >= 1


def test_a_strong_party_wins_and_a_weak_one_loses() -> None:
    party = [hero(f"h{n}", 8, **{"class": "warrior"}) for n in range(3)]
    assert simulated(*party, monster("rat", group="wolves", max_hp=1))["victory"] == 1.0
    dragon = monster("dragon", group="wolves", max_hp=90, monster={"allowance": 4})
    assert simulated(hero("ana"), dragon, fd_extra_cards=10)["defeat"] > 0.9


def test_more_cards_for_the_fate_dealer_make_it_harder_f52_11() -> None:
    participants = [
        hero("ana", 2),
        hero("ben", 2),
        monster("wolf", group="wolves", max_hp=4),
        monster("bear", group="wolves", max_hp=4),
    ]
    assert (
        simulated(*participants, games=120)["victory"]
        > simulated(*participants, games=120, fd_extra_cards=6)["victory"]
    )


def test_progress_is_told_and_can_stop_it() -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        calls.append((done, total))
        return done < 7

    told = play.simulate(SYSTEM, everything(), seed=1, games=50, progress=progress)
    assert told["games"] == 7
    assert calls == [(n, 50) for n in range(1, 8)]


@pytest.mark.parametrize("games", [0, -1, 100_001, True, 2.0, "3", None])
def test_a_faulty_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(play.Refused):
        play.simulate(SYSTEM, everything(), seed=1, games=games)


def test_a_faulty_setup_seed_or_policy_is_refused() -> None:
    for setup, seed, policy in (({}, 1, "simple"), (everything(), None, "simple"), (everything(), 1, "genius")):
        with pytest.raises(play.Refused):
            play.simulate(SYSTEM, setup, seed=seed, games=1, policy=policy)

"""Changing a pool of a sheet, in every game."""

import pytest

from rules import play

POOLS = {"fifty-two-fates": "hp", "fortune-and-power": "wounds", "fortune-system": "hp", "game-of-bastards": "bp"}


@pytest.mark.parametrize(("system", "pool"), POOLS.items())
def test_a_pool_is_changed_or_set_but_not_both_at_once(system: str, pool: str) -> None:
    given = play.new_sheet(system)
    play.touch(system, given, {}, pool, change=-1)
    play.touch(system, given, {}, pool, to=1)
    with pytest.raises(play.Refused) as caught:
        play.touch(system, given, {}, pool, change=-1, to=1)
    assert caught.value.code == "pool.both"

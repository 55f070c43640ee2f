"""The shape of a stored state changes only together with its version; `rules.engine.upgrades` has the rules."""

import pytest

from rules import play
from rules.engine import upgrades
from rules.engine.upgrades import Upgrade, chain
from rules.games import registry
from tests.golden import shapes

SYSTEMS = sorted(play.SYSTEMS)
HELP = (
    "The shape of the state changed. Raise VERSION in the game's state.py, add an Upgrade to its upgrades.py and run"
    " `python -m tests.golden.shapes`. If no release holds states of this version yet, only run the command."
)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_shape_is_the_one_stored_for_its_version(system: str) -> None:
    path = shapes.stored(system, shapes.state_module(system).VERSION)
    assert path.exists(), HELP
    assert shapes.shape(system) == path.read_text(), HELP


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_version_before_has_an_upgrade_and_a_stored_shape(system: str) -> None:
    module, game = shapes.state_module(system), registry.GAMES[system]
    assert sorted(game.upgrades) == list(range(1, module.VERSION))
    for version in range(1, module.VERSION + 1):
        assert shapes.stored(system, version).exists()


def test_the_shape_of_a_released_version_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "released", lambda system: shapes.state_module(system).VERSION)
    monkeypatch.setattr(shapes, "shape", lambda _system: "{}\n")
    with pytest.raises(SystemExit, match="is released"):
        shapes.write()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_new_field_shows_in_the_shape(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = shapes.state_module(system)
    before = shapes.shape(system)
    grown = type("State", (module.State,), {"__annotations__": {"hidden": bool}, "hidden": False})
    monkeypatch.setattr(module, "State", grown)
    assert shapes.shape(system) != before


def test_upgrades_follow_each_other() -> None:
    assert sorted(chain(Upgrade(1), Upgrade(2))) == [1, 2]
    with pytest.raises(ValueError, match="1, 2, 3"):
        chain(Upgrade(1), Upgrade(3))


def test_unrecorded_parts_are_not_compared_for_encounters_that_began_then() -> None:
    steps = chain(Upgrade(1, unrecorded=("gone",)), Upgrade(2, unrecorded=("late",)))
    state = {"version": 3, "gone": [], "late": 1, "hp": 2}
    assert upgrades.comparable_part(state, steps) == state
    assert upgrades.comparable_part({**state, "began": 2}, steps) == {"version": 3, "gone": [], "hp": 2, "began": 2}
    assert upgrades.comparable_part({**state, "began": 1}, steps) == {"version": 3, "hp": 2, "began": 1}


def test_an_encounter_keeps_the_version_in_which_it_began() -> None:
    steps = chain(Upgrade(1), Upgrade(2))
    state = steps[2](steps[1]({"version": 1}))
    assert state["began"] == 1
    assert steps[2]({"version": 2})["began"] == 2

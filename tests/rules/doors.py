"""The doors of `rules.play`: its functions that take values from outside, called with any value.

What is whole in each game is in tests/rules/<game>/malformed.py.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from rules import play
from tests.rules.fifty_two_fates import malformed as fates
from tests.rules.fortune_and_power import malformed as power
from tests.rules.fortune_system import malformed as fortune
from tests.rules.fuzz import json_values
from tests.rules.game_of_bastards import malformed as bastards

GAMES = (fates, power, fortune, bastards)
NAMES = [game.SYSTEM for game in GAMES]
JSON = {game.SYSTEM: json_values(game.WORDS, st.integers(*game.NUMBERS)) for game in GAMES}
Call = Callable[[], Any]
every_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


def asked_with(game: Any, state: Any, junk: Any) -> list[Call]:
    """Calls in which junk names somebody, or is the command, the state or the system."""
    system = game.SYSTEM
    return [
        lambda: play.view(system, state, junk),
        lambda: play.offers(system, state, junk),
        lambda: play.sample(system, state, junk, seed=1),
        lambda: play.act(system, state, junk),
        lambda: play.act(system, junk, {"type": "pass", "actor": "ana"}),
        lambda: play.actors(system, junk),
        lambda: play.actors(junk, state),
        lambda: play.check(system, junk, {}),
        lambda: play.check(junk, *game.WHOLE_CHECKS[0]),
        lambda: play.start(junk, game.SETUP, seed=1),
    ]


def doors(game: Any, system: str, state: Any, value: Any) -> list[Call]:
    """Every function of `rules.play` that takes a value from outside, with this one."""
    actor = play.actors(system, state)[0]
    kind, inputs = game.WHOLE_CHECKS[0]
    return [
        lambda: play.start(system, value, seed=1),
        lambda: play.start(system, game.SETUP, seed=value),
        lambda: play.start(value, game.SETUP, seed=1),
        lambda: play.act(system, state, value),
        lambda: play.act(system, value, {"type": "end", "actor": "gm", "outcome": "other"}),
        lambda: play.view(system, state, value),
        lambda: play.offers(system, state, value),
        lambda: play.policy(system, state, value),
        lambda: play.sample(system, state, value, seed=1),
        lambda: play.sample(system, state, actor, seed=value),
        lambda: play.check(system, value, {}),
        lambda: play.check(system, kind, value, seed=1),
        lambda: play.check(system, kind, inputs, seed=value),
        lambda: play.chance(system, value, {}),
        lambda: play.chance(system, kind, value),
        lambda: play.odds(system, state, actor, value),
        lambda: play.odds(system, state, value, {}),
        lambda: play.monster(system, value),
        lambda: play.monster_participant(system, {"traits": {}}, id=value, name=value, side=value),
        lambda: play.aftermath(system, value),
        lambda: play.opening(system, value),
        lambda: play.redeal(system, state, seed=value),
        lambda: play.actors(system, value),
        lambda: play.warnings(system, value),
        lambda: play.simulate(system, value, seed=1, games=1),
        lambda: play.simulate(system, game.SETUP, seed=1, games=1, policy=value),
        lambda: play.simulate(system, game.SETUP, seed=1, games=str(value)),
    ]


def doors_of_a_sheet(game: Any, sheet: Any, progress: Any, house: Any, step: Any) -> list[Call]:
    system, number = game.SYSTEM, game.NUMBER_OF_THE_SHEET
    return [
        lambda: play.sheet(system, sheet, progress, house=house, before=game.SHEET),
        lambda: play.steps(system, sheet, progress, house=house),
        lambda: play.step(system, sheet, progress, step, house=house),
        lambda: play.unstep(system, sheet, progress, step, house=house),
        lambda: play.touch(system, sheet, progress, number, change=1, house=house),
        lambda: play.sheet_check(system, sheet, progress, *game.SHEET_CHECK, house=house),
        lambda: play.participant(system, sheet, progress, id="ana", name="Ana", house=house),
    ]


def more_doors_of_a_sheet(game: Any, system: str, value: Any) -> list[Call]:
    sheet, progress, number = game.SHEET, game.PROGRESS, game.NUMBER_OF_THE_SHEET
    return [
        lambda: play.sheet(system, sheet, {}, before=value),
        lambda: play.step(system, sheet, progress, value, house=game.HOUSE),
        lambda: play.unstep(system, sheet, progress, value),
        lambda: play.touch(system, sheet, {}, value),
        lambda: play.touch(system, sheet, {}, number, change=value),
        lambda: play.touch(system, sheet, {}, number, to=value),
        lambda: play.sheet_check(system, sheet, {}, value, {}),
        *[lambda kind=kind: play.sheet_check(system, sheet, {}, kind, value) for kind, _inputs in game.WHOLE_CHECKS],
        lambda: play.participant(system, sheet, {}, id=value, name=value, side=value, group=value),
    ]

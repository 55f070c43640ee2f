"""Junk that is not even JSON, at every place of every command, setup and check (contract)."""

from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.test_any_json_gives_a_result_or_a_refusal import CHECKS, GIVEN, SETUP, scene
from tests.rules.junk import JUNK, holds

GIVEN_IDS = [(phase, number) for phase, commands in GIVEN.items() for number in range(len(commands))]


@pytest.mark.parametrize(("phase", "number"), GIVEN_IDS)
def test_every_junk_at_every_place_of_a_command_is_answered(phase: str, number: int) -> None:
    state = scene(phase).state
    holds(lambda command: play.act(GAME, state, command), GIVEN[phase][number])


def test_every_junk_at_every_place_of_a_setup_is_answered() -> None:
    holds(lambda setup: play.start(GAME, setup, seed=1), SETUP)


@pytest.mark.parametrize("number", range(len(CHECKS)))
def test_every_junk_at_every_place_of_a_check_is_answered(number: int) -> None:
    kind, inputs = CHECKS[number]
    holds(lambda given: play.check(GAME, kind, given, seed=1), inputs)


ASKS: list[Callable[[Any, Any], Any]] = [
    lambda state, junk: play.view(GAME, state, junk),
    lambda state, junk: play.offers(GAME, state, junk),
    lambda state, junk: play.sample(GAME, state, junk, seed=1),
    lambda state, junk: play.act(GAME, state, junk),
    lambda state, junk: play.act(GAME, junk, {"type": "pass", "actor": "ana"}),
    lambda state, junk: play.actors(GAME, junk),
    lambda state, junk: play.check(GAME, junk, {}),
]


@pytest.mark.parametrize("ask", ASKS)
def test_junk_for_a_viewer_an_actor_a_state_or_a_kind_is_answered(ask: Callable[[Any, Any], Any]) -> None:
    state = scene("declare").state
    for junk in JUNK:
        try:
            ask(state, junk)
        except play.Refused as refusal:
            told = refusal.message
        else:
            continue
        assert told

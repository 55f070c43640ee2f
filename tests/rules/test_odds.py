"""What has no odds in any game: commands that are not allowed now and unknown checks are `Refused`."""

from typing import Any

import pytest

from rules import play
from tests.rules.doors import every_game
from tests.rules.hidden.worlds import LURKERS, SYSTEMS, lurker, with_lurker

END = {"type": "end", "actor": "gm", "outcome": "other"}


@every_game
def test_a_command_that_is_not_allowed_has_no_odds(game: Any) -> None:
    state = game.SCENES["start"]
    someone = next(iter(play.view(game.SYSTEM, state, "gm")["participants"]))
    for viewer in ("gm", "observer", someone):
        for command in ({}, {"type": "nope"}, {"type": "pass", "actor": "zz"}, {"type": "join", "actor": "gm"}):
            with pytest.raises(play.Refused):
                play.odds(game.SYSTEM, state, viewer, command)


@every_game
def test_the_odds_refuse_what_the_game_refuses_to_the_gm(game: Any) -> None:
    state = game.SCENES["start"]
    for commands in game.COMMANDS.values():
        for command in [one for one in commands if one["actor"] == "gm" and "rolls" not in one]:
            try:
                play.act(game.SYSTEM, state, command)
            except play.Needed:
                continue
            except play.Refused:
                with pytest.raises(play.Refused):
                    play.odds(game.SYSTEM, state, "gm", command)
            else:
                assert play.odds(game.SYSTEM, state, "gm", command) is None


@every_game
def test_nothing_is_allowed_after_the_end(game: Any) -> None:
    state = game.SCENES["start"]
    over = play.act(game.SYSTEM, state, END)["state"]
    for actor in play.actors(game.SYSTEM, state):
        for offer in play.offers(game.SYSTEM, state, actor):
            with pytest.raises(play.Refused):
                play.odds(game.SYSTEM, over, actor, offer["example"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_the_gm_is_told_whether_someone_hidden_can_be_revealed(system: str) -> None:
    assert LURKERS[system]
    who, state = lurker(system, 0), play.start(system, with_lurker(system, 0), seed=3)
    reveal = {"type": "reveal", "actor": "gm", "target": who}
    assert play.odds(system, state, "gm", reveal) is None
    with pytest.raises(play.Refused):
        play.odds(system, state, "gm", {**reveal, "target": "nobody"})
    assert told(system, state, reveal) == told(system, state, {**reveal, "target": "nobody"})


def told(system: str, state: Any, command: dict[str, Any]) -> object:
    """What an observer is told about the odds of a command."""
    try:
        return play.odds(system, state, "observer", command)
    except play.Refused as refused:
        return refused.code


@every_game
def test_an_unknown_check_has_no_chance(game: Any) -> None:
    for kind in ("zz", None, 1, [], {}, ""):
        for ask in (play.check, play.chance):
            with pytest.raises(play.Refused) as caught:
                ask(game.SYSTEM, kind, {})
            assert caught.value.code == "check.unknown"
    for kind, inputs in game.WHOLE_CHECKS:
        play.chance(game.SYSTEM, kind, inputs)

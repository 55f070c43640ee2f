"""Whatever is thrown at a game, the answer is a result or `Refused` with a code and a sentence, and nothing else.

Junk stands at every place of whole commands, setups and checks (tests/rules/<game>/malformed.py).
"""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from tests.rules.doors import GAMES, asked_with, every_game
from tests.rules.fuzz import survives
from tests.rules.junk import JUNK, places, replaced

every_command = pytest.mark.parametrize(
    ("game", "scene", "command"),
    [
        pytest.param(game, scene, command, id=f"{game.SYSTEM}-{scene}-{number}-{command['type']}")
        for game in GAMES
        for scene, commands in game.COMMANDS.items()
        for number, command in enumerate(commands)
    ],
)
every_check = pytest.mark.parametrize(
    ("game", "kind", "inputs"),
    [
        pytest.param(game, kind, inputs, id=f"{game.SYSTEM}-{kind}-{number}")
        for game in GAMES
        for number, (kind, inputs) in enumerate(game.WHOLE_CHECKS)
    ],
)
every_shape = pytest.mark.parametrize(
    ("game", "scene", "command", "path"), [(game, *shape) for game in GAMES for shape in game.SHAPES]
)


def try_junk(game: Any, give: Callable[[Any], Any], whole: Any) -> None:
    """Every junk at every place is answered, with plain JSON; an unknown field is refused everywhere."""
    give(whole)
    for path in places(whole):
        for junk in JUNK:
            answer = survives(game.PREFIX, lambda path=path, junk=junk: give(replaced(whole, path, junk)))
            if answer is not None:
                json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    for extra in ("x", "Type", ""):
        with pytest.raises(play.Refused) as caught:
            give({**whole, extra: 1})
        assert extra in caught.value.message


@every_command
def test_junk_at_any_place_of_a_command_is_answered(game: Any, scene: str, command: dict[str, Any]) -> None:
    state = game.SCENES[scene]
    before = copy.deepcopy(state)
    try_junk(game, lambda broken: play.act(game.SYSTEM, state, broken), command)
    assert state == before


@every_command
def test_the_order_of_the_fields_of_a_command_says_nothing(game: Any, scene: str, command: dict[str, Any]) -> None:
    acted = play.act(game.SYSTEM, game.SCENES[scene], command)
    turned = play.act(game.SYSTEM, game.SCENES[scene], dict(reversed(command.items())))
    assert play.canonical(acted) == play.canonical(turned)


@every_game
def test_junk_at_any_place_of_a_setup_is_answered(game: Any) -> None:
    def start_and_look(setup: Any) -> Any:
        state = play.start(game.SYSTEM, setup, seed=1)
        return [state, play.view(game.SYSTEM, state, "gm")]

    try_junk(game, start_and_look, game.SETUP)


@every_check
def test_junk_at_any_place_of_a_check_is_answered(game: Any, kind: str, inputs: dict[str, Any]) -> None:
    try_junk(game, lambda broken: play.check(game.SYSTEM, kind, broken, seed=1), inputs)


@every_game
def test_junk_for_a_viewer_an_actor_a_kind_or_a_system_is_answered(game: Any) -> None:
    for state in game.SCENES.values():
        for junk in JUNK:
            for call in asked_with(game, state, junk):
                survives(game.PREFIX, call)


@every_game
@pytest.mark.parametrize("nobody", ["nobody", "observer", "heroes", "players", ""])
def test_an_unknown_actor_is_offered_nothing(game: Any, nobody: str) -> None:
    for state in game.SCENES.values():
        assert not survives(game.PREFIX, lambda state=state: play.offers(game.SYSTEM, state, nobody))
        assert not survives(game.PREFIX, lambda state=state: play.sample(game.SYSTEM, state, nobody, seed=1))


@every_shape
def test_a_fault_of_shape_names_the_path_of_its_field(game: Any, scene: str, command: Any, path: str) -> None:
    with pytest.raises(play.Refused) as caught:
        play.act(game.SYSTEM, game.SCENES[scene], command)
    assert path in caught.value.message


@every_game
def test_json_nested_a_hundred_thousand_deep_is_refused(game: Any) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    row = {
        **(game.HOUSE["rows"] or [{"kind": "a", "key": "b", "name": "c"}])[0],
        "figures": {"for": deep, "cost": deep},
    }
    for call in (
        lambda: play.act(game.SYSTEM, game.SCENES["start"], {"type": "end", "actor": deep}),
        lambda: play.start(game.SYSTEM, {"participants": deep}, seed=1),
        lambda: play.start(game.SYSTEM, {**game.SETUP, "rows": [row]}, seed=1),
        lambda: play.monster(game.SYSTEM, {"text": deep}),
        lambda: play.sheet(game.SYSTEM, {"equipment": deep}, {}),
    ):
        with pytest.raises(play.Refused):
            call()
    survives(game.PREFIX, lambda: play.sheet(game.SYSTEM, game.SHEET, {}, house={"rows": [row]}))


@every_game
def test_everything_that_comes_out_is_plain_json(game: Any) -> None:
    values = [play.SYSTEMS[game.SYSTEM], play.opening(game.SYSTEM, play.start(game.SYSTEM, game.SETUP, seed=1))]
    for state in game.SCENES.values():
        ended = play.act(game.SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "other"})
        values += [state, ended, play.aftermath(game.SYSTEM, ended["state"])]
        values += [play.view(game.SYSTEM, state, viewer) for viewer in ("ana", "gm", "observer")]
        values += [play.offers(game.SYSTEM, state, actor) for actor in play.actors(game.SYSTEM, state)]
    for value in values:
        assert json.loads(json.dumps(value, allow_nan=False)) == value

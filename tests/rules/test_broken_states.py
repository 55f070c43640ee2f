"""A state, a setup or a sheet with one value exchanged: the answer is a result or a refusal, and nothing else.

RULES_FUZZ sets how many values each gets (default 100). See tests/rules/<game>/malformed.py for what is whole.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import play
from tests.rules.doors import GAMES, JSON, Call, doors_of_a_sheet, every_game
from tests.rules.fortune_system import malformed as fortune
from tests.rules.fuzz import fuzz, survives
from tests.rules.junk import JUNK, places, replaced

FUZZ = fuzz(100)
# Values that stand at every place of a state; deep ones are for commands and setups.
BROKEN = [value for value in JUNK if value is None or isinstance(value, (bool, int, float, str, list, dict))][:-2]
every_scene = pytest.mark.parametrize(
    ("game", "scene"),
    [pytest.param(game, scene, id=f"{game.SYSTEM}-{scene}") for game in GAMES for scene in game.SCENES],
)


def calls_with(game: Any, scene: str, broken: Any) -> list[Call]:
    """What a page may ask of a state, and commands that were right before it broke."""
    system, state = game.SYSTEM, game.SCENES[scene]
    actor = play.actors(system, state)[0]
    commands = [offer["example"] for offer in play.offers(system, state, actor)[:5]]
    commands += [*game.COMMANDS.get(scene, [])[:4], {"type": "end", "actor": "gm", "outcome": "other"}]
    return [
        *[lambda command=command: play.act(system, broken, command) for command in commands],
        lambda: play.odds(system, broken, actor, commands[0]),
        *[lambda viewer=viewer: play.view(system, broken, viewer) for viewer in (actor, "ana", "gm", "observer")],
        *[lambda who=who: play.offers(system, broken, who) for who in (actor, "gm")],
        lambda: play.policy(system, broken, actor),
        lambda: play.actors(system, broken),
        lambda: play.opening(system, broken),
        lambda: play.redeal(system, broken, seed=1),
    ]


@pytest.mark.tampered
@FUZZ
@given(data=st.data())
@every_scene
def test_a_state_with_one_value_exchanged(game: Any, scene: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(places(game.SCENES[scene])))
    broken = replaced(game.SCENES[scene], path, data.draw(JSON[game.SYSTEM]))
    for call in calls_with(game, scene, broken):
        survives(game.PREFIX, call)


@pytest.mark.tampered
def test_odds_blame_the_state_as_it_was_before_the_command() -> None:
    system, state = fortune.SYSTEM, fortune.SCENES["flair"]
    answer = fortune.COMMANDS["flair"][0]
    assert play.odds(system, state, "ana", answer) is None
    with pytest.raises(play.Refused) as caught:
        play.odds(system, replaced(state, ("pending", "slot"), 4), "ana", answer)
    assert caught.value.code == "state.pending"


@pytest.mark.tampered
@pytest.mark.parametrize("game", GAMES, ids=[game.SYSTEM for game in GAMES])
@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_junk_at_any_place_of_a_state_is_answered(game: Any, number: int) -> None:
    scene = list(game.SCENES)[-1]
    actor = play.actors(game.SYSTEM, game.SCENES[scene])[0]
    command = play.offers(game.SYSTEM, game.SCENES[scene], actor)[0]["example"]
    for path in places(game.SCENES[scene]):
        broken = replaced(game.SCENES[scene], path, BROKEN[number])
        for call in (
            lambda broken=broken: play.act(game.SYSTEM, broken, command),
            lambda broken=broken: play.view(game.SYSTEM, broken, "ana"),
            lambda broken=broken: play.actors(game.SYSTEM, broken),
            lambda broken=broken: play.offers(game.SYSTEM, broken, actor),
        ):
            survives(game.PREFIX, call)


@FUZZ
@given(data=st.data())
@every_game
def test_a_setup_with_one_value_exchanged(game: Any, data: st.DataObject) -> None:
    path, value = data.draw(st.sampled_from(places(game.SETUP))), data.draw(JSON[game.SYSTEM])
    survives(game.PREFIX, lambda: play.start(game.SYSTEM, replaced(game.SETUP, path, value), seed=1))
    path = data.draw(st.sampled_from(places(game.everything())))
    survives(game.PREFIX, lambda: play.start(game.SYSTEM, replaced(game.everything(), path, value), seed=1))


@FUZZ
@given(data=st.data())
@every_game
def test_a_sheet_a_house_or_a_step_with_one_value_exchanged(game: Any, data: st.DataObject) -> None:
    value = data.draw(JSON[game.SYSTEM])
    sheet, house, step = (
        replaced(whole, data.draw(st.sampled_from(places(whole))), value)
        for whole in (game.SHEET, game.HOUSE, game.STEP)
    )
    for parts in ((sheet, game.HOUSE, game.STEP), (game.SHEET, house, game.STEP), (game.SHEET, game.HOUSE, step)):
        for call in doors_of_a_sheet(game, parts[0], game.PROGRESS, *parts[1:]):
            survives(game.PREFIX, call)
    rows = house.get("rows") if isinstance(house, dict) else house
    survives(game.PREFIX, lambda: play.start(game.SYSTEM, {**game.SETUP, "rows": rows}, seed=1))

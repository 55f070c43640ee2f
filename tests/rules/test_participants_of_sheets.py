"""A sheet or a monster becomes a participant alike in every game: with an id and a name that a setup takes."""

from typing import Any

import pytest

from rules import play
from tests.rules.doors import every_game

SIDED = {"fifty-two-fates", "fortune-and-power", "game-of-bastards"}
MALFORMED = [
    *[{"id": wrong} for wrong in (None, 1, "", "a b", "x" * 65, "gm", "observer", [])],
    *[{"name": wrong} for wrong in (None, 1, "", "x" * 201, "\x00", "\ud800")],
    *[{field: wrong} for field in ("side", "group") for wrong in (1, [], {}, "x" * 201, "\x00")],
]


def of_sheet(game: Any, **names: Any) -> Any:
    sheet = play.new_sheet(game.SYSTEM)
    return play.participant(game.SYSTEM, sheet, {}, **{"id": "nia", "name": "Nia", **names})


def of_monster(game: Any, **names: Any) -> Any:
    return play.monster_participant(game.SYSTEM, {}, **{"id": "orc", "name": "Orc", **names})


@pytest.mark.parametrize("names", MALFORMED, ids=str)
@every_game
def test_a_value_that_no_setup_takes_is_refused(game: Any, names: dict[str, Any]) -> None:
    for make in (of_sheet, of_monster):
        with pytest.raises(play.Refused) as caught:
            make(game, **names)
        assert caught.value.code in ("shape.invalid", "id.reserved")


@pytest.mark.parametrize("names", [{}, {"id": "-_A9"}, {"name": "Ñ" * 200}, {"side": "players", "group": "players"}])
@every_game
def test_a_setup_takes_what_is_not_refused(game: Any, names: dict[str, Any]) -> None:
    entry = of_sheet(game, **names)
    setup = {"participants": [*game.SETUP["participants"], entry]}
    assert entry["id"] in play.view(game.SYSTEM, play.start(game.SYSTEM, setup, seed=1), "gm")["participants"]


@every_game
def test_an_empty_side_or_group_is_none(game: Any) -> None:
    assert of_sheet(game, side="", group="") == of_sheet(game)
    assert of_sheet(game).get("side") == ("players" if game.SYSTEM in SIDED else None)


@every_game
def test_a_side_is_one_that_a_setup_takes(game: Any) -> None:
    setup = {"participants": [*game.SETUP["participants"], {**of_sheet(game), "side": "zz"}]}
    try:
        play.start(game.SYSTEM, setup, seed=1)
    except play.Refused:
        if game.SYSTEM in SIDED:
            with pytest.raises(play.Refused):
                of_sheet(game, side="zz")
    else:
        assert of_sheet(game, side="zz")["side"] == "zz"

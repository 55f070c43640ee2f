"""Any JSON at any door of a game: the answer is a result or `Refused` with a code and a sentence, and nothing else.

RULES_FUZZ sets how many values each door gets (default 100).
"""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import play
from tests.rules.doors import JSON, doors, doors_of_a_sheet, every_game, more_doors_of_a_sheet
from tests.rules.fuzz import fuzz, survives

FUZZ = fuzz(100)
STEP_TYPES = ["trait", "skill", "specialty", "advantage", "gift", "fortune", "talent", "free", "fill", "mulligan"]
STEP_TYPES += ["attribute", "class", "background", "suit", "finish"]
STEP_FIELDS = ["type", "key", "focus", "method", "attribute", "rolls", "trait", "skill", "skills", "name", "weapon"]
STEP_FIELDS += ["to", "gift", "explanation", "note", "ranks"]


@FUZZ
@given(data=st.data())
@every_game
def test_any_value_at_any_door(game: Any, data: st.DataObject) -> None:
    value = data.draw(JSON[game.SYSTEM])
    for call in doors(game, game.SYSTEM, game.SCENES["start"], value):
        survives(game.PREFIX, call)
    play.verify([value])
    play.verify([{"type": "shuffled", "shuffle": value, "commitments": value}, {"opened": value}, {"opened": [value]}])


@FUZZ
@given(data=st.data())
@every_game
def test_any_value_at_any_door_of_a_sheet(game: Any, data: st.DataObject) -> None:
    value = data.draw(JSON[game.SYSTEM])
    for sheet, progress, house in ((value, {}, None), (game.SHEET, value, None), (game.SHEET, game.PROGRESS, value)):
        for call in doors_of_a_sheet(game, sheet, progress, house, game.STEP):
            survives(game.PREFIX, call)
    for call in more_doors_of_a_sheet(game, game.SYSTEM, value):
        survives(game.PREFIX, call)


@FUZZ
@given(data=st.data())
@every_game
def test_any_fields_in_a_command(game: Any, data: st.DataObject) -> None:
    state = game.SCENES[data.draw(st.sampled_from(sorted(game.SCENES)))]
    fields = data.draw(st.dictionaries(st.sampled_from(game.FIELDS), JSON[game.SYSTEM], max_size=6))
    actor = play.actors(game.SYSTEM, state)[0]
    whole = data.draw(st.sampled_from([one for commands in game.COMMANDS.values() for one in commands]))
    kind = data.draw(st.sampled_from(play.SYSTEMS[game.SYSTEM]["commands"]))
    for command in (
        {**fields, "type": kind},
        {"actor": actor, **fields, "type": kind},
        {"actor": "gm", "target": "ana", **fields, "type": kind},
        {**whole, **fields},
    ):
        survives(game.PREFIX, lambda command=command: play.act(game.SYSTEM, state, command))
        survives(game.PREFIX, lambda command=command: play.odds(game.SYSTEM, state, actor, command))


@FUZZ
@given(data=st.data())
@every_game
def test_any_inputs_of_a_check(game: Any, data: st.DataObject) -> None:
    kind, whole = data.draw(st.sampled_from([*game.WHOLE_CHECKS, game.SHEET_CHECK]))
    inputs = data.draw(st.dictionaries(st.sampled_from(game.INPUTS), JSON[game.SYSTEM], max_size=5))
    for given_ in (inputs, {**whole, **inputs}):
        survives(game.PREFIX, lambda given_=given_: play.check(game.SYSTEM, kind, given_, seed=1))
        survives(game.PREFIX, lambda given_=given_: play.chance(game.SYSTEM, kind, given_))
        survives(game.PREFIX, lambda given_=given_: play.sheet_check(game.SYSTEM, game.SHEET, {}, kind, given_, seed=1))


@FUZZ
@given(data=st.data())
@every_game
def test_any_fields_in_a_step(game: Any, data: st.DataObject) -> None:
    fields = data.draw(st.dictionaries(st.sampled_from(STEP_FIELDS), JSON[game.SYSTEM], max_size=5))
    kind = data.draw(st.sampled_from(STEP_TYPES))
    for step in (fields, {**fields, "type": kind}, {**game.STEP, **fields}):
        for take in (play.step, play.unstep):
            survives(game.PREFIX, lambda take=take, step=step: take(game.SYSTEM, game.SHEET, game.PROGRESS, step))

"""Whatever JSON is thrown at the engine: `Refused` with a code and a sentence, or an answer, and nothing else.

RULES_FUZZ sets how many values each door gets (default 150).
"""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import play
from tests.rules.fortune_system.party import SYSTEM, everything, talent
from tests.rules.fuzz import fuzz, json_values, survivor
from tests.rules.junk import places, replaced

FUZZ = fuzz(150)
survives = survivor("FOS-")
WORDS = [
    "ana",
    "ben",
    "gm",
    "observer",
    "t",
    "Physical",
    "Running",
    "",
    "\ud800",
    "\x00",
    "damaged",
    "blown",
    "lowest",
    "smooth",
    "slick",
    "aptitude",
    "couldnt-sleep",
    "rolled",
    "fixed",
    "x" * 300,
]
JSON = json_values(WORDS, st.integers(-1, 5))
COMMANDS = play.SYSTEMS[SYSTEM]["commands"]
FIELDS = [
    "actor",
    "target",
    "participants",
    "skill",
    "group",
    "cos",
    "task",
    "on_failure",
    "selection",
    "aids",
    "trigger_damage",
    "dice",
    "reduce",
    "talent",
    "mend",
    "exemplar",
    "flair",
    "wingman",
    "slot",
    "value",
    "use",
    "degree",
    "full",
    "key",
    "focus",
    "participant",
    "outcome",
    "rolls",
    "nonsense",
]
SHEET = {
    "finished": True,
    "filled": "rolled",
    "slots": [{"value": 40, "condition": "sound"}, {"value": None, "condition": "blown"}],
    "talents": [talent("aptitude"), talent("couldnt-sleep", None)],
    "free": {"key": "slick", "focus": "Physical"},
    "attributes": {"atk": 8, "vit": 5},
    "hp": 3,
    "mp": None,
    "equipment": [{"name": "Rope", "quantity": 2}],
}
HOUSE = {
    "options": {"slots": 3, "equal_passes": True, "xp_per_level": 50},
    "rows": [
        {"kind": "talent", "key": "slick", "name": "Slick", "figures": {"for": "group", "margin": 9}},
        {"kind": "skill", "key": "dance", "name": "Dance", "figures": {"group": "Social"}},
        {"kind": "group", "key": "social", "name": "Social", "figures": {}},
    ],
}
CALL = {"type": "call-check", "actor": "gm", "skill": "Running", "group": "Physical", "cos": 45, "task": "t"}


def called(state: dict[str, Any]) -> dict[str, Any]:
    order = {**CALL, "participants": ["ana", "ben", "cyd", "dee"], "aids": "ben", "on_failure": "damaged"}
    after: dict[str, Any] = play.act(SYSTEM, state, order)["state"]
    return after


STATE = called(play.start(SYSTEM, everything(), seed=3))
ASKED = play.act(SYSTEM, STATE, {"type": "attempt", "actor": "ana", "task": "t", "dice": [2], "wingman": True})["state"]


@FUZZ
@given(JSON)
def test_any_value_at_any_door(value: Any) -> None:
    survives(lambda: play.start(SYSTEM, value, seed=1))
    survives(lambda: play.start(SYSTEM, everything(), seed=value))
    survives(lambda: play.act(SYSTEM, STATE, value))
    survives(lambda: play.act(SYSTEM, value, {"type": "rest", "actor": "gm", "full": True}))
    survives(lambda: play.view(SYSTEM, STATE, value))
    survives(lambda: play.offers(SYSTEM, STATE, value))
    survives(lambda: play.odds(SYSTEM, STATE, "gm", value))
    survives(lambda: play.odds(SYSTEM, STATE, value, {}))
    survives(lambda: play.policy(SYSTEM, STATE, value))
    survives(lambda: play.sample(SYSTEM, STATE, "ana", seed=value))
    survives(lambda: play.check(SYSTEM, value, {}))
    survives(lambda: play.check(SYSTEM, "talents", {"level": 3}, seed=value))
    survives(lambda: play.chance(SYSTEM, "die", value))
    survives(lambda: play.monster(SYSTEM, value))
    survives(lambda: play.aftermath(SYSTEM, value))
    survives(lambda: play.opening(SYSTEM, value))
    survives(lambda: play.redeal(SYSTEM, STATE, seed=value))
    survives(lambda: play.actors(SYSTEM, value))
    survives(lambda: play.warnings(SYSTEM, value))


@FUZZ
@given(JSON)
def test_any_value_at_the_doors_of_a_sheet(value: Any) -> None:
    survives(lambda: play.sheet(SYSTEM, value, {}))
    survives(lambda: play.sheet(SYSTEM, SHEET, value))
    survives(lambda: play.sheet(SYSTEM, SHEET, {}, house=value))
    survives(lambda: play.sheet(SYSTEM, SHEET, {}, before=value))
    survives(lambda: play.steps(SYSTEM, SHEET, {}, house=value))
    survives(lambda: play.step(SYSTEM, SHEET, {}, value, house=HOUSE))
    survives(lambda: play.unstep(SYSTEM, SHEET, {}, value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, "hp", change=value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, "mp", to=value))
    survives(lambda: play.participant(SYSTEM, SHEET, {}, id=value, name=value, house=HOUSE))
    for kind in ("die", "hardship", "rest", "defeat", "pools", "talents", "harm", value):
        survives(lambda kind=kind: play.sheet_check(SYSTEM, SHEET, {}, kind, value, seed=1))  # type: ignore[misc]


@FUZZ
@given(st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_any_fields_in_a_command(name: str, fields: dict[str, Any]) -> None:
    for state in (STATE, ASKED):
        survives(lambda state=state: play.act(SYSTEM, state, {"type": name, **fields}))  # type: ignore[misc]
        made = {"actor": "ana", "task": "t", "dice": [0], "target": "ana", **fields, "type": name}
        survives(lambda state=state, made=made: play.act(SYSTEM, state, made))  # type: ignore[misc]
        survives(lambda state=state, made=made: play.odds(SYSTEM, state, "gm", made))  # type: ignore[misc]


@FUZZ
@given(st.sampled_from(["die", "fill", "talents", "pools", "harm"]), st.data())
def test_any_inputs_of_a_check(kind: str, data: st.DataObject) -> None:
    names = ["value", "cos", "reductions", "damaged", "equal_passes", "rolls", "slots", "method", "level", "vit", "spr"]
    names += ["to", "degree", "whole_party", "smooth"]
    inputs = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=5))
    survives(lambda: play.check(SYSTEM, kind, inputs, seed=1))
    survives(lambda: play.chance(SYSTEM, kind, inputs))


DIE = ["slot", "second", "cos", "skill", "group", "reduce", "talent", "mend", "flair", "steady", "rolls"]
STEP = ["type", "key", "focus", "method", "attribute", "rolls"]


@FUZZ
@given(st.dictionaries(st.sampled_from(DIE), JSON), st.dictionaries(st.sampled_from(STEP), JSON), st.integers(-3, 3))
def test_any_inputs_of_a_check_with_a_sheet_and_any_step(die: dict[str, Any], step: dict[str, Any], slot: int) -> None:
    usual = {"slot": slot, "cos": 45, "skill": "Running"}
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, "die", {**usual, **die}, seed=1))
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, "die", {**die, "slot": slot}, seed=1, house=HOUSE))
    for kind in ("talent", "free", "fill", "mulligan", "attribute", "finish"):
        survives(lambda kind=kind: play.step(SYSTEM, SHEET, {"levels": 9}, {**step, "type": kind}))  # type: ignore[misc]
        survives(lambda kind=kind: play.unstep(SYSTEM, SHEET, {}, {**step, "type": kind}))  # type: ignore[misc]


@FUZZ
@given(st.sampled_from(places(ASKED)), JSON)
def test_a_state_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    broken = replaced(ASKED, path, value)
    commands: list[dict[str, Any]] = [
        {"type": "choose", "actor": "ben", "slot": 0},
        {"type": "choose", "actor": "ben"},
        {"type": "leave", "actor": "gm", "target": "ben"},
        {"type": "leave", "actor": "gm", "target": "ana"},
        {"type": "end", "actor": "gm", "outcome": "other"},
        {"type": "rest", "actor": "gm", "full": True},
    ]
    for command in commands:
        survives(lambda command=command: play.act(SYSTEM, broken, command))  # type: ignore[misc]
    for viewer in ("ana", "gm", "observer"):
        survives(lambda viewer=viewer: play.view(SYSTEM, broken, viewer))  # type: ignore[misc]
        survives(lambda viewer=viewer: play.policy(SYSTEM, broken, viewer))  # type: ignore[misc]
    for actor in ("ana", "ben", "gm"):
        survives(lambda actor=actor: play.offers(SYSTEM, broken, actor))  # type: ignore[misc]
    survives(lambda: play.actors(SYSTEM, broken))
    survives(lambda: play.opening(SYSTEM, broken))
    survives(lambda: play.redeal(SYSTEM, broken, seed=1))


@FUZZ
@given(st.sampled_from(places(everything())), JSON)
def test_a_setup_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    survives(lambda: play.start(SYSTEM, replaced(everything(), path, value), seed=1))


@FUZZ
@given(st.sampled_from(places(SHEET)), st.sampled_from(places(HOUSE)), JSON)
def test_a_sheet_or_a_house_with_one_value_exchanged(sheet: Any, house: Any, value: Any) -> None:
    broken, other = replaced(SHEET, sheet, value), replaced(HOUSE, house, value)
    survives(lambda: play.sheet(SYSTEM, broken, {"xp": 20}, house=HOUSE))
    survives(lambda: play.sheet(SYSTEM, SHEET, {"xp": 20}, house=other))
    survives(lambda: play.steps(SYSTEM, broken, {"levels": 4}, house=HOUSE))
    survives(lambda: play.steps(SYSTEM, SHEET, {"levels": 4}, house=other))
    rows = other.get("rows") if isinstance(other, dict) else other
    survives(lambda: play.start(SYSTEM, {**everything(), "rows": rows}, seed=1))


def test_json_nested_a_hundred_thousand_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    row = {"kind": "talent", "key": "x"}
    for call in (
        lambda: play.act(SYSTEM, STATE, {"type": "defeat", "actor": deep}),
        lambda: play.start(SYSTEM, {"participants": deep}, seed=1),
        lambda: play.start(SYSTEM, {**everything(), "rows": [{**row, "figures": {"for": deep}}]}, seed=1),
        lambda: play.monster(SYSTEM, {"text": deep}),
        lambda: play.sheet(SYSTEM, {"equipment": deep}, {}),
    ):
        with pytest.raises(play.Refused):
            call()


SHAPES = [
    ({"type": "rest", "actor": "gm", "full": 1}, "full"),
    ({"type": "rest", "actor": "gm"}, "full"),
    ({"type": "rest", "actor": "gm", "full": True, "why": None}, "why"),
    ({"type": "attempt", "actor": "ana", "task": "t", "dice": [True]}, "dice[0]"),
    ({"type": "attempt", "actor": "ana", "task": "t", "dice": [0.0]}, "dice[0]"),
    ({"type": "attempt", "actor": "ana", "task": "t", "dice": [9]}, "dice[0]"),
    ({"type": "attempt", "actor": "ana", "task": "t", "dice": [0], "reduce": {"luck": 0}}, "reduce"),
    ({**CALL, "task": "other", "participants": ["ana", "nobody"]}, "participants[1]"),
    ({**CALL, "task": "other", "participants": ["ana"], "cos": 301}, "cos"),
    ({"type": "join", "actor": "gm", "participant": {"id": "a", "name": ""}}, "participant.name"),
    ({"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A"}}, "participant.id"),
]


@pytest.mark.parametrize(("command", "path"), SHAPES)
def test_a_fault_of_shape_names_the_path_of_its_field(command: dict[str, Any], path: str) -> None:
    with pytest.raises(play.Refused, match=path.replace("[", r"\[").replace("]", r"\]")):
        play.act(SYSTEM, STATE, command)


def test_left_out_and_null_mean_the_same_in_setups_and_commands() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("level", "slots", "fill", "talents", "free", "mulligan"):
            participant.setdefault(name, None)
    assert play.start(SYSTEM, {**nulls, "rows": None}, seed=1) == play.start(SYSTEM, setup, seed=1)
    short = {"type": "attempt", "actor": "ana", "task": "t", "dice": [0]}
    long = {**short, "reduce": {"focus": None}, "talent": None, "mend": None, "exemplar": None, "flair": None}
    assert play.act(SYSTEM, STATE, short) == play.act(SYSTEM, STATE, {**long, "wingman": None, "rolls": None})


def test_everything_that_comes_out_is_plain_json() -> None:
    result = play.act(SYSTEM, ASKED, {"type": "choose", "actor": "ben", "slot": 1})
    for value in (ASKED, result, play.view(SYSTEM, ASKED, "ana"), play.offers(SYSTEM, STATE, "ana")):
        assert json.loads(json.dumps(value, allow_nan=False)) == value
    assert json.loads(json.dumps(play.SYSTEMS[SYSTEM])) == play.SYSTEMS[SYSTEM]

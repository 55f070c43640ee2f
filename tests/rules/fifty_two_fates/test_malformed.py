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
from tests.rules.fifty_two_fates.party import SYSTEM, everything
from tests.rules.fuzz import fuzz, json_values, survivor
from tests.rules.junk import places, replaced

FUZZ = fuzz(150)
survives = survivor("F52-")
WORDS = [
    "ana",
    "wolf",
    "gm",
    "observer",
    "KD",
    "AH",
    "",
    "\ud800",
    "\x00",
    "melee",
    "attack",
    "draw",
    "half",
    "x" * 300,
]
JSON = json_values(WORDS)
STATE = play.start(SYSTEM, everything(), seed=3)
COMMANDS = play.SYSTEMS[SYSTEM]["commands"]
FIELDS = [
    "actor",
    "target",
    "cards",
    "weapon",
    "maneuver",
    "willing",
    "difficulty",
    "background",
    "needs",
    "effect",
    "strength",
    "rounds",
    "name",
    "degree",
    "unconscious",
    "wake",
    "feet",
    "a",
    "b",
    "range",
    "hp",
    "reason",
    "participant",
    "outcome",
    "counts",
    "nonsense",
]


@FUZZ
@given(JSON)
def test_any_value_at_any_door(value: Any) -> None:
    survives(lambda: play.start(SYSTEM, value, seed=1))
    survives(lambda: play.start(SYSTEM, everything(), seed=value))
    survives(lambda: play.start(value, everything(), seed=1))
    survives(lambda: play.act(SYSTEM, STATE, value))
    survives(lambda: play.act(SYSTEM, value, {"type": "pass", "actor": "ana"}))
    survives(lambda: play.view(SYSTEM, STATE, value))
    survives(lambda: play.offers(SYSTEM, STATE, value))
    survives(lambda: play.sample(SYSTEM, STATE, value, seed=1))
    survives(lambda: play.sample(SYSTEM, STATE, "ana", seed=value))
    survives(lambda: play.check(SYSTEM, value, {}))
    survives(lambda: play.check(SYSTEM, "level", {"encounters": 3}, seed=value))
    survives(lambda: play.sheet(SYSTEM, value, {}))
    survives(lambda: play.sheet(SYSTEM, {}, value))
    survives(lambda: play.monster(SYSTEM, value))
    survives(lambda: play.aftermath(SYSTEM, value))
    survives(lambda: play.opening(SYSTEM, value))
    survives(lambda: play.redeal(SYSTEM, STATE, seed=value))
    survives(lambda: play.actors(SYSTEM, value))
    play.verify([value])
    play.verify([{"type": "shuffled", "shuffle": value, "commitments": value}, {"opened": value}, {"opened": [value]}])


@FUZZ
@given(st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_any_fields_in_a_command(name: str, fields: dict[str, Any]) -> None:
    survives(lambda: play.act(SYSTEM, STATE, {"type": name, **fields}))
    survives(lambda: play.act(SYSTEM, STATE, {"actor": "gm", "target": "ana", **fields, "type": name}))


@FUZZ
@given(st.sampled_from(["skill-check", "opposed", "initiative", "level"]), st.data())
def test_any_inputs_of_a_check(kind: str, data: st.DataObject) -> None:
    names = [
        "difficulty",
        "background",
        "level",
        "use",
        "cards",
        "attack",
        "defense",
        "weapon",
        "target_hp",
        "attacker_hp",
    ]
    names += ["fury", "fumble_card", "players", "monsters", "encounters"]
    inputs = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=5))
    survives(lambda: play.check(SYSTEM, kind, inputs, seed=1))


def middle() -> dict[str, Any]:
    """A state with a pending attack, conditions, ranges and spells."""
    state = STATE
    for order in (
        {"type": "afflict", "target": "ben", "name": "venom", "strength": 4, "rounds": 3},
        {"type": "set-range", "a": "ana", "b": "imp", "range": "far"},
        {"type": "adjust", "target": "cyd", "hp": 0, "reason": "a trap"},
    ):
        state = play.act(SYSTEM, state, {"actor": "gm", **order})["state"]
    for step in range(40):
        if play.view(SYSTEM, state, "gm")["phase"] == "defending":
            break
        state = play.act(SYSTEM, state, play.sample(SYSTEM, state, play.actors(SYSTEM, state)[0], seed=step))["state"]
    return state


MIDDLE = middle()


@FUZZ
@given(st.sampled_from(places(MIDDLE)), JSON)
def test_a_state_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    broken = replaced(MIDDLE, path, value)
    target = play.view(SYSTEM, MIDDLE, "gm")["turn"][0]
    survives(lambda: play.act(SYSTEM, broken, {"type": "defend", "actor": target, "cards": []}))
    survives(lambda: play.act(SYSTEM, broken, {"type": "end", "actor": "gm", "outcome": "other"}))
    for viewer in ("ana", "gm", "observer"):
        survives(lambda viewer=viewer: play.view(SYSTEM, broken, viewer))  # type: ignore[misc]
    survives(lambda: play.offers(SYSTEM, broken, target))
    survives(lambda: play.opening(SYSTEM, broken))
    survives(lambda: play.redeal(SYSTEM, broken, seed=1))


def test_a_state_whose_groups_have_no_place_in_the_order_is_refused_and_does_not_run_for_ever() -> None:
    people = [
        {**person, "acted": True, "group": "players" if person["group"] == "players" else "lost"}
        for person in STATE["people"]
    ]
    broken = {**STATE, "people": people, "initiative": [["elsewhere", ""]]}
    with pytest.raises(play.Refused, match="initiative"):
        play.act(SYSTEM, broken, {"type": "arm", "actor": "gm", "target": "ana"})


@FUZZ
@given(st.sampled_from(places(everything())), JSON)
def test_a_setup_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    survives(lambda: play.start(SYSTEM, replaced(everything(), path, value), seed=1))


def test_json_nested_a_hundred_thousand_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for call in (
        lambda: play.act(SYSTEM, STATE, {"type": "pass", "actor": deep}),
        lambda: play.start(SYSTEM, {"participants": deep}, seed=1),
        lambda: play.monster(SYSTEM, {"text": deep}),
    ):
        with pytest.raises(play.Refused):
            call()


SHAPES = [
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": True}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": 30.0}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": "30"}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": 10001}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": None}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana"}, "feet"),
    ({"type": "fall", "actor": "gm", "target": "ana", "feet": 1, "why": None}, "why"),
    ({"type": "attack", "actor": "ana", "target": "wolf", "cards": ["KD", 3], "weapon": "melee"}, "cards[1]"),
    ({"type": "attack", "actor": "ana", "target": "nobody", "cards": [], "weapon": "melee"}, "target"),
    ({"type": "join", "actor": "gm", "participant": {"id": "a", "name": "", "side": "players"}}, "participant.name"),
    ({"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A", "side": "players"}}, "participant.id"),
]


@pytest.mark.parametrize(("command", "path"), SHAPES)
def test_a_fault_of_shape_names_the_path_of_its_field(command: dict[str, Any], path: str) -> None:
    state = play.act(SYSTEM, STATE, {"type": "arm", "actor": "gm", "target": "ana"})["state"]
    while "ana" not in play.actors(SYSTEM, state):
        actor = play.actors(SYSTEM, state)[0]
        state = play.act(SYSTEM, state, {"type": "pass", "actor": actor})["state"]
    with pytest.raises(play.Refused, match=path.replace("[", r"\[").replace("]", r"\]")):
        play.act(SYSTEM, state, command)


def test_left_out_and_null_mean_the_same_in_setups_and_commands() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("hp", "max_hp", "background_skills", "armed", "group", "class", "level", "monster"):
            participant.setdefault(name, None)
    assert play.start(SYSTEM, nulls, seed=1) == play.start(SYSTEM, {**setup, "deck": None}, seed=1)
    short = {"type": "afflict", "actor": "gm", "target": "ana", "name": "fire", "strength": 3}
    assert play.act(SYSTEM, STATE, short) == play.act(SYSTEM, STATE, {**short, "rounds": None})


def test_everything_that_comes_out_is_plain_json() -> None:
    result = play.act(SYSTEM, MIDDLE, {"type": "end", "actor": "gm", "outcome": "other"})
    for value in (MIDDLE, result, play.view(SYSTEM, MIDDLE, "ana"), play.opening(SYSTEM, STATE)):
        assert json.loads(json.dumps(value, allow_nan=False)) == value

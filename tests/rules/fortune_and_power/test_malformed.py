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
from tests.rules.fortune_and_power.party import SYSTEM, everything
from tests.rules.fuzz import fuzz, json_values, survivor
from tests.rules.junk import places, replaced

FUZZ = fuzz(150)
survives = survivor("FNP-")
WORDS = ["ana", "wolf", "gm", "observer", "Warrior", "Sword", "", "\ud800", "\x00", "wound", "fortune", "x" * 300]
JSON = json_values(WORDS, st.integers(-2, 12))
STATE = play.start(SYSTEM, everything(), seed=3)
COMMANDS = play.SYSTEMS[SYSTEM]["commands"]
CHECKS = play.SYSTEMS[SYSTEM]["checks"]
FIELDS = [
    "actor",
    "target",
    "trait",
    "challenge",
    "against",
    "fortune",
    "modifiers",
    "rolls",
    "defend_trait",
    "ambush",
    "weapon",
    "mental",
    "attacks",
    "spaces",
    "kind",
    "pay",
    "target_trait",
    "damage",
    "reason",
    "event",
    "verdict",
    "wounds",
    "shocks",
    "weeks",
    "participant",
    "order",
    "outcome",
    "nonsense",
]
INPUTS = [
    "trait",
    "challenge",
    "opponent_trait",
    "modifiers",
    "rolls",
    "traits",
    "dox",
    "strength",
    "weapon",
    "protection",
    "mental",
    "option",
    "from",
    "to",
    "wounds",
    "shocks",
    "weeks",
    "wounds_per_week",
    "shocks_per_week",
    "fortune",
    "nonsense",
]
SHEET = {
    "finished": True,
    "traits": {"Warrior": 6, "Burglar": 8},
    "gifts": [{"name": "Empathy", "note": "since the fire"}],
    "fortune": 4,
    "wounds": 2,
    "shocks": 1,
    "limits": {"wounds": 12, "shocks": 10},
    "armor": 2,
    "weapons": [{"name": "Sword", "bonus": 4, "mental": False}],
    "equipment": [{"name": "rope", "quantity": 1, "note": "wet"}],
    "created": {"points": 40, "spent": 38},
}
HOUSE = {
    "options": {"character_points": 50, "trait_cost": "flat"},
    "rows": [{"kind": "gift", "key": "song", "name": "Song", "figures": {"price": 5, "explain": "Why?"}}],
}
STEP = {"type": "gift", "gift": "Song", "explanation": "heard it in a shell", "note": None}


@FUZZ
@given(JSON)
def test_any_value_at_any_door(value: Any) -> None:
    survives(lambda: play.start(SYSTEM, value, seed=1))
    survives(lambda: play.start(SYSTEM, everything(), seed=value))
    survives(lambda: play.act(SYSTEM, STATE, value))
    survives(lambda: play.act(SYSTEM, value, {"type": "pass", "actor": "ana"}))
    survives(lambda: play.view(SYSTEM, STATE, value))
    survives(lambda: play.offers(SYSTEM, STATE, value))
    survives(lambda: play.policy(SYSTEM, STATE, value))
    survives(lambda: play.sample(SYSTEM, STATE, value, seed=1))
    survives(lambda: play.sample(SYSTEM, STATE, "ana", seed=value))
    survives(lambda: play.check(SYSTEM, value, {}))
    survives(lambda: play.check(SYSTEM, "trivial", {"trait": 3}, seed=value))
    survives(lambda: play.chance(SYSTEM, value, {}))
    survives(lambda: play.odds(SYSTEM, STATE, "ana", value))
    survives(lambda: play.monster(SYSTEM, value))
    survives(lambda: play.monster_participant(SYSTEM, {"traits": {}}, id=value, name=value, side=value))
    survives(lambda: play.aftermath(SYSTEM, value))
    survives(lambda: play.opening(SYSTEM, value))
    survives(lambda: play.redeal(SYSTEM, STATE, seed=value))
    survives(lambda: play.actors(SYSTEM, value))
    survives(lambda: play.simulate(SYSTEM, value, seed=1, games=1))
    survives(lambda: play.simulate(SYSTEM, everything(), seed=1, games=value, policy=value))


@FUZZ
@given(JSON)
def test_any_value_at_any_door_of_a_sheet(value: Any) -> None:
    for given_, progress, house in ((value, {}, None), (SHEET, value, None), (SHEET, {"xp": 9}, value)):
        survives(lambda: play.sheet(SYSTEM, given_, progress, house=house))  # noqa: B023
        survives(lambda: play.steps(SYSTEM, given_, progress, house=house))  # noqa: B023
        survives(lambda: play.participant(SYSTEM, given_, progress, id="ana", name="Ana", house=house))  # noqa: B023
    survives(lambda: play.sheet(SYSTEM, SHEET, {}, before=value))
    survives(lambda: play.step(SYSTEM, SHEET, {"xp": 9}, value))
    survives(lambda: play.unstep(SYSTEM, SHEET, {"xp": 9}, value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, "wounds", change=value))
    survives(lambda: play.touch(SYSTEM, SHEET, {}, "wounds", to=value))
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, value, {}))
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, "trait", value))
    survives(lambda: play.participant(SYSTEM, SHEET, {}, id=value, name=value, side=value, group=value))


@FUZZ
@given(st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_any_fields_in_a_command(name: str, fields: dict[str, Any]) -> None:
    survives(lambda: play.act(SYSTEM, STATE, {"type": name, **fields}))
    survives(lambda: play.act(SYSTEM, STATE, {"actor": "gm", "target": "ana", **fields, "type": name}))
    whole = {"actor": "ana", "target": "wolf", "trait": "Warrior", **fields, "type": name}
    survives(lambda: play.act(SYSTEM, STATE, whole))
    survives(lambda: play.odds(SYSTEM, STATE, "ana", whole))


@FUZZ
@given(st.sampled_from(CHECKS), st.dictionaries(st.sampled_from(INPUTS), JSON, max_size=5))
def test_any_inputs_of_a_check(kind: str, inputs: dict[str, Any]) -> None:
    survives(lambda: play.check(SYSTEM, kind, inputs, seed=1))
    survives(lambda: play.chance(SYSTEM, kind, inputs))
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, kind, inputs, seed=1))
    survives(lambda: play.sheet_check(SYSTEM, SHEET, {}, kind, {"trait": "Burglar", **inputs}, seed=1))


def middle() -> dict[str, Any]:
    """A state with a pending blow, dice of the setup left, wounds and a marginal result."""
    state = play.start(SYSTEM, {**everything(), "dice": [3, 3, 4, 4, 6, 6]}, seed=3)
    for command in (
        {"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 14},
        {"type": "attack", "actor": "ana", "target": "witch", "trait": "Warrior", "weapon": "Sword"},
    ):
        state = play.act(SYSTEM, state, command)["state"]
    assert play.view(SYSTEM, state, "gm")["phase"] == "blow"
    return state


MIDDLE = middle()


@FUZZ
@given(st.sampled_from(places(MIDDLE)), JSON)
def test_a_state_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    broken = replaced(MIDDLE, path, value)
    survives(lambda: play.act(SYSTEM, broken, {"type": "absorb", "actor": "witch", "fortune": 1}))
    survives(lambda: play.act(SYSTEM, broken, {"type": "leave", "actor": "gm", "target": "wolf"}))
    survives(lambda: play.act(SYSTEM, broken, {"type": "end", "actor": "gm", "outcome": "other"}))
    for viewer in ("ana", "witch", "gm", "observer"):
        survives(lambda viewer=viewer: play.view(SYSTEM, broken, viewer))  # type: ignore[misc]
        survives(lambda viewer=viewer: play.offers(SYSTEM, broken, viewer))  # type: ignore[misc]
        survives(lambda viewer=viewer: play.policy(SYSTEM, broken, viewer))  # type: ignore[misc]
    survives(lambda: play.actors(SYSTEM, broken))
    survives(lambda: play.opening(SYSTEM, broken))
    survives(lambda: play.redeal(SYSTEM, broken, seed=1))


@FUZZ
@given(st.sampled_from(places(STATE)), JSON)
def test_a_start_state_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    broken = replaced(STATE, path, value)
    survives(lambda: play.opening(SYSTEM, broken))
    survives(lambda: play.act(SYSTEM, broken, {"type": "roll-order", "actor": "gm", "trait": "Perception"}))
    attack = {"type": "attack", "actor": "ana", "target": "witch", "trait": "Warrior", "weapon": "Sword"}
    survives(lambda: play.act(SYSTEM, broken, attack))
    survives(lambda: play.odds(SYSTEM, broken, "ana", attack))


@FUZZ
@given(st.sampled_from(places(everything())), JSON)
def test_a_setup_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    survives(lambda: play.start(SYSTEM, replaced(everything(), path, value), seed=1))


@FUZZ
@given(st.sampled_from(places(SHEET)), st.sampled_from(places(HOUSE)), st.sampled_from(places(STEP)), JSON)
def test_a_sheet_a_house_or_a_step_with_one_value_exchanged(
    of_sheet: tuple[Any, ...], of_house: tuple[Any, ...], of_step: tuple[Any, ...], value: Any
) -> None:
    for sheet, house, step in (
        (replaced(SHEET, of_sheet, value), HOUSE, STEP),
        (SHEET, replaced(HOUSE, of_house, value), STEP),
        (SHEET, HOUSE, replaced(STEP, of_step, value)),
    ):
        survives(lambda: play.sheet(SYSTEM, sheet, {"xp": 9}, house=house, before=SHEET))  # noqa: B023
        survives(lambda: play.steps(SYSTEM, sheet, {"xp": 9}, house=house))  # noqa: B023
        survives(lambda: play.step(SYSTEM, sheet, {"xp": 9}, step, house=house))  # noqa: B023
        survives(lambda: play.unstep(SYSTEM, sheet, {"xp": 9}, step, house=house))  # noqa: B023
        survives(lambda: play.touch(SYSTEM, sheet, {"xp": 9}, "shocks", change=1, house=house))  # noqa: B023
        survives(lambda: play.sheet_check(SYSTEM, sheet, {}, "recovery", {"weeks": 1}, house=house))  # noqa: B023


def test_json_nested_a_hundred_thousand_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for call in (
        lambda: play.act(SYSTEM, STATE, {"type": "pass", "actor": deep}),
        lambda: play.start(SYSTEM, {"participants": deep}, seed=1),
        lambda: play.monster(SYSTEM, {"traits": {}, "text": deep}),
        lambda: play.sheet(SYSTEM, {"gifts": deep}, {}),
        lambda: play.sheet(
            SYSTEM, SHEET, {}, house={"rows": [{"kind": "a", "key": "b", "name": "c", "figures": deep}]}
        ),
    ):
        with pytest.raises(play.Refused):
            call()


ORDER = {"type": "adjust", "actor": "gm", "target": "ana", "reason": "a trap"}
STRIKE = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"}
SHAPES = [
    ({**ORDER, "wounds": True}, "wounds"),
    ({**ORDER, "wounds": 1.0}, "wounds"),
    ({**ORDER, "wounds": "1"}, "wounds"),
    ({**ORDER, "wounds": 10_000}, "wounds"),
    ({**ORDER, "reason": ""}, "reason"),
    ({**ORDER, "reason": None}, "reason"),
    ({**ORDER, "why": None}, "why"),
    ({**STRIKE, "rolls": [1, "2"]}, r"rolls\[1\]"),
    ({**STRIKE, "rolls": [1, 7]}, r"rolls\[1\]"),
    ({**STRIKE, "rolls": [1]}, "rolls"),
    ({**STRIKE, "rolls": [1, 2, 3]}, "rolls"),
    ({**STRIKE, "modifiers": [{"name": "dark", "value": 100}]}, r"modifiers\[0\].value"),
    ({**STRIKE, "fortune": 4}, "fortune"),
    ({**STRIKE, "target": "nobody"}, "target"),
    (
        {"type": "check", "actor": "ana", "trait": "Burglar", "against": {"target": "nobody", "trait": "Warrior"}},
        "against",
    ),
    ({"type": "rapid", "actor": "ana", "attacks": 3}, "attacks"),
    ({"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A"}}, "participant"),
    ({"type": "set-order", "actor": "gm", "order": ["ana", "nobody"]}, r"order\[1\]"),
]


@pytest.mark.parametrize(("command", "path"), SHAPES)
def test_a_fault_of_shape_names_the_path_of_its_field(command: dict[str, Any], path: str) -> None:
    with pytest.raises(play.Refused, match=path):
        play.act(SYSTEM, STATE, command)


def test_left_out_and_null_mean_the_same_in_setups_commands_and_sheets() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("fortune", "armor", "gifts", "wounds", "shocks", "limits", "weapons"):
            participant.setdefault(name, None)
    nulls["options"] = dict.fromkeys(play.SYSTEMS[SYSTEM]["options"])
    assert play.start(SYSTEM, nulls, seed=1) == play.start(SYSTEM, {**setup, "dice": None}, seed=1)
    more = dict.fromkeys(("defend_trait", "ambush", "weapon", "mental", "fortune", "modifiers", "rolls"))
    assert play.act(SYSTEM, STATE, STRIKE) == play.act(SYSTEM, STATE, {**STRIKE, **more})
    assert play.sheet(SYSTEM, {}, {}) == play.sheet(SYSTEM, dict.fromkeys(SHEET), {})


def test_everything_that_comes_out_is_plain_json() -> None:
    result = play.act(SYSTEM, MIDDLE, {"type": "end", "actor": "gm", "outcome": "other"})
    sheet = play.sheet(SYSTEM, SHEET, {"xp": 9})
    steps = play.steps(SYSTEM, SHEET, {"xp": 9})
    about = play.SYSTEMS[SYSTEM]
    for value in (MIDDLE, result, play.view(SYSTEM, MIDDLE, "ana"), play.opening(SYSTEM, STATE), sheet, steps, about):
        assert json.loads(json.dumps(value, allow_nan=False)) == value

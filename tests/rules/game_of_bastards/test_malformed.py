"""Whatever JSON is thrown at the engine: `Refused` with a code and a sentence, or an answer, and nothing else.

RULES_FUZZ sets how many values each door gets (default 120).
"""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import play
from tests.rules.fuzz import fuzz, json_values, survivor
from tests.rules.game_of_bastards.people import extras, follower, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.junk import places, replaced

FUZZ = fuzz(120)
survives = survivor("GOB-")
WORDS = ["ana", "mob", "gm", "observer", "KD", "XX", "", "\ud800", "\x00", "physical", "dodge", "Sword", "x" * 300]
JSON = json_values(WORDS)
STATE = play.start(SYSTEM, everything(), seed=3)
COMMANDS = play.SYSTEMS[SYSTEM]["commands"]
FIELDS = ["actor", "target", "targets", "card", "cards", "weapon", "weapons", "skill", "trait", "kind", "raises", "use"]
FIELDS += ["advantage", "stop", "item", "action", "id", "name", "participants", "participant", "wildcards", "pool"]
FIELDS += ["amount", "reason", "percent", "controller", "outcome", "nonsense"]
INPUTS = ["skill_rank", "trait", "difficulty", "specialty_rank", "extra_cards", "declared_raises", "cards"]
INPUTS += ["dealer_cards", "play", "wildcard_cards", "acrobat", "sides", "kind", "steps"]


def middle(phase: str) -> dict[str, Any]:
    """A state in this phase, by random play."""
    for seed in range(50):
        state = play.start(SYSTEM, everything(), seed=seed)
        for step in range(80):
            view = play.view(SYSTEM, state, "gm")
            if view["phase"] == phase:
                return state
            command = play.sample(SYSTEM, state, view["turn"][0], seed=step) if view["turn"] else None
            if command is None:
                break
            if command["type"] != "concede":
                state = play.act(SYSTEM, state, command)["state"]
    raise AssertionError(phase)


PHASES = {phase: middle(phase) for phase in ("initiative", "draw", "declare", "defend", "betting", "choice")}


@FUZZ
@given(JSON)
def test_any_value_at_any_door(value: Any) -> None:
    survives(lambda: play.start(SYSTEM, value, seed=1))
    survives(lambda: play.start(SYSTEM, everything(), seed=value))
    survives(lambda: play.act(SYSTEM, STATE, value))
    survives(lambda: play.act(SYSTEM, value, {"type": "draw", "actor": "ana"}))
    survives(lambda: play.view(SYSTEM, STATE, value))
    survives(lambda: play.offers(SYSTEM, STATE, value))
    survives(lambda: play.sample(SYSTEM, STATE, value, seed=1))
    survives(lambda: play.check(SYSTEM, value, {}))
    survives(lambda: play.check(SYSTEM, "fate-draw", value, seed=1))
    survives(lambda: play.chance(SYSTEM, "fate-draw", value))
    survives(lambda: play.odds(SYSTEM, STATE, "ana", value))
    survives(lambda: play.aftermath(SYSTEM, value))
    survives(lambda: play.opening(SYSTEM, value))
    survives(lambda: play.redeal(SYSTEM, STATE, seed=value))
    survives(lambda: play.policy(SYSTEM, STATE, value))


@FUZZ
@given(st.sampled_from(sorted(PHASES)), st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_any_fields_in_a_command(phase: str, name: str, fields: dict[str, Any]) -> None:
    state = PHASES[phase]
    turn = play.view(SYSTEM, state, "gm")["turn"]
    survives(lambda: play.act(SYSTEM, state, {"type": name, **fields}))
    survives(lambda: play.act(SYSTEM, state, {"actor": turn[0], **fields, "type": name}))
    survives(lambda: play.act(SYSTEM, state, {"actor": "gm", "target": "ana", **fields, "type": name}))


@FUZZ
@given(st.sampled_from(["fate-draw", "simple", "price"]), st.dictionaries(st.sampled_from(INPUTS), JSON, max_size=5))
def test_any_inputs_of_a_check(kind: str, inputs: dict[str, Any]) -> None:
    survives(lambda: play.check(SYSTEM, kind, inputs, seed=1))
    survives(lambda: play.check(SYSTEM, kind, {"skill_rank": 2, "trait": 2, **inputs}, seed=1))


SPOTS = [(phase, path) for phase, state in PHASES.items() for path in places(state)]


@FUZZ
@given(st.sampled_from(SPOTS), JSON)
def test_a_state_with_one_value_exchanged(spot: tuple[str, tuple[Any, ...]], value: Any) -> None:
    phase, path = spot
    state = PHASES[phase]
    broken = replaced(state, path, value)
    actor = play.view(SYSTEM, state, "gm")["turn"][0]
    for offer in play.offers(SYSTEM, state, actor)[:6]:
        survives(lambda offer=offer: play.act(SYSTEM, broken, offer["example"]))  # type: ignore[misc]
        survives(lambda offer=offer: play.odds(SYSTEM, broken, actor, offer["example"]))  # type: ignore[misc]
    survives(lambda: play.act(SYSTEM, broken, {"type": "end", "actor": "gm", "outcome": "other"}))
    for viewer in ("ana", "gm", "observer"):
        survives(lambda viewer=viewer: play.view(SYSTEM, broken, viewer))  # type: ignore[misc]
    survives(lambda: play.offers(SYSTEM, broken, actor))
    survives(lambda: play.policy(SYSTEM, broken, actor))
    survives(lambda: play.opening(SYSTEM, broken))
    survives(lambda: play.redeal(SYSTEM, broken, seed=1))


@FUZZ
@given(st.sampled_from(places(everything())), JSON)
def test_a_setup_with_one_value_exchanged(path: tuple[Any, ...], value: Any) -> None:
    survives(lambda: play.start(SYSTEM, replaced(everything(), path, value), seed=1))


@FUZZ
@given(JSON)
def test_any_figures_of_a_row(value: Any) -> None:
    rows = [{"kind": "advantage", "key": "dodge", "figures": {"cost": value, "times": value, "effect": value}}]
    survives(lambda: play.start(SYSTEM, {**everything(), "rows": rows}, seed=1))


SHAPES: list[tuple[dict[str, Any], str]] = [
    ({"id": "gm"}, "participants[0].id"),
    ({"traits": {"body": 21, "spirit": 1, "mind": 1, "luck": 1}}, "participants[0].traits.body"),
    ({"pools": {"bp": 11}}, "participants[0].pools.bp"),
    ({"pools": {"power": 1}}, "participants[0].pools.power"),
    ({"power_rating": 3}, "participants[0].power_rating"),
    ({"members": 3}, "participants[0].members"),
    ({"wildcards": 21}, "participants[0].wildcards"),
    ({"wildcards": True}, "participants[0].wildcards"),
    ({"controller": "mob"}, "participants[0].controller"),
    ({"advantages": [{"key": "dodging"}]}, "participants[0].advantages[0].key"),
    ({"advantages": [{"key": "counter"}]}, "participants[0].advantages[0].weapon"),
    ({"advantages": [{"key": "dodge", "weapon": "Sword"}]}, "participants[0].advantages[0].weapon"),
    ({"advantages": [{"key": "dodge", "ranks": 2}]}, "participants[0].advantages[0].ranks"),
    ({"advantages": [{"key": "dodge"}, {"key": "dodge"}]}, "participants[0].advantages[1].key"),
]


@pytest.mark.parametrize(("fields", "path"), SHAPES)
def test_a_fault_of_a_participant_names_its_path(fields: dict[str, Any], path: str) -> None:
    people = [swordfighter("ana", **fields), extras("mob"), follower("fay", 3)]
    with pytest.raises(play.Refused) as caught:
        play.start(SYSTEM, {"participants": people}, seed=1)
    assert path in str(caught.value)


def test_followers_and_extras_have_no_fields_of_the_fated_gob_95_gob_96() -> None:
    for made in (follower, extras):
        for fields in ({"traits": {"body": 1, "spirit": 1, "mind": 1, "luck": 1}}, {"skills": {}}, {"advantages": []}):
            with pytest.raises(play.Refused):
                play.start(SYSTEM, {"participants": [made("x", **fields)]}, seed=1)
        with pytest.raises(play.Refused):
            play.start(SYSTEM, {"participants": [made("x", power_rating=None)]}, seed=1)
    with pytest.raises(play.Refused):
        play.start(SYSTEM, {"participants": [extras("x", members=None)]}, seed=1)


def test_left_out_and_null_mean_the_same() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("controller", "suit", "armor", "pools", "wildcards"):
            participant.setdefault(name, None)
    assert play.start(SYSTEM, nulls, seed=1) == play.start(SYSTEM, {**setup, "deck": None, "rows": None}, seed=1)


def test_everything_that_comes_out_is_plain_json() -> None:
    for state in PHASES.values():
        result = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "other"})
        for value in (state, result, play.view(SYSTEM, state, "ana"), play.aftermath(SYSTEM, result["state"])):
            assert json.loads(json.dumps(value, allow_nan=False)) == value

"""The odds: certain for a slot, whose die is known; for a plain d100 the share of faces, against enumeration."""

from typing import Any

import pytest

from rules import play
from rules.play import Refused
from tests.rules.fortune_system.participants import talent, who, written_numbers
from tests.rules.fortune_system.setups import SYSTEM

ATTEMPT = {"type": "attempt", "actor": "ana", "task": "t"}


def table(*values: int | None, cos: int = 45, equal: bool = False, **fields: Any) -> dict[str, Any]:
    setup = {
        "participants": [who("ana", written_numbers(values), level=45, **fields)],
        "options": {"equal_passes": equal},
    }
    order = {"type": "call-check", "actor": "gm", "participants": ["ana"], "skill": "Running", "group": "Physical"}
    state: dict[str, Any] = play.act(SYSTEM, play.start(SYSTEM, setup, seed=1), {**order, "cos": cos, "task": "t"})[
        "state"
    ]
    return state


def chance(state: dict[str, Any], **fields: Any) -> float:
    found = play.odds(SYSTEM, state, "observer", {**ATTEMPT, **fields})
    assert found is not None
    assert (found["exact"], found["of"]) == (True, "success")
    return float(found["chance"])


@pytest.mark.parametrize(("value", "equal", "passes"), [(44, False, 1.0), (45, False, 0.0), (45, True, 1.0)])
def test_a_slot_is_certain_either_way(value: int, equal: bool, passes: float) -> None:  # FOS-03
    assert chance(table(value, equal=equal), dice=[0]) == passes


@pytest.mark.parametrize("cos", [1, 2, 45, 99, 100, 300])
@pytest.mark.parametrize("equal", [False, True])
def test_a_plain_die_is_counted_out(cos: int, equal: bool) -> None:  # FOS-07, FOS-26
    state = table(None, cos=cos, equal=equal)
    if cos >= 100:
        assert chance(state, dice=[]) == 1.0
        return
    passed = 0
    for face in range(1, 101):
        after = play.act(SYSTEM, state, {**ATTEMPT, "dice": [], "rolls": [face]})["state"]
        passed += play.view(SYSTEM, after, "gm")["tasks"][0]["results"]["ana"]["success"]
    assert chance(state, dice=[]) == passed / 100


def test_talents_count_and_what_is_refused_has_no_odds() -> None:  # FOS-32, FOS-33
    state = table(60, 70, talents=[talent("focus"), talent("scrape-by")])
    assert chance(state, dice=[0]) == 0.0
    assert chance(state, dice=[0], reduce={"focus": 0}) == 1.0
    assert chance(state, dice=[0, 1], talent="scrape-by") == 1.0
    for wrong in ({"dice": []}, {"dice": [7]}, {"dice": [0], "talent": "slick"}):
        with pytest.raises(Refused):
            chance(state, **wrong)
    assert play.odds(SYSTEM, state, "ana", {"type": "rest", "actor": "gm", "full": True}) is None
    with pytest.raises(Refused):
        play.odds(SYSTEM, state, "nobody", {**ATTEMPT, "dice": [0]})


@pytest.mark.parametrize("value", [1, 44, 45, 46, 100])
@pytest.mark.parametrize("cos", [-5, 0, 45, 100])
def test_the_odds_of_a_die_by_itself_are_what_the_check_says(value: int, cos: int) -> None:  # FOS-03, FOS-26
    for inputs in ({}, {"equal_passes": True}, {"reductions": [5]}):
        asked = {"value": value, "cos": cos, **inputs}
        found = play.chance(SYSTEM, "die", asked)
        assert found is not None
        assert found["chance"] == float(play.check(SYSTEM, "die", asked)["success"])
    assert play.chance(SYSTEM, "fill", {"slots": 4, "method": "rolled"}) is None

"""The audit accepts every state that play reaches, and refuses states whose parts do not fit together."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.games.registry import game
from tests.rules.fortune_system.setups import SYSTEM, everything

State = dict[str, Any]


def audit(state: State) -> None:
    found = game(SYSTEM)
    found.audit(found.load(copy.deepcopy(state)))


def first_fitting_state(seed: int, wanted: Callable[[State], bool]) -> State:
    """The first state of a random evening that fits; each state before it passes the audit."""
    state: State = play.start(SYSTEM, everything(), seed=seed)
    for turn in range(400):
        audit(state)
        if wanted(state):
            return state
        asked = [actor for actor in play.actors(SYSTEM, state) if actor != "gm"] if turn % 2 else []
        command = play.sample(SYSTEM, state, asked[turn % len(asked)] if asked else "gm", seed=turn)
        if command is not None and command["type"] not in ("end", "leave"):
            state = play.act(SYSTEM, state, command)["state"]
    raise AssertionError("no such state came up")


def test_every_state_of_a_session_passes_until_a_question_and_a_task_came_up() -> None:
    first_fitting_state(0, lambda state: bool(state.get("pending")))
    first_fitting_state(0, lambda state: bool(state.get("tasks")))


def use_an_id_twice(state: State) -> None:
    state["people"].append(copy.deepcopy(state["people"][0]))


def give_a_blown_slot_a_value(state: State) -> None:
    state["people"][0]["slots"][3][0] = 50


def take_the_value_of_a_sound_slot(state: State) -> None:
    state["people"][0]["slots"][0][0] = None


def supply_a_die_of_101(state: State) -> None:
    state["dice"]["supplied"] = [101]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (use_an_id_twice, "state.hidden"),
        (give_a_blown_slot_a_value, "state.slots"),
        (take_the_value_of_a_sound_slot, "state.slots"),
        (supply_a_die_of_101, "state.dice"),
    ],
)
def test_people_slots_and_dice_that_do_not_fit_are_refused(fault: Callable[[State], None], code: str) -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    audit(state)
    fault(state)
    with pytest.raises(play.Refused) as refusal:
        audit(state)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "change",
    [
        {"actor": "nobody"},
        {"slot": 99, "slots": [99]},
    ],
)
def test_a_question_that_nobody_can_answer_is_refused(change: dict[str, Any]) -> None:
    state = copy.deepcopy(first_fitting_state(0, lambda reached: bool(reached.get("pending"))))
    state["pending"] |= change
    with pytest.raises(play.Refused) as refusal:
        audit(state)
    assert refusal.value.code == "state.pending"


def test_an_attempt_with_a_slot_that_the_character_does_not_have_is_refused() -> None:
    state = copy.deepcopy(
        first_fitting_state(0, lambda reached: bool(reached.get("work")) and bool(reached.get("pending")))
    )
    state["work"]["dice"] = [99]
    with pytest.raises(play.Refused) as refusal:
        audit(state)
    assert refusal.value.code in {"state.work", "state.pending"}


def test_two_tasks_of_one_name_are_refused() -> None:
    state = copy.deepcopy(first_fitting_state(0, lambda reached: bool(reached.get("tasks"))))
    state["tasks"].append(copy.deepcopy(state["tasks"][0]))
    with pytest.raises(play.Refused) as refusal:
        audit(state)
    assert refusal.value.code == "state.tasks"

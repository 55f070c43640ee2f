"""The odds of an order of the GM tell nobody else whether it is allowed, which could depend on something secret."""

import json
from typing import Any, get_args, get_type_hints

import pytest

from rules import play
from rules.engine import hidden
from rules.games import registry
from tests.rules.hidden.worlds import SETUPS, SYSTEMS, chance, lurker, viewers, with_lurker

State = dict[str, Any]
SECRET = "Stab in the back"
CALL: dict[str, Any] = {"type": "call-check", "actor": "gm", "skill": "Stealth", "group": "Physical", "cos": 50}
# The fields of every order of the GM, as texts in JSON: "?" stands for somebody or for the task.
ORDERS: dict[str, dict[str, str]] = {
    "fifty-two-fates": {
        "afflict": '{"target": "?", "effect": "blind", "strength": 5}',
        "incapacitate": '{"target": "?", "degree": "pinned"}',
        "release": '{"target": "?"}',
        "fall": '{"target": "?", "feet": 10}',
        "set-range": '{"a": "ana", "b": "?", "range": "near"}',
        "arm": '{"target": "?"}',
        "adjust": '{"target": "?", "hp": -1, "reason": "a trap"}',
        "join": '{"participant": {"id": "?", "name": "New", "side": "monsters", "kind": "monster"}}',
        "next-round": "{}",
        "end": '{"outcome": "other"}',
    },
    "fortune-and-power": {
        "set-order": '{"order": ["ana", "?"]}',
        "roll-order": '{"trait": "Lurking"}',
        "confirm": '{"damage": 1}',
        "rule": '{"event": 1, "verdict": "success"}',
        "adjust": '{"target": "?", "wounds": 1, "reason": "a trap"}',
        "rest": '{"weeks": 1}',
        "join": '{"participant": {"id": "?", "name": "New", "side": "monsters", "kind": "npc"}}',
        "end": '{"outcome": "other"}',
    },
    "fortune-system": {
        "call-check": '{"participants": ["ana"], "skill": "S", "group": "G", "cos": 50, "task": "?", "aids": "?"}',
        "hardship": '{"target": "?", "degree": "damaged", "selection": "choice"}',
        "rest": '{"full": true}',
        "defeat": "{}",
        "close-task": '{"task": "?"}',
        "join": '{"participant": {"id": "?", "name": "New", "level": 1}}',
        "end": '{"outcome": "other"}',
    },
    "game-of-bastards": {
        "adjust": '{"target": "?", "pool": "bp", "amount": -1, "reason": "a trap"}',
        "rest": '{"target": "?"}',
        "assign": '{"target": "?", "controller": "?"}',
        "join": '{"participant": {"id": "?", "name": "New", "kind": "follower"}}',
        "end": '{"outcome": "other"}',
    },
}
NAMED = '{"target": "?"}'


def gm_types(system: str) -> set[str]:
    """The types of the commands that only the GM gives."""
    shapes = registry.game(system).shapes.commands
    return {name for name, shape in shapes.items() if get_args(get_type_hints(shape)["actor"]) == ("gm",)}


def orders(system: str) -> list[dict[str, Any]]:
    """Every order, naming a hidden participant, someone visible, nobody, and a secret task."""
    fields = {"reveal": NAMED, "leave": NAMED, **ORDERS[system]}
    names = (lurker(system, 0), "ana", "nobody", SECRET)
    return [
        {"type": kind, "actor": "gm", **json.loads(text.replace("?", name))}
        for kind, text in fields.items()
        for name in names
    ]


def with_secrets(system: str) -> State:
    """An encounter in which somebody hides; in the Fortune System a secret task is called for them."""
    state = play.start(system, with_lurker(system, 0), seed=3)
    if system == "fortune-system":
        call = {**CALL, "participants": [lurker(system, 0)], "task": SECRET}
        state = play.act(system, state, call)["state"]
    return state


def differing(system: str) -> list[str]:
    """The types of the orders whose odds tell somebody at the table what is secret."""
    plain, other = play.start(system, SETUPS[system], seed=3), with_secrets(system)
    return [
        order["type"]
        for order in orders(system)
        for viewer in viewers(system, plain)
        if chance(system, plain, viewer, order) != chance(system, other, viewer, order)
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_odds_of_an_order_tell_nothing_secret(system: str) -> None:
    assert {order["type"] for order in orders(system)} == gm_types(system)
    assert not differing(system)


def test_the_odds_of_a_players_command_tell_nothing_of_a_secret_task() -> None:
    system = "fortune-system"
    plain, other = play.start(system, SETUPS[system], seed=3), with_secrets(system)
    for command in (
        {"type": "attempt", "actor": "ana", "task": SECRET, "dice": [0]},
        {"type": "set-free", "actor": "ana", "key": "slick", "focus": "Physical"},
        {"type": "set-free", "actor": "ana", "key": "expertise", "focus": "Stealth"},
    ):
        for viewer in viewers(system, plain):
            assert chance(system, plain, viewer, command) == chance(system, other, viewer, command)


def act_for_everyone(game: Any, state: Any, viewer: object, command: Any) -> None:
    """The fault: every viewer is told whether the game accepts the command."""
    hidden.remove_all(state)
    game.act(state, command)


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_that_carry_out_an_order_are_found(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(hidden, "odds_without_hidden", act_for_everyone)
    if system == "fortune-system":
        assert {"call-check", "close-task"} <= set(differing(system))
        return
    monkeypatch.setattr(hidden, "remove_all", lambda state: None)
    assert "reveal" in differing(system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_everyone_is_told_what_is_no_command_and_that_the_encounter_is_over(system: str) -> None:
    state = with_secrets(system)
    reveal = {"type": "reveal", "actor": "gm", "target": lurker(system, 0)}
    for viewer in ("ana", lurker(system, 0)):
        assert play.odds(system, state, viewer, {**reveal, "target": "nobody"}) is None
    over = play.act(system, state, {"type": "end", "actor": "gm", "outcome": "other"})["state"]
    for where, wrong, code in (
        (state, {**reveal, "target": 1}, "shape.invalid"),
        (state, {**reveal, "type": "nope"}, "command.unknown"),
        (state, {**reveal, "type": []}, "command.unknown"),
        (over, reveal, "encounter.over"),
    ):
        with pytest.raises(play.Refused) as caught:
            play.odds(system, where, "observer", wrong)
        assert caught.value.code == code
    with pytest.raises(play.Refused) as caught:
        play.odds(system, state, "stranger", reveal)
    assert caught.value.code == "viewer.unknown"

"""A database may store the keys of a state in another order (PostgreSQL's jsonb does); nothing depends on it."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.honest_logs import SETUPS

STEPS, GAMES = 40, 4
FOCUSES = ("Talking", "Agility", "Talking")
SKILL_ROWS = [
    {"key": name, "kind": "skill", "name": name.title(), "figures": {"group": group}}
    for name, group in zip(("whistle", "barter", "amble"), FOCUSES, strict=True)
]
TALENT_ROWS = [
    {"key": key, "kind": "talent", "name": key.title(), "figures": {"for": kind, "ranks": 2}}
    for key, kind in (("zeal", "group"), ("knack", "skill"), ("aplomb", "group"), ("bravado", "none"))
]


def with_sorted_keys(value: Any) -> Any:
    """The same value with the keys of every object in another order than the one in which they were written."""
    return json.loads(json.dumps(value, sort_keys=True))


def seen(system: str, state: Any, actor: str, seed: int) -> list[Any]:
    return [
        play.view(system, state, actor),
        play.offers(system, state, actor),
        play.policy(system, state, actor),
        play.sample(system, state, actor, seed=seed),
    ]


def with_rows(system: str) -> dict[str, Any]:
    """The setup; in the Fortune System with skills and talents of a catalogue, which are not in the order of names."""
    setup = SETUPS[system]()
    rows = [*setup.get("rows", []), *SKILL_ROWS, *TALENT_ROWS]
    return {**setup, "rows": rows} if system == "fortune-system" else setup


def test_the_rows_are_not_in_the_order_of_their_keys() -> None:
    state = play.start("fortune-system", with_rows("fortune-system"), seed=1)
    for field in ("skills", "talents"):
        assert len(state[field]) > 2
        assert list(state[field]) != sorted(state[field])


@pytest.mark.parametrize("system", sorted(SETUPS))
def test_the_order_of_keys_in_a_stored_state_changes_nothing(system: str) -> None:
    for game in range(GAMES):
        state = play.start(system, with_rows(system), seed=game)
        for number in range(STEPS):
            stored = with_sorted_keys(state)
            who = [*play.awaited(system, state)["who"], "gm"]
            actors = play.actors(system, state)
            assert actors == play.actors(system, stored)
            for actor in dict.fromkeys([*who, *actors]):
                assert seen(system, stored, actor, number) == seen(system, state, actor, number)
            command = play.policy(system, state, who[0]) if number % 2 else None
            command = command or play.sample(system, state, who[0], seed=game * 1000 + number)
            if command is None or command["type"] in ("end", "concede", "leave"):
                continue
            state = play.act(system, state, command)["state"]

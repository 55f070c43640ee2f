"""Whatever is put in, the answer is a result or a refusal, never another exception (contract)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.table import GAME, Table, npc, pc, proper
from tests.rules.junk import JUNK, holds

COMMANDS: list[dict[str, Any]] = [
    {
        "type": "check",
        "actor": "ana",
        "trait": "Warrior",
        "challenge": 9,
        "fortune": 1,
        "rolls": [3, 4],
        "modifiers": [{"name": "Rain", "value": -2}],
    },
    {"type": "check", "actor": "ana", "trait": "Warrior", "against": {"target": "orc", "trait": "Athlete"}},
    {
        "type": "attack",
        "actor": "ana",
        "target": "orc",
        "trait": "Warrior",
        "defend_trait": "Athlete",
        "weapon": "Sword",
        "mental": False,
        "fortune": 1,
        "modifiers": [],
        "rolls": [3, 4],
    },
    {"type": "rapid", "actor": "ana", "attacks": 2},
    {"type": "move", "actor": "ana", "spaces": 3, "fortune": 1},
    {"type": "heal", "actor": "ana", "target": "ben", "kind": "wound", "pay": "fortune"},
    {
        "type": "contest",
        "actor": "ana",
        "target": "ben",
        "trait": "Warrior",
        "target_trait": "Athlete",
        "rolls": [3, 4],
    },
    {"type": "pass", "actor": "ana"},
    {"type": "set-order", "actor": "gm", "order": ["orc", "ben", "ana"]},
    {"type": "roll-order", "actor": "gm", "trait": "Perception", "rolls": [1, 2, 3, 4, 5, 6]},
    {"type": "rule", "actor": "gm", "event": 1, "verdict": "tie"},
    {"type": "adjust", "actor": "gm", "target": "orc", "wounds": 1, "shocks": 1, "fortune": 1, "reason": "Fate."},
    {"type": "rest", "actor": "gm", "weeks": 1},
    {"type": "join", "actor": "gm", "participant": npc("imp")},
    {"type": "leave", "actor": "gm", "target": "orc"},
    {"type": "end", "actor": "gm", "outcome": "Peace."},
]

SETUP: dict[str, Any] = {
    "participants": [
        pc(
            "ana",
            {"Warrior": 7},
            fortune=9,
            armor=1,
            gifts=["Empathy"],
            wounds=1,
            shocks=1,
            limits={"wounds": 10, "shocks": 10},
            weapons=[{"name": "Sword", "bonus": 4, "mental": False}],
        )
    ],
    "options": {
        "fortune": True,
        "damage": "full",
        "move_spaces": 4,
        "wounds_per_week": 1,
        "shocks_per_week": 1,
        "character_points": 40,
        "starting_trait_cap": 9,
        "trait_cost": "table",
    },
    "dice": [3, 4],
}

CHECKS: dict[str, dict[str, Any]] = {
    "trait": {"trait": 3, "challenge": 9, "modifiers": [{"name": "Rain", "value": 1}], "rolls": [3, 4]},
    "opposed": {"trait": 3, "opponent_trait": 9, "modifiers": [], "rolls": [3, 4]},
    "contest": {"traits": [3, 4], "rolls": [3, 4]},
    "trivial": {"trait": 3},
    "damage": {"dox": 3, "strength": 1, "weapon": 1, "protection": 1, "mental": False, "option": "full"},
    "price": {"from": 1, "to": 3, "option": "table"},
    "recovery": {"wounds": 3, "shocks": 3, "weeks": 1, "wounds_per_week": 1, "shocks_per_week": 1},
}


def table() -> Table:
    """Ana is on turn, and number 1 is marginal."""
    people = [
        pc(
            "ana",
            {"Warrior": 7, "Perception": 5},
            fortune=9,
            gifts=["Empathy"],
            weapons=[{"name": "Sword", "bonus": 4}],
        ),
        pc("ben", wounds=1),
        npc("orc"),
    ]
    made = Table(*people)
    made.gm("set-order", order=["ben", "ana", "orc"])
    made.do("check", "ben", trait="Singing", challenge=7, rolls=[3, 4])
    made.gm("set-order", order=["ana", "ben", "orc"])
    return made


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["type"]))
def test_a_command_full_of_junk_is_answered(command: dict[str, Any]) -> None:
    state = table().state
    before = copy.deepcopy(state)
    holds(lambda junk: play.act(GAME, state, junk), command)
    assert state == before


def test_a_setup_full_of_junk_is_answered() -> None:
    holds(lambda junk: play.start(GAME, junk, seed=1), SETUP)


@pytest.mark.parametrize("kind", CHECKS)
def test_inputs_full_of_junk_are_answered(kind: str) -> None:
    holds(lambda junk: play.check(GAME, kind, junk, seed=1), CHECKS[kind])


@pytest.mark.parametrize("ask", [play.view, play.offers])
def test_a_strange_viewer_or_actor_is_answered(ask: Any) -> None:
    state = table().state
    for junk in JUNK:
        try:
            ask(GAME, state, junk)
        except play.Refused as refusal:
            proper(refusal)

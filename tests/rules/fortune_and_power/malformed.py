"""Whole commands, setups, checks and sheets of Fortune and Power: tests/rules/test_malformed.py breaks every place."""

from typing import Any

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM, everything
from tests.rules.fortune_and_power.table import Table

PREFIX = "FNP-"
WORDS = ["ana", "wolf", "gm", "observer", "Warrior", "Sword", "", "\ud800", "\x00", "wound", "fortune", "x" * 300]
NUMBERS = (-2, 12)
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
ACTING: list[dict[str, Any]] = [
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
WHOLE_CHECKS: list[tuple[str, dict[str, Any]]] = [
    ("trait", {"trait": 3, "challenge": 9, "modifiers": [{"name": "Rain", "value": 1}], "rolls": [3, 4]}),
    ("opposed", {"trait": 3, "opponent_trait": 9, "modifiers": [], "rolls": [3, 4]}),
    ("contest", {"traits": [3, 4], "rolls": [3, 4]}),
    ("trivial", {"trait": 3}),
    ("damage", {"dox": 3, "strength": 1, "weapon": 1, "protection": 1, "mental": False, "option": "full"}),
    ("price", {"from": 1, "to": 3, "option": "table"}),
    ("recovery", {"wounds": 3, "shocks": 3, "weeks": 1, "wounds_per_week": 1, "shocks_per_week": 1}),
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
PROGRESS = {"xp": 9}
NUMBER_OF_THE_SHEET = "wounds"
SHEET_CHECK = ("recovery", {"weeks": 1})


def table() -> Table:
    """Ana is on turn, and number 1 is marginal."""
    participants = [
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
    made = Table(*participants)
    made.gm("set-order", order=["ben", "ana", "orc"])
    made.do("check", "ben", trait="Singing", challenge=7, rolls=[3, 4])
    made.gm("set-order", order=["ana", "ben", "orc"])
    return made


def blow() -> dict[str, Any]:
    """A state with a pending blow, dice of the setup left, wounds and a marginal result."""
    state = play.start(SYSTEM, {**everything(), "dice": [3, 3, 4, 4, 6, 6]}, seed=3)
    for command in (
        {"type": "check", "actor": "ana", "trait": "Burglar", "challenge": 14},
        {"type": "attack", "actor": "ana", "target": "witch", "trait": "Warrior", "weapon": "Sword"},
    ):
        state = play.act(SYSTEM, state, command)["state"]
    assert play.view(SYSTEM, state, "gm")["phase"] == "blow"
    return state


SCENES: dict[str, dict[str, Any]] = {
    "start": play.start(SYSTEM, everything(), seed=3),
    "acting": table().state,
    "blow": blow(),
}
COMMANDS: dict[str, list[dict[str, Any]]] = {
    "acting": ACTING,
    "start": [
        {"type": "attack", "actor": "ana", "target": "witch", "trait": "Warrior", "weapon": "Sword"},
        {"type": "roll-order", "actor": "gm", "trait": "Perception"},
    ],
    "blow": [
        {"type": "absorb", "actor": "witch", "fortune": 1},
        {"type": "leave", "actor": "gm", "target": "wolf"},
        {"type": "end", "actor": "gm", "outcome": "other"},
    ],
}
ORDER = {"type": "adjust", "actor": "gm", "target": "ana", "reason": "a trap"}
STRIKE = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"}
# A command with one fault, and the path that its refusal names.
SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("start", {**ORDER, "wounds": True}, "wounds"),
    ("start", {**ORDER, "wounds": 1.0}, "wounds"),
    ("start", {**ORDER, "wounds": "1"}, "wounds"),
    ("start", {**ORDER, "wounds": 10_000}, "wounds"),
    ("start", {**ORDER, "reason": ""}, "reason"),
    ("start", {**ORDER, "reason": None}, "reason"),
    ("start", {**ORDER, "why": None}, "why"),
    ("start", {**STRIKE, "rolls": [1, "2"]}, "rolls[1]"),
    ("start", {**STRIKE, "rolls": [1, 7]}, "rolls[1]"),
    ("start", {**STRIKE, "rolls": [1]}, "rolls"),
    ("start", {**STRIKE, "rolls": [1, 2, 3]}, "rolls"),
    ("start", {**STRIKE, "modifiers": [{"name": "dark", "value": 100}]}, "modifiers[0].value"),
    ("start", {**STRIKE, "fortune": 4}, "fortune"),
    ("start", {**STRIKE, "target": "nobody"}, "target"),
    (
        "start",
        {"type": "check", "actor": "ana", "trait": "Burglar", "against": {"target": "nobody", "trait": "Warrior"}},
        "against",
    ),
    ("start", {"type": "rapid", "actor": "ana", "attacks": 3}, "attacks"),
    ("start", {"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A"}}, "participant"),
    ("start", {"type": "set-order", "actor": "gm", "order": ["ana", "nobody"]}, "order[1]"),
]

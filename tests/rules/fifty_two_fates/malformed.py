"""Whole commands, setups, checks and sheets of 52 Fates, of which tests/rules/test_malformed.py breaks every place."""

from typing import Any

from rules import play
from tests.rules.fifty_two_fates.asking import setup_of
from tests.rules.fifty_two_fates.participants import monster, participant
from tests.rules.fifty_two_fates.setups import SYSTEM, everything
from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard

PREFIX = "F52-"
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
NUMBERS = (0, 10)
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
INPUTS = [
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
    "fury",
    "fumble_card",
    "players",
    "monsters",
    "encounters",
]
SETUP = setup_of(
    participant("ana", **{"class": "warrior"}, level=2, hp=3, background_skills=["hunting"], armed=True),
    monster(
        "goblin",
        group="apes",
        level=2,
        max_hp=5,
        monster={
            "allowance": 2,
            "maneuvers": True,
            "speed": 40,
            "lines": {
                "face": {
                    "damage": 1,
                    "effect": {"name": "venom", "strength": 4, "rounds": 2},
                    "text": "Snap!",
                    "incapacitate": {"degree": "full", "unconscious": True, "wake": 4},
                    "prone": True,
                }
            },
        },
    ),
    options={"fd_hand": "hand", "fd_extra_cards": 2},
    deck=["2C", "3C", "4C", "5C"],
)
WHOLE_CHECKS: list[tuple[str, dict[str, Any]]] = [
    ("skill-check", {"difficulty": 5, "background": True, "level": 5, "use": 2, "cards": ["2C", "3C"]}),
    (
        "opposed",
        {
            "attack": ["KS", "QS"],
            "defense": ["AD"],
            "weapon": "melee",
            "target_hp": 4,
            "attacker_hp": 5,
            "fury": True,
            "fumble_card": "AC",
        },
    ),
    ("initiative", {"players": ["2C"], "monsters": [{"group": "apes", "card": "3C"}]}),
    ("level", {"encounters": 7}),
]
HANDS = {"ana": "2D 9D KD", "ben": "2S 9S KS", "cy": "2H 9H KH"}
# One whole command of each kind that Ana (a warrior), Ben (a wizard) or the gm may give at the start.
PLAYED: dict[str, dict[str, Any]] = {
    "attack": {"actor": "ana", "target": "goblin", "cards": ["9D"], "weapon": "melee"},
    "maneuver": {"actor": "ana", "maneuver": "disarm", "target": "goblin", "cards": ["9D"]},
    "cast": {"actor": "ben", "target": "goblin", "cards": ["9S"], "willing": False},
    "skill-check": {"actor": "cy", "difficulty": 5, "background": "hunting", "needs": "hunting", "cards": 1},
    "pass": {"actor": "ana"},
}
ORDERS: dict[str, dict[str, Any]] = {
    "afflict": {"target": "ana", "strength": 5, "rounds": 2, "name": "venom"},
    "incapacitate": {"target": "ana", "degree": "full", "unconscious": True, "wake": 5},
    "release": {"target": "imp", "effect": "old wound"},
    "fall": {"target": "goblin", "feet": 60},
    "set-range": {"a": "ana", "b": "goblin", "range": "far"},
    "adjust": {"target": "goblin", "hp": 2, "reason": "it limps"},
    "leave": {"target": "imp"},
    "join": {"participant": {"id": "dot", "name": "Dot", "side": "players"}},
    "end": {"outcome": "parley", "counts": False},
}
ALL = {**PLAYED, **{kind: {"actor": "gm", **fields} for kind, fields in ORDERS.items()}}
SHEET: dict[str, Any] = {"class": "warrior", "background_skills": ["hunting"], "hp": 3, "finished": True}
HOUSE: dict[str, Any] = {"options": {"fd_extra_cards": 2}, "rows": []}
STEP: dict[str, Any] = {"type": "finish"}
PROGRESS = {"encounters": 9}
NUMBER_OF_THE_SHEET = "hp"
SHEET_CHECK = ("skill-check", {"difficulty": 5})


def table() -> Table:
    """Ana, Ben and Cy act first; the imp has an old wound."""
    cast = [
        warrior("ana"),
        wizard("ben"),
        hero("cy", background_skills=["hunting"]),
        foe("goblin", max_hp=9),
        foe("imp"),
    ]
    table = Table(*cast, hands=HANDS, fd="AC")
    table.gm("afflict", target="imp", strength=4, name="old wound")
    table.gm("incapacitate", target="imp", degree="partial")
    return table


def defending() -> dict[str, Any]:
    """A state with a pending attack, conditions, ranges and spells."""
    state = play.start(SYSTEM, everything(), seed=3)
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


DEFENDING = defending()
SCENES: dict[str, dict[str, Any]] = {
    "start": play.start(SYSTEM, everything(), seed=3),
    "acting": table().state,
    "defending": DEFENDING,
}
COMMANDS: dict[str, list[dict[str, Any]]] = {
    "acting": [{"type": kind, **fields} for kind, fields in ALL.items()],
    "defending": [{"type": "defend", "actor": play.actors(SYSTEM, DEFENDING)[0], "cards": []}],
}
# A command with one fault, and the path that its refusal names.
SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": True}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": 30.0}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": "30"}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": 10001}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": None}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana"}, "feet"),
    ("acting", {"type": "fall", "actor": "gm", "target": "ana", "feet": 1, "why": None}, "why"),
    (
        "acting",
        {"type": "attack", "actor": "ana", "target": "goblin", "cards": ["9D", 3], "weapon": "melee"},
        "cards[1]",
    ),
    ("acting", {"type": "attack", "actor": "ana", "target": "nobody", "cards": [], "weapon": "melee"}, "target"),
    (
        "acting",
        {"type": "join", "actor": "gm", "participant": {"id": "a", "name": "", "side": "players"}},
        "participant.name",
    ),
    (
        "acting",
        {"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A", "side": "players"}},
        "participant.id",
    ),
]

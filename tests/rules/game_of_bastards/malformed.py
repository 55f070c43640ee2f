"""Whole commands, setups, checks and sheets of A Game of Bastards: tests/rules/test_malformed.py breaks every place."""

from typing import Any

from rules import play
from tests.rules.game_of_bastards.participants import BOW, CLUB, KNIFE, SWORD, extras, fated, foe, follower
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.table import Table

PREFIX = "GOB-"
WORDS = ["ana", "mob", "gm", "observer", "KD", "XX", "", "\ud800", "\x00", "physical", "dodge", "Sword", "x" * 300]
NUMBERS = (0, 10)
FIELDS = ["actor", "target", "targets", "card", "cards", "weapon", "weapons", "skill", "trait", "kind", "raises", "use"]
FIELDS += ["advantage", "stop", "item", "action", "id", "name", "participants", "participant", "wildcards", "pool"]
FIELDS += ["amount", "reason", "percent", "controller", "outcome", "nonsense"]
INPUTS = ["skill_rank", "trait", "difficulty", "specialty_rank", "extra_cards", "declared_raises", "cards"]
INPUTS += ["dealer_cards", "play", "wildcard_cards", "acrobat", "sides", "kind", "steps"]
COUNTER = {"key": "counter", "weapon": "Sword"}
ANA = fated(
    "ana",
    COUNTER,
    {"key": "toughness", "ranks": 2},
    "berserk",
    "savage",
    "wild-swing",
    "disarm",
    "study",
    "defensive-stance",
    "dodge",
    controller="ana",
    suit="clubs",
    armor=1,
    wildcards=3,
    pools={"bp": 4},
    traits={"body": 2, "spirit": 1, "mind": 2, "luck": 1},
    weapons=[SWORD, KNIFE, BOW],
    rank=3,
    skills={"Combat (Sword)": 3},
)
SETUP = {
    "participants": [ANA, follower("fay", 2, pools={"power": 3}), extras()],
    "options": {"decks": 2, "wildcards_last": "scene", "body_adds_to_damage": True},
    "deck": ["2C", "3C", "XX", "5C"],
}
STICK = {"name": "Stick", "damage": 1, "skill": "Stick"}
DECLARED: list[dict[str, Any]] = [
    {
        "type": "attack",
        "actor": "ana",
        "target": "bo",
        "skill": "Combat (Sword)",
        "trait": "body",
        "kind": "physical",
        "card": "KS",
        "raises": 2,
        "weapon": "Sword",
        "use": [{"advantage": "wild-swing", "amount": 1}],
    },
    {
        "type": "attack",
        "actor": "ana",
        "targets": ["bo", "fay"],
        "skill": "Combat (Sword)",
        "kind": "physical",
        "card": "KS",
        "weapons": ["Sword", "Knife"],
        "use": [{"advantage": "disarm", "take": True}],
    },
    {"type": "discard", "actor": "ana", "cards": ["KS"]},
    {"type": "replace-initiative", "actor": "ana", "card": "KS"},
    {"type": "pass", "actor": "ana"},
    {"type": "use", "actor": "ana", "advantage": "study", "target": "bo"},
    {"type": "use", "actor": "ana", "advantage": "defensive-stance", "cards": 1},
    {"type": "use", "actor": "ana", "advantage": "berserk", "stop": False},
    {"type": "dramatic", "actor": "ana", "action": "reinforce", "id": "mob", "name": "Mob", "weapon": STICK},
    {
        "type": "dramatic",
        "actor": "ana",
        "action": "involve",
        "participants": [{"id": "one", "name": "1", "weapon": STICK}, {"id": "two", "name": "2"}],
    },
    {"type": "dramatic", "actor": "ana", "action": "appearance", "participant": fated("cy", weapons=[SWORD])},
    {"type": "dramatic", "actor": "ana", "action": "distance", "wildcards": 1},
    {"type": "spend-wildcard", "actor": "ana"},
    {"type": "concede", "actor": "bo"},
    {"type": "adjust", "actor": "gm", "target": "ana", "pool": "bp", "amount": -1, "reason": "so"},
    {"type": "rest", "actor": "gm", "target": "ana", "percent": 20},
    {"type": "assign", "actor": "gm", "target": "fay", "controller": "ana"},
    {"type": "join", "actor": "gm", "participant": foe("di", "dodge", weapons=[BOW])},
    {"type": "leave", "actor": "gm", "target": "bo"},
    {"type": "end", "actor": "gm", "outcome": "so"},
]
DEFENDING: list[dict[str, Any]] = [
    {
        "type": "defend",
        "actor": "ana",
        "skill": "Combat (Sword)",
        "trait": "mind",
        "card": "KS",
        "weapon": "Sword",
        "use": [{"advantage": "counter", "cards": ["QS"]}],
    },
    {"type": "defend", "actor": "ana", "card": None, "weapons": ["Sword", "Knife"], "use": [{"advantage": "dodge"}]},
    {"type": "spend-wildcard", "actor": "ana"},
    {"type": "concede", "actor": "bo"},
]
BETTING: list[dict[str, Any]] = [
    {"type": "bet", "actor": "ana", "cards": ["QS"]},
    {"type": "bet-wildcard", "actor": "ana"},
    {"type": "call", "actor": "ana"},
]
WHOLE_CHECKS: list[tuple[str, dict[str, Any]]] = [
    (
        "fate-draw",
        {
            "skill_rank": 2,
            "trait": 4,
            "difficulty": 3,
            "specialty_rank": 1,
            "extra_cards": 1,
            "declared_raises": 2,
            "cards": ["KS", "XX"],
            "dealer_cards": ["2C", "3C"],
            "play": ["KS"],
            "wildcard_cards": ["5D"],
        },
    ),
    (
        "fate-draw",
        {"skill_rank": 2, "trait": 4, "cards": ["KS", "2D"], "acrobat": {"discard": ["2D"], "draws": ["QD"]}},
    ),
    ("simple", {"sides": [{"id": "a", "card": "KS", "bonus": 2}, {"id": "b", "card": "2D"}]}),
    ("price", {"kind": "trait", "steps": 2}),
]
SHEET: dict[str, Any] = {
    "suit": "spades",
    "traits": {"mind": 3},
    "skills": {"Technology": 3, "Stealth": 2, "Combat (Sword)": 2},
    "specialties": [{"name": "Lockpicking", "skills": ["Stealth", "Technology"]}],
    "advantages": [{"key": "careful"}, {"key": "counter", "weapon": "Sabre"}, {"key": "toughness", "ranks": 2}],
    "weapons": [{"name": "Sabre", "damage": 2, "skill": "Combat (Sword)"}],
}
HOUSE: dict[str, Any] = {
    "options": {"decks": 1},
    "rows": [{"kind": "advantage", "key": "dodge", "name": "Dodge", "figures": {"cost": {"bp": 3}}}],
}
STEP: dict[str, Any] = {"type": "skill", "skill": "Stealth"}
PROGRESS = {"xp": 9}
NUMBER_OF_THE_SHEET = "wildcards"
SHEET_CHECK = ("fate-draw", {"skill": "Stealth", "trait": "mind"})


def scene(phase: str) -> Table:
    table = Table(ANA, foe("bo", weapons=[CLUB]), follower("fay", 2), hands={"ana": "KS QS JS", "bo": "9C 8C"})
    if phase == "declare":
        table.draw("ana")
        return table
    table.skip("ana")
    table.attack("bo", "ana", "9C", weapon="Club")
    if phase == "betting":
        table.defend("ana", "KS", skill="Combat (Sword)")
        assert table.phase == "betting"
    return table


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


RANDOM = {phase: middle(phase) for phase in ("initiative", "draw", "declare", "defend", "betting", "choice")}
SCENES: dict[str, dict[str, Any]] = {
    "start": play.start(SYSTEM, everything(), seed=3),
    **{f"random {phase}": state for phase, state in RANDOM.items()},
    **{phase: scene(phase).state for phase in ("declare", "defend", "betting")},
}
COMMANDS: dict[str, list[dict[str, Any]]] = {"declare": DECLARED, "defend": DEFENDING, "betting": BETTING}
SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("declare", {"type": "rest", "actor": "gm", "percent": True}, "percent"),
    ("declare", {"type": "rest", "actor": "gm", "percent": 0}, "percent"),
    ("declare", {"type": "rest", "actor": "gm", "why": None}, "why"),
    ("declare", {"type": "discard", "actor": "ana", "cards": ["KS", 3]}, "cards[1]"),
    ("declare", {"type": "join", "actor": "gm", "participant": {"id": "gm", "name": "A"}}, "participant"),
]

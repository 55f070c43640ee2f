"""Whatever JSON is handed in, the answer is a result or a refusal, never another exception (contract)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, proper
from tests.rules.game_of_bastards.people import BOW, CLUB, KNIFE, SWORD, extras, fated, foe, follower
from tests.rules.game_of_bastards.table import Table
from tests.rules.junk import places, replaced


def deep(depth: int, wrap: Callable[[Any], Any]) -> Any:
    nest: Any = wrap(None)
    for _ in range(depth):
        nest = wrap(nest)
    return nest


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    1.0,
    1e308,
    float("nan"),
    float("inf"),
    10**40,
    -(10**400),
    "",
    "x" * 100_000,
    "\ud800",
    "\u0000",
    "KD",
    "XX",
    "gm",
    [],
    {},
    [None],
    [[]],
    [{}],
    {"a": None},
    ["KD"] * 1000,
    {"": {}},
    {"type": "pass"},
    "ana",
    "heroes",
    deep(3000, lambda inner: [inner]),
    deep(3000, lambda inner: {"a": inner}),
]
IDS = [f"junk{n}" for n in range(len(JUNK))]
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
CHECKS: list[tuple[str, dict[str, Any]]] = [
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


def survives(ask: Callable[[], Any]) -> Any:
    """The result, or None after a refusal; any other exception fails the test."""
    try:
        return ask()
    except play.Refused as refusal:
        sentence = proper(refusal).message.encode().decode()
    assert len(sentence) < 2000, "a refusal does not repeat what it was given at length"
    return None


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


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {phase: scene(phase) for phase in ("declare", "defend", "betting")}


GIVEN = {"declare": DECLARED, "defend": DEFENDING, "betting": BETTING}


@pytest.mark.parametrize("phase", list(GIVEN))
def test_the_commands_that_are_broken_below_are_sound(tables: dict[str, Table], phase: str) -> None:
    for command in GIVEN[phase]:
        play.act(GAME, tables[phase].state, command)
        bare = {key: value for key, value in command.items() if value is not None}
        play.act(GAME, tables[phase].state, bare)


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_any_place_of_a_setup_may_hold_anything(junk: Any) -> None:
    for path in places(SETUP):
        state = survives(lambda path=path: play.start(GAME, replaced(SETUP, path, junk), seed=1))
        if state is not None:
            json.dumps(state, allow_nan=False).encode()
            json.dumps(play.view(GAME, state, "gm"), ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("phase", list(GIVEN))
@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_any_place_of_a_command_may_hold_anything(tables: dict[str, Table], phase: str, junk: Any) -> None:
    state = tables[phase].state
    for command in GIVEN[phase]:
        for path in places(command):
            result = survives(lambda command=command, path=path: play.act(GAME, state, replaced(command, path, junk)))
            if result is not None:
                json.dumps(result, ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_any_place_of_a_checks_inputs_may_hold_anything(junk: Any) -> None:
    for kind, inputs in CHECKS:
        survives(lambda kind=kind: play.check(GAME, junk, kind))
        for path in places(inputs):
            result = survives(
                lambda kind=kind, inputs=inputs, path=path: play.check(GAME, kind, replaced(inputs, path, junk), seed=1)
            )
            if result is not None:
                json.dumps(result, allow_nan=False)


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_anything_may_be_asked_as_a_viewer_an_actor_or_a_system(tables: dict[str, Table], junk: Any) -> None:
    state = tables["declare"].state
    survives(lambda: play.view(GAME, state, junk))
    survives(lambda: play.offers(GAME, state, junk))
    survives(lambda: play.sample(GAME, state, junk, seed=1))
    survives(lambda: play.actors(junk, state))
    survives(lambda: play.start(junk, SETUP, seed=1))


@pytest.mark.tampered
@pytest.mark.parametrize("junk", JUNK[:-2], ids=IDS[:-2])
def test_any_place_of_a_state_may_be_broken(tables: dict[str, Table], junk: Any) -> None:
    state = tables["betting"].state
    for path in places(state):
        broken = replaced(state, path, junk)
        survives(lambda broken=broken: play.act(GAME, broken, {"type": "call", "actor": "ana"}))
        survives(lambda broken=broken: play.view(GAME, broken, "ana"))
        survives(lambda broken=broken: play.actors(GAME, broken))
        survives(lambda broken=broken: play.offers(GAME, broken, "ana"))


def test_fields_of_no_command_are_refused(tables: dict[str, Table]) -> None:
    for phase, commands in GIVEN.items():
        for command in commands:
            refusal = None
            try:
                play.act(GAME, tables[phase].state, {**command, "mood": "grim"})
            except play.Refused as refused:
                refusal = refused
            assert refusal is not None, command
            assert "mood" in proper(refusal).message


def test_an_unknown_actor_is_offered_nothing(tables: dict[str, Table]) -> None:
    for nobody in ("nobody", "observer", "heroes", ""):
        assert not survives(lambda nobody=nobody: play.offers(GAME, tables["declare"].state, nobody))
        assert not survives(lambda nobody=nobody: play.sample(GAME, tables["declare"].state, nobody, seed=1))


def test_keys_in_another_order_are_the_same_command(tables: dict[str, Table]) -> None:
    for phase, commands in GIVEN.items():
        for command in commands:
            turned = dict(reversed(command.items()))
            acted = play.act(GAME, tables[phase].state, command)
            assert play.canonical(acted) == play.canonical(play.act(GAME, tables[phase].state, turned))

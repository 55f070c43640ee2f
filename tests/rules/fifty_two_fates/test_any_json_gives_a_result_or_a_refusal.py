"""Whatever JSON is handed in, the answer is a result or a refusal, never another exception (contract)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.setups import monster, person, proper, setup_of
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior
from tests.rules.junk import places, replaced


def deep(depth: int) -> Any:
    nest: Any = []
    for _ in range(depth):
        nest = [nest]
    return nest


def deep_object(depth: int) -> Any:
    nest: Any = {}
    for _ in range(depth):
        nest = {"a": nest}
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
    "players",
    deep(3000),
    deep_object(3000),
]
IDS = [f"junk{n}" for n in range(len(JUNK))]
SETUP = setup_of(
    person("ana", **{"class": "warrior"}, level=2, hp=3, background_skills=["hunting"], armed=True),
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
COMMANDS: list[dict[str, Any]] = [
    {"type": "attack", "actor": "ana", "target": "goblin", "cards": ["9C"], "weapon": "melee"},
    {"type": "maneuver", "actor": "ana", "maneuver": "push", "target": "goblin", "cards": ["9C"]},
    {"type": "cast", "actor": "ana", "target": "goblin", "cards": ["9C"], "willing": True},
    {"type": "skill-check", "actor": "ana", "difficulty": 4, "background": "hunting", "needs": "hunting", "cards": 1},
    {"type": "resist", "actor": "ana", "effect": "fire", "cards": ["9C"]},
    {"type": "afflict", "actor": "gm", "target": "ana", "strength": 4, "rounds": "draw", "name": "ice"},
    {"type": "incapacitate", "actor": "gm", "target": "ana", "degree": "full", "unconscious": True, "wake": 4},
    {"type": "release", "actor": "gm", "target": "ana", "effect": "fire"},
    {"type": "fall", "actor": "gm", "target": "ana", "feet": 40},
    {"type": "set-range", "actor": "gm", "a": "ana", "b": "goblin", "range": "far"},
    {"type": "adjust", "actor": "gm", "target": "ana", "hp": 1, "reason": "so"},
    {"type": "leave", "actor": "gm", "target": "goblin"},
    {"type": "arm", "actor": "gm", "target": "goblin"},
    {"type": "join", "actor": "gm", "participant": {"id": "dot", "name": "Dot", "side": "players", "level": 2}},
    {"type": "end", "actor": "gm", "outcome": "other", "counts": True},
]
CHECKS: list[tuple[str, dict[str, Any]]] = [
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


def survives(ask: Callable[[], Any]) -> Any:
    """The result, or None after a refusal; any other exception fails the test."""
    try:
        return ask()
    except play.Refused as refusal:
        sentence = proper(refusal).message.encode().decode()
    assert len(sentence) < 2000, "a refusal does not repeat what it was given at length"
    return None


@pytest.fixture(scope="module")
def table() -> Table:
    table = Table(
        warrior("ana", background_skills=["hunting"]), hero("ben"), foe("goblin", max_hp=9), hands={"ana": "9C 9H 9D"}
    )
    table.gm("afflict", target="ana", strength=4, name="fire")
    return table


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_any_place_of_a_setup_may_hold_anything(junk: Any) -> None:
    for path in places(SETUP):
        state = survives(lambda path=path: play.start(GAME, replaced(SETUP, path, junk), seed=1))
        if state is not None:
            json.dumps(state, allow_nan=False).encode()
            json.dumps(play.view(GAME, state, "gm"), ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
def test_any_place_of_a_command_may_hold_anything(table: Table, junk: Any) -> None:
    for command in COMMANDS:
        for path in places(command):
            result = survives(
                lambda command=command, path=path: play.act(GAME, table.state, replaced(command, path, junk))
            )
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
def test_anything_may_be_asked_as_a_viewer_an_actor_or_a_system(table: Table, junk: Any) -> None:
    survives(lambda: play.view(GAME, table.state, junk))
    survives(lambda: play.offers(GAME, table.state, junk))
    survives(lambda: play.sample(GAME, table.state, junk, seed=1))
    survives(lambda: play.actors(junk, table.state))
    survives(lambda: play.start(junk, SETUP, seed=1))
    survives(lambda: play.check(junk, "level", {"encounters": 3}))


@pytest.mark.tampered
@pytest.mark.parametrize("junk", JUNK[:-2], ids=IDS[:-2])
def test_any_place_of_a_state_may_be_broken(table: Table, junk: Any) -> None:
    for path in places(table.state):
        broken = replaced(table.state, path, junk)
        survives(lambda broken=broken: play.act(GAME, broken, {"type": "pass", "actor": "ana"}))
        survives(lambda broken=broken: play.view(GAME, broken, "ana"))
        survives(lambda broken=broken: play.actors(GAME, broken))
        survives(lambda broken=broken: play.offers(GAME, broken, "ana"))


def test_an_unknown_actor_is_offered_nothing(table: Table) -> None:
    for nobody in ("nobody", "observer", "players", ""):
        assert not survives(lambda nobody=nobody: play.offers(GAME, table.state, nobody))
        assert not survives(lambda nobody=nobody: play.sample(GAME, table.state, nobody, seed=1))


@pytest.mark.parametrize("seed", [0, -5, 2**300, "a word", b"bytes"])
def test_a_seed_is_any_number_or_text(seed: Any) -> None:
    first, two = (play.start(GAME, setup_of(), seed=seed) for _ in range(2))
    assert first == two

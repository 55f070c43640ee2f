"""Replaying gives the same state, and play at random keeps every law to the end."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.table import GAME, Table, canonical, npc, pc

SETTINGS: list[dict[str, Any]] = [
    {},
    {"damage": "manual"},
    {"damage": "dox", "move_spaces": 4},
    {"fortune": False, "move_spaces": 0},
    {"wounds_per_week": 0, "shocks_per_week": 3},
]


def cast() -> list[dict[str, Any]]:
    sword = {"name": "Sword", "bonus": 4}
    return [
        pc("ana", {"Warrior": 7, "Strength": 2, "Perception": 3}, fortune=9, weapons=[sword]),
        pc("mira", {"Perception": 5}, gifts=["Empathy"], fortune=4, wounds=2),
        npc("orc", {"Warrior": 5, "Constitution": 2}, fortune=3, armor=1, weapons=[sword]),
        npc("imp", {"Athlete": 3, "Archer": 4}, limits={"wounds": 3, "shocks": 2}),
    ]


@pytest.mark.parametrize("options", SETTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_play_at_random_keeps_the_laws_and_replays_alike(options: dict[str, Any], seed: int) -> None:
    setup = {"participants": cast(), "options": options}
    first = state = play.start(GAME, setup, seed=seed)
    commands, events = [], []
    for step in range(120):
        actors = play.actors(GAME, state)
        if not actors:
            break
        able = actors if step % 7 == 6 else actors[:1]
        command = play.sample(GAME, state, able[-1], seed=f"{seed}:{step}")
        assert command is not None
        if command["type"] == "end" and step < 100:
            continue
        result = play.act(GAME, state, copy.deepcopy(command))
        stored = json.loads(json.dumps(state, sort_keys=True))
        assert canonical(play.act(GAME, stored, command)["state"]) == canonical(result["state"])
        state = result["state"]
        commands.append(command)
        events += result["events"]
        _laws(play.view(GAME, state, "observer"))
    if play.actors(GAME, state):
        ending = {"type": "end", "actor": "gm", "outcome": "Night falls."}
        result = play.act(GAME, state, ending)
        state, commands, events = result["state"], [*commands, ending], events + result["events"]
    assert play.view(GAME, state, "gm")["phase"] == "over"
    again = play.replay(GAME, first, commands)
    assert play.canonical(again["state"]) == play.canonical(state)
    assert again["events"] == events
    assert play.verify([*play.opening(GAME, first), *events])["ok"]


def _laws(view: dict[str, Any]) -> None:
    for seen in view["participants"].values():
        assert 0 <= seen["wounds"] <= 999
        assert 0 <= seen["shocks"] <= 999
        assert 0 <= seen["fortune"] <= 999
        assert 0 <= seen["actions"] <= 2
        assert seen["attacks"] in (0, 1, 2, 3, 4)
        assert seen["incapacitated"] == (seen["wounds"] >= seen["limits"]["wounds"])
    assert sorted(view["order"]) == sorted(view["participants"])


def test_sampling_is_reproducible_and_varies() -> None:
    table = Table(*cast())
    seen = {canonical(play.sample(GAME, table.state, "mira", seed=seed)) for seed in range(60)}
    assert len(seen) > 5
    assert play.sample(GAME, table.state, "mira", seed=3) == play.sample(GAME, table.state, "mira", seed=3)


def test_one_seed_gives_one_encounter_and_another_another() -> None:
    def rolls(seed: int) -> list[Any]:
        table = Table(pc("ana"), npc("orc"), seed=seed)
        told = []
        for _ in range(6):
            table.do("check", table.turn[0], trait="Warrior", challenge=9)
            told.append(table.numbered()["rolls"])
        return told

    assert rolls(1) == rolls(1)
    assert len({canonical(rolls(seed)) for seed in range(5)}) == 5


def test_a_refused_command_changes_no_die_to_come() -> None:
    first, two = Table(pc("ana"), npc("orc")), Table(pc("ana"), npc("orc"))
    first.refuse("check", "ana", trait="Warrior", challenge=9, fortune=1)
    first.refuse("check", "ana", trait="Warrior", challenge=9, rolls=[1])
    first.do("check", "ana", trait="Warrior", challenge=9)
    two.do("check", "ana", trait="Warrior", challenge=9)
    assert first.state == two.state


def test_typed_dice_leave_the_dice_to_come_as_they_are() -> None:
    first, two = Table(pc("ana"), npc("orc")), Table(pc("ana"), npc("orc"))
    first.do("check", "ana", trait="Warrior", challenge=9, rolls=[3, 4])
    first.do("check", "ana", trait="Warrior", challenge=9)
    two.do("move", "ana", spaces=0)
    two.do("check", "ana", trait="Warrior", challenge=9)
    assert first.numbered()["rolls"] == two.numbered()["rolls"]


def test_a_whole_encounter_replays_byte_for_byte() -> None:
    table = Table(*cast(), dice=[3, 4, 6, 6, 1])
    table.do("heal", "mira", target="mira", kind="wound", pay="fortune")
    table.do("rapid", "ana", attacks=2)
    table.do("attack", "ana", target="orc", trait="Warrior", weapon="Sword", fortune=1)
    if table.phase == "blow":
        table.do("absorb", "orc", fortune=1)
    table.do("attack", "ana", target="imp", trait="Archer")
    table.do("pass", "ana")
    table.gm("rest", weeks=2)
    table.gm("end", outcome="They part.")
    again = play.replay(GAME, table.first, table.commands)
    assert play.canonical(again["state"]) == play.canonical(table.state)


@pytest.mark.parametrize(
    "state",
    [
        None,
        [],
        "state",
        7,
        {},
        {"system": "fortune-system", "version": 1},
        {"system": GAME},
        {"system": GAME, "version": True},
        {"system": GAME, "version": 1},
    ],
)
def test_what_is_no_state_is_refused(state: Any) -> None:
    for ask in (
        lambda: play.act(GAME, state, {"type": "pass", "actor": "ana"}),
        lambda: play.view(GAME, state, "gm"),
        lambda: play.actors(GAME, state),
        lambda: play.offers(GAME, state, "gm"),
    ):
        with pytest.raises(play.Refused):
            ask()


def test_a_newer_state_is_refused() -> None:
    state = Table(*cast()).state
    with pytest.raises(play.Refused):
        play.view(GAME, {**state, "version": state["version"] + 1}, "gm")

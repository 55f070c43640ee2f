"""Replaying gives the same state, and play at random keeps every law to the end."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.table import GAME, Table, canonical, talent, who

KEYS = ["aptitude", "focus", "scrape-by", "exemplar", "extreme-effort", "smooth", "slick", "wingman", "flair", "steady"]


def cast() -> list[dict[str, Any]]:
    return [
        who("ana", None, *[talent(key) for key in KEYS], talent("lucky"), talent("couldnt-sleep", None)),
        who("ben", "60 80d x 20 30@Mental", *[talent(key) for key in KEYS], talent("expertise", "Climbing", 2)),
        who("cy", None, talent("smooth", "Physical", 3), fill="fixed", free={"key": "steady", "focus": "Physical"}),
    ]


def called(number: int) -> dict[str, Any]:
    """A call for a check, with all that can be declared in turn."""
    return {
        "type": "call-check",
        "actor": "gm",
        "participants": ["ana", "ben", "cy"],
        "skill": "Climbing",
        "group": "Physical",
        "cos": (45, 90, 100, 30, 0, 60)[number % 6],
        "task": f"task {number}",
        "on_failure": (None, "damaged", "blown")[number % 3],
        "selection": ("choice", "lowest")[number % 2],
        "aids": (None, "ben", "cy")[number % 3],
        "trigger_damage": (None, 200)[number % 2],
    }


@pytest.mark.parametrize("seed", range(8))
def test_play_at_random_keeps_the_laws_and_replays_alike(seed: int) -> None:
    first = state = play.start(GAME, {"participants": cast(), "options": {"equal_passes": bool(seed % 2)}}, seed=seed)
    commands: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []

    def give(command: dict[str, Any]) -> None:
        nonlocal state
        result = play.act(GAME, state, copy.deepcopy(command))
        stored = json.loads(json.dumps(state, sort_keys=True))
        assert canonical(play.act(GAME, stored, command)["state"]) == canonical(result["state"])
        state = result["state"]
        commands.append(command)
        events.extend(result["events"])

    for step in range(150):
        view = play.view(GAME, state, "observer")
        assert {"ana", "ben", "cy"} == set(view["participants"])
        for seen in view["participants"].values():
            for slot in seen["slots"]:
                assert (slot["condition"] == "blown") == (slot["value"] is None)
                assert slot["value"] is None or 1 <= slot["value"] <= 100
        actors = play.actors(GAME, state)
        if actors == ["gm"] or (step % 9 == 8 and view["phase"] == "open"):
            give({"type": "rest", "actor": "gm", "full": step % 5 == 0} if step % 4 == 0 else called(step))
            continue
        command = play.sample(GAME, state, actors[step % max(1, len(actors) - 1)], seed=f"{seed}:{step}")
        assert command is not None
        give(command)
    give({"type": "end", "actor": "gm", "outcome": "Night falls."})
    assert play.actors(GAME, state) == []
    again = play.replay(GAME, first, commands)
    assert play.canonical(again["state"]) == play.canonical(state)
    assert again["events"] == events
    report = play.verify([*play.opening(GAME, first), *events])
    assert report["ok"], report["faults"]


@pytest.mark.parametrize("seed", range(4))
def test_sampling_alone_reaches_the_end(seed: int) -> None:
    """By everyone, the GM's orders included, until it is over."""
    state = play.start(GAME, {"participants": cast()}, seed=seed)
    for step in range(400):
        actors = play.actors(GAME, state)
        if not actors:
            break
        command = play.sample(GAME, state, actors[step % len(actors)], seed=f"{seed}/{step}")
        assert command is not None
        state = play.act(GAME, state, command)["state"]
    else:
        state = play.act(GAME, state, {"type": "end", "actor": "gm", "outcome": "Enough."})["state"]
    assert play.view(GAME, state, "gm")["phase"] == "over"


def test_sampling_is_reproducible_and_varies() -> None:
    table = Table(*cast()).call()
    assert play.sample(GAME, table.state, "ana", seed=3) == play.sample(GAME, table.state, "ana", seed=3)
    assert len({canonical(play.sample(GAME, table.state, "ana", seed=seed)) for seed in range(60)}) > 5


def test_a_refused_command_changes_no_die_to_come() -> None:
    first, two = Table(who("ana", "30 40")).call(), Table(who("ana", "30 40")).call()
    first.no_attempt("ana", 0, flair=True)
    first.no_attempt("ana", 0, rolls=[])
    assert first.attempt("ana", 0).state == two.attempt("ana", 0).state


def test_typed_dice_leave_the_dice_to_come_as_they_are() -> None:
    first, two = Table(who("ana", "30 40")).call(), Table(who("ana", "30 40")).call()
    first.call(task="ditch").attempt("ana", 0, rolls=[1])
    two.call(task="ditch")
    first.attempt("ana", 1, task="ditch")
    two.attempt("ana", 1, task="ditch")
    assert first["ana"]["slots"][1] == two["ana"]["slots"][1]


def test_a_whole_encounter_replays_byte_for_byte() -> None:
    table = Table(*cast(), dice=[60, 70, 80, 90, 20, 44, 3])
    table.do("mulligan", "ana")
    table.call(aids="ben").attempt("ana", 2, wingman=True)
    table.do("choose", "ben", slot=None)
    while table.pending:
        table.do("choose", table.pending["actor"], use=False)
    table.attempt("ben", exemplar="ana")
    table.gm("rest", full=True)
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
        {"system": "fortune-and-power", "version": 1},
        {"system": GAME},
        {"system": GAME, "version": True},
        {"system": GAME, "version": 1},
    ],
)
def test_what_is_no_state_is_refused(state: Any) -> None:
    for ask in (
        lambda: play.act(GAME, state, {"type": "defeat", "actor": "gm"}),
        lambda: play.view(GAME, state, "gm"),
        lambda: play.actors(GAME, state),
        lambda: play.offers(GAME, state, "gm"),
    ):
        with pytest.raises(play.Refused):
            ask()

"""Dice: every roll is told, opened or marked as typed in; what is refused or typed in changes no die to come."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import everything
from tests.rules.fortune_and_power.table import GAME, Table, canonical

COMMANDS: list[tuple[str, dict[str, Any], int]] = [
    ("check", {"actor": "ana", "trait": "Warrior", "challenge": 9}, 2),
    ("attack", {"actor": "ana", "target": "orc", "trait": "Warrior"}, 2),
    ("contest", {"actor": "ana", "target": "ben", "trait": "Warrior", "target_trait": "Warrior"}, 2),
    ("roll-order", {"actor": "gm", "trait": "Perception"}, 6),
    ("move", {"actor": "ana", "spaces": 1}, 0),
    ("rapid", {"actor": "ana", "attacks": 2}, 0),
    ("rest", {"actor": "gm", "weeks": 1}, 0),
]


def scene() -> Table:
    return Table(pc("ana", {"Perception": 1}, fortune=9), pc("ben"), npc("orc"))


def opened(table: Table) -> int:
    """How many dice the last command opened."""
    return sum(len(event.get("opened", ())) for event in table.events)


@pytest.mark.parametrize(("kind", "fields", "count"), COMMANDS)
def test_the_dice_of_a_command_are_told(kind: str, fields: dict[str, Any], count: int) -> None:
    """FNP-10, FNP-14, FNP-32."""
    table, actor = scene(), fields["actor"]
    named = {key: value for key, value in fields.items() if key != "actor"}
    table.do(kind, actor, **named)
    assert opened(table) == count
    assert not any(event.get("supplied") for event in table.events)
    if count:
        table = scene()
        table.do(kind, actor, **named, rolls=[3] * count)
        assert opened(table) == 0
        assert any(event.get("supplied") for event in table.events)
    else:
        table.refuse(kind, actor, **named, rolls=[3])


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


def test_an_encounter_with_supplied_dice_replays_byte_for_byte() -> None:
    participants = [
        pc("ana", {"Warrior": 7, "Perception": 3}, fortune=9, weapons=[{"name": "Sword", "bonus": 4}]),
        pc("mira", {"Perception": 5}, gifts=["Empathy"], fortune=4, wounds=2),
        npc("orc", {"Warrior": 5}, fortune=3, armor=1),
        npc("imp", {"Athlete": 3}, limits={"wounds": 3, "shocks": 2}),
    ]
    table = Table(*participants, dice=[3, 4, 6, 6, 1])
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


def test_the_order_follows_the_seals_at_the_start() -> None:
    """FNP-32: the order starts by Perception, before anything is rolled."""
    opening = play.opening(GAME, play.start(GAME, everything(), seed=2))
    assert [event["type"] for event in opening] == ["sealed", "order"]
    assert opening[1]["order"] == ["ana", "ben", "wolf", "witch", "log"]


def test_a_redeal_changes_the_dice_to_come() -> None:
    """FNP-10."""
    state = play.start(GAME, everything(), seed=3)
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"}
    redealt = [play.redeal(GAME, state, seed=seed)["state"] for seed in range(8)]
    assert len({tuple(play.act(GAME, other, strike)["events"][0]["rolls"]) for other in redealt}) > 2

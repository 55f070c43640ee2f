"""Every die that is rolled is told: opened when the site rolled it, marked when it was typed in (contract)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.table import Table, npc, pc

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

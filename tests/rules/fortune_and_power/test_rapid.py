"""Rapid attacks: fortune that turns one action into two attacks, or both into four (FNP-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, Table


def scene(fortune: int = 6, **options: Any) -> Table:
    ana = pc("ana", {"Warrior": 7, "Archer": 5, "Perception": 1}, fortune=fortune, gifts=["Empathy"])
    return Table(ana, npc("orc"), npc("imp"), pc("ben", wounds=1), **options)


def strike(table: Table, target: str = "orc", rolls: tuple[int, int] = (1, 2), **fields: Any) -> None:
    table.do("attack", "ana", **{"target": target, "trait": "Warrior", "rolls": [*rolls], **fields})


def test_three_points_make_two_attacks_of_one_action() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=2)
    assert table.figures("ana", "fortune", "actions", "attacks") == (3, 1, 2)
    assert table.turn == ["ana"]
    table.because("FNP-06")


def test_six_points_make_four_attacks_of_both_actions() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=4)
    assert table.figures("ana", "fortune", "actions", "attacks") == (0, 0, 4)
    assert table.turn == ["ana"]


def test_each_attack_has_its_own_target_roll_and_blow() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=4)
    strike(table, "orc", (1, 2))
    assert table.figures("orc", "wounds") == (3,)
    strike(table, "imp", (1, 1))
    strike(table, "imp", (2, 2), trait="Archer")
    assert table.figures("imp", "wounds") == (2,)
    assert table.figures("ana", "attacks") == (1,)
    assert table.turn == ["ana"]
    strike(table, "orc", (1, 2))
    assert table.figures("orc", "wounds") == (6,)
    assert table.figures("ana", "attacks", "actions") == (0, 0)
    assert table.turn == ["orc"]


def test_rapid_attacks_cost_no_further_action() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=2)
    strike(table)
    strike(table)
    assert table.figures("ana", "attacks", "actions") == (0, 1)
    strike(table)
    assert table.figures("ana", "actions") == (0,)


def test_each_attack_is_numbered() -> None:
    """FNP-16."""
    table = scene()
    table.do("rapid", "ana", attacks=2)
    assert all("number" not in event for event in table.events)
    strike(table)
    assert table.numbered()["number"] == 1
    strike(table)
    assert table.numbered()["number"] == 2


@pytest.mark.parametrize("trait", ["Athlete", "Sorcery", "warrior", "Strength"])
def test_only_warrior_and_archer_attack_rapidly(trait: str) -> None:
    table = scene()
    table.do("rapid", "ana", attacks=2)
    table.refuse("attack", "ana", target="orc", trait=trait)


def test_until_they_are_used_the_actor_does_nothing_else() -> None:
    table = scene(fortune=99)
    table.do("rapid", "ana", attacks=2)
    for kind, fields in (
        ("check", {"trait": "Warrior", "challenge": 9}),
        ("move", {"spaces": 1}),
        ("rapid", {"attacks": 2}),
        ("rapid", {"attacks": 4}),
        ("heal", {"target": "ben", "kind": "wound", "pay": "fortune"}),
        ("contest", {"target": "ben", "trait": "Warrior", "target_trait": "Warrior"}),
    ):
        table.refuse(kind, "ana", **fields)
    assert table.offered("ana") == {"attack", "pass"}
    table.refuse("pass", "orc")


def test_pass_gives_up_the_remaining_attacks_only() -> None:
    """FNP-32."""
    table = scene()
    table.do("rapid", "ana", attacks=2)
    strike(table)
    table.passes("ana")
    assert table.figures("ana", "attacks", "actions") == (0, 1)
    assert table.turn == ["ana"]
    table.do("move", "ana", spaces=1)
    assert table.turn == ["orc"]


def test_pass_after_four_ends_the_turn() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=4)
    table.passes("ana")
    assert (table.turn, table.figures("ana", "attacks", "actions", "fortune")) == (["orc"], (0, 0, 0))


def test_four_need_both_actions_unused() -> None:
    """FNP-32."""
    table = scene()
    table.do("move", "ana", spaces=1)
    table.refuse("rapid", "ana", attacks=4)
    table.do("rapid", "ana", attacks=2)
    assert table.figures("ana", "attacks", "actions", "fortune") == (2, 0, 3)


def test_two_may_be_bought_with_each_action() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=2)
    table.passes("ana")
    table.do("rapid", "ana", attacks=2)
    assert table.figures("ana", "attacks", "actions", "fortune") == (2, 0, 0)


@pytest.mark.parametrize(("fortune", "attacks"), [(0, 2), (2, 2), (5, 4), (3, 4)])
def test_nobody_attacks_rapidly_without_the_fortune(fortune: int, attacks: int) -> None:
    scene(fortune=fortune).refuse("rapid", "ana", attacks=attacks)


@pytest.mark.parametrize("attacks", [0, 1, 3, 5, 6, -2, None, *INVALID_INTEGERS])
def test_attacks_are_two_or_four(attacks: Any) -> None:
    scene(fortune=999).refuse("rapid", "ana", attacks=attacks)


def test_the_number_must_be_named() -> None:
    scene().refuse("rapid", "ana")
    scene().refuse("rapid", "ana", attacks=2, target="orc")
    scene().refuse("rapid", "ana", attacks=2, rolls=[3, 4])


def test_without_the_option_there_are_none() -> None:
    """FNP-06, option fortune."""
    table = Table(pc("ana", fortune=9), npc("orc"), fortune=False)
    table.refuse("rapid", "ana", attacks=2)
    assert "rapid" not in table.offered("ana")


def test_a_rapid_attack_may_spend_fortune_on_its_roll() -> None:
    table = scene(fortune=7)
    table.do("rapid", "ana", attacks=4)
    strike(table, fortune=1)
    assert table.figures("ana", "fortune") == (0,)
    assert table.numbered()["total"] == 11


def test_between_rapid_attacks_a_blow_waits_for_its_target() -> None:
    table = Table(pc("ana", {"Warrior": 7}, fortune=3), npc("orc", fortune=9))
    table.do("rapid", "ana", attacks=2)
    strike(table)
    assert table.actors() == ["orc", "gm"]
    table.refuse("attack", "ana", target="orc", trait="Warrior")
    table.do("absorb", "orc", fortune=3)
    assert table.turn == ["ana"]
    strike(table)
    table.do("absorb", "orc", fortune=0)
    assert table.figures("orc", "wounds", "fortune") == (3, 6)
    assert table.figures("ana", "attacks", "actions") == (0, 1)


def test_the_round_waits_for_the_rapid_attacks() -> None:
    """FNP-32: the turn belongs to one with a rapid attack left."""
    table = Table(npc("orc", {"Perception": 1}), pc("ana", {"Warrior": 7}, fortune=6))
    table.passes("orc")
    table.do("rapid", "ana", attacks=4)
    assert (table.round, table.turn) == (1, ["ana"])
    strike(table)
    assert (table.round, table.turn, table.figures("ana", "attacks")) == (1, ["ana"], (3,))
    table.passes("ana")
    assert (table.round, table.turn) == (2, ["orc"])


def test_the_adversary_may_order_between_rapid_attacks() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=4)
    table.gm("set-order", order=["orc", "imp", "ben", "ana"])
    table.passes("orc", "imp", "ben")
    assert (table.round, table.turn, table.figures("ana", "attacks")) == (1, ["ana"], (4,))


def test_one_felled_keeps_no_turn_for_rapid_attacks() -> None:
    table = scene()
    table.do("rapid", "ana", attacks=4)
    table.hurt("ana", wounds=10)
    assert table.turn == ["orc"]
    table.refuse("attack", "ana", target="orc", trait="Warrior")
    table.hurt("ana", wounds=-1)
    assert (table.turn, table.figures("ana", "attacks")) == (["ana"], (4,))


def test_a_rest_takes_the_rapid_attacks_away() -> None:
    """FNP-43."""
    table = scene()
    table.do("rapid", "ana", attacks=4)
    table.gm("rest", weeks=1)
    assert table.figures("ana", "attacks", "actions") == (0, 2)

"""The order of a round: by Perception, set or rolled by the Adversary (FNP-32)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, INVALID_TEXTS, Table


def four(**more: Any) -> Table:
    return Table(
        pc("ana", {"Perception": 2}), pc("ben"), npc("orc", {"Perception": 5}), npc("imp", {"Perception": 2}), **more
    )


def test_the_order_starts_by_perception_with_equals_as_in_the_setup() -> None:
    assert four().order == ["orc", "ana", "imp", "ben"]
    assert four().turn == ["orc"]


def test_an_absent_perception_is_level_0() -> None:
    assert Table(pc("ana"), pc("ben", {"Perception": 0}), pc("cy", {"Intuition": 9})).order == ["ana", "ben", "cy"]


def test_set_order_takes_effect_at_once() -> None:
    table = four()
    table.gm("set-order", order=["ben", "imp", "ana", "orc"])
    assert table.order == ["ben", "imp", "ana", "orc"]
    assert table.turn == ["ben"]
    assert table.round == 1
    table.because("FNP-32")


def test_set_order_gives_nobody_more_actions() -> None:
    table = four()
    table.passes("orc")
    table.do("move", "ana", spaces=1)
    table.gm("set-order", order=["orc", "ben", "ana", "imp"])
    assert table.figures("orc", "actions") == (0,)
    assert table.figures("ana", "actions") == (1,)
    assert table.turn == ["ben"]


def test_the_order_stays_for_the_next_round() -> None:
    table = Table(pc("ana"), npc("orc"))
    table.gm("set-order", order=["orc", "ana"])
    table.passes("orc", "ana")
    assert (table.round, table.order, table.turn) == (2, ["orc", "ana"], ["orc"])


def test_set_order_may_interrupt_one_between_two_actions() -> None:
    table = Table(pc("ana"), npc("orc"))
    table.do("move", "ana", spaces=1)
    table.gm("set-order", order=["orc", "ana"])
    table.passes("orc")
    assert (table.round, table.turn) == (1, ["ana"])
    assert table.figures("ana", "actions") == (1,)


def test_set_order_names_the_incapacitated_too() -> None:
    table = Table(pc("ana"), npc("orc", wounds=10))
    table.no_gm("set-order", order=["ana"])
    table.gm("set-order", order=["orc", "ana"])
    assert table.turn == ["ana"]


@pytest.mark.parametrize(
    "order",
    [
        ["ana", "ben", "orc"],
        ["ana", "ben", "orc", "imp", "imp"],
        ["ana", "ana", "orc", "imp"],
        [],
        ["ana", "ben", "orc", "elf"],
        ["ana", "ben", "orc", "imp", "elf"],
        ["ana", "ben", "orc", 7],
        "ana",
        None,
        {"ana": 1},
        ["ana", "ben", "orc", "gm"],
        ["ana", "ben", "orc", None],
    ],
)
def test_an_order_names_everybody_exactly_once(order: Any) -> None:
    four().no_gm("set-order", order=order)


def test_only_the_adversary_orders() -> None:
    table = four()
    table.refuse("set-order", "orc", order=["orc", "ana", "imp", "ben"])
    table.refuse("roll-order", "orc", trait="Perception")


def test_roll_order_rolls_for_each_in_setup_order() -> None:
    table = four()
    table.gm("roll-order", trait="Perception", rolls=[1, 2, 6, 5, 3, 3, 4, 4])
    # ana 3 + 2, ben 11 + 0, orc 6 + 5, imp 8 + 2: equal totals of ben and orc go by level.
    assert table.order == ["orc", "ben", "imp", "ana"]
    assert table.turn == ["orc"]
    table.because("FNP-32")


def test_equal_totals_and_levels_stand_in_setup_order() -> None:
    table = Table(pc("ana"), pc("ben"), pc("cy"))
    table.gm("set-order", order=["cy", "ben", "ana"])
    table.gm("roll-order", trait="Perception", rolls=[2, 3, 4, 4, 1, 4])
    assert table.order == ["ben", "ana", "cy"]


def test_roll_order_rolls_in_setup_order_whatever_the_order_is() -> None:
    table = Table(pc("ana"), pc("ben"))
    table.gm("set-order", order=["ben", "ana"])
    table.gm("roll-order", trait="Speed", rolls=[6, 5, 1, 2])
    assert table.order == ["ana", "ben"]


def test_neither_2_nor_12_is_automatic_in_roll_order() -> None:
    """FNP-12 does not apply: 12 + 0 stands behind 7 + 6, and 2 + 6 before 3 + 0."""
    table = Table(pc("ana"), pc("ben", {"Speed": 6}), pc("cy"), pc("dee", {"Speed": 6}))
    table.gm("roll-order", trait="Speed", rolls=[6, 6, 3, 4, 1, 2, 1, 1])
    assert table.order == ["ben", "ana", "dee", "cy"]


def test_roll_order_may_name_any_trait() -> None:
    table = four()
    table.gm("roll-order", trait="Never Heard Of", rolls=[1, 1, 1, 1, 1, 1, 1, 2])
    assert table.order == ["imp", "ana", "ben", "orc"]


def test_roll_order_uses_the_setups_dice_in_setup_order() -> None:
    table = four(dice=[6, 6, 1, 1, 1, 1, 5, 5])
    table.gm("roll-order", trait="Speed")
    assert table.order == ["ana", "imp", "ben", "orc"]


def test_somebody_who_joined_rolls_last() -> None:
    table = Table(pc("ana"), pc("ben"))
    table.gm("join", participant=npc("elf"))
    table.gm("roll-order", trait="Speed", rolls=[1, 1, 2, 2, 6, 5])
    assert table.order == ["elf", "ben", "ana"]


def test_the_incapacitated_roll_too() -> None:
    table = Table(pc("ana"), npc("orc", wounds=10))
    table.no_gm("roll-order", trait="Speed", rolls=[3, 4])
    table.gm("roll-order", trait="Speed", rolls=[3, 4, 6, 6])
    assert table.order == ["orc", "ana"]
    assert table.turn == ["ana"]


def test_roll_order_gives_nobody_more_actions_and_has_no_number() -> None:
    table = Table(pc("ana"), npc("orc"))
    table.passes("ana")
    table.gm("roll-order", trait="Speed", rolls=[6, 6, 1, 1])
    assert all("number" not in event for event in table.events)
    assert table.order == ["ana", "orc"]
    assert table.figures("ana", "actions") == (0,)
    assert table.turn == ["orc"]


@pytest.mark.parametrize("rolls", [[], [3], [3] * 7, [3] * 9, [3] * 7 + [7], [0] + [3] * 7, "33333333", 3])
def test_roll_order_takes_exactly_two_dice_for_each(rolls: Any) -> None:
    four().no_gm("roll-order", trait="Perception", rolls=rolls)


@pytest.mark.parametrize("trait", [*INVALID_TEXTS, None, *INVALID_INTEGERS[:3]])
def test_roll_order_names_a_trait(trait: Any) -> None:
    four().no_gm("roll-order", trait=trait)

"""Blows that wait for the target's fortune (FNP-06, FNP-42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, Table


def blow(
    fortune: int = 5,
    *,
    rolls: list[int] | None = None,
    orc: dict[str, Any] | None = None,
    mental: bool = False,
    **options: Any,
) -> Table:
    """Juk hits the orc with dox 4."""
    table = Table(pc("juk", {"Warrior": 7}), npc("orc", fortune=fortune, **(orc or {})), **options)
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=rolls or [2, 2], mental=mental)
    return table


def test_a_blow_waits_for_a_target_with_fortune() -> None:
    table = blow()
    assert table.phase == "blow"
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["target"]) == ("blow", "orc", "orc")
    assert (pending["damage"], pending["mental"]) == (4, False)
    assert table.figures("orc", "wounds", "fortune") == (0, 5)
    assert table.actors() == ["orc", "gm"]


@pytest.mark.parametrize("points", [0, 1, 3, 4])
def test_each_point_cancels_one_wound(points: int) -> None:
    """FNP-06: from 0 to the damage, down to 0 wounds."""
    table = blow()
    table.do("absorb", "orc", fortune=points)
    assert table.figures("orc", "wounds", "fortune") == (4 - points, 5 - points)
    assert (table.phase, table.pending, table.turn) == ("acting", None, ["juk"])
    if points:
        table.because("FNP-06")


def test_each_point_cancels_one_shock() -> None:
    table = blow(mental=True)
    assert table.pending["mental"] is True
    table.do("absorb", "orc", fortune=3)
    assert table.figures("orc", "wounds", "shocks", "fortune") == (0, 1, 2)


@pytest.mark.parametrize("points", [5, 6, 999, -1])
def test_nobody_absorbs_more_than_the_damage(points: int) -> None:
    blow(fortune=999).refuse("absorb", "orc", fortune=points)


@pytest.mark.parametrize("points", [3, 4])
def test_nobody_absorbs_more_than_the_fortune(points: int) -> None:
    table = blow(fortune=2)
    table.refuse("absorb", "orc", fortune=points)
    table.do("absorb", "orc", fortune=2)
    assert table.figures("orc", "wounds", "fortune") == (2, 0)


@pytest.mark.parametrize("value", [*INVALID_INTEGERS, None])
def test_the_points_are_an_integer(value: Any) -> None:
    blow().refuse("absorb", "orc", fortune=value)


def test_the_points_must_be_named() -> None:
    blow().refuse("absorb", "orc")
    blow().refuse("absorb", "orc", fortune=1, target="orc")
    blow().refuse("absorb", "orc", fortune=1, rolls=[1])


def test_only_the_target_absorbs() -> None:
    table = blow()
    table.refuse("absorb", "juk", fortune=1)
    table.refuse("absorb", "gm", fortune=1)
    table.refuse("absorb", "elf", fortune=1)


def test_without_a_blow_nobody_absorbs() -> None:
    table = Table(pc("juk", fortune=5), npc("orc"))
    table.refuse("absorb", "juk", fortune=1)
    table.refuse("absorb", "juk", fortune=0)


def test_the_minimum_of_1_can_be_absorbed() -> None:
    """FNP-42: absorbed after the minimum, down to 0."""
    table = blow(orc={"armor": 99})
    assert table.pending["damage"] == 1
    table.do("absorb", "orc", fortune=1)
    assert table.figures("orc", "wounds") == (0,)


def test_a_target_without_fortune_is_not_asked() -> None:
    table = blow(fortune=0)
    assert (table.phase, table.pending) == ("acting", None)
    assert table.figures("orc", "wounds") == (4,)


def test_without_the_option_nobody_is_asked() -> None:
    table = Table(pc("juk", {"Warrior": 7}), npc("orc", fortune=5), fortune=False)
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[2, 2])
    assert (table.phase, table.figures("orc", "wounds", "fortune")) == ("acting", (4, 5))


def test_a_miss_asks_nobody() -> None:
    table = Table(pc("juk"), npc("orc", {"Warrior": 5}, fortune=5))
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[2, 2])
    assert table.phase == "acting"


def test_the_incapacitated_absorb_too() -> None:
    """FNP-06: characters, opponents and the incapacitated alike."""
    table = blow(orc={"wounds": 12})
    assert (table.phase, table.actors()) == ("blow", ["orc", "gm"])
    table.do("absorb", "orc", fortune=4)
    assert table.figures("orc", "wounds") == (12,)


def test_characters_absorb_as_opponents_do() -> None:
    table = Table(npc("orc", {"Warrior": 3}), pc("ana", fortune=1))
    table.do("attack", "orc", target="ana", trait="Warrior", rolls=[3, 3])
    assert table.actors() == ["ana", "gm"]
    table.do("absorb", "ana", fortune=1)
    assert table.figures("ana", "wounds", "fortune") == (1, 0)


def test_while_a_blow_waits_only_its_answer_leave_and_end_are_accepted() -> None:
    table = blow()
    assert table.offered("orc") == {"absorb"}
    assert table.offered("gm") == {"leave", "end"}
    assert table.offers("juk") == []
    for kind, fields in (
        ("pass", {}),
        ("move", {"spaces": 1}),
        ("check", {"trait": "Warrior", "challenge": 9}),
        ("attack", {"target": "orc", "trait": "Warrior"}),
        ("rapid", {"attacks": 2}),
    ):
        table.refuse(kind, "juk", **fields)
        table.refuse(kind, "orc", **fields)
    table.no_gm("confirm", damage=3)
    table.no_gm("adjust", target="orc", wounds=3, reason="why not")
    table.no_gm("rest", weeks=1)
    table.no_gm("set-order", order=["orc", "juk"])
    table.no_gm("roll-order", trait="Perception")
    table.no_gm("join", participant=npc("imp"))
    table.no_gm("rule", event=1, verdict="tie")
    table.gm("end", outcome="Enough.")
    assert (table.phase, table.pending) == ("over", None)


def test_a_marginal_hit_is_ruled_only_after_its_blow() -> None:
    """FNP-16."""
    table = Table(pc("juk"), npc("orc", fortune=3))
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[3, 4])
    assert (table.phase, table.pending["damage"], table.marginal) == ("blow", 1, [1])
    table.no_gm("rule", event=1, verdict="failure")
    table.do("absorb", "orc", fortune=0)
    table.gm("rule", event=1, verdict="failure")
    assert table.figures("orc", "wounds") == (1,), "a verdict takes nothing back"


@pytest.mark.parametrize("who", ["orc", "juk"])
def test_a_pending_blow_goes_when_its_attacker_or_target_leaves(who: str) -> None:
    table = blow()
    table.gm("leave", target=who)
    assert (table.phase, table.pending) == ("acting", None)
    other = "juk" if who == "orc" else "orc"
    assert table.figures(other, "wounds", "fortune") == ((0, 0) if other == "juk" else (0, 5))
    assert table.turn == [other]


def test_a_third_who_leaves_drops_no_blow() -> None:
    table = Table(pc("juk", {"Warrior": 7}), npc("orc", fortune=5), npc("imp"))
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[2, 2])
    table.gm("leave", target="imp")
    assert table.actors() == ["orc", "gm"]
    table.do("absorb", "orc", fortune=4)
    assert table.figures("orc", "wounds", "fortune") == (0, 1)


def test_a_confirmed_figure_waits_for_the_targets_fortune() -> None:
    """FNP-06, FNP-42, option damage."""
    table = blow(damage="manual")
    assert (table.phase, table.pending["damage"]) == ("damage", 4)
    table.gm("confirm", damage=9)
    assert (table.phase, table.pending["kind"], table.pending["damage"]) == ("blow", "blow", 9)
    table.refuse("absorb", "orc", fortune=6)
    table.do("absorb", "orc", fortune=5)
    assert table.figures("orc", "wounds", "fortune") == (4, 0)


def test_a_confirmed_nothing_is_no_blow() -> None:
    """FNP-06: a blow of 1 or more waits."""
    table = blow(damage="manual")
    table.gm("confirm", damage=0)
    assert (table.phase, table.figures("orc", "wounds", "fortune")) == ("acting", (0, 5))


def test_the_last_action_of_a_round_may_be_a_blow() -> None:
    table = Table(pc("ana", fortune=2), npc("orc", {"Warrior": 5}))
    table.passes("ana")
    table.do("move", "orc", spaces=0)
    table.do("attack", "orc", target="ana", trait="Warrior", rolls=[2, 3])
    table.do("absorb", "ana", fortune=2)
    assert (table.round, table.turn, table.figures("ana", "wounds", "actions")) == (2, ["ana"], (1, 2))


def test_a_blow_that_fells_the_target_takes_its_turn() -> None:
    table = Table(pc("ana", fortune=1), npc("orc", {"Warrior": 15}), pc("ben"))
    table.gm("set-order", order=["orc", "ana", "ben"])
    table.do("attack", "orc", target="ana", trait="Warrior", rolls=[2, 2])
    table.do("absorb", "ana", fortune=0)
    assert table.figures("ana", "wounds", "incapacitated") == (12, True)
    table.passes("orc")
    assert table.turn == ["ben"]


def test_one_point_can_make_the_difference() -> None:
    """FNP-44: absorbed down to nine wounds."""
    table = blow(fortune=1, orc={"wounds": 6})
    table.do("absorb", "orc", fortune=1)
    assert table.figures("orc", "wounds", "incapacitated") == (9, False)

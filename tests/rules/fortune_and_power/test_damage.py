"""What a hit does, in the three ways of the option `damage` (FNP-40, FNP-42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, INVALID_TEXTS, Table

WEAPONS = [{"name": "Sword", "bonus": 4}, {"name": "Straw", "bonus": -9}, {"name": "Mind", "bonus": 2, "mental": True}]


def juk(*, foe: dict[str, int] | None = None, target: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table(
        pc("juk", {"Warrior": 7, "Strength": 3}, weapons=WEAPONS),
        npc("orc", {"Warrior": 5} if foe is None else foe, limits={"wounds": 99, "shocks": 99}, **(target or {})),
        **options,
    )


def hit(table: Table, rolls: list[int], **fields: Any) -> tuple[int, int]:
    """The orc's wounds and shocks after Juk's attack."""
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=rolls, **fields)
    wounds, shocks = table.figures("orc", "wounds", "shocks")
    return wounds, shocks


def test_example_6_in_play() -> None:
    """FNP-42, worked example 6: protection is Constitution and armour."""
    table = juk(foe={"Warrior": 5, "Constitution": 3}, target={"armor": 2})
    assert hit(table, [4, 4], weapon="Sword") == (5, 0)
    table.because("FNP-42")


@pytest.mark.parametrize(
    ("foe", "armor", "weapon", "expected"),
    [
        ({"Warrior": 5}, 0, None, 6),
        ({"Warrior": 5}, 0, "Sword", 10),
        ({"Warrior": 5}, 4, "Sword", 6),
        ({"Warrior": 5, "Constitution": 4}, 0, None, 2),
        ({"Warrior": 5, "Constitution": 6}, 0, None, 1),
        ({"Warrior": 5}, 99, "Sword", 1),
        ({"Warrior": 5}, 0, "Straw", 1),
        ({"Warrior": 5, "Constitution": 5}, 0, None, 1),
    ],
)
def test_full_damage(foe: dict[str, int], armor: int, weapon: str | None, expected: int) -> None:
    """FNP-42: dox 3 and Strength 3, at least 1."""
    assert hit(juk(foe=foe, target={"armor": armor}), [4, 4], weapon=weapon) == (expected, 0)


def test_a_marginal_hit_counts_as_a_success_and_does_its_damage() -> None:
    """FNP-16, FNP-42: dox 0."""
    table = juk()
    assert hit(table, [2, 3]) == (3, 0)
    assert table.marginal == [1]


def test_a_miss_does_nothing() -> None:
    table = juk()
    assert hit(table, [1, 3], weapon="Sword") == (0, 0)
    assert table.pending is None


def test_a_mental_attack_does_shocks_without_strength_and_protection() -> None:
    """FNP-40, FNP-42."""
    table = juk(foe={"Warrior": 5, "Constitution": 9}, target={"armor": 9})
    assert hit(table, [4, 4], mental=True) == (0, 3)
    assert hit(table, [4, 4], mental=True, weapon="Sword") == (0, 10)


def test_a_mental_hit_does_at_least_1_shock() -> None:
    """FNP-42."""
    assert hit(juk(), [2, 3], mental=True) == (0, 1)
    assert hit(juk(), [4, 4], mental=True, weapon="Straw") == (0, 1)


def test_wounds_add_up_over_the_limit() -> None:
    """FNP-40, FNP-41."""
    table = Table(pc("juk", {"Warrior": 7}), npc("orc", wounds=8))
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[5, 5])
    assert table.figures("orc", "wounds", "incapacitated") == (18, True)
    assert table.proposed_outcome == "players"


def test_wounds_never_exceed_999() -> None:
    table = Table(pc("juk", {"Warrior": 99}), npc("orc", wounds=990, limits={"wounds": 999, "shocks": 10}))
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[5, 5])
    assert table.figures("orc", "wounds") == (999,)


@pytest.mark.parametrize(("rolls", "expected"), [([4, 4], 3), ([2, 3], 1), ([5, 5], 5)])
def test_with_dox_the_dox_alone_counts(rolls: list[int], expected: int) -> None:
    """FNP-42, option damage."""
    assert hit(juk(target={"armor": 9}, damage="dox"), rolls, weapon="Sword") == (expected, 0)
    assert hit(juk(target={"armor": 9}, damage="dox"), rolls, weapon="Sword", mental=True) == (0, expected)


def manual(**more: Any) -> Table:
    table = juk(damage="manual", **more)
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[4, 4], weapon="Sword")
    return table


def test_by_hand_every_hit_waits_for_the_adversary() -> None:
    """FNP-42: what full would give is proposed."""
    table = manual(target={"armor": 3})
    assert table.figures("orc", "wounds") == (0,)
    assert table.phase == "damage"
    pending = table.pending
    assert set(pending) >= {"kind", "actor", "target", "damage", "mental"}
    assert (pending["kind"], pending["actor"], pending["target"]) == ("damage", "gm", "orc")
    assert (pending["damage"], pending["mental"]) == (7, False)
    assert table.actors() == ["gm"]


def test_by_hand_a_miss_waits_for_nobody() -> None:
    table = juk(damage="manual")
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[1, 2])
    assert (table.phase, table.pending) == ("acting", None)


@pytest.mark.parametrize("damage", [0, 1, 2, 10, 98])
def test_the_adversarys_figure_is_applied(damage: int) -> None:
    """FNP-42."""
    table = manual()
    table.gm("confirm", damage=damage)
    assert table.figures("orc", "wounds", "shocks") == (damage, 0)
    assert (table.phase, table.pending, table.turn) == ("acting", None, ["juk"])


def test_by_hand_a_mental_hit_proposes_shocks() -> None:
    table = juk(damage="manual", target={"armor": 9})
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[4, 4], weapon="Sword", mental=True)
    assert (table.pending["damage"], table.pending["mental"]) == (7, True)
    table.gm("confirm", damage=4, reason="Her will is strong.")
    assert table.figures("orc", "wounds", "shocks") == (0, 4)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"damage": -1},
        {"damage": 1000},
        {"damage": None},
        {"damage": 3, "target": "orc"},
        {"damage": 3, "reason": ""},
        {"damage": 3, "reason": 7},
        {"damage": 3, "mental": True},
    ],
)
def test_a_malformed_confirmation_is_refused(fields: dict[str, Any]) -> None:
    manual().no_gm("confirm", **fields)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_damage_is_an_integer(value: Any) -> None:
    manual().no_gm("confirm", damage=value)


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_a_reason_is_a_text(value: Any) -> None:
    manual().no_gm("confirm", damage=3, reason=value)


def test_only_the_adversary_confirms_and_only_what_waits() -> None:
    table = manual()
    table.refuse("confirm", "juk", damage=3)
    table.refuse("confirm", "orc", damage=3)
    table.gm("confirm", damage=3, reason=None)
    table.no_gm("confirm", damage=3)
    juk().no_gm("confirm", damage=3)


def test_while_damage_waits_only_confirm_leave_and_end_are_accepted() -> None:
    table = manual()
    assert table.offers("juk") == []
    assert table.offered("gm") == {"confirm", "leave", "end"}
    table.refuse("pass", "juk")
    table.refuse("move", "juk", spaces=1)
    table.refuse("absorb", "orc", fortune=0)
    table.no_gm("adjust", target="orc", wounds=3, reason="why not")
    table.no_gm("rest", weeks=1)
    table.no_gm("set-order", order=["orc", "juk"])
    table.no_gm("roll-order", trait="Perception")
    table.no_gm("join", participant=npc("imp"))
    table.no_gm("rule", event=1, verdict="tie")
    table.gm("end", outcome="Enough.")
    assert table.phase == "over"


@pytest.mark.parametrize("who", ["orc", "juk"])
def test_a_pending_blow_goes_when_its_attacker_or_target_leaves(who: str) -> None:
    """`leave` drops it."""
    table = manual()
    table.gm("leave", target=who)
    assert (table.phase, table.pending) == ("acting", None)
    assert who not in table.participants
    other = "juk" if who == "orc" else "orc"
    assert table.figures(other, "wounds") == (0,)


def test_a_third_who_leaves_drops_nothing() -> None:
    table = Table(pc("juk", {"Warrior": 7}), npc("orc"), npc("imp"), damage="manual")
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[4, 4])
    table.gm("leave", target="imp")
    assert table.phase == "damage"
    table.gm("confirm", damage=2)
    assert table.figures("orc", "wounds") == (2,)


def test_a_mental_weapon_marks_the_attack() -> None:
    """FNP-42: the setup's `mental` of a weapon."""
    assert hit(juk(target={"armor": 9}), [4, 4], weapon="Mind") == (0, 5)

"""Attacks: whom, with what, against which challenge (FNP-13, FNP-34)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, INVALID_TEXTS, Table

SWORD = {"name": "Sword", "bonus": 4}


def scene(foe: dict[str, int] | None = None, dice: list[int] | None = None, **options: Any) -> Table:
    foe = {"Athlete": 5, "Perception": 0} if foe is None else foe
    return Table(
        pc("ana", {"Warrior": 7, "Perception": 1}, weapons=[SWORD], fortune=5),
        npc("orc", foe, limits={"wounds": 99, "shocks": 99}),
        dice=dice,
        **options,
    )


def attack(table: Table, **fields: Any) -> dict[str, Any]:
    table.do("attack", "ana", **{"target": "orc", "trait": "Warrior", **fields})
    return table.numbered()


@pytest.mark.parametrize(
    ("foe", "challenge"),
    [
        ({"Athlete": 5}, 12),
        ({"Warrior": 6}, 13),
        ({"Athlete": 5, "Warrior": 6}, 13),
        ({"Athlete": 8, "Warrior": 6}, 15),
        ({}, 7),
        ({"Archer": 30}, 7),
    ],
)
def test_the_defender_dodges_or_parries_with_the_higher(foe: dict[str, int], challenge: int) -> None:
    """FNP-34."""
    table = scene(foe)
    assert attack(table, rolls=[1, 2])["challenge"] == challenge
    table.because("FNP-34")


@pytest.mark.parametrize(("trait", "challenge"), [("Athlete", 12), ("Warrior", 13), ("Sorcery", 27), ("Sailing", 7)])
def test_the_defender_may_choose_any_trait(trait: str, challenge: int) -> None:
    """FNP-34: even a lower one, and level 0 when absent."""
    table = scene({"Athlete": 5, "Warrior": 6, "Sorcery": 20})
    assert attack(table, defend_trait=trait, rolls=[1, 2])["challenge"] == challenge


def test_an_ambushed_target_has_challenge_6() -> None:
    """FNP-34."""
    table = scene({"Athlete": 50, "Warrior": 50})
    event = attack(table, ambush=True, trait="Sailing", rolls=[1, 4])
    assert (event["challenge"], event["success"], event["dox"]) == (6, False, 1)
    assert attack(table, ambush=True, trait="Sailing", rolls=[1, 5])["success"] is True


def test_an_ambush_is_not_opposed_fnp_13_fnp_34() -> None:
    assert "FNP-13" not in attack(scene(), ambush=True, rolls=[1, 2])["rules"]
    assert "FNP-13" in attack(scene(), rolls=[1, 2])["rules"]


def test_an_ambushed_target_defends_with_nothing() -> None:
    """FNP-34."""
    scene().refuse("attack", "ana", target="orc", trait="Warrior", ambush=True, defend_trait="Athlete")
    table = scene({"Athlete": 5})
    assert attack(table, ambush=False, defend_trait="Athlete", rolls=[1, 2])["challenge"] == 12
    assert attack(table, ambush=True, defend_trait=None, rolls=[1, 2])["challenge"] == 6


def test_example_2_in_play() -> None:
    """Worked example 2: 11 misses with dox 1, 17 hits with dox 5."""
    table = scene()
    event = attack(table, rolls=[2, 2])
    assert (event["total"], event["success"], event["dox"]) == (11, False, 1)
    assert table.figures("orc", "wounds") == (0,)
    event = attack(table, rolls=[5, 5])
    assert (event["total"], event["success"], event["dox"]) == (17, True, 5)
    assert table.figures("orc", "wounds") == (5,)


def test_example_3_in_play() -> None:
    """FNP-12, FNP-17, worked example 3."""
    table = Table(pc("emo", {"Warrior": 3}), npc("mace", {"Warrior": 10}))
    table.do("attack", "emo", target="mace", trait="Warrior", rolls=[6, 6])
    event = table.numbered()
    assert (event["total"], event["challenge"], event["success"], event["dox"]) == (15, 17, True, 1)
    assert event["automatic"] == "success"
    assert table.figures("mace", "wounds") == (1,)


def test_two_ones_miss_even_an_ambushed_target() -> None:
    """FNP-12."""
    table = scene({})
    event = attack(table, ambush=True, rolls=[1, 1])
    assert (event["success"], event["automatic"], event["dox"]) == (False, "failure", 1)
    assert table.figures("orc", "wounds") == (0,)


def test_any_trait_may_attack() -> None:
    event = attack(scene({}), trait="Cooking", rolls=[3, 4])
    assert (event["total"], event["challenge"], event["marginal"]) == (7, 7, True)


def test_nobody_attacks_oneself() -> None:
    """FNP-34."""
    scene().refuse("attack", "ana", target="ana", trait="Warrior")
    scene().refuse("attack", "ana", target="ana", trait="Warrior", mental=True, ambush=True)


def test_a_friend_and_the_incapacitated_can_be_attacked() -> None:
    """FNP-06: the incapacitated alike."""
    table = Table(pc("ana"), pc("ben"), npc("orc", wounds=10))
    table.do("attack", "ana", target="ben", trait="Warrior", rolls=[4, 5])
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[4, 5])
    assert table.figures("ben", "wounds") == (2,)
    assert table.figures("orc", "wounds") == (12,)


def test_fortune_and_modifiers_help_an_attack() -> None:
    """FNP-06, FNP-19."""
    table = scene()
    event = attack(table, rolls=[1, 2], fortune=2, modifiers=[{"name": "Height", "value": 1}])
    assert (event["total"], event["success"], event["dox"]) == (13, True, 1)
    assert {"name": "Fortune", "value": 2} in event["modifiers"]
    assert table.figures("ana", "fortune") == (3,)


def test_fortune_is_gone_when_the_attack_misses() -> None:
    table = scene()
    assert attack(table, rolls=[1, 1], fortune=3)["success"] is False
    assert table.figures("ana", "fortune") == (2,)
    table.refuse("attack", "ana", target="orc", trait="Warrior", fortune=3)


def test_without_the_option_no_attack_spends_fortune() -> None:
    """FNP-06, option fortune."""
    scene(fortune=False).refuse("attack", "ana", target="orc", trait="Warrior", fortune=1)


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "elf"},
        {"target": "gm"},
        {"target": "observer"},
        {"target": None},
        {"target": ["orc"]},
        {"trait": None},
        {"trait": ""},
        {"trait": 7},
        {"defend_trait": ""},
        {"defend_trait": 7},
        {"ambush": 1},
        {"ambush": "yes"},
        {"mental": 1},
        {"mental": "no"},
        {"weapon": "Axe"},
        {"weapon": "sword"},
        {"weapon": ""},
        {"weapon": 0},
        {"weapon": SWORD},
        {"fortune": 4},
        {"fortune": -1},
        {"fortune": 99},
        {"challenge": 3},
        {"modifiers": [{"name": "x", "value": 100}]},
        {"modifiers": {}},
        {"rolls": [3]},
        {"rolls": [3, 4, 5]},
        {"rolls": [0, 1]},
        {"rolls": [7, 1]},
        {"damage": 3},
    ],
)
def test_a_malformed_attack_is_refused(fields: dict[str, Any]) -> None:
    scene().refuse("attack", "ana", **{"target": "orc", "trait": "Warrior", **fields})


def test_a_target_and_a_trait_are_needed() -> None:
    scene().refuse("attack", "ana", trait="Warrior")
    scene().refuse("attack", "ana", target="orc")


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_fortune_is_an_integer(value: Any) -> None:
    scene().refuse("attack", "ana", target="orc", trait="Warrior", fortune=value)


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_texts_are_texts(value: Any) -> None:
    for field in ("trait", "defend_trait", "weapon"):
        scene().refuse("attack", "ana", **{"target": "orc", "trait": "Warrior", field: value})


def test_somebody_elses_weapon_is_refused() -> None:
    table = Table(pc("ana"), npc("orc", weapons=[SWORD]))
    table.refuse("attack", "ana", target="orc", trait="Warrior", weapon="Sword")


def test_null_means_left_out() -> None:
    event = attack(
        scene(), rolls=[1, 2], defend_trait=None, ambush=None, weapon=None, mental=None, fortune=None, modifiers=None
    )
    assert event["challenge"] == 12


def test_an_attack_uses_two_of_the_setups_dice() -> None:
    table = scene(dice=[1, 2, 6, 5, 4])
    assert attack(table)["rolls"] == [1, 2]
    assert attack(table)["rolls"] == [6, 5]


def test_attacker_and_target_are_named_in_the_event() -> None:
    event = attack(scene(), rolls=[1, 2])
    assert (event["actor"], event["target"]) == ("ana", "orc")


def test_a_weapon_that_nobody_has_is_refused_with_what_would_work_fnp_42() -> None:
    table = scene()
    assert table.refuse("attack", "ana", target="orc", trait="Warrior", weapon="Axe").message == (
        'weapon: Ana has no "Axe"; choose one of these: Sword.'
    )
    table.do("pass", "ana")
    assert table.refuse("attack", "orc", target="ana", trait="Warrior", weapon="Axe").message == (
        "weapon: Orc has no weapons; leave it out."
    )

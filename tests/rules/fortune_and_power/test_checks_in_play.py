"""The command `check`: challenges, opposition, fortune, modifiers (FNP-06, FNP-10, FNP-11, FNP-13, FNP-16, FNP-19)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, INVALID_OBJECTS, INVALID_TEXTS, Table


def scene(dice: list[int] | None = None, **options: Any) -> Table:
    return Table(
        pc("ana", {"Burglar": 8, "Perception": 1}, fortune=5),
        npc("orc", {"Athlete": 5, "Perception": 0}),
        dice=dice,
        **options,
    )


def result(table: Table, **fields: Any) -> dict[str, Any]:
    """The numbered event of a check by Ana."""
    table.do("check", "ana", **fields)
    return table.numbered()


def test_a_check_against_a_challenge() -> None:
    table = scene()
    event = result(table, trait="Burglar", challenge=14, rolls=[3, 4])
    assert (event["total"], event["challenge"], event["success"], event["dox"]) == (15, 14, True, 1)
    assert (event["automatic"], event["marginal"], event["rolls"], event["modifiers"]) == (None, False, [3, 4], [])
    assert event["number"] == 1
    assert event["actor"] == "ana"
    table.because("FNP-10", "FNP-11")


def test_an_absent_trait_is_rolled_with_level_0() -> None:
    """FNP-10."""
    event = result(scene(), trait="Sailing", challenge=7, rolls=[3, 4])
    assert (event["total"], event["success"]) == (7, True)


def test_a_check_against_anothers_trait_has_that_level_and_7() -> None:
    """FNP-13."""
    table = scene()
    event = result(table, trait="Burglar", against={"target": "orc", "trait": "Athlete"}, rolls=[1, 2])
    assert (event["challenge"], event["total"], event["success"], event["dox"]) == (12, 11, False, 1)
    table.because("FNP-13")


def test_a_trait_that_the_other_lacks_is_0() -> None:
    event = result(scene(), trait="Burglar", against={"target": "orc", "trait": "Sailing"}, rolls=[1, 2])
    assert event["challenge"] == 7


def test_an_incapacitated_target_can_be_checked_against() -> None:
    table = Table(pc("ana"), npc("orc", {"Athlete": 5}, wounds=10))
    assert result(table, trait="Medic", against={"target": "orc", "trait": "Athlete"}, rolls=[1, 2])["challenge"] == 12


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"challenge": 9, "against": {"target": "orc", "trait": "Athlete"}},
        {"challenge": None, "against": None},
        {"challenge": -1},
        {"challenge": 1000},
        {"against": {"target": "orc"}},
        {"against": {"trait": "Athlete"}},
        {"against": {"target": "elf", "trait": "Athlete"}},
        {"against": {"target": "gm", "trait": "Athlete"}},
        {"against": {"target": "orc", "trait": ""}},
        {"against": {"target": "orc", "trait": "Athlete", "level": 3}},
        {"against": "orc"},
        {"against": ["orc", "Athlete"]},
        {"challenge": 9, "target": "orc"},
        {"challenge": 9, "weapon": "Sword"},
        {"challenge": 9, "fortune": 4},
        {"challenge": 9, "fortune": -1},
        {"challenge": 9, "level": 99},
    ],
)
def test_a_malformed_check_is_refused(fields: dict[str, Any]) -> None:
    """Exactly one of challenge and against; fortune from 0 to 3."""
    scene().refuse("check", "ana", trait="Burglar", **fields)


@pytest.mark.parametrize("trait", [*INVALID_TEXTS, None])
def test_a_check_names_a_trait(trait: Any) -> None:
    scene().refuse("check", "ana", trait=trait, challenge=9)
    scene().refuse("check", "ana", trait="Burglar", against={"target": "orc", "trait": trait})


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_figures_are_integers(value: Any) -> None:
    table = scene()
    table.refuse("check", "ana", trait="Burglar", challenge=value)
    table.refuse("check", "ana", trait="Burglar", challenge=9, fortune=value)
    table.refuse("check", "ana", trait="Burglar", challenge=9, modifiers=[{"name": "Rain", "value": value}])
    table.refuse("check", "ana", trait="Burglar", challenge=9, rolls=[value, 3])


@pytest.mark.parametrize(
    "fields",
    [
        {"against": {"target": "orc", "trait": "Athlete"}, "challenge": None},
        {"against": None, "challenge": 12, "fortune": None, "modifiers": None},
    ],
)
def test_null_means_left_out(fields: dict[str, Any]) -> None:
    assert result(scene(), trait="Burglar", rolls=[3, 4], **fields)["challenge"] == 12


@pytest.mark.parametrize(("points", "total"), [(0, 15), (1, 16), (2, 17), (3, 18)])
def test_fortune_adds_1_a_point_and_is_gone(points: int, total: int) -> None:
    """FNP-06: it stands among the modifiers."""
    table = scene()
    event = result(table, trait="Burglar", challenge=20, fortune=points, rolls=[3, 4])
    assert event["total"] == total
    assert table.figures("ana", "fortune") == (5 - points,)
    assert event["modifiers"] == ([{"name": "Fortune", "value": points}] if points else [])
    if points:
        table.because("FNP-06")


def test_fortune_stands_beside_other_modifiers() -> None:
    """FNP-06, FNP-19."""
    event = result(
        scene(), trait="Burglar", challenge=9, fortune=2, rolls=[3, 4], modifiers=[{"name": "Dark", "value": -3}]
    )
    assert {"name": "Fortune", "value": 2} in event["modifiers"]
    assert {"name": "Dark", "value": -3} in event["modifiers"]
    assert len(event["modifiers"]) == 2
    assert event["total"] == 14


def test_nobody_spends_fortune_that_is_not_there() -> None:
    table = Table(pc("ana", fortune=2))
    table.refuse("check", "ana", trait="Burglar", challenge=9, fortune=3)
    table.do("check", "ana", trait="Burglar", challenge=9, fortune=2, rolls=[1, 1])
    assert table.figures("ana", "fortune") == (0,)
    table.refuse("check", "ana", trait="Burglar", challenge=9, fortune=1)


def test_fortune_does_not_undo_an_automatic_failure() -> None:
    """FNP-12."""
    event = result(scene(), trait="Burglar", challenge=5, fortune=3, rolls=[1, 1])
    assert (event["success"], event["automatic"], event["dox"]) == (False, "failure", 1)


def test_without_the_option_no_command_spends_fortune() -> None:
    """FNP-06, option fortune."""
    table = scene(fortune=False)
    table.refuse("check", "ana", trait="Burglar", challenge=9, fortune=1)
    table.do("check", "ana", trait="Burglar", challenge=9, fortune=0, rolls=[3, 4])
    assert table.figures("ana", "fortune") == (5,)


def test_the_setups_dice_come_two_a_check_and_typed_dice_come_first() -> None:
    table = scene(dice=[1, 2, 5, 6])
    assert result(table, trait="Burglar", challenge=9, rolls=[4, 4])["rolls"] == [4, 4]
    assert result(table, trait="Burglar", challenge=9)["rolls"] == [1, 2]
    table.do("check", "orc", trait="Burglar", challenge=9)
    assert table.numbered()["rolls"] == [5, 6]
    table.do("check", "orc", trait="Burglar", challenge=9)
    assert "supplied" not in table.numbered()


def test_one_die_left_of_the_setups_is_used_before_a_rolled_one() -> None:
    table = scene(dice=[6])
    rolls = result(table, trait="Burglar", challenge=9)["rolls"]
    assert rolls[0] == 6
    assert 1 <= rolls[1] <= 6


@pytest.mark.parametrize("rolls", [[], [3], [3, 4, 5], [0, 3], [3, 7], "34", 34, {"a": 3}, [3, None]])
def test_typed_dice_are_exactly_two(rolls: Any) -> None:
    scene().refuse("check", "ana", trait="Burglar", challenge=9, rolls=rolls)


def test_typed_dice_are_marked() -> None:
    table = scene()
    assert result(table, trait="Burglar", challenge=9, rolls=[3, 4])["supplied"] is True
    table = scene(dice=[3, 4])
    assert result(table, trait="Burglar", challenge=9)["supplied"] is True
    assert not result(table, trait="Burglar", challenge=9).get("supplied")


def test_a_refused_check_uses_no_die_number_or_action() -> None:
    table = scene(dice=[2, 3])
    table.refuse("check", "ana", trait="Burglar", challenge=9, fortune=9)
    event = result(table, trait="Burglar", challenge=9)
    assert (event["rolls"], event["number"]) == ([2, 3], 1)
    assert table.figures("ana", "actions") == (1,)


@pytest.mark.parametrize(
    "command",
    [
        *INVALID_OBJECTS,
        None,
        {},
        {"type": "pass"},
        {"actor": "ana"},
        {"type": "dance", "actor": "ana"},
        {"type": "dance", "actor": "gm"},
        {"type": ["pass"], "actor": "ana"},
        {"type": "pass", "actor": ["ana"]},
        {"type": None, "actor": "ana"},
        {"type": "pass", "actor": None},
        {"type": "pass", "actor": 7},
        {"type": 7, "actor": "ana"},
    ],
)
def test_a_command_is_an_object_with_a_known_type_and_an_actor(command: Any) -> None:
    scene().refuse_raw(command)

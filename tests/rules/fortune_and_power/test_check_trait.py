"""The check kind `trait`: 2d6 and a level against a challenge (FNP-10 to FNP-12, FNP-15 to FNP-17, FNP-19)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.table import (
    GAME,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    INVALID_TEXTS,
    checked,
    refused_check,
)

KEYS = {"success", "total", "challenge", "dox", "marginal", "automatic", "rolls", "modifiers", "rules"}


def rolled(trait: int, challenge: int, a: int, b: int, **more: Any) -> dict[str, Any]:
    result = checked("trait", trait=trait, challenge=challenge, rolls=[a, b], **more)
    assert set(result) >= KEYS
    assert result["rolls"] == [a, b]
    return result


def test_example_1_a_total_that_equals_the_challenge_is_a_marginal_success() -> None:
    """FNP-11, FNP-16, worked example 1."""
    result = rolled(8, 14, 3, 3)
    assert (result["total"], result["success"], result["dox"], result["marginal"]) == (14, True, 0, True)
    assert result["automatic"] is None
    assert result["challenge"] == 14
    assert result["modifiers"] == []


def test_example_1_one_less_fails() -> None:
    """FNP-11, FNP-15."""
    result = rolled(8, 14, 3, 2)
    assert (result["total"], result["success"], result["dox"], result["marginal"]) == (13, False, 1, False)


def test_example_4_two_ones_fail_although_the_total_would_suffice() -> None:
    """FNP-12, FNP-17, worked example 4."""
    result = rolled(15, 10, 1, 1)
    assert (result["total"], result["success"], result["dox"]) == (17, False, 1)
    assert result["automatic"] == "failure"
    assert result["marginal"] is False


def test_two_ones_that_fall_short_have_their_dox_as_usual() -> None:
    """FNP-17."""
    result = rolled(0, 12, 1, 1)
    assert (result["success"], result["dox"], result["automatic"]) == (False, 10, "failure")


def test_two_sixes_succeed_although_the_total_falls_short() -> None:
    """FNP-12, FNP-17."""
    result = rolled(0, 999, 6, 6)
    assert (result["success"], result["dox"], result["automatic"]) == (True, 1, "success")
    assert result["marginal"] is False


def test_two_sixes_that_suffice_have_their_dox_as_usual() -> None:
    """FNP-17."""
    result = rolled(9, 15, 6, 6)
    assert (result["success"], result["dox"], result["automatic"]) == (True, 6, "success")


@pytest.mark.parametrize(("a", "b", "challenge"), [(6, 6, 12), (1, 1, 2)])
def test_an_automatic_result_is_never_marginal_and_has_dox_1_at_least(a: int, b: int, challenge: int) -> None:
    """FNP-16, FNP-17."""
    result = rolled(0, challenge, a, b)
    assert (result["dox"], result["marginal"]) == (1, False)
    assert result["success"] is (a == 6)


@pytest.mark.parametrize(("a", "b"), [(1, 2), (6, 5), (2, 1), (5, 6)])
def test_three_and_eleven_are_not_automatic(a: int, b: int) -> None:
    """FNP-12."""
    assert rolled(0, a + b, a, b)["automatic"] is None
    assert rolled(0, a + b, a, b)["success"] is True
    assert rolled(0, a + b + 1, a, b)["success"] is False


def test_it_is_the_dice_that_are_automatic_and_not_the_total() -> None:
    """FNP-12."""
    assert rolled(5, 12, 3, 4)["automatic"] is None
    low = rolled(0, 2, 3, 1, modifiers=[{"name": "Rain", "value": -2}])
    assert (low["total"], low["automatic"], low["success"]) == (2, None, True)


def test_modifiers_are_added_to_the_total_and_listed() -> None:
    """FNP-19."""
    given = [{"name": "Twice the time", "value": 3}, {"name": "Dark", "value": -5}]
    result = rolled(4, 10, 4, 4, modifiers=given)
    assert (result["total"], result["success"], result["dox"]) == (10, True, 0)
    assert result["marginal"] is True
    assert result["modifiers"] == given


@pytest.mark.parametrize("value", [-99, 0, 99])
def test_a_modifier_reaches_from_minus_99_to_99(value: int) -> None:
    result = rolled(50, 0, 3, 4, modifiers=[{"name": "Fate", "value": value}])
    assert result["total"] == 57 + value


def test_a_total_may_fall_below_nothing() -> None:
    result = rolled(0, 0, 3, 4, modifiers=[{"name": "Fate", "value": -99}])
    assert (result["total"], result["success"], result["dox"]) == (-92, False, 92)


@pytest.mark.parametrize(("trait", "challenge"), [(0, 0), (99, 0), (0, 999), (99, 999)])
def test_the_ends_of_the_ranges_are_accepted(trait: int, challenge: int) -> None:
    result = rolled(trait, challenge, 3, 4)
    assert result["dox"] == abs(trait + 7 - challenge)
    assert result["success"] is (trait + 7 >= challenge)


@pytest.mark.parametrize(
    "inputs",
    [
        {"trait": -1, "challenge": 5},
        {"trait": 100, "challenge": 5},
        {"trait": 5, "challenge": -1},
        {"trait": 5, "challenge": 1000},
        {"trait": 5},
        {"challenge": 5},
        {},
        {"trait": None, "challenge": 5},
        {"trait": 5, "challenge": 5, "luck": 1},
        {"trait": 5, "challenge": 5, "option": "full"},
    ],
)
def test_values_out_of_range_missing_or_unknown_are_refused(inputs: dict[str, Any]) -> None:
    refused_check("trait", inputs)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_only_integers_are_levels_challenges_and_modifiers(value: Any) -> None:
    refused_check("trait", {"trait": value, "challenge": 5})
    refused_check("trait", {"trait": 5, "challenge": value})
    refused_check("trait", {"trait": 5, "challenge": 5, "modifiers": [{"name": "Rain", "value": value}]})
    refused_check("trait", {"trait": 5, "challenge": 5, "rolls": [3, value]})


@pytest.mark.parametrize("rolls", [[], [3], [3, 4, 5], [0, 4], [3, 7], [-1, 4], "34", 7, {"a": 3}, [3, None], True])
def test_supplied_rolls_are_exactly_two_dice(rolls: Any) -> None:
    refused_check("trait", {"trait": 5, "challenge": 5, "rolls": rolls})


@pytest.mark.parametrize(
    "modifiers",
    [
        [{"name": "Rain"}],
        [{"value": 2}],
        [{"name": "Rain", "value": 100}],
        [{"name": "Rain", "value": -100}],
        [{"name": "Rain", "value": 2, "kind": "x"}],
        {"name": "Rain", "value": 2},
        "Rain",
        3,
        [3],
        [None],
        True,
    ],
)
def test_malformed_modifiers_are_refused(modifiers: Any) -> None:
    refused_check("trait", {"trait": 5, "challenge": 5, "modifiers": modifiers})


@pytest.mark.parametrize("name", INVALID_TEXTS)
def test_a_modifier_has_a_name(name: Any) -> None:
    refused_check("trait", {"trait": 5, "challenge": 5, "modifiers": [{"name": name, "value": 1}]})


def test_null_means_left_out() -> None:
    assert checked("trait", trait=5, challenge=9, modifiers=None, rolls=None) == checked("trait", trait=5, challenge=9)


@pytest.mark.parametrize("inputs", [*INVALID_OBJECTS, None])
def test_inputs_are_an_object(inputs: Any) -> None:
    refused_check("trait", inputs)


@pytest.mark.parametrize("kind", ["", "skill", "Trait", "price ", 7, None, True, ["trait"], {"kind": "trait"}])
def test_an_unknown_kind_is_refused(kind: Any) -> None:
    refused_check(kind, {"trait": 5, "challenge": 5})


def test_dice_that_are_rolled_are_two_from_1_to_6_and_all_faces_come() -> None:
    """FNP-10."""
    faces = set()
    for seed in range(60):
        result = play.check(GAME, "trait", {"trait": 3, "challenge": 9}, seed=seed)
        assert len(result["rolls"]) == 2
        assert result["total"] == sum(result["rolls"]) + 3
        faces |= set(result["rolls"])
    assert faces == {1, 2, 3, 4, 5, 6}


def test_without_a_seed_the_dice_differ() -> None:
    rolls = {tuple(play.check(GAME, "trait", {"trait": 3, "challenge": 9})["rolls"]) for _ in range(40)}
    assert len(rolls) > 1


@pytest.mark.parametrize(("a", "b"), [(a, b) for a in range(1, 7) for b in range(1, 7)])
def test_every_pair_of_dice_decides_as_the_rules_say(a: int, b: int) -> None:
    """FNP-10, FNP-11, FNP-12, FNP-15, FNP-16, FNP-17 against a table of their own."""
    for trait, challenge in ((0, 2), (0, 7), (0, 12), (5, 12), (11, 2), (3, 99)):
        total = a + b + trait
        success = total >= challenge if 2 < a + b < 12 else a + b == 12
        usual = (total - challenge) if success else (challenge - total)
        automatic = {2: "failure", 12: "success"}.get(a + b)
        result = rolled(trait, challenge, a, b)
        assert result["success"] is success
        assert result["automatic"] == automatic
        assert result["dox"] == (max(1, usual) if automatic else usual)
        assert result["marginal"] is (automatic is None and total == challenge)

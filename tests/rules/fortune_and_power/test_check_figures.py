"""The check kinds `damage`, `price` and `recovery` (FNP-03, FNP-04, FNP-42, FNP-43)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.table import INVALID_INTEGERS, INVALID_OBJECTS, checked, refused_check

PRICES = [0, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100, 120, 160, 200, 250, 300, 400]


def damage(**inputs: Any) -> tuple[str, int]:
    result = checked("damage", **inputs)
    assert set(result) >= {"kind", "damage", "rules"}
    assert "FNP-42" in result["rules"]
    return result["kind"], result["damage"]


def test_example_6_a_hit_with_a_sword_does_5_wounds() -> None:
    """FNP-42, worked example 6."""
    assert damage(dox=3, strength=3, weapon=4, protection=5) == ("wounds", 5)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"dox": 3}, 3),
        ({"dox": 0}, 1),
        ({"dox": 0, "protection": 9}, 1),
        ({"dox": 5, "protection": 5}, 1),
        ({"dox": 5, "protection": 4}, 1),
        ({"dox": 5, "protection": 3}, 2),
        ({"dox": 0, "weapon": -5}, 1),
        ({"dox": 9, "weapon": -5}, 4),
        ({"dox": 1, "strength": 2, "weapon": 3}, 6),
        ({"dox": 4, "strength": 2, "weapon": 3, "protection": 1, "option": "full"}, 8),
    ],
)
def test_full_damage_is_dox_strength_and_weapon_less_protection_and_1_at_least(
    inputs: dict[str, Any], expected: int
) -> None:
    """FNP-42."""
    assert damage(**inputs) == ("wounds", expected)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [({"dox": 3, "strength": 9, "weapon": 2, "protection": 9}, 5), ({"dox": 0}, 1), ({"dox": 2, "weapon": -9}, 1)],
)
def test_mental_damage_is_in_shocks_without_strength_and_protection(inputs: dict[str, Any], expected: int) -> None:
    """FNP-42."""
    assert damage(mental=True, **inputs) == ("shocks", expected)


@pytest.mark.parametrize(("dox", "expected"), [(0, 1), (1, 1), (2, 2), (40, 40)])
@pytest.mark.parametrize("mental", [False, True])
def test_with_the_option_dox_the_dox_alone_counts(dox: int, expected: int, mental: bool) -> None:
    """FNP-42."""
    kind = "shocks" if mental else "wounds"
    assert damage(dox=dox, strength=5, weapon=5, protection=3, mental=mental, option="dox") == (kind, expected)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"dox": None},
        {"dox": 3, "strength": -1},
        {"dox": 3, "strength": 100},
        {"dox": 3, "weapon": 100},
        {"dox": 3, "weapon": -100},
        {"dox": 3, "protection": -1},
        {"dox": 3, "option": "manual"},
        {"dox": 3, "option": ""},
        {"dox": 3, "mental": 1},
        {"dox": 3, "mental": "yes"},
        {"dox": 3, "armor": 3},
        {"dox": 10000},
    ],
)
def test_malformed_damage_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("damage", inputs)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_figures_are_integers(value: Any) -> None:
    for field in ("dox", "strength", "weapon", "protection"):
        refused_check("damage", {"dox": 3, field: value})
    refused_check("price", {"to": value})
    refused_check("price", {"from": value, "to": 9})
    for field in ("wounds", "shocks", "weeks", "wounds_per_week", "shocks_per_week"):
        refused_check("recovery", {"weeks": 1, field: value})


def points(**inputs: Any) -> int:
    result = checked("price", **inputs)
    assert "FNP-03" in result["rules"]
    return int(result["points"])


@pytest.mark.parametrize(("level", "price"), list(enumerate(PRICES)))
def test_the_price_of_a_level_stands_in_the_table(level: int, price: int) -> None:
    """FNP-03."""
    assert points(to=level) == price
    assert points(**{"from": 0, "to": level, "option": "table"}) == price
    assert points(**{"from": level, "to": level}) == 0


@pytest.mark.parametrize(("start", "to", "price"), [(6, 7, 2), (0, 9, 20), (10, 11, 5), (19, 20, 50), (1, 2, 1)])
def test_example_7_raising_costs_the_difference(start: int, to: int, price: int) -> None:
    """FNP-03, FNP-04, worked example 7."""
    assert points(**{"from": start, "to": to}) == price


@pytest.mark.parametrize("level", range(11, 100))
def test_from_11_a_price_is_ten_times_that_of_ten_levels_before(level: int) -> None:
    """FNP-03: up to the highest level, 99."""
    assert points(to=level) == 10 * points(to=level - 10)


def test_the_highest_level_of_all_costs_twenty_thousand_million() -> None:
    assert points(to=99) == 20 * 10**9


@pytest.mark.parametrize(("start", "to"), [(0, 0), (0, 9), (3, 10), (98, 99), (99, 99), (0, 99)])
def test_a_flat_price_is_1_a_level(start: int, to: int) -> None:
    """FNP-03, option trait_cost."""
    assert points(**{"from": start, "to": to, "option": "flat"}) == to - start


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"from": 3},
        {"to": 100},
        {"to": -1},
        {"from": -1, "to": 3},
        {"from": 5, "to": 4},
        {"from": 5, "to": 4, "option": "flat"},
        {"to": 4, "option": "free"},
        {"to": 4, "level": 3},
        {"to": None},
        {"to": 4, "option": 1},
    ],
)
def test_a_malformed_price_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("price", inputs)


def recovered(**inputs: Any) -> tuple[int, int]:
    result = checked("recovery", **inputs)
    assert "FNP-43" in result["rules"]
    return result["wounds"], result["shocks"]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"weeks": 1}, (0, 0)),
        ({"wounds": 5, "shocks": 3, "weeks": 1}, (4, 2)),
        ({"wounds": 5, "shocks": 3, "weeks": 4}, (1, 0)),
        ({"wounds": 5, "shocks": 3, "weeks": 99}, (0, 0)),
        ({"wounds": 9, "shocks": 9, "weeks": 2, "wounds_per_week": 3}, (3, 7)),
        ({"wounds": 9, "shocks": 9, "weeks": 2, "shocks_per_week": 3}, (7, 3)),
        ({"wounds": 9, "shocks": 9, "weeks": 9, "wounds_per_week": 0, "shocks_per_week": 0}, (9, 9)),
        ({"wounds": 999, "shocks": 999, "weeks": 99}, (900, 900)),
        ({"shocks": 4, "weeks": 2}, (0, 2)),
    ],
)
def test_each_week_of_rest_mends_and_nothing_falls_below_0(inputs: dict[str, Any], expected: tuple[int, int]) -> None:
    """FNP-43."""
    assert recovered(**inputs) == expected


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"weeks": 0},
        {"weeks": 100},
        {"weeks": -1},
        {"wounds": -1, "weeks": 1},
        {"wounds": 1000, "weeks": 1},
        {"shocks": 1000, "weeks": 1},
        {"weeks": 1, "wounds_per_week": -1},
        {"weeks": 1, "shocks_per_week": -1},
        {"weeks": 1, "days": 3},
        {"weeks": None},
    ],
)
def test_a_malformed_recovery_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("recovery", inputs)


@pytest.mark.parametrize("inputs", INVALID_OBJECTS)
@pytest.mark.parametrize("kind", ["damage", "price", "recovery"])
def test_inputs_are_an_object(kind: str, inputs: Any) -> None:
    refused_check(kind, inputs)

"""The check kinds `fill`, `talents`, `pools` and `harm` (FOS-01, FOS-02, FOS-20, FOS-24, FOS-27)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.table import GAME, INVALID_INTEGERS, checked, refused_check

FIXED = [60, 80, 40, 90, 30, 100, 20]


@pytest.mark.parametrize("slots", range(1, 8))
def test_fixed_values_fill_slots_in_order(slots: int) -> None:
    """FOS-02."""
    assert checked("fill", slots=slots, method="fixed")["values"] == FIXED[:slots]


@pytest.mark.parametrize("slots", [8, 9, 20])
def test_more_than_seven_slots_have_the_rest_rolled(slots: int) -> None:
    """FOS-02."""
    rest = list(range(11, 4 + slots))
    assert checked("fill", slots=slots, method="fixed", rolls=rest)["values"] == [*FIXED, *rest]
    assert checked("fill", slots=slots, method="fixed")["values"][:7] == FIXED


@pytest.mark.parametrize("slots", [1, 4, 20])
def test_rolled_values_are_one_die_each(slots: int) -> None:
    """FOS-02."""
    rolls = list(range(100, 100 - slots, -1))
    assert checked("fill", slots=slots, method="rolled", rolls=rolls)["values"] == rolls
    values = play.check(GAME, "fill", {"slots": slots, "method": "rolled"}, seed=3)["values"]
    assert len(values) == slots
    assert all(1 <= value <= 100 for value in values)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"slots": 4},
        {"method": "fixed"},
        {"slots": 0, "method": "fixed"},
        {"slots": 21, "method": "rolled"},
        {"slots": 4, "method": "free"},
        {"slots": 4, "method": None},
        {"slots": 4, "method": "rolled", "rolls": [1, 2, 3]},
        {"slots": 4, "method": "rolled", "rolls": [1, 2, 3, 4, 5]},
        {"slots": 2, "method": "rolled", "rolls": [0, 5]},
        {"slots": 2, "method": "rolled", "rolls": [5, 101]},
        {"slots": 8, "method": "fixed", "rolls": []},
        {"slots": 8, "method": "fixed", "rolls": [5, 6]},
        {"slots": 4, "method": "fixed", "rolls": [5]},
        {"slots": 4, "method": "fixed", "lucky": 2},
    ],
)
def test_a_malformed_fill_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("fill", inputs)


@pytest.mark.parametrize(
    ("level", "talents"),
    [
        (1, 3),
        (4, 3),
        (5, 4),
        (9, 4),
        (10, 5),
        (15, 6),
        (20, 7),
        (25, 8),
        (30, 9),
        (35, 10),
        (40, 11),
        (44, 11),
        (45, 12),
        (46, 12),
        (50, 12),
        (99, 12),
    ],
)
def test_talents_come_every_fifth_level_up_to_the_twelfth(level: int, talents: int) -> None:
    """FOS-20."""
    result = checked("talents", level=level)
    assert result["talents"] == talents
    assert "FOS-20" in result["rules"]


@pytest.mark.parametrize(
    "inputs", [{}, {"level": 0}, {"level": 100}, {"level": -5}, {"level": None}, {"level": 5, "free": True}]
)
def test_a_level_is_from_1_to_99(inputs: dict[str, Any]) -> None:
    refused_check("talents", inputs)


@pytest.mark.parametrize(
    ("level", "vit", "spr", "hp", "mp"),
    [(1, 4, 4, 216, 216), (10, 8, 4, 480, 360), (99, 8, 8, 2972, 2972), (5, 6, 7, 310, 325)],
)
def test_pools_grow_with_vitality_spirit_and_level(level: int, vit: int, spr: int, hp: int, mp: int) -> None:
    """FOS-24."""
    result = checked("pools", level=level, vit=vit, spr=spr)
    assert (result["hp"], result["mp"]) == (hp, mp)
    assert "FOS-24" in result["rules"]


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"level": 1, "vit": 4},
        {"level": 1, "spr": 4},
        {"vit": 4, "spr": 4},
        {"level": 0, "vit": 4, "spr": 4},
        {"level": 100, "vit": 4, "spr": 4},
        {"level": 1, "vit": 4, "spr": 4, "mag": 4},
    ],
)
def test_malformed_pools_are_refused(inputs: dict[str, Any]) -> None:
    refused_check("pools", inputs)


@pytest.mark.parametrize(
    ("inputs", "tier", "damage"),
    [
        ({"level": 1, "to": "character", "degree": "noticeable"}, 1, 100),
        ({"level": 10, "to": "character", "degree": "noticeable"}, 1, 100),
        ({"level": 11, "to": "character", "degree": "noticeable"}, 2, 200),
        ({"level": 20, "to": "character", "degree": "vicious"}, 2, 400),
        ({"level": 21, "to": "character", "degree": "vicious", "whole_party": True}, 3, 300),
        ({"level": 1, "to": "character", "degree": "noticeable", "whole_party": True}, 1, 50),
        ({"level": 99, "to": "character", "degree": "vicious", "whole_party": False}, 10, 2000),
        ({"level": 1, "to": "one"}, 1, 200),
        ({"level": 35, "to": "one"}, 4, 800),
        ({"level": 1, "to": "group"}, 1, 100),
        ({"level": 99, "to": "group"}, 10, 1000),
        ({"level": 35, "to": "one", "smooth": True}, 4, 1600),
        ({"level": 11, "to": "group", "smooth": True}, 2, 400),
        ({"level": 11, "to": "group", "smooth": False}, 2, 200),
    ],
)
def test_harm_goes_by_tier(inputs: dict[str, Any], tier: int, damage: int) -> None:
    """FOS-27, FOS-36."""
    result = checked("harm", **inputs)
    assert (result["tier"], result["damage"]) == (tier, damage)
    assert "FOS-27" in result["rules"]


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"level": 1},
        {"to": "one"},
        {"level": 0, "to": "one"},
        {"level": 100, "to": "one"},
        {"level": 1, "to": "two"},
        {"level": 1, "to": "character", "degree": "mild"},
        {"level": 1, "to": "one", "smooth": 1},
        {"level": 1, "to": "character", "degree": "vicious", "whole_party": "yes"},
        {"level": 1, "to": "one", "tier": 3},
    ],
)
def test_malformed_harm_is_refused(inputs: dict[str, Any]) -> None:
    refused_check("harm", inputs)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_figures_are_integers(value: Any) -> None:
    refused_check("talents", {"level": value})
    refused_check("harm", {"level": value, "to": "one"})
    refused_check("fill", {"slots": value, "method": "rolled"})
    for field in ("level", "vit", "spr"):
        refused_check("pools", {"level": 1, "vit": 4, "spr": 4, field: value})

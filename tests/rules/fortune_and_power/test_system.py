"""What the game says of itself: its options, their defaults, and its rulebook."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.table import GAME

IDS = [
    "FNP-01",
    "FNP-02",
    "FNP-03",
    "FNP-04",
    "FNP-05",
    "FNP-06",
    "FNP-07",
    "FNP-08",
    "FNP-10",
    "FNP-11",
    "FNP-12",
    "FNP-13",
    "FNP-14",
    "FNP-15",
    "FNP-16",
    "FNP-17",
    "FNP-18",
    "FNP-19",
    "FNP-20",
    "FNP-30",
    "FNP-31",
    "FNP-32",
    "FNP-33",
    "FNP-34",
    "FNP-40",
    "FNP-41",
    "FNP-42",
    "FNP-43",
    "FNP-44",
]


def test_the_game_names_itself_and_its_game_master() -> None:
    described = play.SYSTEMS[GAME]
    assert described["name"] == "Fortune and Power"
    assert described["gm"] == "The Adversary"
    assert described["chance"] == "dice"


@pytest.mark.parametrize(
    ("option", "default"),
    [
        ("character_points", 40),
        ("starting_trait_cap", None),
        ("trait_cost", "table"),
        ("fortune", True),
        ("move_spaces", None),
        ("damage", "full"),
        ("wounds_per_week", 1),
        ("shocks_per_week", 1),
    ],
)
def test_every_option_of_the_ledger_has_its_default(option: str, default: Any) -> None:
    """FNP-02, FNP-03, FNP-06, FNP-33, FNP-42, FNP-43."""
    found = play.SYSTEMS[GAME]["options"][option]["default"]
    assert found == default
    assert type(found) is type(default)


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_of_the_ledger_stands_in_the_rulebook(rule: str) -> None:
    assert [row["id"] for row in play.RULES[GAME]].count(rule) == 1


def test_the_rulebook_has_no_rule_that_the_ledger_lacks() -> None:
    assert sorted(row["id"] for row in play.RULES[GAME]) == IDS

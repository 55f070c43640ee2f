"""What the game says of itself: its options, their defaults, and its rulebook."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.table import GAME

IDS = [f"FOS-{number:02d}" for number in (*range(1, 13), *range(20, 29), *range(30, 44))]


def test_the_game_names_itself_and_its_game_master() -> None:
    described = play.SYSTEMS[GAME]
    assert described["name"] == "Fortune System"
    assert described["gm"] == "GM"
    assert described["chance"] == "dice"


@pytest.mark.parametrize(("option", "default"), [("slots", 4), ("equal_passes", False), ("xp_per_level", 100)])
def test_every_option_of_the_ledger_has_its_default(option: str, default: Any) -> None:
    """FOS-01, FOS-03, FOS-23."""
    found = play.SYSTEMS[GAME]["options"][option]["default"]
    assert found == default
    assert type(found) is type(default)


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_of_the_ledger_stands_in_the_rulebook(rule: str) -> None:
    assert [row["id"] for row in play.RULES[GAME]].count(rule) == 1


def test_the_rulebook_has_no_rule_that_the_ledger_lacks() -> None:
    assert sorted(row["id"] for row in play.RULES[GAME]) == IDS

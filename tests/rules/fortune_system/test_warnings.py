"""What a GM is told before an encounter begins: much fortune for a large party, nobody's fortune left."""

from typing import Any

from rules import play
from tests.rules.fortune_system.participants import slot, who
from tests.rules.fortune_system.setups import SYSTEM


def rules(participants: list[dict[str, Any]]) -> list[str]:
    found = play.warnings(SYSTEM, {"participants": participants})
    assert all(warning["text"] for warning in found)
    return [warning["rules"][0] for warning in found]


def test_a_party_of_more_than_six_with_four_slots_each_is_noted() -> None:  # FOS-01
    assert rules([who(f"hero-{n}", None) for n in range(7)]) == ["FOS-01"]
    assert rules([who(f"hero-{n}", None) for n in range(6)]) == []
    assert rules([who(f"hero-{n}", "10 20 30") for n in range(7)]) == []


def test_somebody_without_a_slot_that_is_not_blown_is_noted() -> None:  # FOS-07, FOS-08
    lucky = {**who("ben", "x"), "slots": [slot(None), slot(5, "Social")]}
    assert rules([who("ana", "x x"), who("cyd", "x 4"), lucky]) == ["FOS-07"]

"""What a GM is told before an encounter begins: much fortune for a large party, nobody's fortune left."""

from typing import Any

from rules import play
from tests.rules.fortune_system.participants import slot, who
from tests.rules.fortune_system.setups import SYSTEM


def rules(participants: list[dict[str, Any]], slots: int = 4) -> list[str]:
    found = play.warnings(SYSTEM, {"participants": participants, "options": {"slots": slots}})
    assert all(warning["text"] for warning in found)
    return [warning["rules"][0] for warning in found]


def test_a_party_of_more_than_six_with_four_slots_each_is_noted() -> None:  # FOS-01
    assert rules([who(f"hero-{n}", None) for n in range(7)]) == ["FOS-01"]
    assert rules([who(f"hero-{n}", None) for n in range(6)]) == []
    assert rules([who(f"hero-{n}", "10 20 30") for n in range(7)], slots=3) == []


def test_somebody_without_a_slot_that_is_not_blown_is_noted() -> None:  # FOS-07, FOS-08
    lucky = {**who("ben", "x"), "slots": [slot(None), slot(None), slot(5, "Social")]}
    assert rules([who("ana", "x x"), who("cyd", "x 4"), lucky], slots=2) == ["FOS-07"]


def test_slots_that_are_missing_on_a_sheet_are_noted() -> None:  # FOS-01, FOS-39
    owned = {"talents": [{"key": "lucky", "focus": "Social", "ranks": 2}]}
    full = [slot(1), slot(2), slot(3, "Social"), slot(4, "Social")]
    assert rules([{**who("ana"), **owned, "slots": full}], slots=2) == []
    assert rules([{**who("ana", None), **owned}], slots=2) == []
    partial = play.warnings(SYSTEM, {"participants": [{**who("ana"), **owned, "slots": full[1:3]}]})
    assert [warning["text"] for warning in partial] == [
        "4 slots are missing on the sheet of Ana. Roll the slots that are missing first."
    ]


def test_a_sheet_with_some_of_its_slots_enters_with_a_warning() -> None:  # FOS-01
    sheet = {**play.new_sheet(SYSTEM), "slots": [slot(40), slot(50), slot(60)]}
    ana = play.participant(SYSTEM, sheet, {}, id="ana", name="Ana")
    assert [warning["text"] for warning in play.warnings(SYSTEM, {"participants": [ana]})] == [
        "1 slot is missing on the sheet of Ana. Roll the slots that are missing first."
    ]
    empty = play.participant(SYSTEM, play.new_sheet(SYSTEM), {}, id="ana", name="Ana")
    assert play.warnings(SYSTEM, {"participants": [empty]}) == []

"""Aptitude, Expertise and Focus (FOS-11, FOS-12, FOS-30, FOS-31, FOS-32, FOS-43)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.fortune_system.attempt_figures import lowered_ways
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table


def scene(slots: str, *talents: dict[str, Any], cos: int = 45, **more: Any) -> Table:
    return Table(who("ana", slots, *talents, **more), who("ben")).call(cos)


def test_example_2_in_play() -> None:
    """FOS-30, FOS-31, worked example 2."""
    table = scene("60", talent("aptitude", "Physical", 2), talent("expertise", "Climbing"))
    table.attempt("ana", 0, reduce={"aptitude": 0, "expertise": 0}, rolls=[33])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (40, True)
    assert table.slots("ana") == "33", "the value written is never reduced"
    table.because("FOS-30", "FOS-31")


def test_the_order_in_which_a_command_names_reductions_means_nothing() -> None:
    """FOS-43: the keys of an object have no order, so a store that sorts them tells the same again."""
    table = scene("60", talent("focus"), talent("aptitude"), talent("expertise", "Climbing"))
    table.attempt("ana", 0, reduce={"focus": 0, "expertise": 0, "aptitude": 0}, rolls=[33, 44])
    assert [reduction["talent"] for reduction in table.events[0]["reduced"]] == ["aptitude", "expertise", "focus"]
    assert (table.result("ana")["applied"], table.slots("ana")) == (25, "44d")


@pytest.mark.parametrize(("ranks", "applied"), [(1, 55), (2, 50), (3, 45), (4, 40)])
def test_aptitude_is_5_a_rank(ranks: int, applied: int) -> None:
    """FOS-30."""
    table = scene("60", talent("aptitude", "Physical", ranks)).attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5])
    assert table.result("ana")["applied"] == applied
    assert table.result("ana")["success"] is (applied < 45)


@pytest.mark.parametrize(("ranks", "applied"), [(1, 50), (2, 40), (3, 30), (4, 20)])
def test_expertise_is_10_a_rank(ranks: int, applied: int) -> None:
    """FOS-31."""
    table = scene("60", talent("expertise", "Climbing", ranks)).attempt("ana", 0, reduce={"expertise": 0}, rolls=[5])
    assert table.result("ana")["applied"] == applied


def test_entries_of_one_pair_and_the_free_slot_add_up() -> None:
    """FOS-21, FOS-22."""
    table = scene("60", talent("aptitude"), talent("aptitude"), free={"key": "aptitude", "focus": "Physical"})
    assert table.attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5]).result("ana")["applied"] == 45


def test_the_free_talent_alone_serves() -> None:
    """FOS-22."""
    table = scene("60", free={"key": "expertise", "focus": "Climbing"})
    assert table.attempt("ana", 0, reduce={"expertise": 0}, rolls=[5]).result("ana")["applied"] == 50


def test_a_reduction_is_used_only_when_named() -> None:
    """FOS-43."""
    table = scene("60", talent("aptitude", "Physical", 4)).attempt("ana", 0, rolls=[5])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (60, False)


def test_a_reduction_may_be_used_on_a_failure() -> None:
    table = scene("90", talent("aptitude")).attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (85, False)


@pytest.mark.parametrize(
    ("key", "focus"),
    [
        ("aptitude", "Mental"),
        ("aptitude", "Climbing"),
        ("expertise", "Physical"),
        ("expertise", "Running"),
        ("focus", "Mental"),
        ("focus", "Climbing"),
        ("aptitude", "physical"),
    ],
)
def test_a_talent_serves_its_own_skill_or_group(key: str, focus: str) -> None:
    """FOS-21: groups for Aptitude and Focus, skills for Expertise."""
    scene("60", talent(key, focus)).no_attempt("ana", 0, reduce={key: 0})


def test_one_talent_for_a_group_is_no_other() -> None:
    table = scene("60", talent("aptitude"))
    table.no_attempt("ana", 0, reduce={"expertise": 0})
    table.no_attempt("ana", 0, reduce={"focus": 0})
    table.no_attempt("ana", 0, reduce={"aptitude": 0, "focus": 0})


@pytest.mark.parametrize("slot", [1, 4, -1, True, "0", 0.0, [0]])
def test_the_reduced_slot_stands_in_dice(slot: Any) -> None:
    scene("60 30", talent("aptitude")).no_attempt("ana", 0, reduce={"aptitude": slot})


def test_example_7_focus_damages_a_sound_slot_first() -> None:
    """FOS-11, FOS-32, worked example 7."""
    table = scene("60", talent("focus")).attempt("ana", 0, reduce={"focus": 0}, rolls=[22, 71])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (40, True)
    assert table.slots("ana") == "71d"
    table.because("FOS-32")


def test_example_4_focus_blows_a_damaged_slot() -> None:
    """FOS-04, FOS-11, FOS-32, worked example 4: nothing is rerolled."""
    table = scene("60d 30", talent("focus"))
    table.no_attempt("ana", 0, reduce={"focus": 0}, rolls=[5])
    table.no_attempt("ana", 0, reduce={"focus": 0}, rolls=[5, 6])
    table.attempt("ana", 0, reduce={"focus": 0})
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (40, True)
    assert table.slots("ana") == "x 30"


def test_blown_by_focus_with_no_die_typed() -> None:
    table = scene("60d 30", talent("focus")).attempt("ana", 0, reduce={"focus": 0}, rolls=[])
    assert table.slots("ana") == "x 30"


def test_focus_damages_on_a_failure_too() -> None:
    """FOS-32."""
    table = scene("70 30", talent("focus")).attempt("ana", 0, reduce={"focus": 0}, rolls=[3, 2])
    assert (table.result("ana")["success"], table.slots("ana")) == (False, "3d 30")


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_ranks_of_focus_change_nothing(ranks: int) -> None:
    """FOS-32."""
    table = scene("60", talent("focus", "Physical", ranks)).attempt("ana", 0, reduce={"focus": 0}, rolls=[3, 2])
    assert (table.result("ana")["applied"], table.slots("ana")) == (40, "3d")


def test_all_three_go_together() -> None:
    """FOS-43."""
    table = scene("100", talent("aptitude", "Physical", 2), talent("expertise", "Climbing", 3), talent("focus"))
    table.attempt("ana", 0, reduce={"aptitude": 0, "expertise": 0, "focus": 0}, rolls=[3, 2])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (40, True)


@pytest.mark.parametrize(("slots", "applied"), [("5", -15), ("20", 0), ("1", -19)])
def test_the_applied_value_may_be_0_or_less_and_passes_any_cos_above_0(slots: str, applied: int) -> None:
    """FOS-12."""
    table = scene(slots, talent("focus"), cos=1).attempt("ana", 0, reduce={"focus": 0}, rolls=[3, 2])
    assert (table.result("ana")["applied"], table.result("ana")["success"]) == (applied, True)


@pytest.mark.parametrize("kind", ["scrape-by", "extreme-effort"])
@pytest.mark.parametrize("key", ["aptitude", "expertise", "focus"])
def test_no_reduction_goes_with_scrape_by_or_extreme_effort(kind: str, key: str) -> None:
    """FOS-32, FOS-43."""
    table = scene("60 70", talent(kind), talent(key), talent(key, "Climbing"))
    dice = (0, 1) if kind == "scrape-by" else (0,)
    table.no_attempt("ana", *dice, talent=kind, reduce={key: 0})
    table.attempt("ana", *dice, talent=kind)


def test_a_damaged_slot_may_be_reduced_by_the_others() -> None:
    """FOS-05."""
    table = scene("50d", talent("aptitude", "Physical", 2)).attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5, 60])
    assert (table.result("ana")["applied"], table.slots("ana")) == (40, "60d")


def test_a_talent_serves_every_skill_of_its_group() -> None:
    """A talent for a group applies to any of its skills."""
    table = Table(who("ana", "60", talent("aptitude"))).call(skill="Swimming")
    assert table.attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5]).result("ana")["applied"] == 55


def all_ways(keys: list[str], slots: list[int], most: int) -> list[dict[str, int]]:
    """Every way to use reductions, found among all combinations of keys and slots."""
    combinations = [
        {key: index for key, index in zip(keys, chosen, strict=True) if index is not None}
        for chosen in product([None, *slots], repeat=len(keys))
    ]
    return [way for way in combinations if way and len(set(way.values())) <= most]


@given(
    st.lists(st.sampled_from(["aptitude", "expertise", "focus", "knack"]), max_size=4, unique=True),
    st.lists(st.integers(0, 9), max_size=5, unique=True),
    st.integers(1, 3),
)
def test_the_ways_to_use_reductions_are_all_combinations_on_few_slots(
    keys: list[str], slots: list[int], most: int
) -> None:
    """FOS-43."""
    assert lowered_ways(dict.fromkeys(keys, 5), slots, most) == all_ways(keys, slots, most)


def test_many_reductions_are_offered_without_trying_all_combinations() -> None:
    """FOS-43: 20 slots and 10 reductions have more than 10^13 combinations."""
    assert len(lowered_ways({f"knack-{number}": 5 for number in range(10)}, list(range(20)), 1)) == 20 * (2**10 - 1)

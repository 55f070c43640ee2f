"""Flair: a new value rolled twice, and the preferred one kept (FOS-40)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table


def scene(slots: str = "40 90", *more: dict[str, Any], dice: list[int] | None = None, **call: Any) -> Table:
    return Table(who("ana", slots, talent("flair"), *more), who("ben", "60 80d"), dice=dice).call(**{"cos": 45, **call})


def test_the_player_keeps_one_of_two_values() -> None:
    table = scene().attempt("ana", 0, flair=True, rolls=[71, 22])
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("flair", "ana", "wall")
    assert sorted(pending["values"]) == [22, 71]
    table.do("choose", "ana", value=22)
    assert (table.slots("ana"), table.phase) == ("22 90", "open")
    assert table.result("ana")["how"] == "die"
    table.because("FOS-40")


@pytest.mark.parametrize("value", [71, 22])
def test_either_may_be_kept(value: int) -> None:
    table = scene().attempt("ana", 0, flair=True, rolls=[71, 22])
    table.do("choose", "ana", value=value)
    assert table.slots("ana") == f"{value} 90"


def test_two_equal_dice_answer_themselves() -> None:
    table = scene().attempt("ana", 0, flair=True, rolls=[30, 30])
    assert (table.phase, table.slots("ana")) == ("open", "30 90")


@pytest.mark.parametrize("rolls", [[], [5], [5, 6, 7]])
def test_flair_rolls_two_dice(rolls: list[int]) -> None:
    scene().no_attempt("ana", 0, flair=True, rolls=rolls)


def test_the_setups_dice_come_two_with_flair() -> None:
    table = scene(dice=[9, 8, 7]).attempt("ana", 0, flair=True)
    assert sorted(table.pending["values"]) == [8, 9]
    table.do("choose", "ana", value=8)
    assert table.attempt("ben", 0).slots("ben") == "7 80d"


def test_flair_is_refused_on_a_failure() -> None:
    """FOS-40, FOS-43: when a die passes."""
    scene().no_attempt("ana", 1, flair=True)


def test_flair_is_refused_on_a_damaged_slot() -> None:
    """FOS-40."""
    scene("40d").no_attempt("ana", 0, flair=True)
    scene("60", talent("focus")).no_attempt("ana", 0, flair=True, reduce={"focus": 0})
    scene("60d", talent("focus")).no_attempt("ana", 0, flair=True, reduce={"focus": 0})


def test_flair_is_refused_without_a_die() -> None:
    scene(cos=100).no_attempt("ana", flair=True)
    scene("x").no_attempt("ana", flair=True)


def test_flair_is_refused_with_exemplar() -> None:
    participants = (who("ana", "40", talent("flair")), who("cy", "30", talent("exemplar")))
    table = Table(*participants).call().attempt("cy", 0, rolls=[5])
    table.no_attempt("ana", exemplar="cy", flair=True)


@pytest.mark.parametrize("focus", ["Mental", "Climbing"])
def test_flair_serves_its_own_group(focus: str) -> None:
    """FOS-21."""
    Table(who("ana", "40", talent("flair", focus))).call().no_attempt("ana", 0, flair=True)


@pytest.mark.parametrize("value", [23, 40, 0, 101, None, *INVALID_INTEGERS])
def test_only_one_of_the_two_is_kept(value: Any) -> None:
    scene().attempt("ana", 0, flair=True, rolls=[71, 22]).refuse("choose", "ana", value=value)


@pytest.mark.parametrize(
    "fields",
    [{}, {"slot": 0}, {"use": True}, {"value": 22, "slot": 0}, {"value": 22, "use": True}, {"value": 22, "rolls": [5]}],
)
def test_a_malformed_choice_is_refused(fields: dict[str, Any]) -> None:
    scene().attempt("ana", 0, flair=True, rolls=[71, 22]).refuse("choose", "ana", **fields)


def test_only_the_actor_chooses() -> None:
    table = scene().attempt("ana", 0, flair=True, rolls=[71, 22])
    table.refuse("choose", "ben", value=22)
    table.no_gm("choose", value=22)


def test_with_two_dice_it_serves_the_first_sound_one() -> None:
    """FOS-40."""
    table = scene("20 24", talent("smooth")).attempt("ana", 1, 0, talent="smooth", flair=True, rolls=[5, 6, 7])
    assert sorted(table.pending["values"]) == [5, 6]
    table.do("choose", "ana", value=5)
    assert table.slots("ana") == "7 5"


def test_with_a_damaged_first_die_it_serves_the_second() -> None:
    """FOS-40: two dice for each."""
    table = scene("20d 24", talent("smooth")).attempt("ana", 0, 1, talent="smooth", flair=True, rolls=[5, 6, 7, 8])
    assert sorted(table.pending["values"]) == [7, 8]
    table.do("choose", "ana", value=7)
    assert table.slots("ana") == "6d 7"


def test_with_a_first_die_damaged_by_focus_it_serves_the_second() -> None:
    """FOS-11, FOS-40."""
    table = scene("40 24", talent("smooth"), talent("focus"))
    table.attempt("ana", 0, 1, talent="smooth", flair=True, reduce={"focus": 0}, rolls=[5, 6, 7, 8])
    table.do("choose", "ana", value=8)
    assert table.slots("ana") == "6d 8"


def test_with_two_damaged_dice_it_is_refused() -> None:
    scene("20d 24d", talent("smooth")).no_attempt("ana", 0, 1, talent="smooth", flair=True)


def test_flair_does_not_serve_the_mended_slot() -> None:
    """FOS-36, FOS-40."""
    table = scene("20 24 x", talent("smooth"))
    table.attempt("ana", 0, 1, talent="smooth", flair=True, mend=2, rolls=[1, 2, 3, 50, 60])
    table.do("choose", "ana", value=1)
    assert table.slots("ana") == "1 3 60d"


def test_flair_goes_with_slick() -> None:
    """FOS-37, FOS-43: the relief comes after."""
    table = scene("44", talent("slick")).attempt("ana", 0, talent="slick", flair=True, rolls=[5, 6])
    assert table.asked() == ("flair", "ana")
    table.do("choose", "ana", value=6)
    assert table.asked() == ("slick", "ben")


def aided(slots: str, *more: dict[str, Any]) -> Table:
    return scene(slots, talent("wingman"), *more, aids="ben", participants=["ana"])


def test_with_wingman_on_the_same_slot_flair_serves_when_the_ally_declines() -> None:
    """FOS-38, FOS-40."""
    table = aided("40").attempt("ana", 0, flair=True, wingman=True)
    table.refuse("choose", "ben", slot=None, rolls=[5])
    table.do("choose", "ben", slot=None, rolls=[5, 6])
    assert table.asked() == ("flair", "ana")
    table.do("choose", "ana", value=5)
    assert table.slots("ana") == "5"


def test_with_wingman_on_the_same_slot_flair_is_dropped_when_the_ally_agrees() -> None:
    """FOS-38, FOS-40: no die is rolled for it."""
    table = aided("40").attempt("ana", 0, flair=True, wingman=True)
    table.refuse("choose", "ben", slot=0, rolls=[5, 6])
    table.do("choose", "ben", slot=0, rolls=[77])
    assert (table.phase, table.slots("ana"), table.slots("ben")) == ("open", "60", "77 80d")


def test_wingman_and_flair_on_two_slots_both_serve() -> None:
    """FOS-38, FOS-40: Wingman fills the first that is not blown, Flair serves the first sound one."""
    table = aided("20d 24", talent("smooth"))
    table.attempt("ana", 0, 1, talent="smooth", flair=True, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77, 5, 6])
    assert table.asked() == ("flair", "ana")
    table.do("choose", "ana", value=5)
    assert table.slots("ana") == "60d 5"


def test_with_two_sound_dice_both_fall_on_the_first_and_flair_is_dropped() -> None:
    """FOS-38, FOS-40: with both on one slot."""
    table = aided("20 24", talent("smooth"))
    table.attempt("ana", 0, 1, talent="smooth", flair=True, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77, 5])
    assert (table.phase, table.slots("ana")) == ("open", "60 5")

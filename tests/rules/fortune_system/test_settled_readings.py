"""The settled readings of docs/rules/fortune-system.md, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, Table

AWAKE = talent("couldnt-sleep", None)


def test_flair_shows_the_lower_die_until_the_choice_fos_40() -> None:
    table = Table(who("ana", "40", talent("flair"))).call().attempt("ana", 0, flair=True, rolls=[71, 22])
    assert table.asked() == ("flair", "ana")
    assert (table.slots("ana"), table.pending["values"]) == ("22", [71, 22])
    table.do("choose", "ana", value=71)
    assert table.slots("ana") == "71"


def test_a_mulligan_passes_over_blown_slots_and_keeps_positions_and_conditions_fos_02() -> None:
    fixed = Table(who("ana", "1 1 1 1"))
    fixed.do("mulligan", "ana")
    values = fixed.slots("ana").split()
    table = Table(who("ana", "1 x 1d 1 5@Mental"))
    table.do("mulligan", "ana")
    assert table.slots("ana") == f"{values[0]} x {values[2]}d {values[3]} 5@Mental"


@pytest.mark.parametrize("equal", [False, True])
def test_smooth_and_slick_stay_strict_under_equal_passes_fos_36_fos_37(equal: bool) -> None:
    table = Table(who("ana", "20 25 45 44", talent("smooth"), talent("slick")), equal_passes=equal).call(45)
    assert table.no_attempt("ana", 0, 1, talent="smooth").rule == "FOS-36"
    assert table.no_attempt("ana", 2, talent="slick").rule == "FOS-37"
    table.attempt("ana", 3, talent="slick", rolls=[50])
    assert table.result("ana")["how"] == "slick"


def test_a_slot_blown_in_the_same_attempt_is_not_mended_by_it_fos_36() -> None:
    """Focus blows the damaged 20; Smooth can mend the slot that was blown before, not this one."""
    participants = who("ana", "20d 24 x", talent("smooth"), talent("focus"))
    table = Table(participants).call(45)
    refused = table.no_attempt("ana", 0, 1, talent="smooth", reduce={"focus": 0}, mend=0)
    assert refused.rule == "FOS-36"
    table.attempt("ana", 0, 1, talent="smooth", reduce={"focus": 0}, mend=2, rolls=[71, 30, 31])
    assert table.slots("ana") == "x 71 31d"


def test_couldnt_sleep_is_lost_when_a_full_rest_follows_fos_42() -> None:
    table = Table(who("ana", "60 80", AWAKE))
    table.gm("rest", full=False)
    assert "couldnt-sleep" in {offer["type"] for offer in table.offers("ana")}
    table.gm("rest", full=True)
    assert table.refuse("couldnt-sleep", "ana", dice=[0]).rule == "FOS-42"


@pytest.mark.parametrize(("ranks", "instead"), [(1, 60), (4, 30)])
@pytest.mark.parametrize("use", [False, True])
def test_while_steady_is_asked_the_view_holds_the_new_value_alone_fos_41(ranks: int, instead: int, use: bool) -> None:
    table = Table(who("ana", "40 90", talent("steady", ranks=ranks)), who("ben")).call().attempt("ana", 0, rolls=[95])
    for viewer in ("ana", "ben", "gm", "observer"):
        pending = play.view(GAME, table.state, viewer)["pending"]
        assert (pending["kind"], pending["values"]) == ("steady", [95])
    table.do("choose", "ana", use=use)
    assert table.slots("ana") == (f"{instead}d 90" if use else "95 90")


def test_with_two_dice_each_question_holds_the_value_of_its_own_slot_fos_41() -> None:
    both = who("ana", "20 24", talent("smooth"), talent("steady"))
    table = Table(both).call().attempt("ana", 0, 1, talent="smooth", rolls=[95, 96])
    assert table.pending["values"] == [95]
    table.do("choose", "ana", use=True)
    assert table.pending["values"] == [96]


def test_other_questions_hold_their_own_values_or_none_fos_38() -> None:
    table = Table(who("ana", "40", talent("wingman")), who("ben", "60")).call(aids="ben")
    table.attempt("ana", 0, wingman=True)
    pending: dict[str, Any] = table.pending
    assert (pending["kind"], pending["values"]) == ("wingman", None)

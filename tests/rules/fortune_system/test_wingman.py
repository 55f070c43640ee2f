"""Wingman: an ally rerolls a slot, and the one who aided takes the old value (FOS-38)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.setups import SYSTEM
from tests.rules.fortune_system.table import INVALID_INTEGERS, Table


def scene(
    slots: str = "40 90",
    *more: dict[str, Any],
    ben: str = "60 80d x 5",
    ranks: int = 1,
    dice: list[int] | None = None,
    **call: Any,
) -> Table:
    """Ana aids Ben; Cy looks on."""
    ana = who("ana", slots, talent("wingman", "Physical", ranks), *more)
    table = Table(ana, who("ben", ben, talent("wingman")), who("cy", "33", talent("wingman")), dice=dice)
    return table.call(**{"cos": 45, "aids": "ben", **call})


def test_the_ally_is_asked_before_anything_is_rolled() -> None:
    table = scene()
    table.no_attempt("ana", 0, wingman=True, rolls=[5])
    table.attempt("ana", 0, wingman=True)
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("wingman", "ben", "wall")
    assert (pending["slots"], pending["values"], pending["optional"]) == ([0, 1, 3], None, True)
    assert table.slots("ben") == "60 80d x 5"
    assert table.slots("ana") == "40 90", "nothing is written yet"


def test_the_ally_rerolls_and_the_old_value_is_taken() -> None:
    """FOS-38: instead of rerolling."""
    table = scene().attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    assert (table.slots("ben"), table.slots("ana")) == ("77 80d x 5", "60 90")
    assert table.phase == "open"
    result = table.result("ana")
    assert (result["success"], result["how"], result["applied"]) == (True, "die", 40)
    table.because("FOS-38")


@pytest.mark.parametrize(("ranks", "taken"), [(1, 60), (2, 50), (3, 40), (4, 30)])
def test_ranks_lower_the_value_as_it_is_taken(ranks: int, taken: int) -> None:
    """FOS-38."""
    table = scene(ranks=ranks).attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    assert table.slots("ana") == f"{taken} 90"


@pytest.mark.parametrize(("ranks", "ben"), [(4, "5"), (2, "10"), (3, "20"), (4, "30"), (4, "1")])
def test_a_value_that_is_written_is_never_below_1(ranks: int, ben: str) -> None:
    """FOS-12."""
    table = scene(ben=ben, ranks=ranks).attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    assert table.slots("ana") == "1 90"


def test_a_damaged_slot_of_the_ally_takes_the_worse_of_two_and_stays_damaged() -> None:
    """FOS-05, FOS-38."""
    table = scene().attempt("ana", 0, wingman=True)
    table.refuse("choose", "ben", slot=1, rolls=[5])
    table.do("choose", "ben", slot=1, rolls=[22, 71])
    assert (table.slots("ben"), table.slots("ana")) == ("60 71d x 5", "80 90")


def test_the_taken_value_stands_where_the_used_slot_is_damaged() -> None:
    """FOS-38: no two dice for it."""
    table = scene("40d 90").attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    assert table.slots("ana") == "60d 90"


def test_focus_damages_the_slot_that_takes_it() -> None:
    """FOS-11, FOS-32."""
    table = scene("60 90", talent("focus")).attempt("ana", 0, wingman=True, reduce={"focus": 0})
    table.do("choose", "ben", slot=3, rolls=[77])
    assert table.slots("ana") == "5d 90"


@pytest.mark.parametrize(("slots", "rolls", "expected"), [("40 90", [8], "8 90"), ("40d 90", [8, 9], "9d 90")])
def test_when_the_ally_declines_the_slot_is_rerolled_as_usual(slots: str, rolls: list[int], expected: str) -> None:
    """FOS-38."""
    table = scene(slots).attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=None, rolls=rolls)
    assert (table.slots("ana"), table.slots("ben"), table.phase) == (expected, "60 80d x 5", "open")


def test_an_absent_ally_gives_no_slot_away() -> None:
    """FOS-38: what is given for somebody who is away declines; FOS-09: a slot that is struck must be chosen."""
    table = scene().attempt("ana", 0, wingman=True)
    command = play.decline(SYSTEM, table.state, "ben")
    assert command == {"type": "choose", "actor": "ben"}
    table.do("choose", "ben")
    assert table.slots("ben") == "60 80d x 5"
    table.gm("hardship", target="ben", degree="damaged", selection="choice")
    assert "slot" in (play.decline(SYSTEM, table.state, "ben") or {})


def test_dice_are_rolled_for_the_ally_first() -> None:
    """Order of dice: two dice of Smooth; the first is filled, the second rolled."""
    table = scene("20 24d", talent("smooth"), dice=[11, 12, 13, 14])
    table.attempt("ana", 0, 1, talent="smooth", wingman=True)
    table.do("choose", "ben", slot=0)
    assert table.slots("ben") == "11 80d x 5"
    assert table.slots("ana") == "60 13d"


def test_typed_dice_of_the_choice_are_the_allys_then_the_others() -> None:
    table = scene("20 24 x", talent("smooth")).attempt("ana", 0, 1, talent="smooth", mend=2, wingman=True)
    table.refuse("choose", "ben", slot=1, rolls=[1, 2, 3])
    table.do("choose", "ben", slot=1, rolls=[1, 2, 3, 4, 5])
    assert table.slots("ben") == "60 2d x 5"
    assert table.slots("ana") == "80 3 5d"


def test_with_two_dice_it_fills_the_first_that_is_not_blown() -> None:
    """FOS-38: Focus has just blown the first."""
    table = scene("20d 24", talent("smooth"), talent("focus"))
    table.attempt("ana", 0, 1, talent="smooth", wingman=True, reduce={"focus": 0})
    table.do("choose", "ben", slot=0, rolls=[77])
    assert table.slots("ana") == "x 60"


def test_with_two_dice_the_order_named_counts() -> None:
    table = scene("20 24", talent("smooth")).attempt("ana", 1, 0, talent="smooth", wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77, 8])
    assert table.slots("ana") == "8 60"


def test_the_ally_may_choose_a_slot_of_lucky() -> None:
    """FOS-38: any slot that is not blown; FOS-39."""
    table = scene(ben="x 20@Mental x@Physical").attempt("ana", 0, wingman=True)
    assert table.pending["slots"] == [1]
    table.do("choose", "ben", slot=1, rolls=[77])
    assert (table.slots("ben"), table.slots("ana")) == ("x 77@Mental x@Physical", "20 90")


def test_one_possible_slot_is_still_asked_for() -> None:
    """The ally may decline, so that it does not answer itself."""
    table = scene(ben="60").attempt("ana", 0, wingman=True)
    assert table.asked() == ("wingman", "ben")


def test_it_is_refused_when_every_slot_of_the_ally_is_blown() -> None:
    scene(ben="x x").no_attempt("ana", 0, wingman=True)


def test_it_is_refused_when_the_die_fails() -> None:
    """FOS-43: refused before anything changes."""
    table = scene()
    table.no_attempt("ana", 1, wingman=True)
    table.attempt("ana", 1, rolls=[5])


def test_it_is_refused_when_nobody_is_aided() -> None:
    scene(aids=None).no_attempt("ana", 0, wingman=True)


def test_the_aided_ones_own_attempt_has_no_wingman() -> None:
    scene(ben="5 6").no_attempt("ben", 0, wingman=True)


def test_others_may_aid_as_well() -> None:
    table = scene()
    table.attempt("cy", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    table.attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[78])
    assert (table.slots("ben"), table.slots("cy"), table.slots("ana")) == ("78 80d x 5", "60", "77 90")


def test_it_is_refused_when_the_used_slot_has_just_been_blown() -> None:
    """FOS-38."""
    scene("60d 90", talent("focus")).no_attempt("ana", 0, wingman=True, reduce={"focus": 0})


def test_it_is_refused_with_extreme_effort_and_for_a_sure_thing() -> None:
    """FOS-38."""
    scene("40 90", talent("extreme-effort")).no_attempt("ana", 0, wingman=True, talent="extreme-effort")
    scene(cos=100).no_attempt("ana", wingman=True)


def test_it_is_refused_with_exemplar() -> None:
    """FOS-38."""
    table = Table(who("ana", "40", talent("wingman")), who("ben"), who("cy", "30", talent("exemplar")))
    table.call(aids="ben").attempt("cy", 0, rolls=[5])
    table.no_attempt("ana", exemplar="cy", wingman=True)
    table.attempt("ana", exemplar="cy")


@pytest.mark.parametrize("focus", ["Mental", "Climbing"])
def test_it_serves_its_own_group(focus: str) -> None:
    """FOS-21."""
    table = Table(who("ana", "40", talent("wingman", focus)), who("ben")).call(aids="ben")
    table.no_attempt("ana", 0, wingman=True)


@pytest.mark.parametrize("slot", [2, 4, -1, *INVALID_INTEGERS])
def test_the_ally_chooses_a_slot_that_is_not_blown(slot: Any) -> None:
    scene().attempt("ana", 0, wingman=True).refuse("choose", "ben", slot=slot)


@pytest.mark.parametrize(
    "fields",
    [
        {"value": 60},
        {"use": True},
        {"slot": 0, "use": True},
        {"slot": 0, "rolls": [1, 2]},
        {"slot": 0, "rolls": []},
        {"slot": None, "rolls": []},
        {"slot": 0, "rolls": [101]},
        {"slot": None, "rolls": [1, 2]},
    ],
)
def test_a_malformed_choice_is_refused(fields: dict[str, Any]) -> None:
    scene().attempt("ana", 0, wingman=True).refuse("choose", "ben", **fields)


def test_only_the_ally_answers() -> None:
    table = scene().attempt("ana", 0, wingman=True)
    for actor in ("ana", "cy", "gm"):
        table.refuse("choose", actor, slot=0)


def test_when_the_ally_leaves_the_slot_is_rerolled_as_usual() -> None:
    """`leave`: answered by null; an `aids` that named the leaver becomes null."""
    table = scene(dice=[8]).attempt("ana", 0, wingman=True)
    table.gm("leave", target="ben")
    assert (table.slots("ana"), table.phase) == ("8 90", "open")
    assert table.task()["aids"] is None
    assert table.task()["participants"] == ["ana", "cy"]


def test_when_the_one_who_aided_leaves_the_question_stays() -> None:
    """`leave`: one asked of another stays."""
    table = scene().attempt("ana", 0, wingman=True)
    table.gm("leave", target="ana")
    assert table.asked() == ("wingman", "ben")
    table.do("choose", "ben", slot=0, rolls=[77])
    assert (table.phase, table.slots("ben")) == ("open", "77 80d x 5")
    assert "ana" not in table.participants


def test_wingman_goes_with_slick() -> None:
    """FOS-37, FOS-43: the relief comes last."""
    table = scene("40 90", talent("slick")).attempt("ana", 0, wingman=True, talent="slick")
    assert table.asked() == ("wingman", "ben")
    table.do("choose", "ben", slot=3, rolls=[66])
    assert (table.slots("ana"), table.slots("ben")) == ("5 90", "60 80d x 66")
    assert table.asked() == ("slick", "ben")
    table.do("choose", "ben", slot=1)
    assert table.slots("ben") == "60 80 x 66"


def test_the_dice_of_an_allys_leaving_may_be_typed_in() -> None:
    """Every command that rolls takes `rolls`."""
    table = scene().attempt("ana", 0, wingman=True)
    table.no_gm("leave", target="ben", rolls=[1, 2])
    table.gm("leave", target="ben", rolls=[5])
    assert table.slots("ana") == "5 90"

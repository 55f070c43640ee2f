"""Exemplar: the value that passed, lent to others (FOS-34); Lucky: slots of one group (FOS-39)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table


def scene(slots: str = "40 20 24", *more: dict[str, Any], ben: str = "60 80d x", **call: Any) -> Table:
    participants = (who("ana", slots, talent("exemplar"), *more), who("ben", ben), who("cy", "1", talent("exemplar")))
    return Table(*participants).call(**{"cos": 45, **call})


def test_the_value_that_passed_passes_for_others() -> None:
    """FOS-34: their own slots stay as they are."""
    table = scene().attempt("ana", 0, rolls=[5]).attempt("ben", exemplar="ana")
    result = table.result("ben")
    assert (result["success"], result["how"], result["applied"], result["slots"]) == (True, "exemplar", 40, [])
    assert table.slots("ben") == "60 80d x"
    assert table.phase == "open"
    table.because("FOS-34")


def test_the_value_is_lent_as_it_was_applied() -> None:
    """FOS-34: reductions included."""
    table = scene("60", talent("aptitude", "Physical", 4)).attempt("ana", 0, reduce={"aptitude": 0}, rolls=[5])
    assert table.attempt("ben", exemplar="ana").result("ben")["applied"] == 40


def test_it_may_be_0_or_less() -> None:
    table = scene("5", talent("focus")).attempt("ana", 0, reduce={"focus": 0}, rolls=[5, 6])
    assert table.attempt("ben", exemplar="ana").result("ben")["applied"] == -15


def test_a_sum_of_smooth_is_lent_without_its_double_damage() -> None:
    """FOS-34, FOS-36."""
    table = scene("40 20 24", talent("smooth"), trigger_damage=100).attempt("ana", 1, 2, talent="smooth", rolls=[5, 6])
    table.attempt("ben", exemplar="ana")
    assert (table.result("ben")["applied"], table.result("ben")["trigger_damage"]) == (44, 100)
    assert table.result("ana")["trigger_damage"] == 200


def test_a_slick_pass_is_lent_without_its_relief() -> None:
    """FOS-34, FOS-37."""
    table = scene("40", talent("slick"), ben="60").attempt("ana", 0, talent="slick", rolls=[5])
    assert table.attempt("ben", exemplar="ana").result("ben")["applied"] == 40


def test_those_whose_slots_are_all_blown_may_use_it() -> None:
    """FOS-34: blown or not."""
    table = scene(ben="x x").attempt("ana", 0, rolls=[5]).attempt("ben", exemplar="ana")
    assert (table.result("ben")["how"], table.slots("ben")) == ("exemplar", "x x")


@pytest.mark.parametrize(
    ("slots", "more", "fields"),
    [
        ("90", (), {"dice": [0]}),
        ("40 50", ("scrape-by",), {"dice": [0, 1], "talent": "scrape-by"}),
        ("40", ("extreme-effort",), {"dice": [0], "talent": "extreme-effort"}),
        ("x", (), {"dice": []}),
    ],
)
def test_only_a_pass_by_a_die_is_lent(slots: str, more: tuple[str, ...], fields: dict[str, Any]) -> None:
    """FOS-34: no failure, Scrape By, Extreme Effort or plain die."""
    participants = (who("ana", slots, talent("exemplar"), *[talent(key) for key in more]), who("ben"))
    table = Table(*participants, dice=[7, 7, 7, 7]).call()
    table.do("attempt", "ana", task="wall", **fields)
    assert table.result("ana")["success"] is (slots != "90")
    table.no_attempt("ben", exemplar="ana")


def test_a_sure_thing_is_not_lent() -> None:
    """FOS-34."""
    scene(cos=100).attempt("ana").no_attempt("ben", exemplar="ana")


def test_a_lent_roll_is_not_lent_again() -> None:
    """FOS-34: not one by Exemplar."""
    table = scene().attempt("ana", 0, rolls=[5]).attempt("cy", exemplar="ana")
    table.no_attempt("ben", exemplar="cy")
    table.attempt("ben", exemplar="ana")


def test_nobody_lends_before_the_pass() -> None:
    table = scene()
    table.no_attempt("ben", exemplar="ana")
    table.no_attempt("ana", exemplar="ana")
    table.no_attempt("ana", exemplar="ben")
    table.no_attempt("ben", exemplar="gm")


def test_nobody_lends_without_the_talent() -> None:
    table = Table(who("ana", "40"), who("ben")).call().attempt("ana", 0, rolls=[5])
    table.no_attempt("ben", exemplar="ana")


@pytest.mark.parametrize("focus", ["Mental", "Climbing"])
def test_exemplar_serves_its_own_group(focus: str) -> None:
    """FOS-21."""
    table = Table(who("ana", "40", talent("exemplar", focus)), who("ben")).call().attempt("ana", 0, rolls=[5])
    table.no_attempt("ben", exemplar="ana")


def test_a_value_is_lent_for_the_same_task_only() -> None:
    """FOS-34: until the GM closes it."""
    table = scene().call(task="ditch").attempt("ana", 0, rolls=[5])
    table.no_attempt("ben", task="ditch", exemplar="ana")
    table.gm("close-task", task="wall")
    table.call(task="wall")
    table.no_attempt("ben", exemplar="ana")


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": [0]},
        {"dice": [0, 1]},
        {"reduce": {"aptitude": 0}},
        {"talent": "slick"},
        {"flair": True},
        {"mend": 2},
        {"rolls": [5]},
        {"wingman": True},
    ],
)
def test_a_lent_value_goes_with_nothing_else(fields: dict[str, Any]) -> None:
    talents = [talent(key) for key in ("aptitude", "slick", "flair", "wingman", "smooth")]
    participants = (who("ana", "40", talent("exemplar")), who("ben", "30 44 x", *talents), who("cy"))
    table = Table(*participants).call(aids="cy").attempt("ana", 0, rolls=[5])
    table.refuse("attempt", "ben", **{"task": "wall", "dice": [], "exemplar": "ana", **fields})
    table.attempt("ben", exemplar="ana")


def test_a_lent_value_is_used_once_a_task() -> None:
    """FOS-28."""
    table = scene().attempt("ana", 0, rolls=[5]).attempt("ben", exemplar="ana")
    table.no_attempt("ben", exemplar="ana")
    table.no_attempt("ben", 0)


def test_luckys_slot_serves_its_group() -> None:
    """FOS-39: and follows all slot rules."""
    table = Table(who("ana", "60 30@Physical 20d@Physical 1@Mental")).call(task="wall").call(task="ditch")
    table.no_attempt("ana", 3)
    table.attempt("ana", 1, rolls=[77])
    table.attempt("ana", 2, task="ditch", rolls=[5, 6])
    assert table.slots("ana") == "60 77@Physical 6d@Physical 1@Mental"


def test_ordinary_slots_serve_every_group() -> None:
    table = Table(who("ana", "30 20@Physical")).call(group="Social", skill="Swindle")
    table.no_attempt("ana", 1)
    assert table.attempt("ana", 0, rolls=[5]).result("ana")["success"] is True


def test_a_group_is_named_exactly() -> None:
    table = Table(who("ana", "90 30@Physical")).call(group="physical")
    table.no_attempt("ana", 1)


def test_luckys_slot_may_be_focused_blown_and_steadied() -> None:
    """FOS-39."""
    talents = (talent("focus"), talent("steady"), talent("extreme-effort"))
    table = Table(who("ana", "90 60@Physical", *talents)).call().attempt("ana", 1, reduce={"focus": 1}, rolls=[5, 6])
    assert table.slots("ana") == "90 6d@Physical"
    table = Table(who("ana", "90 60@Physical", *talents)).call().attempt("ana", 1, talent="extreme-effort")
    assert table.slots("ana") == "90 x@Physical"
    table = Table(who("ana", "90 40@Physical", *talents)).call().attempt("ana", 1, rolls=[99])
    table.do("choose", "ana", use=True)
    assert table.slots("ana") == "90 60d@Physical"


def test_the_value_of_one_who_has_left_is_still_lent() -> None:
    """`leave`: its results stay; FOS-34: until the GM closes the task."""
    table = scene().attempt("ana", 0, rolls=[5])
    table.gm("leave", target="ana")
    labels = [offer["label"] for offer in table.offers("ben") if "exemplar" in offer["fixed"]]
    assert labels == ["Follow the example of Ana with 40 and pass wall"], "its name, not its id"
    assert table.attempt("ben", exemplar="ana").result("ben")["applied"] == 40

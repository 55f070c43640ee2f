"""Steady: a disliked new value exchanged for a good one, at the price of damage (FOS-41)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, INVALID_INTEGERS, Table


def scene(slots: str = "40 90", *more: dict[str, Any], ranks: int = 1, **call: Any) -> Table:
    ana = who("ana", slots, talent("steady", "Physical", ranks), *more)
    return Table(ana, who("ben", "60 80d")).call(**{"cos": 45, **call})


@pytest.mark.parametrize(("ranks", "value"), [(1, 60), (2, 50), (3, 40), (4, 30)])
def test_a_disliked_value_is_replaced(ranks: int, value: int) -> None:
    """FOS-41."""
    table = scene(ranks=ranks).attempt("ana", 0, rolls=[95])
    pending = table.pending
    assert (pending["kind"], pending["actor"], pending["task"]) == ("steady", "ana", "wall")
    table.do("choose", "ana", use=True)
    assert (table.slots("ana"), table.phase) == (f"{value}d 90", "open")
    table.because("FOS-41")


def test_a_liked_value_is_kept() -> None:
    table = scene().attempt("ana", 0, rolls=[95])
    table.do("choose", "ana", use=False)
    assert (table.slots("ana"), table.phase) == ("95 90", "open")


def test_it_is_offered_on_a_failure_too() -> None:
    """FOS-41."""
    table = scene().attempt("ana", 1, rolls=[95])
    assert (table.asked(), table.result("ana")["success"]) == (("steady", "ana"), False)
    table.do("choose", "ana", use=True)
    assert table.slots("ana") == "40 60d"


def test_it_is_not_offered_on_a_damaged_slot() -> None:
    """FOS-41: it would be blown."""
    table = scene("40d").attempt("ana", 0, rolls=[95, 96])
    assert (table.phase, table.slots("ana")) == ("open", "96d")


def test_it_is_not_offered_after_focus() -> None:
    """FOS-11, FOS-41."""
    table = scene("60", talent("focus")).attempt("ana", 0, reduce={"focus": 0}, rolls=[95, 96])
    assert (table.phase, table.slots("ana")) == ("open", "96d")


@pytest.mark.parametrize("focus", ["Mental", "Climbing"])
def test_it_serves_its_own_group(focus: str) -> None:
    """FOS-21."""
    table = Table(who("ana", "40", talent("steady", focus))).call().attempt("ana", 0, rolls=[95])
    assert table.phase == "open"


def test_the_free_slot_adds_a_rank() -> None:
    """FOS-22."""
    table = Table(who("ana", "40", talent("steady"), free={"key": "steady", "focus": "Physical"})).call()
    table.attempt("ana", 0, rolls=[95])
    table.do("choose", "ana", use=True)
    assert table.slots("ana") == "50d"


def test_with_two_dice_it_is_asked_slot_by_slot() -> None:
    """The order of questions: in the order of `dice`."""
    table = scene("20 24", talent("smooth")).attempt("ana", 1, 0, talent="smooth", rolls=[95, 96])
    assert table.slots("ana") in ("96 95", "20 24")
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=False)
    assert (table.slots("ana"), table.phase) == ("96 60d", "open")


def test_with_two_dice_both_may_be_steadied() -> None:
    table = scene("20 24", talent("smooth")).attempt("ana", 0, 1, talent="smooth", rolls=[95, 96])
    table.do("choose", "ana", use=True)
    table.do("choose", "ana", use=True)
    assert table.slots("ana") == "60d 60d"


def test_with_two_dice_only_the_sound_one_is_asked_for() -> None:
    table = scene("20d 24", talent("smooth")).attempt("ana", 0, 1, talent="smooth", rolls=[95, 96, 97])
    table.do("choose", "ana", use=True)
    assert (table.slots("ana"), table.phase) == ("96d 60d", "open")


def test_it_is_not_offered_for_a_mended_slot() -> None:
    """FOS-41."""
    table = scene("20d 24d x", talent("smooth"))
    table.attempt("ana", 0, 1, talent="smooth", mend=2, rolls=[1, 2, 3, 4, 5, 6])
    assert (table.phase, table.slots("ana")) == ("open", "2d 4d 6d")


def test_it_is_not_offered_for_a_value_taken_by_wingman_nor_for_an_allys_slot() -> None:
    """FOS-41."""
    participants = (who("ana", "40", talent("wingman"), talent("steady")), who("ben", "90", talent("steady")))
    table = Table(*participants).call(aids="ben").attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77])
    assert (table.phase, table.slots("ana"), table.slots("ben")) == ("open", "90", "77")


def test_it_is_offered_when_the_ally_declines() -> None:
    participants = (who("ana", "40", talent("wingman"), talent("steady")), who("ben", "90"))
    table = Table(*participants).call(aids="ben").attempt("ana", 0, wingman=True)
    table.do("choose", "ben", slot=None, rolls=[88])
    assert table.asked() == ("steady", "ana")


def test_with_wingman_on_the_first_the_second_is_asked_for() -> None:
    participants = (who("ana", "20 24", talent("wingman"), talent("steady"), talent("smooth")), who("ben", "90"))
    table = Table(*participants).call(aids="ben").attempt("ana", 0, 1, talent="smooth", wingman=True)
    table.do("choose", "ben", slot=0, rolls=[77, 99])
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert (table.slots("ana"), table.phase) == ("90 60d", "open")


def test_it_comes_after_flair() -> None:
    """The order of questions."""
    table = scene("40", talent("flair")).attempt("ana", 0, flair=True, rolls=[95, 96])
    assert table.asked() == ("flair", "ana")
    table.do("choose", "ana", value=95)
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert table.slots("ana") == "60d"


def test_flairs_equal_dice_lead_straight_to_it() -> None:
    table = scene("40", talent("flair")).attempt("ana", 0, flair=True, rolls=[95, 95])
    assert table.asked() == ("steady", "ana")


def test_it_comes_before_the_price_of_a_failure() -> None:
    """FOS-10: when the new values stand."""
    table = scene("50 90", on_failure="damaged").attempt("ana", 0, rolls=[95])
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert table.asked() == ("damage", "ana")
    table.do("choose", "ana", slot=0)
    assert table.slots("ana") == "x 90"


def test_the_lowest_is_found_after_it() -> None:
    """FOS-09, FOS-10, FOS-41."""
    table = scene("50 70", on_failure="damaged", selection="lowest").attempt("ana", 0, rolls=[95])
    table.do("choose", "ana", use=True)
    assert (table.slots("ana"), table.phase) == ("x 70", "open")
    table = scene("50 70", on_failure="damaged", selection="lowest").attempt("ana", 0, rolls=[95])
    table.do("choose", "ana", use=False)
    assert table.slots("ana") == "95 70d"


def test_it_is_not_offered_without_a_new_value() -> None:
    """FOS-41: a plain d100, a sure thing."""
    assert scene("x x").attempt("ana", rolls=[99]).phase == "open"
    assert scene(cos=100).attempt("ana").phase == "open"


def test_it_is_not_offered_with_exemplar() -> None:
    participants = (who("ana", "40", talent("steady")), who("cy", "30", talent("exemplar")))
    table = Table(*participants).call().attempt("cy", 0, rolls=[5])
    assert table.attempt("ana", exemplar="cy").phase == "open"


@pytest.mark.parametrize("use", [None, 1, 0, "yes", *INVALID_INTEGERS[2:]])
def test_the_answer_is_yes_or_no(use: Any) -> None:
    scene().attempt("ana", 0, rolls=[95]).refuse("choose", "ana", use=use)


@pytest.mark.parametrize(
    "fields",
    [{}, {"slot": 0}, {"value": 60}, {"use": True, "slot": 0}, {"use": True, "value": 60}, {"use": True, "rolls": [5]}],
)
def test_a_malformed_choice_is_refused(fields: dict[str, Any]) -> None:
    scene().attempt("ana", 0, rolls=[95]).refuse("choose", "ana", **fields)


def test_only_the_actor_answers() -> None:
    table = scene().attempt("ana", 0, rolls=[95])
    table.refuse("choose", "ben", use=True)
    table.no_gm("choose", use=True)


def test_when_the_actor_leaves_the_question_falls_away() -> None:
    """`leave`."""
    table = scene().attempt("ana", 0, rolls=[95])
    table.gm("leave", target="ana")
    assert (table.phase, list(table.participants)) == ("open", ["ben"])
    assert table.task()["results"]["ana"]["success"] is True, "its results stay"


@pytest.mark.parametrize(("rolled", "asks"), [(61, True), (60, False), (12, False)])
def test_with_only_useful_questions_steady_is_asked_where_it_is_better(rolled: int, asks: bool) -> None:
    """FOS-41: at rank 1 Steady writes 60."""
    setup = {"participants": [who("ana", "40 90", talent("steady"))], "only_useful_questions": True}
    state = play.start(GAME, setup, seed=1)
    call = {"type": "call-check", "actor": "gm", "participants": ["ana"], "cos": 45, "task": "wall"}
    state = play.act(GAME, state, {**call, "skill": "Climbing", "group": "Physical"})["state"]
    attempt = {"type": "attempt", "actor": "ana", "task": "wall", "dice": [0], "rolls": [rolled]}
    state = play.act(GAME, state, attempt)["state"]
    assert (play.view(GAME, state, "gm")["phase"] == "choice") is asks


@pytest.mark.parametrize("rolled", [61, 60, 12])
def test_usually_steady_is_offered_for_every_new_value(rolled: int) -> None:
    """FOS-41."""
    table = scene().attempt("ana", 0, rolls=[rolled])
    assert table.asked() == ("steady", "ana")

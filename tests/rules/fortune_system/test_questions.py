"""One question at a time: what is accepted while it is open, and the order of questions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import Table

KINDS = ["wingman", "slick", "damage", "flair", "steady"]
ALL = [talent(key) for key in ("wingman", "slick", "flair", "steady", "smooth", "exemplar")]


def asking(kind: str) -> Table:
    """A table on which a question of this kind is open: Ben is asked by Wingman and Slick, else Ana."""
    table = Table(
        who("ana", "44 90", *(found for found in ALL if found["key"] != "steady" or kind == "steady")),
        who("ben", "60 80d"),
        who("cy", "7"),
    ).call(aids="ben", on_failure="damaged")
    table.call(task="ditch")
    fields: dict[str, Any] = {
        "wingman": {"wingman": True},
        "slick": {"talent": "slick"},
        "flair": {"flair": True, "rolls": [1, 2]},
    }.get(kind, {})
    return table.attempt("ana", 1 if kind == "damage" else 0, **fields)


@pytest.mark.parametrize("kind", KINDS)
def test_while_a_question_is_open_only_its_answer_end_and_leave_are_accepted(kind: str) -> None:
    table = asking(kind)
    asked = "ben" if kind in ("wingman", "slick") else "ana"
    assert table.asked() == (kind, asked)
    assert (table.phase, table.actors()) == ("choice", [asked, "gm"])
    assert table.offered(asked) == {"choose"}
    assert table.offered("gm") == {"end", "leave"}
    assert table.offers("cy") == []
    for name in ("ana", "ben", "cy"):
        table.no_attempt(name, 0)
        table.no_attempt(name, 0, task="ditch")
        table.refuse("mulligan", name)
        table.refuse("couldnt-sleep", name, dice=[0])
        table.refuse("set-free", name, key="focus", focus="Physical")
    table.no_gm("call-check", participants=["cy"], skill="a", group="b", cos=45, task="new")
    table.no_gm("close-task", task="ditch")
    table.no_gm("hardship", target="cy", degree="damaged", selection="choice")
    table.no_gm("rest", full=True)
    table.no_gm("defeat")
    table.no_gm("join", participant=who("dee"))
    table.gm("leave", target="cy")
    assert table.asked() == (kind, asked), "a third who leaves changes nothing"
    table.gm("end", outcome="Enough.")
    assert (table.phase, table.pending, table.actors()) == ("over", None, [])


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_else_answers(kind: str) -> None:
    table = asking(kind)
    asked = table.asked()
    answer = {"flair": {"value": 1}, "steady": {"use": True}}.get(kind, {"slot": 1})
    for name in ("ana", "ben", "cy", "gm", "elf"):
        if asked != (kind, name):
            table.refuse("choose", name, **answer)
    table.do("choose", asked[1] if asked else "", **answer)


def test_without_a_question_nobody_chooses() -> None:
    table = Table(who("ana"), who("ben")).call()
    table.refuse("choose", "ana", slot=0)
    table.refuse("choose", "ana", slot=None)
    table.no_gm("choose", slot=0)


def test_questions_come_in_their_order() -> None:
    """Wingman; all new values; flair; steady, slot by slot; slick; in one attempt."""
    talents = [talent(key) for key in ("wingman", "slick", "flair", "steady")]
    table = Table(who("ana", "44", *talents), who("ben", "60 80d"), who("cy", "7d")).call(aids="ben")
    table.attempt("ana", 0, talent="slick", wingman=True, flair=True)
    kinds = [table.asked()]
    table.do("choose", "ben", slot=None, rolls=[97, 98])
    kinds.append(table.asked())
    table.do("choose", "ana", value=97)
    kinds.append(table.asked())
    table.do("choose", "ana", use=True)
    kinds.append(table.asked())
    table.do("choose", "ben", slot=1)
    kinds.append(table.asked())
    table.do("choose", "cy", slot=0)
    assert kinds == [("wingman", "ben"), ("flair", "ana"), ("steady", "ana"), ("slick", "ben"), ("slick", "cy")]
    assert (table.phase, table.slots("ana"), table.slots("ben"), table.slots("cy")) == ("open", "60d", "60 80", "7")


def test_with_smooth_both_slots_are_steadied_after_flair() -> None:
    """Flair serves the first sound slot; Steady is asked slot by slot."""
    talents = [talent(key) for key in ("smooth", "flair", "steady")]
    table = Table(who("ana", "20 24 x", *talents)).call()
    table.attempt("ana", 1, 0, talent="smooth", flair=True, mend=2, rolls=[91, 92, 93, 94, 95])
    assert table.asked() == ("flair", "ana")
    table.do("choose", "ana", value=92)
    table.do("choose", "ana", use=False)
    assert table.asked() == ("steady", "ana")
    table.do("choose", "ana", use=True)
    assert (table.slots("ana"), table.phase) == ("60d 92 95d", "open")


def test_a_result_stands_while_questions_are_open_or_when_they_are_answered() -> None:
    table = asking("steady")
    table.do("choose", "ana", use=False)
    assert table.result("ana")["success"] is True
    table.no_attempt("ana", 0)


def test_others_attempt_when_the_question_is_answered() -> None:
    table = asking("steady")
    table.do("choose", "ana", use=False)
    table.attempt("cy", 0, rolls=[5])
    assert table.result("cy")["success"] is True


def test_the_setups_dice_are_used_in_the_order_of_the_questions() -> None:
    """Order of dice: the ally's new value before the others, when the ally answers."""
    talents = [talent(key) for key in ("wingman", "smooth", "flair")]
    dice = [11, 12, 13, 14, 15, 16, 17]
    table = Table(who("ana", "20 24d x", *talents), who("ben", "60 80d"), dice=dice).call(aids="ben")
    table.attempt("ana", 0, 1, talent="smooth", wingman=True, flair=True, mend=2)
    table.do("choose", "ben", slot=1)
    assert table.slots("ben") == "60 12d"
    assert table.slots("ana") == "80 14d 16d"
    table.gm("close-task", task="wall")
    assert table.call(participants=["ben"]).attempt("ben", 0).slots("ben") == "17 12d"

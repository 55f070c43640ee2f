"""Actors, offers, examples: what is offered is accepted, and all that is allowed is offered."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, Table, canonical

KINDS = {"one", "some", "number", "text", "bool"}
ORDERS = {"call-check", "hardship", "rest", "defeat", "join", "leave", "end"}


def scene(slots: str = "44 20 24 90", *talents: dict[str, Any], **call: Any) -> Table:
    return Table(who("ana", slots, *talents), who("ben", "60 80d x")).call(**call)


def reachable(table: Table, actor: str = "ana", tries: int = 300) -> list[dict[str, Any]]:
    """Commands that sampling finds for an actor, each once."""
    found = {}
    for seed in range(tries):
        command = play.sample(GAME, table.state, actor, seed=seed)
        assert command is not None
        found[canonical(command)] = command
    return list(found.values())


def test_before_the_first_call_there_are_mulligan_and_free_slot() -> None:
    """FOS-02, FOS-22."""
    table = Table(who("ana"), who("ben"))
    assert table.offered("ana") == {"mulligan", "set-free"}
    assert table.offered("gm") >= ORDERS - {"join"}
    assert "close-task" not in table.offered("gm")
    assert table.actors() == ["ana", "ben", "gm"]


def test_with_nothing_to_do_nobody_but_the_gm_acts() -> None:
    table = scene()
    table.gm("close-task", task="wall")
    assert table.actors() == ["gm"]
    assert table.offers("ana") == []


@pytest.mark.parametrize(
    ("equal", "sentence"),
    [(False, "A die lower than the chance passes."), (True, "A die that is not above the chance passes.")],
)
def test_an_attempt_says_whether_an_equal_value_passes_fos_03(equal: bool, sentence: str) -> None:
    table = Table(who("ana", "45"), equal_passes=equal).call(cos=45)
    offer = next(offer for offer in table.offers("ana") if offer["type"] == "attempt")
    assert offer["help"].startswith(sentence)
    table.attempt("ana", 0)
    assert table.result("ana")["success"] is equal


def test_an_open_task_is_offered_until_it_is_attempted() -> None:
    """FOS-28."""
    table = scene()
    assert table.actors() == ["ana", "ben", "gm"]
    table.attempt("ana", 0, rolls=[5])
    assert table.actors() == ["ben", "gm"]
    assert "close-task" in table.offered("gm")


def test_after_a_short_rest_the_sleepless_are_offered_it() -> None:
    """FOS-22, FOS-42."""
    table = Table(who("ana", "60 70", talent("couldnt-sleep", None)), who("ben"))
    table.gm("rest", full=False)
    assert table.offered("ana") >= {"couldnt-sleep", "set-free"}
    assert "couldnt-sleep" not in table.offered("ben")


def test_one_whose_slots_are_blown_has_no_sleepless_night_to_offer() -> None:
    table = Table(who("ana", "x x", talent("couldnt-sleep", None)))
    table.gm("rest", full=False)
    assert "couldnt-sleep" not in table.offered("ana")


def test_no_hardship_is_offered_when_all_slots_are_blown() -> None:
    """FOS-09."""
    table = Table(who("ana", "x"), who("ben", "x"))
    assert "hardship" not in table.offered("gm")


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("smooth", "talent", "smooth"),
        ("slick", "talent", "slick"),
        ("scrape-by", "talent", "scrape-by"),
        ("extreme-effort", "talent", "extreme-effort"),
        ("flair", "flair", True),
    ],
)
def test_a_talent_that_can_be_used_is_reachable(key: str, field: str, value: Any) -> None:
    """What is allowed is offered: sampling, drawn over all offers, comes upon it."""
    found = reachable(scene("44 20 24 90", talent(key)))
    assert any(command.get(field) == value for command in found)


@pytest.mark.parametrize("key", ["aptitude", "focus"])
def test_a_reduction_that_can_be_used_is_reachable(key: str) -> None:
    found = reachable(scene("44 20 24 90", talent(key)))
    assert any((command.get("reduce") or {}).get(key) is not None for command in found)


def test_wingman_and_mending_and_exemplar_are_reachable() -> None:
    assert any(command.get("wingman") for command in reachable(scene("44", talent("wingman"), aids="ben")))
    assert any(command.get("mend") == 2 for command in reachable(scene("20 24 x", talent("smooth"))))
    table = scene("44", talent("exemplar")).attempt("ana", 0, rolls=[5])
    assert any(command.get("exemplar") == "ana" for command in reachable(table, "ben"))


def test_every_usable_slot_is_reachable() -> None:
    """FOS-03, FOS-06, FOS-39."""
    found = reachable(scene("44 20d x 90 5@Physical 6@Mental"))
    assert {tuple(command["dice"]) for command in found} == {(0,), (1,), (3,), (4,)}


def test_a_sure_thing_and_a_plain_die_are_offered_without_dice() -> None:
    """FOS-07, FOS-26."""
    assert [command["dice"] for command in reachable(scene(cos=100), tries=20)] == [[]]
    assert [command["dice"] for command in reachable(scene("x x"), tries=20)] == [[]]


def test_a_talent_that_cannot_be_used_is_not_offered() -> None:
    """Nothing that the rules refuse can be put together from one talent."""
    for command in reachable(scene("90 80", talent("smooth"), talent("slick"), talent("flair"))):
        assert not command.get("talent")
        assert not command.get("flair")


def test_an_attempt_at_nothing_is_offered_only_to_who_passes_regardless() -> None:
    """FOS-26."""
    assert scene("44 20", cos=0).offers("ana") == []
    found = reachable(scene("44 20", talent("extreme-effort"), cos=0), tries=40)
    assert {command.get("talent") for command in found} == {"extreme-effort"}


def test_answers_are_offered_as_they_are_allowed() -> None:
    table = scene("44", talent("slick")).attempt("ana", 0, talent="slick", rolls=[5])
    slots = {command.get("slot") for command in reachable(table, "ben", 40)}
    assert slots == {1, None}
    table = scene("44", talent("flair")).attempt("ana", 0, flair=True, rolls=[5, 6])
    assert {command["value"] for command in reachable(table, "ana", 40)} == {5, 6}
    table = scene("44", talent("steady")).attempt("ana", 0, rolls=[5])
    assert {command["use"] for command in reachable(table, "ana", 40)} == {True, False}

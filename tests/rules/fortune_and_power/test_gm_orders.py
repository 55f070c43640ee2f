"""The Adversary's orders: `adjust`, `rest` and `end` (FNP-41, FNP-42, FNP-43)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import GAME, INVALID_INTEGERS, INVALID_TEXTS, Table


def scene(**options: Any) -> Table:
    return Table(pc("ana", wounds=5, shocks=3, fortune=4), npc("orc", wounds=10, shocks=12), **options)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"wounds": 2}, (7, 3, 4)),
        ({"shocks": -1}, (5, 2, 4)),
        ({"fortune": 3}, (5, 3, 7)),
        ({"wounds": -99, "shocks": -99, "fortune": -99}, (0, 0, 0)),
        ({"wounds": -5, "shocks": 1, "fortune": -1}, (0, 4, 3)),
        ({"wounds": 1, "shocks": None, "fortune": None}, (6, 3, 4)),
    ],
)
def test_adjust_changes_what_it_names(changes: dict[str, int], expected: tuple[int, int, int]) -> None:
    """FNP-42, FNP-43: signed changes; below 0 becomes 0."""
    table = scene()
    table.gm("adjust", target="ana", reason="A healer came by.", **changes)
    assert table.figures("ana", "wounds", "shocks", "fortune") == expected
    assert table.figures("ana", "actions") == (2,)


def test_adjust_never_leaves_the_range() -> None:
    table = Table(pc("ana", wounds=990, fortune=990, limits={"wounds": 999, "shocks": 9}))
    for field in ("wounds", "fortune"):
        try:
            table.gm("adjust", target="ana", reason="Too much.", **{field: 500})
        except play.Refused:
            assert table.figures("ana", field) == (990,)
        else:
            assert table.figures("ana", field) == (999,)


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "ana", "wounds": 1},
        {"target": "ana", "wounds": 1, "reason": None},
        {"wounds": 1, "reason": "x"},
        {"target": "elf", "wounds": 1, "reason": "x"},
        {"target": "gm", "wounds": 1, "reason": "x"},
        {"target": None, "wounds": 1, "reason": "x"},
        {"target": "ana", "actions": 1, "reason": "x"},
        {"target": "ana", "wounds": 1, "limits": {"wounds": 3}, "reason": "x"},
        {"target": "ana", "wounds": 10**9, "reason": "x"},
        {"target": "ana", "wounds": -(10**9), "reason": "x"},
    ],
)
def test_a_malformed_adjustment_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("adjust", **fields)


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_changes_are_integers(value: Any) -> None:
    for field in ("wounds", "shocks", "fortune"):
        scene().no_gm("adjust", target="ana", reason="x", **{field: value})
    scene().no_gm("rest", weeks=value)


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_a_reason_and_an_outcome_are_texts(value: Any) -> None:
    scene().no_gm("adjust", target="ana", wounds=1, reason=value)
    scene().no_gm("end", outcome=value)


@pytest.mark.parametrize(
    "kind_and_fields",
    [
        ("adjust", {"target": "orc", "wounds": 1, "reason": "x"}),
        ("rest", {"weeks": 1}),
        ("leave", {"target": "orc"}),
        ("join", {"participant": npc("imp")}),
        ("end", {"outcome": "x"}),
    ],
)
def test_only_the_adversary_gives_these_orders(kind_and_fields: tuple[str, dict[str, Any]]) -> None:
    kind, fields = kind_and_fields
    scene().refuse(kind, "ana", **fields)
    scene().refuse(kind, "orc", **fields)
    scene().refuse(kind, "observer", **fields)


@pytest.mark.parametrize(("weeks", "ana", "orc"), [(1, (4, 2), (9, 11)), (4, (1, 0), (6, 8)), (99, (0, 0), (0, 0))])
def test_a_week_of_rest_mends_one_wound_and_one_shock_of_everybody(
    weeks: int, ana: tuple[int, int], orc: tuple[int, int]
) -> None:
    """FNP-43."""
    table = scene()
    table.gm("rest", weeks=weeks)
    assert table.figures("ana", "wounds", "shocks") == ana
    assert table.figures("orc", "wounds", "shocks") == orc
    assert table.figures("ana", "fortune") == (4,)
    table.because("FNP-43")


def test_the_options_say_how_much_a_week_mends() -> None:
    """FNP-43."""
    table = scene(wounds_per_week=3, shocks_per_week=0)
    table.gm("rest", weeks=2)
    assert table.figures("orc", "wounds", "shocks") == (4, 12)
    assert table.figures("ana", "wounds", "shocks") == (0, 3)


def test_after_a_rest_the_round_rises_by_one_and_all_have_two_actions() -> None:
    """FNP-43."""
    table = Table(pc("ana"), npc("orc"))
    table.passes("ana")
    table.do("move", "orc", spaces=1)
    table.gm("rest", weeks=1)
    assert (table.round, table.turn) == (2, ["ana"])
    assert table.figures("ana", "actions") == table.figures("orc", "actions") == (2,)


def test_a_rest_raises_the_fallen() -> None:
    """FNP-43, FNP-44."""
    table = Table(pc("ana", wounds=11), npc("orc", wounds=12))
    assert table.turn == []
    table.gm("rest", weeks=1)
    assert (table.turn, table.round) == ([], 2)
    table.gm("rest", weeks=1)
    assert (table.turn, table.round) == (["ana"], 3)
    assert table.proposed_outcome == "players"


def test_a_rest_keeps_the_order() -> None:
    table = Table(pc("ana"), npc("orc"))
    table.gm("set-order", order=["orc", "ana"])
    table.gm("rest", weeks=1)
    assert table.order == ["orc", "ana"]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"weeks": 0},
        {"weeks": 100},
        {"weeks": -1},
        {"weeks": None},
        {"weeks": 1, "target": "ana"},
        {"weeks": 1, "rolls": [3]},
    ],
)
def test_a_malformed_rest_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("rest", **fields)


def test_the_adversary_ends_it_with_any_words() -> None:
    """FNP-41: the final word is the Adversary's."""
    table = Table(pc("ana", wounds=10), npc("orc"))
    assert table.proposed_outcome == "monsters"
    table.gm("end", outcome="The orc is moved by her songs.")
    assert (table.phase, table.outcome) == ("over", "The orc is moved by her songs.")
    assert (table.turn, table.actors(), table.pending) == ([], [], None)


def test_after_the_end_every_command_is_refused() -> None:
    table = Table(pc("ana"), npc("orc"))
    table.gm("end", outcome="Peace.")
    table.refuse("pass", "ana")
    table.refuse("move", "ana", spaces=1)
    table.no_gm("end", outcome="Again.")
    table.no_gm("rest", weeks=1)
    table.no_gm("adjust", target="ana", wounds=1, reason="x")
    table.no_gm("join", participant=npc("imp"))
    table.no_gm("leave", target="orc")
    for who in ("ana", "orc", "gm"):
        assert table.offers(who) == []
        assert play.sample(GAME, table.state, who, seed=1) is None


@pytest.mark.parametrize("fields", [{}, {"outcome": None}, {"outcome": "x", "winner": "ana"}])
def test_a_malformed_end_is_refused(fields: dict[str, Any]) -> None:
    scene().no_gm("end", **fields)


def test_fortune_given_names_its_rule_and_a_healers_care_its_own() -> None:
    """FNP-06, FNP-42, FNP-43: the answer to "why?" says what decided it."""
    table = Table(pc("ana", wounds=3), npc("orc"))
    table.hurt("ana", fortune=2)
    table.because("FNP-06")
    table.hurt("ana", wounds=-1)
    table.because("FNP-42", "FNP-43")
    assert all("FNP-06" not in event["rules"] for event in table.events)

"""Contests between player characters (FNP-14), numbers and verdicts on marginal results (FNP-16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import INVALID_INTEGERS, Table


def scene(dice: list[int] | None = None) -> Table:
    return Table(pc("ana", {"Athlete": 5}, fortune=3), pc("ben", {"Athlete": 3, "Burglar": 6}), npc("orc"), dice=dice)


def contest(table: Table, rolls: list[int] | None = None, **fields: Any) -> dict[str, Any]:
    if rolls is not None:
        fields["rolls"] = rolls
    table.do("contest", "ana", **{"target": "ben", "trait": "Athlete", "target_trait": "Athlete", **fields})
    return table.numbered()


@pytest.mark.parametrize(
    ("rolls", "winner", "totals", "dox"),
    [([2, 3], "ana", [7, 6], 1), ([1, 6], "ben", [6, 9], 3), ([1, 3], None, [6, 6], 0), ([6, 1], "ana", [11, 4], 7)],
)
def test_the_highest_total_wins(rolls: list[int], winner: str | None, totals: list[int], dox: int) -> None:
    table = scene()
    event = contest(table, rolls)
    assert (event["totals"], event["dox"], event["rolls"]) == (totals, dox, rolls)
    assert event["winner"] == winner
    table.because("FNP-14")


def test_a_tie_is_no_marginal_result() -> None:
    """FNP-14, FNP-16."""
    table = scene()
    contest(table, [1, 3])
    assert table.marginal == []
    table.no_gm("rule", event=1, verdict="tie")


def test_each_may_bring_another_trait() -> None:
    assert contest(scene(), [2, 2], target_trait="Burglar")["totals"] == [7, 8]
    assert contest(scene(), [2, 2], trait="Sailing")["totals"] == [2, 5]


def test_the_actors_die_comes_first() -> None:
    table = scene(dice=[6, 1, 2, 2])
    assert contest(table)["rolls"] == [6, 1]
    assert contest(table)["rolls"] == [2, 2]


def test_a_contest_needs_two_player_characters() -> None:
    """FNP-14."""
    table = scene()
    table.refuse("contest", "ana", target="orc", trait="Athlete", target_trait="Athlete")
    table.gm("set-order", order=["orc", "ana", "ben"])
    table.refuse("contest", "orc", target="ana", trait="Athlete", target_trait="Athlete")
    assert "contest" not in table.offered("orc")


def test_nobody_contests_alone() -> None:
    scene().refuse("contest", "ana", target="ana", trait="Athlete", target_trait="Athlete")
    alone = Table(pc("ana"), npc("orc"))
    assert "contest" not in alone.offered("ana")


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "elf"},
        {"target": None},
        {"trait": None},
        {"trait": ""},
        {"target_trait": None},
        {"target_trait": ""},
        {"target_trait": 3},
        {"fortune": 1},
        {"modifiers": []},
        {"rolls": [3]},
        {"rolls": [3, 4, 5]},
        {"rolls": [0, 3]},
        {"rolls": [3, 7]},
        {"rolls": []},
        {"challenge": 9},
    ],
)
def test_a_malformed_contest_is_refused(fields: dict[str, Any]) -> None:
    scene().refuse("contest", "ana", **{"target": "ben", "trait": "Athlete", "target_trait": "Athlete", **fields})


@pytest.mark.parametrize("missing", ["target", "trait", "target_trait"])
def test_every_field_of_a_contest_is_needed(missing: str) -> None:
    fields = {"target": "ben", "trait": "Athlete", "target_trait": "Athlete"}
    del fields[missing]
    scene().refuse("contest", "ana", **fields)


def test_checks_attacks_and_contests_are_numbered_in_one_row() -> None:
    """FNP-16: from 1."""
    table = scene()
    table.do("check", "ana", trait="Athlete", challenge=9, rolls=[3, 4])
    assert table.numbered()["number"] == 1
    assert contest(table, [1, 2])["number"] == 2
    table.do("move", "ben", spaces=1)
    table.do("attack", "ben", target="orc", trait="Warrior", rolls=[1, 2])
    assert table.numbered()["number"] == 3
    table.passes("orc")
    table.do("check", "ana", trait="Athlete", challenge=9, rolls=[3, 4])
    assert table.numbered()["number"] == 4


def marginal() -> Table:
    """Numbers 1 (a check) and 3 (an attack) are marginal."""
    table = Table(pc("ana"), pc("ben", wounds=3), npc("orc"))
    table.do("check", "ana", trait="Athlete", challenge=7, rolls=[3, 4])
    table.do("check", "ana", trait="Athlete", challenge=6, rolls=[3, 4])
    table.do("attack", "ben", target="orc", trait="Warrior", rolls=[3, 4])
    return table


def test_numbers_of_marginal_results_are_listed() -> None:
    table = marginal()
    assert table.marginal == [1, 3]
    assert table.numbered()["marginal"] is True
    assert table.figures("orc", "wounds") == (1,), "until it is ruled it counts as a success"


@pytest.mark.parametrize("verdict", ["success", "failure", "tie"])
def test_a_verdict_removes_the_number_and_takes_nothing_back(verdict: str) -> None:
    """FNP-16."""
    table = marginal()
    before = table.view()
    table.gm("rule", event=3, verdict=verdict)
    assert table.view() == {**before, "marginal": [1]}
    table.because("FNP-16")
    table.gm("rule", event=1, verdict=verdict)
    assert table.marginal == []


@pytest.mark.parametrize("number", [0, 2, 4, -1, 999, None, *INVALID_INTEGERS])
def test_a_number_that_is_not_listed_is_refused(number: Any) -> None:
    """FNP-16."""
    marginal().no_gm("rule", event=number, verdict="success")


@pytest.mark.parametrize(
    "fields",
    [
        {"event": 1},
        {"verdict": "tie"},
        {"event": 1, "verdict": "draw"},
        {"event": 1, "verdict": None},
        {"event": 1, "verdict": True},
        {"event": 1, "verdict": "tie", "reason": "so"},
    ],
)
def test_a_malformed_verdict_is_refused(fields: dict[str, Any]) -> None:
    marginal().no_gm("rule", **fields)


def test_a_result_is_ruled_once() -> None:
    table = marginal()
    table.gm("rule", event=1, verdict="tie")
    table.no_gm("rule", event=1, verdict="tie")
    table.no_gm("rule", event=1, verdict="success")


def test_only_the_adversary_rules() -> None:
    marginal().refuse("rule", "ben", event=1, verdict="success")
    marginal().refuse("rule", "ana", event=1, verdict="success")


def test_rulings_are_offered_only_when_something_is_marginal() -> None:
    assert "rule" not in scene().offered("gm")
    assert "rule" in marginal().offered("gm")


def test_automatic_results_are_never_listed() -> None:
    """FNP-16, FNP-17."""
    table = scene()
    table.do("check", "ana", trait="Athlete", challenge=17, rolls=[6, 6])
    table.do("check", "ana", trait="Athlete", challenge=7, rolls=[1, 1])
    assert table.marginal == []


def test_marginal_results_outlast_the_round_and_those_who_leave() -> None:
    table = marginal()
    table.gm("rest", weeks=1)
    table.gm("leave", target="ana")
    assert table.marginal == [1, 3]
    table.gm("rule", event=1, verdict="success")
    assert table.marginal == [3]


def test_a_ruling_without_a_marginal_result_is_refused_with_the_reason_fnp_16() -> None:
    table = scene()
    assert table.refuse("rule", "gm", event=1, verdict="tie").message == (
        "event: no result is marginal now, so there is nothing to rule on."
    )
    table.do("check", "ana", trait="Athlete", challenge=12, rolls=[3, 4])
    assert table.refuse("rule", "gm", event=2, verdict="tie").message == (
        "event: no marginal result has that number; choose one of these: 1."
    )

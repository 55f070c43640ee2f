"""What is given for an absent player: an attempt and answers that spend no more of the player's slots than needed."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import talent, who
from tests.rules.fortune_system.table import GAME, Table

COSTLY = (talent("scrape-by"), talent("extreme-effort"), talent("focus"), talent("smooth"), talent("slick"))


def scene(slots: str, *talents: dict[str, Any], **call: Any) -> Table:
    return Table(who("ana", slots, *talents), who("ben", "20 40")).call(**call)


def decline(table: Table, actor: str = "ana") -> dict[str, Any]:
    """The command for an absent player; it is accepted."""
    command = play.decline(GAME, table.state, actor)
    assert command is not None
    table.do(command["type"], actor, **{key: value for key, value in command.items() if key not in ("type", "actor")})
    return command


def test_a_failing_attempt_for_an_absent_player_damages_no_slot() -> None:  # FOS-03, FOS-33, FOS-35
    table = scene("60 80", *COSTLY, cos=30)
    assert decline(table) == {"type": "attempt", "actor": "ana", "task": "wall", "dice": [1]}
    assert [slot["condition"] for slot in table["ana"]["slots"]] == ["sound", "sound"]
    assert not table.result("ana")["success"]


def test_an_attempt_for_an_absent_player_passes_where_that_costs_nothing() -> None:  # FOS-30, FOS-34
    """Reductions without a price are used; the example of another player spends no slot at all."""
    table = scene("44 30", talent("aptitude"), cos=40)
    assert decline(table)["reduce"] == {"aptitude": 0}
    assert table.result("ana")["success"]
    table = Table(who("ana", "60 80", *COSTLY), who("ben", "20 40", talent("exemplar"))).call(cos=30).attempt("ben", 0)
    assert decline(table)["exemplar"] == "ben"
    assert table.slots("ana") == "60 80"


@pytest.mark.parametrize(
    ("slots", "talents", "dice", "conditions"),
    [
        ("60 80 90d", COSTLY, [1, 0], ["damaged", "damaged", "damaged"]),
        ("60 80", COSTLY[1:], [1], ["sound", "blown"]),
        ("60 80d 30d", COSTLY, [1], ["sound", "blown", "damaged"]),
        ("60 80d", COSTLY[:1], [0, 1], ["damaged", "blown"]),
    ],
)
def test_where_only_costly_talents_pass_an_absent_player_loses_as_few_slots_as_possible(
    slots: str, talents: tuple[dict[str, Any], ...], dice: list[int], conditions: list[str]
) -> None:  # FOS-26, FOS-33, FOS-35
    table = scene(slots, *talents, cos=0)
    assert decline(table)["dice"] == dice
    assert [slot["condition"] for slot in table["ana"]["slots"]] == conditions


def test_an_absent_player_does_not_damage_a_slot_for_a_steady_value() -> None:  # FOS-41
    table = scene("44", talent("steady"), cos=45).attempt("ana", 0, rolls=[99])
    assert decline(table) == {"type": "choose", "actor": "ana", "use": False}
    assert table.slots("ana") == "99"


def test_nothing_is_given_for_a_player_for_whom_play_does_not_wait() -> None:
    table = scene("60 80", *COSTLY, cos=30)
    decline(table)
    assert play.decline(GAME, table.state, "ana") is None

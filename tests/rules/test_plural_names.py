"""Verbs agree with the plural name of those who join and leave, also of those whom only some see."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power import participants as fortune_and_power
from tests.rules.fortune_and_power.table import Table as FortuneAndPowerTable
from tests.rules.fortune_system import participants as fortune_system
from tests.rules.fortune_system.table import Table as FortuneSystemTable

NAME = "Street toughs"


def fortune_and_power_case() -> tuple[str, Any, dict[str, Any], str]:
    table = FortuneAndPowerTable(
        fortune_and_power.pc("ana", {"Perception": 2}), fortune_and_power.npc("orc", {"Perception": 1})
    )
    return (
        "fortune-and-power",
        table,
        fortune_and_power.npc("toughs", name=NAME),
        "Street toughs join, last in the order.",
    )


def fortune_system_case() -> tuple[str, Any, dict[str, Any], str]:
    table = FortuneSystemTable(fortune_system.who("ana"), fortune_system.who("ben"))
    return "fortune-system", table, fortune_system.who("toughs", "60", name=NAME), "Street toughs join."


@pytest.mark.parametrize("case", [fortune_and_power_case, fortune_system_case])
def test_verbs_agree_with_the_plural_name_of_those_who_come_and_go(case: Any) -> None:
    slug, table, toughs, sentence = case()
    assert table.gm("join", participant=toughs)[0]["text"] == sentence
    assert table.gm("leave", target="toughs")[0]["text"] == "Street toughs leave."
    join = {"type": "join", "actor": "gm", "participant": {**toughs, "hidden": True}}
    state = play.act(slug, table.state, join)
    assert state["events"][0]["text"] == "Street toughs are here, hidden."
    left = play.act(slug, state["state"], {"type": "leave", "actor": "gm", "target": "toughs"})
    assert left["events"][0]["text"] == "Street toughs leave while still hidden."
    assert left["events"][0]["visible_to"] == ["gm", "toughs"], "nobody else learns of them"

"""The settled readings of docs/rules/fortune-and-power.md, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import Table, refused_start

SPEAR = {"name": "Spear", "bonus": 2}
GAZE = {"name": "Gaze", "bonus": 1, "mental": True}


def test_no_round_begins_while_a_blow_waits_fnp_06_fnp_32() -> None:
    table = Table(pc("juk", {"Warrior": 7}), npc("orc", fortune=50))
    table.gm("set-order", order=["orc", "juk"])
    table.do("pass", "orc")
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[2, 2])
    table.do("absorb", "orc", fortune=4)
    table.do("attack", "juk", target="orc", trait="Warrior", rolls=[2, 2])
    assert (table.phase, table.round) == ("blow", 1), "nobody has an action left, and the blow waits"
    table.do("absorb", "orc", fortune=4)
    assert (table.phase, table.round) == ("acting", 2)


def test_a_check_against_oneself_is_refused_fnp_13() -> None:
    table = Table(pc("juk", {"Warrior": 7}), npc("orc"))
    refused = table.refuse("check", "juk", trait="Warrior", against={"target": "juk", "trait": "Athlete"})
    assert (refused.code, refused.rule) == ("check.self", "FNP-13")


def test_an_unused_rapid_attack_ends_with_the_round_fnp_06_fnp_32() -> None:
    table = Table(pc("ana", {"Warrior": 7}, fortune=6), npc("orc"))
    table.do("rapid", "ana", attacks=4)
    limit = table["ana"]["limits"]["wounds"]
    table.hurt("ana", wounds=limit)
    assert table.figures("ana", "attacks", "incapacitated") == (4, True)
    table.do("pass", "orc")
    table.hurt("ana", wounds=-limit)
    assert table.round == 2
    assert table.figures("ana", "actions", "attacks") == (2, 0)


@pytest.mark.parametrize(
    ("weapon", "mental", "found"),
    [("Gaze", None, True), ("Gaze", False, True), ("Spear", None, False), ("Spear", True, True)],
)
def test_a_weapon_marked_mental_makes_the_attack_mental_fnp_42(weapon: str, mental: bool | None, found: bool) -> None:
    table = Table(pc("juk", {"Warrior": 7}, weapons=[SPEAR, GAZE]), npc("orc"))
    more: dict[str, Any] = {} if mental is None else {"mental": mental}
    table.do("attack", "juk", target="orc", trait="Warrior", weapon=weapon, rolls=[2, 2], **more)
    assert table.numbered()["mental"] is found
    wounds, shocks = table.figures("orc", "wounds", "shocks")
    assert (bool(wounds), bool(shocks)) == (not found, found)


def test_two_weapons_of_one_name_are_refused_fnp_42() -> None:
    twice = [SPEAR, {**GAZE, "name": "Spear"}]
    assert refused_start(pc("juk", weapons=twice), npc("orc")).rule == "FNP-42"
    table = Table(pc("juk"), npc("orc"))
    assert table.no_gm("join", participant=pc("ana", weapons=twice)).rule == "FNP-42"

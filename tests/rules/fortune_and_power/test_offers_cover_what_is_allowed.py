"""Actors, offers, examples: what is offered is accepted, and all that is allowed is offered."""

from __future__ import annotations

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.people import npc, pc
from tests.rules.fortune_and_power.table import GAME, RULE, Table

KINDS = {"one", "some", "number", "text", "bool"}
COMMANDS = {"set-order", "roll-order", "rule", "adjust", "rest", "join", "leave", "end"}


def scene(**options: Any) -> Table:
    return Table(
        pc(
            "ana",
            {"Warrior": 7, "Perception": 1},
            fortune=9,
            gifts=["Empathy"],
            wounds=1,
            weapons=[{"name": "Sword", "bonus": 4}],
        ),
        pc("ben", shocks=2),
        npc("orc"),
        **options,
    )


def offer(table: Table, actor: str, kind: str) -> dict[str, Any]:
    return next(found for found in table.offers(actor) if found["type"] == kind)


def test_all_that_one_on_turn_may_do_is_offered() -> None:
    """FNP-06, FNP-08, FNP-14, FNP-32, FNP-33."""
    assert scene().offered("ana") == {"check", "attack", "rapid", "move", "heal", "contest", "pass"}


def test_nothing_that_cannot_be_done_is_offered() -> None:
    table = Table(pc("ana"), npc("orc"))
    assert table.offered("ana") == {"check", "attack", "move", "pass"}
    alone = Table(pc("ana"))
    assert alone.offered("ana") == {"check", "move", "pass"}


def test_the_adversary_is_offered_every_order_that_fits() -> None:
    table = scene()
    assert table.offered("gm") >= COMMANDS - {"rule", "join"}
    assert "rule" not in table.offered("gm")
    table.do("check", "ana", trait="Singing", challenge=7, rolls=[3, 4])
    assert "rule" in table.offered("gm")


def test_with_the_option_false_no_fortune_is_offered() -> None:
    """FNP-06."""
    table = scene(fortune=False)
    assert "rapid" not in table.offered("ana")
    for found in table.offers("ana"):
        choice = found["choices"].get("fortune")
        assert choice is None or choice.get("max") == 0


def test_without_enough_fortune_no_rapid_attack_is_offered() -> None:
    table = Table(pc("ana", {"Warrior": 3}, fortune=2), npc("orc"))
    assert "rapid" not in table.offered("ana")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("check", {"trait"}),
        ("attack", {"target", "trait"}),
        ("rapid", {"attacks"}),
        ("move", {"spaces"}),
        ("heal", {"target", "kind", "pay"}),
        ("contest", {"target", "trait", "target_trait"}),
    ],
)
def test_an_example_is_whole(kind: str, fields: set[str]) -> None:
    table = scene()
    for found in table.offers("ana"):
        if found["type"] == kind:
            assert fields <= set(found["example"])


def test_an_offer_has_the_shape_of_the_contract() -> None:
    table = scene()
    for actor in ("ana", "gm"):
        for found in table.offers(actor):
            assert {"type", "actor", "label", "rules", "fixed", "choices", "example"} <= set(found)
            assert all(RULE.fullmatch(rule) for rule in found["rules"])
            example = found["example"]
            assert (example["type"], example["actor"]) == (found["type"], actor)
            assert set(example) - {"type", "actor"} <= set(found["fixed"]) | set(found["choices"])
            for field, value in found["fixed"].items():
                assert example[field] == value
            for field, choice in found["choices"].items():
                assert choice["kind"] in KINDS
                assert choice.get("optional") or field in example, f"{found['type']} needs {field}"
                if field in example and choice["kind"] == "one" and "from" in choice:
                    assert example[field] in choice["from"]


def test_every_choice_of_one_kind_is_accepted_by_itself() -> None:
    """Each value of each `one` choice of each offer, put into the example, is accepted unless it depends on another."""
    table = scene()
    for target in ("orc", "ben"):
        for found in (found for found in table.offers("ana") if found["type"] == "attack"):
            choice = found["choices"].get("target")
            if choice:
                assert target in choice["from"]
                assert "ana" not in choice["from"]


def test_the_four_rapid_attacks_need_six_points_and_both_actions() -> None:
    table = scene()
    assert _attack_counts(table) == {2, 4}
    table.do("move", "ana", spaces=1)
    assert _attack_counts(table) == {2}


def _attack_counts(table: Table) -> set[int]:
    """Every number of rapid attacks that Ana's offers let her name."""
    found = set()
    for rapid in (made for made in table.offers("ana") if made["type"] == "rapid"):
        fixed = rapid["fixed"].get("attacks")
        found |= {fixed} if fixed else set(rapid["choices"]["attacks"]["from"])
    return found


def test_absorb_is_offered_from_0_to_the_smaller_of_damage_and_fortune() -> None:
    table = Table(pc("ana", {"Warrior": 7}), npc("orc", fortune=2))
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[2, 2])
    choice = offer(table, "orc", "absorb")["choices"]["fortune"]
    values = choice.get("from") or list(range(choice["min"], choice["max"] + 1))
    assert values == [0, 1, 2]
    table = Table(pc("ana"), npc("orc", fortune=9))
    table.do("attack", "ana", target="orc", trait="Warrior", rolls=[3, 4])
    choice = offer(table, "orc", "absorb")["choices"]["fortune"]
    assert (choice.get("from") or list(range(choice["min"], choice["max"] + 1))) == [0, 1]


def test_each_number_is_taken_from_the_lowest_to_the_highest_offered_and_no_further() -> None:
    """FNP-06, FNP-11, FNP-33, FNP-42, FNP-43: also the changes of `adjust`, -9999 to 9999."""
    table, tried = scene(move_spaces=4), set()
    for found in [*table.offers("ana"), *table.offers("gm")]:
        for field, choice in found["choices"].items():
            if choice["kind"] != "number":
                continue
            tried.add((found["type"], field))
            spent = {"fortune": choice["max"] - 4} if field == "spaces" else {}
            for value in (choice["min"], choice["max"]):
                play.act(GAME, table.state, {**found["example"], **spent, field: value})
            for value in (choice["min"] - 1, choice["max"] + 1):
                table.refuse_raw({**found["example"], **spent, field: value})
    pools = {("adjust", name) for name in ("wounds", "shocks", "fortune")}
    assert tried >= {("check", "challenge"), ("attack", "fortune"), ("move", "spaces"), ("rest", "weeks")} | pools


def test_a_rolled_command_offers_no_dice_to_choose() -> None:
    for found in scene().offers("ana"):
        assert "rolls" not in found["example"]

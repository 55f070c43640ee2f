"""What is offered, to whom, how it is said, and how far it reaches (FNP-06 to FNP-19, FNP-32, FNP-34)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM, everything
from tests.rules.fortune_and_power.table import GAME, Table

COMMANDS = {"set-order", "roll-order", "rule", "adjust", "rest", "join", "leave", "end"}


def start(*participants: dict[str, Any], **options: Any) -> dict[str, Any]:
    return play.start(SYSTEM, {"participants": list(participants), "options": options}, seed=1)


def offered(state: dict[str, Any], actor: str) -> list[dict[str, Any]]:
    return play.offers(SYSTEM, state, actor)


def labels(state: dict[str, Any], actor: str) -> list[str]:
    return [offer["label"] for offer in offered(state, actor)]


def types(state: dict[str, Any], actor: str) -> set[str]:
    return {offer["type"] for offer in offered(state, actor)}


def test_only_who_is_on_turn_and_the_adversary_are_offered_anything_fnp_32() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    assert offered(state, "ana")
    assert offered(state, "gm")
    assert offered(state, "ben") == offered(state, "wolf") == offered(state, "observer") == []
    with pytest.raises(play.Refused):
        offered(state, "nobody")


def test_a_label_names_its_target_where_there_is_only_one() -> None:
    said = labels(start(pc("ana"), npc("wolf")), "ana")
    assert {"Attack Wolf", "Ambush Wolf", "Move", "Pass"} <= set(said)
    assert "Attack someone" in labels(start(pc("ana"), npc("wolf"), npc("bear")), "ana")


def test_offers_that_roll_say_how_many_dice_and_take_modifiers_fnp_10_fnp_14_fnp_19() -> None:
    state = start(pc("ana", {"Warrior": 3}), pc("ben", {"Warrior": 2}))
    for offer in [*offered(state, "ana"), *offered(state, "gm")]:
        if offer["type"] in ("check", "attack"):
            assert offer["rolls"] == {"count": 2, "sides": 6}
            assert offer["modifiers"] == {"min": -99, "max": 99}
        elif offer["type"] == "contest":
            assert offer["rolls"] == {"count": 2, "sides": 6}
            assert "modifiers" not in offer
        elif offer["type"] == "roll-order":
            assert offer["rolls"] == {"count": 4, "sides": 6}
        else:
            assert "rolls" not in offer


def test_opponents_who_can_still_act_are_named_first() -> None:
    state = start(pc("ana"), pc("ben"), npc("down", wounds=10), npc("wolf"))
    attack = offered(state, "ana")[0]
    assert attack["choices"]["target"]["from"] == ["wolf", "down", "ben"]


def test_the_best_trait_and_the_first_weapon_are_the_example_fnp_34() -> None:
    ana = pc("ana", {"Archer": 5, "Warrior": 2, "Burglar": 9}, weapons=[{"name": "Bow", "bonus": 4}])
    attack = offered(start(ana, npc("wolf")), "ana")[0]
    assert attack["example"]["trait"] == "Archer"
    assert attack["example"]["weapon"] == "Bow"
    assert attack["choices"]["trait"]["from"] == ["Archer", "Warrior", "Burglar"]


def test_a_participant_without_a_fighting_trait_is_offered_its_best_trait_fnp_34() -> None:
    witch = npc("witch", {"Intuition": 5, "Sorcerer": 7})
    attack = offered(start(witch, pc("ana")), "witch")[0]
    assert attack["example"]["trait"] == "Sorcerer"
    assert attack["choices"]["trait"]["from"] == ["Sorcerer", "Intuition", "Warrior", "Archer"]


@pytest.mark.parametrize(("fortune", "labels_", "most"), [(0, 0, None), (2, 0, 2), (3, 1, 3), (6, 2, 3)])
def test_fortune_is_offered_as_far_as_there_is_any_fnp_06(fortune: int, labels_: int, most: int | None) -> None:
    state = start(pc("ana", fortune=fortune), npc("wolf"), move_spaces=4)
    assert len([offer for offer in offered(state, "ana") if offer["type"] == "rapid"]) == labels_
    for offer in offered(state, "ana"):
        if offer["type"] in ("attack", "check", "move"):
            assert offer["choices"].get("fortune", {}).get("max") == most
        if offer["type"] == "move":
            assert offer["choices"]["spaces"]["max"] == 4 + (most or 0)
    none = start(pc("ana", fortune=fortune), npc("wolf"), fortune=False)
    assert not any("fortune" in offer["choices"] for offer in offered(none, "ana"))
    assert "rapid" not in types(none, "ana")


def test_in_a_rapid_attack_there_are_attacks_and_its_end_fnp_06() -> None:
    state = start(pc("ana", {"Burglar": 9}, fortune=3), npc("wolf"))
    state = play.act(SYSTEM, state, {"type": "rapid", "actor": "ana", "attacks": 2})["state"]
    assert types(state, "ana") == {"attack", "pass"}
    assert offered(state, "ana")[0]["choices"]["trait"]["from"] == ["Warrior", "Archer"]
    assert labels(state, "ana")[-1] == "End the rapid attack"


def test_healing_is_offered_to_those_who_have_the_gift_and_somebody_to_heal_fnp_08() -> None:
    ana = pc("ana", gifts=["Empathy"], fortune=1, shocks=1)
    said = labels(start(ana, pc("ben", wounds=1), npc("wolf")), "ana")
    assert [label for label in said if label.startswith("Heal")] == [
        "Heal Ben of a wound for 1 fortune",
        "Heal Ben of a wound by taking one wound",
        "Heal Ana of a shock for 1 fortune",
    ]
    assert "heal" not in types(start(pc("ana"), pc("ben", wounds=1)), "ana")


def test_a_contest_is_offered_between_player_characters_fnp_14() -> None:
    assert "Split the difference with Ben" in labels(start(pc("ana"), pc("ben")), "ana")
    assert "contest" not in types(start(pc("ana"), npc("wolf")), "ana")
    assert "contest" not in types(start(npc("wolf"), pc("ana")), "wolf")


def test_a_contest_proposes_the_best_trait_of_both_fnp_14() -> None:
    state = start(pc("ana", {"Seafarer": 4, "Perception": 3}), pc("ben", {"Perception": 1, "Warrior": 6}))
    [contest] = [offered_play for offered_play in offered(state, "ana") if offered_play["type"] == "contest"]
    assert contest["example"]["trait"] == "Seafarer"
    assert contest["example"]["target_trait"] == "Warrior"
    assert contest["choices"]["target_trait"]["from"][:2] == ["Warrior", "Perception"]


def test_a_blow_asks_its_target_and_leaves_the_adversary_two_orders_fnp_06() -> None:
    state = start(pc("ana", {"Warrior": 9}), npc("wolf", fortune=2))
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior", "rolls": [3, 3]}
    state = play.act(SYSTEM, state, strike)["state"]
    [absorb] = offered(state, "wolf")
    assert absorb["label"] == "Take the hit of 8 wounds"
    assert absorb["help"] == "Each point of fortune cancels one; with 0 all 8 are taken."
    assert absorb["choices"]["fortune"] == {"kind": "number", "min": 0, "max": 2}
    assert types(state, "gm") == {"leave", "end"}
    assert offered(state, "ana") == []


def test_the_adversary_is_asked_for_a_figure_and_for_verdicts_fnp_16_fnp_42() -> None:
    state = start(pc("ana", {"Warrior": 2}), npc("wolf"), damage="manual")
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior", "rolls": [2, 3]}
    state = play.act(SYSTEM, state, strike)["state"]
    confirm = offered(state, "gm")[0]
    assert (confirm["label"], confirm["example"]["damage"]) == ("Say how many wounds Wolf takes", 1)
    state = play.act(SYSTEM, state, confirm["example"])["state"]
    [rule] = [offer for offer in offered(state, "gm") if offer["type"] == "rule"]
    assert rule["fixed"] == {"event": 1}
    assert rule["choices"]["verdict"]["from"] == ["success", "failure", "tie"]


def test_nothing_is_offered_when_it_is_over() -> None:
    state = start(pc("ana"), npc("wolf"))
    state = play.act(SYSTEM, state, {"type": "end", "actor": "gm", "outcome": "Peace."})["state"]
    assert offered(state, "ana") == offered(state, "gm") == []


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


def test_a_trait_that_nobody_has_can_be_tried_against_somebody_and_counts_0() -> None:
    """FNP-10, FNP-13: one without any trait has the same plays as everyone, and so has one against such a target."""
    table = Table(pc("ana"), npc("wolf"), pc("ben"))
    [against] = [found for found in table.offers("ana") if "against" in found["choices"]]
    assert {"target": "wolf", "trait": "Perception"} in against["choices"]["against"]["from"]
    assert "Athlete" in against["choices"]["trait"]["from"]
    table.do("check", "ana", trait="Athlete", against={"target": "wolf", "trait": "Perception"}, rolls=[3, 4])
    found = table.numbered()
    assert (found["total"], found["challenge"], found["dox"], found["marginal"]) == (7, 7, 0, True)


def test_nobody_opposes_oneself() -> None:
    """FNP-13: the challenge comes from an opponent."""
    table = Table(pc("ana", {"Warrior": 3}), npc("wolf"))
    refused = table.refuse("check", "ana", trait="Warrior", against={"target": "ana", "trait": "Warrior"})
    assert (refused.code, refused.rule) == ("check.self", "FNP-13")


def test_the_adversary_alone_may_still_rest_and_order() -> None:
    """FNP-32, FNP-43: when everyone has left, what would be accepted is offered."""
    table = Table(pc("ana"))
    table.gm("leave", target="ana")
    assert table.offered("gm") == {"set-order", "roll-order", "rest", "join", "end"}
    table.gm("rest", weeks=1)
    assert (table.round, table.turn, table.actors()) == (2, [], ["gm"])
    table.gm("join", participant=pc("ben"))
    assert table.turn == ["ben"]

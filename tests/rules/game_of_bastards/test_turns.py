"""A turn: draw, discard, mulligan, free things, giving up the action, picking up (GOB-30, GOB-41, GOB-52)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import (
    BOW,
    KNIFE,
    SWORD,
    UNARMED,
    extras,
    fated,
    foe,
    follower,
    swordfighter,
)
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel


def scene(**more: Any) -> Table:
    return Table(fated("ana", rank=2), foe(rank=2), hands={"ana": "KS 4D", "bo": "9C"}, **more)


def test_step_one_draws_a_card_gob_41() -> None:
    table = scene(draws="TH")
    assert (table.phase, table.turn) == ("draw", ["ana"])
    table.do("draw", "ana")
    table.because("GOB-41")
    assert table.hand("ana")[-1] == "TH"
    assert (table.phase, table.turn) == ("declare", ["ana"])


def test_one_card_is_drawn_and_no_second_gob_41() -> None:
    table = scene()
    table.draw("ana")
    table.refuse("draw", "ana")
    table.refuse("mulligan", "ana")


def test_pass_is_refused_in_the_draw_step_gob_41() -> None:
    table = scene()
    assert table.refuse("pass", "ana").rule in (None, "GOB-41")
    table.draw("ana")
    table.do("pass", "ana")
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_an_attack_waits_for_the_draw_gob_41() -> None:
    table = scene()
    table.refuse("attack", "ana", target="bo", skill=UNARMED, kind="physical", card="KS")
    table.refuse("discard", "ana", cards="KS")


@pytest.mark.parametrize("kind", ["draw", "mulligan", "pass"])
def test_somebody_who_is_not_on_turn_waits_gob_41(kind: str) -> None:
    table = scene()
    table.refuse(kind, "bo")
    table.refuse(kind, "gm")
    table.refuse(kind, "nobody")


def test_one_card_may_be_discarded_after_the_draw_gob_41() -> None:
    table = scene(draws="TH")
    table.draw("ana")
    table.do("discard", "ana", cards="4D")
    assert table.discard == ["4D"]
    assert (table.size("ana"), table.phase, table.turn) == (4, "declare", ["ana"])


def test_the_card_just_drawn_may_be_discarded_gob_41() -> None:
    table = scene(draws="TH")
    table.draw("ana")
    table.do("discard", "ana", cards="TH")
    assert table.discard == ["TH"]


def test_a_second_discard_in_a_turn_is_refused_gob_41() -> None:
    table = scene()
    table.draw("ana")
    table.do("discard", "ana", cards="4D")
    table.refuse("discard", "ana", cards="KS")
    table.skip("ana", "bo")
    table.draw("ana")
    table.do("discard", "ana", cards="KS")


@pytest.mark.parametrize("cards", [[], ["KS", "4D"], ["9C"], ["AC"], "KS KS", ["XX"], [None], 7, {}])
def test_the_discard_is_one_card_of_ones_own_hand_gob_41(cards: Any) -> None:
    table = scene()
    table.draw("ana")
    table.refuse("discard", "ana", cards=cards)


def test_a_mulligan_discards_all_draws_five_and_costs_the_action_gob_30_gob_41() -> None:
    table = scene(draws="TH JH QH KH AH")
    old = table.hand("ana")
    table.do("mulligan", "ana")
    table.because("GOB-30")
    assert table.hand("ana") == ["TH", "JH", "QH", "KH", "AH"]
    assert sorted(table.discard) == sorted(old)
    assert (table["ana"]["initiative"], table.turn, table.phase) == ("AC", ["bo"], "draw")


def test_a_mulligan_of_a_follower_draws_its_rating_and_of_extras_their_members_gob_96() -> None:
    table = Table(follower(rating=3), extras(members=4), fated("ana"))
    table.do("mulligan", "fay")
    assert table.size("fay") == 3
    table.do("mulligan", "mob")
    assert table.size("mob") == 4


def test_a_round_goes_through_all_and_the_lowest_begins_again_gob_41() -> None:
    table = Table(fated("ana"), foe(), fated("cy"))
    for number in (1, 2, 3):
        for name in ("ana", "bo", "cy"):
            assert (table.round, table.turn) == (number, [name])
            table.skip(name)


def test_a_joker_drawn_is_a_wildcard_and_reshuffles_gob_05() -> None:
    table = scene(draws="TH XX")
    table.draw("ana")
    table.do("discard", "ana", cards="4D")
    table.skip("ana")
    before = table.view()["draw_pile"]
    told = table.do("draw", "bo")
    table.because("GOB-05")
    [drew] = [event for event in told if event["type"] == "drew-cards"]
    assert (drew["text"], drew["cards"]) == ("You draw a joker for Bo.", ["XX"])
    assert (table.wildcards("bo"), table.size("bo"), table.discard) == (1, 4, [])
    assert table.view()["draw_pile"] == before - 1 + 2, "the joker and the discarded card went back into the pile"
    assert (table.phase, table.turn) == ("declare", ["bo"]), "the joker was the card of this step"


def test_a_wildcard_draws_a_card_straight_into_the_hand_at_any_time_gob_06() -> None:
    table = Table(fated("ana", wildcards=2), foe(wildcards=2), waiting=True, draws="TH JH QH KH")
    table.do("spend-wildcard", "bo")
    table.because("GOB-06")
    assert (table.phase, table.turn) == ("initiative", ["ana", "bo"])
    table.do("initiative", "ana", card="AC")
    table.do("initiative", "bo", card="2C")
    table.do("spend-wildcard", "ana")
    assert (table.phase, table.turn) == ("draw", ["ana"])
    table.do("draw", "ana")
    table.do("spend-wildcard", "bo")
    assert (table.phase, table.turn) == ("declare", ["ana"])
    assert (table.wildcards("ana"), table.wildcards("bo")) == (1, 0)
    assert (table.hand("ana")[-2:], table.hand("bo")[-2:]) == (["JH", "QH"], ["TH", "KH"])
    assert table.refuse("spend-wildcard", "bo").rule in (None, "GOB-06")


def test_a_wildcard_that_draws_a_joker_is_a_wildcard_again_gob_05_gob_06() -> None:
    table = Table(fated("ana", wildcards=1), foe(), draws="XX")
    table.do("spend-wildcard", "ana")
    assert (table.wildcards("ana"), table.size("ana")) == (1, 4)


def test_the_gm_has_no_wildcards_gob_06() -> None:
    scene().refuse("spend-wildcard", "gm")


def test_an_empty_pile_is_shuffled_from_the_discards_and_the_table_told_gob_07() -> None:
    """Two cards and two jokers are left: the mulligan of five runs out in its middle."""
    participants = [fated(f"p{n}", side=f"s{n}") for n in range(10)]
    table = Table(*participants, decks=1)
    old = table.hand("p0")
    assert table.view()["draw_pile"] == 4
    table.do("mulligan", "p0")
    table.because("GOB-05", "GOB-07")
    assert (table.wildcards("p0"), table.size("p0")) == (2, 3)
    assert len(set(old) & set(table.hand("p0"))) == 1, "the fifth came out of the shuffled discards"
    assert table.discard == []
    assert table.turn == ["p1"], "the engine goes on"


def test_with_nothing_left_to_draw_the_draw_stops_short() -> None:
    participants = [fated(f"p{n}", side=f"s{n}") for n in range(12)]
    table = Table.of(*participants, decks=1)
    while table.phase == "initiative":
        table.do("initiative", table.turn[0], card=table.hand(table.turn[0])[0])
    actor = table.turn[0]
    before = table.size(actor)
    table.do("draw", actor)
    assert table.size(actor) == before, "only jokers are left in the pile, and they take no place in a hand"


def test_picking_up_takes_the_action_wielding_included_gob_52() -> None:
    armed = foe(weapons=[SWORD], skills={"Combat (Sword)": 1})
    table = Table(
        fated(
            "ana",
            "disarm",
            rank=1,
            skills={"Combat (Knife)": 1},
            weapons=[KNIFE],
            traits={"body": 1, "spirit": 1, "mind": 2, "luck": 1},
        ),
        armed,
        hands={"ana": "KS", "bo": "2D"},
    )
    table.clash("ana", "bo", "KS", "2D", skill="Combat (Knife)", weapon="Knife", use=[{"advantage": "disarm"}])
    assert table["bo"]["wielded"] == []
    table.draw("bo")
    table.do("pick-up", "bo", item="Sword")
    table.because("GOB-52")
    assert table["bo"]["wielded"] == ["Sword"]
    assert table.turn == ["ana"]


@pytest.mark.parametrize("item", ["", None, 7, True, ["sword"], "x" * 201])
def test_a_thing_has_a_name_gob_52(item: Any) -> None:
    table = scene()
    table.draw("ana")
    table.refuse("pick-up", "ana", item=item)


def test_picking_up_waits_for_ones_own_action_gob_52() -> None:
    table = scene()
    table.refuse("pick-up", "ana", item="stone")
    table.draw("ana")
    table.refuse("pick-up", "bo", item="stone")


def test_a_carried_weapon_is_drawn_for_nothing_gob_52() -> None:
    table = Table(fated("ana", weapons=[SWORD, BOW], skills={"Combat (Bow)": 1}), foe(), hands={"ana": "KS"})
    assert table["ana"]["wielded"] == ["Sword"], "the first of the list before the first attack (GOB-51)"
    table.clash("ana", "bo", "KS", skill="Combat (Bow)", weapon="Bow")
    assert table["ana"]["wielded"] == ["Bow"]


def test_a_turn_has_its_steps_gob_41() -> None:
    fight = duel()
    assert fight.refused("pass", "ana") == ("phase.wrong", "GOB-41")
    assert fight.refused("attack", "ana", **SWORD_ATTACK, target="bo", card="KS")[0] == "phase.wrong"
    assert fight.refused("draw", "bo") == ("turn.not-yours", "GOB-41")
    fight.do("draw", "ana")
    assert fight.refused("draw", "ana")[0] == "phase.wrong"
    assert fight.refused("mulligan", "ana")[0] == "phase.wrong"
    assert fight.refused("discard", "ana", cards=["KS", "QS"]) == ("discard.count", "GOB-41")
    fight.do("discard", "ana", cards=["TS"])
    assert fight.refused("discard", "ana", cards=["JS"]) == ("discard.twice", "GOB-41")
    assert fight.refused("call", "ana") == ("pending.nothing", "GOB-44")
    assert fight.refused("defend", "ana") == ("pending.nothing", "GOB-43")
    assert fight.refused("redirect", "ana", use=True) == ("pending.nothing", "GOB-70")
    assert fight.refused("desperation", "ana", trait="luck") == ("pending.nothing", "GOB-48")
    assert fight.refused("sleep", "ana")[0] == "command.unknown"
    assert fight.refused("pass", "nobody")[0] == "participant.unknown"


def test_a_mulligan_takes_the_action_that_is_still_there_gob_30() -> None:
    fight = duel(swordfighter("ana", "all-out-defense"))
    fight.do("use", "ana", advantage="all-out-defense")
    assert fight.refused("mulligan", "ana") == ("action.spent", "GOB-30")

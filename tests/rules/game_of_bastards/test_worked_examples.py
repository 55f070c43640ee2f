"""The worked examples of the rules, and the plain core of an opposition."""

import pytest

from rules import play
from tests.rules.game_of_bastards.people import deck_of, extras, follower, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM
from tests.rules.game_of_bastards.table import Table


def test_example_1_carltons_repair_gob_20_gob_23() -> None:
    inputs = {"skill_rank": 2, "trait": 3, "cards": ["9C", "4D"], "dealer_cards": ["JC", "2D", "3H"]}
    told = play.check(SYSTEM, "fate-draw", {**inputs, "declared_raises": 1})
    assert (told["success"], told["total"], told["dealer_total"]) == (True, 12, 11)
    assert (told["margin"], told["raises"]) == (1, 0)
    assert told["declared"] == {"raises": 1, "met": False}
    assert (told["played"], told["dealer_played"]) == (["9C"], ["JC"])


def test_example_2_a_sword_attack_gob_45_gob_46() -> None:
    ana = swordfighter("ana", traits={"body": 2, "spirit": 1, "mind": 1, "luck": 1})
    bo = swordfighter("bo", side="foes", traits={"body": 4, "spirit": 1, "mind": 1, "luck": 1})
    fight = Table.dealt([ana, bo], ["AC KS 4D 2S 3S", "2C 9C 3D 4H 5H"], "6H")
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="9C")
    assert fight.turn == ["ana"], "Bo's limit is reached, so the word is Ana's"
    fight.do("bet", "ana", cards=["4D"])
    sides = {side["id"]: side for side in fight.event("revealed")["sides"]}
    assert (sides["ana"]["total"], sides["bo"]["total"]) == (19, 10)
    assert fight.event("result")["margin"] == 9
    assert fight.event("damage")["amount"] == 13
    assert fight.pool("bo") == 20 - 13
    assert sorted(fight.discard) == ["4D", "9C", "KS"]


def test_example_3_a_group_is_gone_gob_96() -> None:
    ana = swordfighter("ana", traits={"body": 2, "spirit": 1, "mind": 1, "luck": 1})
    fight = Table.dealt([ana, extras("mob", 2, 4)], ["AC QS 4D 2S 3S", "2C 5C 3D 4H"], "6H")
    fight.do("draw", "ana")
    fight.exchange("ana", "mob", "QS", "5C")
    assert fight.event("members")["lost"] == 4
    assert fight["mob"]["out"] == "gone"
    assert fight.view()["proposed_outcome"] == "players"


def test_example_4_who_acts_first_gob_40_gob_02_gob_03() -> None:
    people = [swordfighter("ana"), swordfighter("ben"), swordfighter("cyd")]
    fight = Table.dealt(people, ["2H 3S 4S 5S 6S", "AD 3H 4H 5H 6H", "2C 3D 4D 5D 6D"])
    assert [seat["id"] for seat in fight.view()["initiative"]] == ["ben", "cyd", "ana"]


def test_example_5_hearts_are_above_spades_gob_03() -> None:
    ana = swordfighter("ana", traits={"body": 3, "spirit": 1, "mind": 1, "luck": 1})
    bo = swordfighter("bo", side="foes", traits={"body": 1, "spirit": 1, "mind": 3, "luck": 1})
    fight = Table.dealt([ana, bo], ["AC 9H 4D 2S 3S", "2C 9S 3D 4H 5H"], "6H")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "9H", "9S")
    assert (fight.event("result")["success"], fight.event("result")["margin"]) == (True, 0)
    assert fight.event("damage")["amount"] == 3 + 2


def test_simple_opposition_and_prices_gob_30_gob_13() -> None:
    sides = [{"id": "a", "card": "9H"}, {"id": "b", "card": "9H"}, {"id": "c", "card": "8D", "bonus": 1}]
    assert play.check(SYSTEM, "simple", {"sides": sides})["order"] == ["c", "b", "a"]
    with pytest.raises(play.Refused):
        play.check(SYSTEM, "simple", {"sides": [*sides, {"id": "d", "card": "XX"}]})
    assert play.check(SYSTEM, "price", {"kind": "trait", "steps": 3})["xp"] == 3


def test_a_fate_draw_of_jokers_alone_counts_its_bonuses_gob_05_gob_21_gob_15() -> None:
    inputs = {
        "skill_rank": 1,
        "trait": 7,
        "specialty_rank": 2,
        "difficulty": 3,
        "cards": ["XX"],
        "dealer_cards": ["XX"],
    }
    told = play.check(SYSTEM, "fate-draw", inputs)
    assert (told["total"], told["dealer_total"], told["success"]) == (9, 3, True)
    assert (told["wildcards"], told["played"], told["dealer_played"]) == (1, [], [])
    again = play.check(SYSTEM, "fate-draw", {**inputs, "wildcard_cards": ["KD", "XX"]})
    assert (again["total"], again["wildcards"]) == (22, 2)


def test_a_follower_takes_all_damage_in_one_pool_gob_95() -> None:
    fight = Table.dealt([swordfighter("ana"), follower("fay", 1)], ["AC KS 4D 2S 3S", "2C"], "6H 7H")
    fight.do("draw", "ana")
    fight.exchange("ana", "fay", "KS", None, kind="social", skill="Influence", weapon=None)
    assert fight["fay"]["out"] == "knocked-out"


def test_desperation_asks_draws_and_changes_the_trait_gob_48() -> None:
    bo = swordfighter("bo", side="foes", pools={"bp": 3}, traits={"body": 2, "spirit": 3, "mind": 1, "luck": 2})
    fight = Table.dealt([swordfighter("ana"), bo], ["AC KS QS JS TS", "2C KD QD JD TD"], "3S 3H 4S 4H 5S 5H")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight.pending["kind"] == "desperation"
    assert fight.refused("draw", "bo")[0] == "pending.choice"
    fight.do("desperation", "bo", trait="spirit")
    assert len(fight.hand("bo")) == 3 + 3
    assert fight["bo"]["desperate"]
    fight.do("draw", "bo")
    fight.strike("bo", "ana", "KD")
    assert fight.pending["trait"] == "spirit"


def test_a_second_empty_pool_is_the_end_gob_49() -> None:
    bo = swordfighter("bo", side="foes", pools={"bp": 3, "sp": 0})
    fight = Table.dealt([swordfighter("ana"), bo], ["AC KS QS JS TS", "2C KD QD JD TD"], "3S 3H")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD")
    assert fight["bo"]["out"] == "unconscious"
    assert fight["bo"]["hand_size"] == 0
    assert fight["bo"]["initiative"] is None
    assert fight.turn == ["ana"]
    over = fight.do("end", "gm", outcome="players")
    assert over[0]["type"] == "ended"
    left = play.aftermath(SYSTEM, fight.state)
    assert left["participants"]["bo"] == {
        "survived": True,
        "sheet": {"pools": {"bp": 0, "sp": 0, "mp": 5, "lp": 10}, "wildcards": 0},
    }


def test_a_joker_that_is_bet_plays_no_card_gob_05_gob_06_gob_44() -> None:
    people = [swordfighter("ana", wildcards=1), swordfighter("bo", side="foes")]
    fight = Table.dealt(people, ["AC KS QS JS TS", "2C KD QD JD TD"], "3S XX 4S")
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="KD", skill="Combat (Sword)")
    fight.do("call", "bo")
    fight.do("bet-wildcard", "ana")
    assert fight.played == []
    assert fight["ana"]["wildcards"] == 1
    assert fight.turn == ["bo"]


def test_the_discard_pile_is_shuffled_in_when_the_draw_pile_runs_out_gob_07() -> None:
    people = [swordfighter(f"p{n}", side=f"s{n}", weapons=[]) for n in range(10)]
    hands = [f"{rank}C {rank}D {rank}H {rank}S {rank}C" for rank in "23456789TJ"]
    fight = Table.dealt(people, hands, decks=2)
    while fight.view()["draw_pile"] > 4:
        turn = fight.turn[0]
        fight.do("draw", turn)
        fight.do("discard", turn, cards=fight.hand(turn)[:1])
        fight.do("pass", turn)
    turn = fight.turn[0]
    fight.do("mulligan", turn)
    fight.because("GOB-07")
    assert fight.discard == []
    assert (fight[turn]["hand_size"], fight[turn]["wildcards"]) == (1, 4)


def test_rows_of_the_catalogue_change_the_figures_of_an_advantage_gob_69() -> None:
    people = [swordfighter("ana"), swordfighter("bo", "dodge", side="foes")]
    rows = [{"kind": "advantage", "key": "dodge", "name": "Dodge", "figures": {"cost": {"bp": 3}}}]
    setup = {"participants": people, "rows": rows, "deck": deck_of(["AC KS QS JS TS", "2C KD QD JD TD"])}
    state = play.start(SYSTEM, setup, seed=1)
    for who, card in (("ana", "AC"), ("bo", "2C")):
        state = play.act(SYSTEM, state, {"type": "initiative", "actor": who, "card": card})["state"]
    state = play.act(SYSTEM, state, {"type": "use", "actor": "bo", "advantage": "dodge"})["state"]
    assert play.view(SYSTEM, state, "gm")["participants"]["bo"]["pools"]["bp"] == [7, 10]


def test_an_own_advantage_of_the_campaign_may_stand_in_the_setup_without_effect() -> None:
    people = [swordfighter("ana", advantages=[{"key": "night-sight"}])]
    with pytest.raises(play.Refused):
        play.start(SYSTEM, {"participants": people}, seed=1)
    rows = [{"kind": "advantage", "key": "night-sight", "name": "Night Sight", "figures": {}}]
    state = play.start(SYSTEM, {"participants": people, "rows": rows}, seed=1)
    assert play.view(SYSTEM, state, "ana")["participants"]["ana"]["advantages"] == []


def test_figures_come_with_an_advantage_too_also_with_somebody_who_joins_gob_63_gob_69() -> None:
    changed = [{"key": "dodge", "figures": {"cost": 2}}]
    people = [swordfighter("ana", advantages=changed), swordfighter("bo", side="foes")]
    fight = Table.dealt(people, ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.do("use", "ana", advantage="dodge")
    assert fight.pool("ana") == 8
    joined = swordfighter("cy", side="foes", advantages=[{"key": "serendipity", "figures": {"cost": 3}}])
    fight.do("join", "gm", participant=joined)
    fight.do("use", "cy", advantage="serendipity")
    assert fight.pool("cy", "lp") == 7

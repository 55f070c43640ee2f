"""The worked examples of the rules (GOB-03, GOB-20, GOB-40, GOB-45, GOB-96)."""

from rules import play
from tests.rules.game_of_bastards.participants import extras, swordfighter
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
    participants = [swordfighter("ana"), swordfighter("ben"), swordfighter("cyd")]
    fight = Table.dealt(participants, ["2H 3S 4S 5S 6S", "AD 3H 4H 5H 6H", "2C 3D 4D 5D 6D"])
    assert [seat["id"] for seat in fight.view()["initiative"]] == ["ben", "cyd", "ana"]


def test_example_5_hearts_are_above_spades_gob_03() -> None:
    ana = swordfighter("ana", traits={"body": 3, "spirit": 1, "mind": 1, "luck": 1})
    bo = swordfighter("bo", side="foes", traits={"body": 1, "spirit": 1, "mind": 3, "luck": 1})
    fight = Table.dealt([ana, bo], ["AC 9H 4D 2S 3S", "2C 9S 3D 4H 5H"], "6H")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "9H", "9S")
    assert (fight.event("result")["success"], fight.event("result")["margin"]) == (True, 0)
    assert fight.event("damage")["amount"] == 3 + 2

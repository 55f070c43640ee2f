"""Disarm: a weapon falls, or is taken with two raises (GOB-52, GOB-82)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import KNIFE, SWORD, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import Table, duel, opponent

FOUR = {"body": 1, "spirit": 2, "mind": 3, "luck": 2}


def disarm(card: str = "KS", reply: str = "4S", take: bool | None = None, settle: bool = True, **more: Any) -> Table:
    """Ana, Mind 3 and empty-handed, strikes at Bo's sword."""
    ana = fated("ana", "disarm", **{"traits": FOUR, **more})
    bo = foe("bo", traits=traits(9), weapons=[SWORD], skills={"Combat (Sword)": 1})
    table = Table(ana, bo, hands={"ana": card, "bo": f"{reply} 7H"})
    aim = {"weapon": "Knife", "skill": "Combat (Knife)"} if "weapons" in more else {}
    table.attack("ana", "bo", card, use=[{"advantage": "disarm", "take": take}], **aim)
    table.defend("bo", reply)
    if settle:
        table.settle()
    return table


def test_disarm_is_a_melee_attack_on_mind_without_damage_gob_82() -> None:
    table = disarm()
    table.because("GOB-82")
    assert table.pool("ana", "mp") == 14
    assert table.pool("bo") == 45
    assert table["bo"]["wielded"] == []
    assert (table.phase, table.turn) == ("draw", ["bo"])


@pytest.mark.parametrize(("card", "reply", "dropped"), [("9S", "JC", True), ("9C", "JS", False), ("9S", "QC", False)])
def test_mind_decides_whether_the_weapon_falls_gob_03_gob_82(card: str, reply: str, dropped: bool) -> None:
    """Nine and Mind 3 make twelve; eleven and Mind 1 make twelve too."""
    table = disarm(card, reply)
    assert (table["bo"]["wielded"] == []) == dropped


@pytest.mark.parametrize(("card", "taken"), [("KS", True), ("7S", True), ("6S", True), ("5S", False)])
def test_with_two_raises_it_may_be_taken_into_an_empty_hand_gob_82(card: str, taken: bool) -> None:
    """Against five: six and three are four above, five and three only three."""
    table = disarm(card, take=True)
    assert table["bo"]["wielded"] == []
    assert ("Sword" in table["ana"]["wielded"]) == taken


def test_left_out_nothing_is_taken_gob_82() -> None:
    for take in (None, False):
        assert disarm(take=take)["ana"]["wielded"] == []


def test_leaving_the_weapon_and_taking_it_are_both_offered_gob_82() -> None:
    table = Table(fated("ana", "disarm"), foe(weapons=[SWORD]), hands={"ana": "KS"})
    table.draw("ana")
    made = {
        offer["fixed"]["kind"]: offer for offer in play.offers(GAME, table.state, "ana") if offer["type"] == "attack"
    }
    both = [{"advantage": "disarm"}, {"advantage": "disarm", "take": True}]
    assert made["physical"]["choices"]["use"]["from"] == both
    assert "use" not in made["social"]["choices"]
    table.no_attack("ana", "bo", "KS", use=both)
    table.attack("ana", "bo", "KS", use=both[:1])


@pytest.mark.parametrize("take", [1, "true", [], {}])
def test_take_is_yes_or_no_gob_82(take: Any) -> None:
    table = Table(fated("ana", "disarm"), foe(weapons=[SWORD]), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", use=[{"advantage": "disarm", "take": take}])


def test_a_taken_sword_can_be_used_gob_82() -> None:
    table = disarm(take=True, skills={"Combat (Sword)": 1})
    table.skip("bo")
    card = table.hand("ana")[0]
    table.attack("ana", "bo", card, weapon="Sword", skill="Combat (Sword)")


def test_one_weapon_in_hand_leaves_the_other_empty_gob_82() -> None:
    """What is wielded is what the last attack named (GOB-51); the sword is at hand for the next."""
    table = disarm(take=True, weapons=[KNIFE], skills={"Combat (Knife)": 3, "Combat (Sword)": 3})
    assert "Sword" in str(table["ana"]["weapons"])
    table.skip("bo")
    card = table.hand("ana")[0]
    table.attack("ana", "bo", card, weapons=["Knife", "Sword"], skill="Combat (Sword)")
    assert sorted(table["ana"]["wielded"]) == ["Knife", "Sword"]


def test_the_disarmed_cannot_use_it_until_it_is_picked_up_gob_52_gob_82() -> None:
    table = disarm()
    table.draw("bo")
    table.refuse("attack", "bo", target="ana", kind="physical", card="7H", weapon="Sword", skill="Combat (Sword)")
    table.do("pick-up", "bo", item="Sword")
    table.skip("ana")
    table.attack("bo", "ana", "7H", weapon="Sword", skill="Combat (Sword)")


def test_nothing_falls_from_a_hand_when_it_fails_gob_82() -> None:
    table = disarm("2S", "KD")
    assert table["bo"]["wielded"] == ["Sword"]
    assert table.pool("ana", "mp") == 14


def test_a_desperate_one_disarms_on_spirit_or_luck_gob_48_gob_82() -> None:
    table = disarm("9S", "JC", pools={"sp": 0})
    assert table["bo"]["wielded"] == ["Sword"], "nine and Luck 2 against twelve"


@pytest.mark.parametrize(("card", "answer", "taken"), [("KS", "9D", True), ("KS", "TD", False)])
def test_a_disarm_drops_the_weapon_or_takes_it_gob_82(card: str, answer: str, taken: bool) -> None:
    participants = [
        swordfighter("ana", "disarm", traits={"body": 1, "spirit": 1, "mind": 1, "luck": 1}),
        swordfighter("bo", side="foes"),
    ]
    fight = Table.dealt(participants, ["AC KS QS JS TS", f"2C {answer} KD QD JD"], "3S 3H 4S")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", card, answer, use=[{"advantage": "disarm", "take": True}])
    assert fight.pool("bo") == 10
    assert fight.pool("ana", "mp") == 4
    assert fight["bo"]["weapons"] == []
    assert fight["bo"]["wielded"] == []
    assert len(fight["ana"]["weapons"]) == 1 + taken
    assert [weapon["name"] for weapon in fight.view()["ground"]] == ([] if taken else ["Sword"])
    if not taken:
        fight.do("draw", "bo")
        fight.do("pick-up", "bo", item="Sword")
        assert fight["bo"]["wielded"] == ["Sword"]
        assert fight.view()["ground"] == []


def test_a_disarmed_fighter_has_the_weapon_again_after_the_opposition_gob_82() -> None:
    participants = [swordfighter("ana", "disarm"), swordfighter("bo", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C 3D KD QD JD"], "3S 3H 4S")
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "3D", use=[{"advantage": "disarm", "take": True}])
    assert fight["bo"]["weapons"] == []
    fight.do("end", "gm", outcome="over")
    # The rules take no belonging away for good: what is lost in the story the player takes off the sheet.
    left = play.aftermath(GAME, fight.state)["participants"]
    assert all("weapons" not in one_of["sheet"] for one_of in left.values())


def test_two_weapons_in_hand_leave_none_empty_gob_82() -> None:
    participants = [
        swordfighter("ana", "disarm", weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 3, "Combat (Knife)": 3})
    ]
    fight = Table.dealt([*participants, swordfighter("bo", side="foes")], ["AC KS QS JS TS", "2C 3D KD QD JD"], "3S 3H")
    fight.do("draw", "ana")
    weapons = {"weapon": None, "weapons": ["Sword", "Knife"]}
    fight.exchange("ana", "bo", "KS", "3D", **weapons, use=[{"advantage": "disarm", "take": True}])
    assert [weapon["name"] for weapon in fight.view()["ground"]] == ["Sword"]


@pytest.mark.parametrize(("armed", "version", "taken"), [(True, 3, 1), (False, 3, 2), (True, 2, 3), (False, 1, 3)])
def test_a_hand_takes_one_weapon_of_several_opponents_gob_43_gob_82(armed: bool, version: int, taken: int) -> None:
    """The others fall to the ground. An encounter that began in an older version takes all, as it was played then."""
    weapons, aim = ([SWORD], {"weapon": "Sword", "skill": "Combat (Sword)"}) if armed else ([], {})
    foes = [foe(name, traits=traits(9), weapons=[SWORD]) for name in ("bo", "cy", "di")]
    ana = fated("ana", "disarm", traits=FOUR, weapons=weapons)
    table = Table(ana, *foes, hands={"ana": "KS", "bo": "4S", "cy": "4H", "di": "4C"})
    table.state = {**table.state, "version": version}
    table.attack("ana", ["bo", "cy", "di"], "KS", use=[{"advantage": "disarm", "take": True}], **aim)
    for name, card in (("bo", "4S"), ("cy", "4H"), ("di", "4C")):
        table.defend(name, card)
    table.settle()
    assert len(table["ana"]["weapons"]) == len(weapons) + taken
    assert len(table.view()["ground"]) == 3 - taken
    table.because("GOB-82")


def test_a_disarm_of_bare_hands_drops_nothing_gob_82() -> None:
    fight = duel(swordfighter("ana", "disarm"), opponent(weapons=[]))
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD", use=[{"advantage": "disarm"}])
    assert fight.view()["ground"] == []
    assert fight.pool("bo") == 10

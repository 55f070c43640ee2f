"""The stateless opposed play: totals, aces, damage, fumbles, weapons, fury and harm (F52-21..29, F52-73, F52-85)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import INVALID_CARDS, INVALID_INTEGERS, checked, refused_check


def opposed(attack: str, defense: str = "", **more: Any) -> dict[str, Any]:
    return checked("opposed", attack=attack.split(), defense=defense.split(), **more)


def refused(attack: str, defense: str = "", **more: Any) -> play.Refused:
    return refused_check("opposed", attack=attack.split(), defense=defense.split(), **more)


def outcome(result: dict[str, Any]) -> tuple[bool, int, bool, int]:
    return result["success"], result["damage"], result["fumble"], result["fumble_damage"]


def test_the_answer_has_all_that_the_ledger_names_worked_example_one() -> None:
    result = opposed("9C KD", "QH")
    keys = {"success", "attack_total", "defense_total", "fumble", "damage", "fumble_damage", "rules"}
    assert keys <= set(result)
    assert (result["attack_total"], result["defense_total"]) == (24, 15)
    assert outcome(result) == (True, 2, False, 0)
    assert {"F52-22", "F52-26"} <= set(result["rules"])


def test_an_ace_strikes_half_worked_example_two() -> None:
    result = opposed("AS", "TC 9H", target_hp=4)
    assert outcome(result) == (True, 3, False, 0)
    assert (result["attack_total"], result["defense_total"]) == (0, 19)
    assert {"F52-24", "F52-26"} <= set(result["rules"])


def test_an_ace_on_defence_makes_the_attacker_fumble_worked_example_three() -> None:
    result = opposed("KS", "AH", fumble_card="7D")
    assert outcome(result) == (False, 0, True, 1)
    assert (result["attack_total"], result["defense_total"]) == (15, 0)
    assert "F52-27" in result["rules"]


def test_fury_adds_the_damage_of_each_card_worked_example_five() -> None:
    result = opposed("4S 8S", "9D", fury=True)
    assert (result["attack_total"], result["defense_total"]) == (12, 9)
    assert outcome(result) == (True, 2, False, 0)
    assert "F52-73" in result["rules"]
    assert outcome(opposed("4S 8S", "9D", fury=False)) == (True, 1, False, 0)


@pytest.mark.parametrize(
    ("attack", "defense", "success"),
    [
        ("7C", "6D", True),
        ("7C", "7D", False),
        ("6C", "7D", False),
        ("JC", "KD", False),
        ("KC", "TD", True),
        ("2C", "", True),
        ("TC", "JD", False),
        ("5C 6C", "TD", True),
        ("5C 5D", "TD", False),
        ("KC", "8D 7D", False),
        ("KC", "7D 7H", True),
    ],
)
def test_the_attack_must_be_higher_f52_22(attack: str, defense: str, success: bool) -> None:
    result = opposed(attack, defense)
    assert result["success"] is success
    assert (result["damage"] > 0) is success
    assert (result["fumble"], result["fumble_damage"]) == (False, 0)


@pytest.mark.parametrize(
    ("attack", "damage"),
    [
        ("2C", 1),
        ("TC", 1),
        ("JC", 2),
        ("QC", 2),
        ("KC", 2),
        ("9C TD 8D", 1),
        ("2C JD", 2),
        ("JC 2D", 2),
        ("KC QC JC", 2),
    ],
)
def test_damage_is_read_from_the_highest_card_f52_26(attack: str, damage: int) -> None:
    assert opposed(attack)["damage"] == damage


@pytest.mark.parametrize(
    ("hp", "damage"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (52, 26), (999, 500)]
)
def test_an_ace_takes_half_rounded_up_at_least_three_cut_at_zero_f52_26(hp: int, damage: int) -> None:
    assert opposed("AD", "KC", target_hp=hp)["damage"] == damage


def test_damage_is_cut_at_the_targets_hit_points_f52_26() -> None:
    assert opposed("KC", target_hp=1)["damage"] == 1
    assert opposed("KC", target_hp=2)["damage"] == 2
    assert opposed("KS QS JS", fury=True, target_hp=5)["damage"] == 5
    assert opposed("KS QS JS", fury=True, target_hp=50)["damage"] == 6


def test_an_ace_that_strikes_needs_the_targets_hit_points_f52_26() -> None:
    refused("AD")
    refused("AD", "KC", attacker_hp=4)
    refused("AD", "KC", target_hp=None)


def test_ace_against_ace_fails_without_a_fumble_f52_25() -> None:
    for more in ({}, {"target_hp": 8}, {"weapon": "unarmed"}, {"weapon": "missile"}):
        result = opposed("AD", "AC", **more)
        assert outcome(result) == (False, 0, False, 0)
        assert "F52-25" in result["rules"]
    assert outcome(opposed("AS", "AC", weapon="spell")) == (False, 0, False, 0)


@pytest.mark.parametrize(
    ("attack", "defense"), [("AD KC", ""), ("AD AC", ""), ("KC", "AD 2C"), ("KC", "AD AC"), ("2C AS 3C", "")]
)
def test_an_ace_is_never_played_with_another_card_f52_24(attack: str, defense: str) -> None:
    assert refused(attack, defense, target_hp=5, attacker_hp=5).rule == "F52-24"


@pytest.mark.parametrize(
    ("card", "hp", "damage"),
    [
        ("2D", None, 1),
        ("TD", 3, 1),
        ("JD", None, 2),
        ("KD", 9, 2),
        ("AD", 9, 5),
        ("AD", 4, 3),
        ("AD", 2, 2),
        ("KD", 1, 1),
    ],
)
def test_a_fumble_hurts_by_the_drawn_card_f52_27(card: str, hp: int | None, damage: int) -> None:
    result = opposed("KS", "AH", fumble_card=card, attacker_hp=hp)
    assert outcome(result) == (False, 0, True, damage)


def test_the_attackers_hit_points_are_its_own_f52_27() -> None:
    assert opposed("KS", "AH", fumble_card="AD", attacker_hp=9, target_hp=40)["fumble_damage"] == 5


def test_a_supplied_fumbling_ace_needs_the_attackers_hit_points_f52_27() -> None:
    refused("KS", "AH", fumble_card="AD")
    refused("KS", "AH", fumble_card="AD", target_hp=9)


def test_a_fumble_card_that_is_drawn_does_one_two_or_with_an_ace_three_f52_27() -> None:
    seen = {opposed("KS", "AH", seed=n)["fumble_damage"] for n in range(250)}
    assert seen == {1, 2, 3}
    seen = {opposed("KS", "AH", seed=n, attacker_hp=11)["fumble_damage"] for n in range(250)}
    assert seen == {1, 2, 6}


def test_a_fumble_card_that_is_drawn_is_none_of_those_played_f52_27() -> None:
    spades = [f"{rank}S" for rank in "JQK"]
    attack = " ".join([*spades, "JD", "QD", "KD", "JC", "QC", "KC"])
    results = [opposed(attack, "AH", seed=n)["fumble_damage"] for n in range(250)]
    assert set(results) == {1, 2, 3}
    assert results.count(2) < 45, "only three faces are left among 42 cards"


@pytest.mark.parametrize(("attack", "damage"), [("2C", 1), ("KC", 1), ("KC QD", 1), ("2C 3C", 1)])
def test_an_unarmed_attack_always_does_one_f52_29(attack: str, damage: int) -> None:
    result = opposed(attack, weapon="unarmed")
    assert outcome(result) == (True, damage, False, 0)
    assert "F52-29" in result["rules"]


def test_an_unarmed_ace_does_one_as_well_f52_29() -> None:
    assert outcome(opposed("AC", "KD", weapon="unarmed", target_hp=9)) == (True, 1, False, 0)


def test_an_unarmed_attack_fumbles_like_any_f52_27() -> None:
    assert outcome(opposed("KC", "AD", weapon="unarmed", fumble_card="QD")) == (False, 0, True, 2)


def test_melee_is_the_weapon_when_none_is_named_and_missile_is_the_same_f52_20() -> None:
    for more in ({}, {"weapon": None}, {"weapon": "melee"}, {"weapon": "missile"}):
        assert outcome(opposed("9C KD", "QH", **more)) == (True, 2, False, 0)


@pytest.mark.parametrize("wrong", ["sword", "", "Melee", 1, True, [], {}])
def test_another_weapon_is_refused(wrong: Any) -> None:
    refused("9C", weapon=wrong)


@pytest.mark.parametrize(("attack", "damage"), [("2S", 1), ("TS 9S", 1), ("KS", 2), ("2S JS", 2)])
def test_harm_does_one_or_two_f52_85(attack: str, damage: int) -> None:
    result = opposed(attack, weapon="spell")
    assert outcome(result) == (True, damage, False, 0)
    assert "F52-85" in result["rules"]


def test_harm_with_the_ace_brings_to_zero_f52_85() -> None:
    assert outcome(opposed("AS", "KD", weapon="spell", target_hp=17)) == (True, 17, False, 0)
    refused("AS", "KD", weapon="spell")


def test_harm_is_of_spades_only_f52_80() -> None:
    for attack in ("9C", "9H", "9D", "9S 8C", "AC"):
        refused(attack, weapon="spell", target_hp=5)


def test_harm_fumbles_too_f52_27() -> None:
    assert outcome(opposed("KS", "AD", weapon="spell", fumble_card="KD")) == (False, 0, True, 2)


@pytest.mark.parametrize("attack", ["9S", "9S 8C", "AS", "AS 2S", "9D 8D", "KS"])
def test_fury_needs_more_than_one_spade_and_no_ace_f52_73(attack: str) -> None:
    refused(attack, fury=True, target_hp=9)


@pytest.mark.parametrize("weapon", ["missile", "unarmed", "spell"])
def test_fury_is_a_melee_attack_f52_73(weapon: str) -> None:
    refused("4S 8S", fury=True, weapon=weapon)


def test_fury_does_nothing_when_it_fails_and_can_fumble_f52_73() -> None:
    assert outcome(opposed("4S 5S", "9D", fury=True)) == (False, 0, False, 0)
    assert outcome(opposed("4S KS", "AD", fury=True, fumble_card="2D")) == (False, 0, True, 1)
    assert opposed("4S KS", "9D", fury=True)["damage"] == 3


def test_one_to_ten_cards_attack_and_up_to_ten_defend() -> None:
    ten = " ".join(f"{rank}C" for rank in "23456789TJ")
    other = " ".join(f"{rank}D" for rank in "23456789TJ")
    result = opposed(ten, other)
    assert (result["attack_total"], result["defense_total"], result["success"]) == (69, 69, False)
    refused(f"{ten} QC")
    refused("2S", f"{other} QD")
    refused("", "2D")


@pytest.mark.parametrize("wrong", INVALID_CARDS)
def test_all_cards_are_cards(wrong: Any) -> None:
    refused_check("opposed", attack=[wrong], defense=[])
    refused_check("opposed", attack=["2C"], defense=[wrong])
    if wrong is not None:
        refused_check("opposed", attack=["2C"], defense=["AD"], fumble_card=wrong)


def test_no_card_is_dealt_twice() -> None:
    refused("2C 2C")
    refused("KC", "2C 2C")
    refused("KC", "KC")
    refused("KC", "AD", fumble_card="KC")
    refused("KC", "AD", fumble_card="AD", attacker_hp=5)


def test_attack_and_defence_are_both_needed_as_lists() -> None:
    refused_check("opposed", defense=[])
    refused_check("opposed", attack=["2C"])
    for wrong in ("2C", None, {"2C": 1}, 3):
        refused_check("opposed", attack=wrong, defense=[])
        refused_check("opposed", attack=["2C"], defense=wrong)


@pytest.mark.parametrize("wrong", [*INVALID_INTEGERS, 10000, -10000])
def test_hit_points_are_integers(wrong: Any) -> None:
    refused("2C", target_hp=wrong)
    refused("2C", attacker_hp=wrong)


def test_null_and_left_out_are_the_same_and_unknown_fields_are_refused() -> None:
    nulls = dict.fromkeys(["weapon", "target_hp", "attacker_hp", "fury", "fumble_card"])
    assert opposed("9C", "2D", **nulls) == opposed("9C", "2D")
    refused("9C", "2D", range="near")
    for wrong in (0, 1, "yes", []):
        refused("4S 8S", fury=wrong)

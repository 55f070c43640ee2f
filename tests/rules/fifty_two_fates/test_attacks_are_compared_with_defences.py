"""Attacks: targets, cards, the opposed play, what is asked of the defender (F52-21, F52-22, F52-24..26)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior

HANDS = {"ana": "9C KD 2H 3H", "ben": "TC AD 4H"}


def duel(attack: str, defence: str, hp: int = 9, weapon: str = "melee", **more: Any) -> Table:
    """Ana, a warrior of level 10, attacks a goblin that may defend with three cards; both plays are made."""
    filler = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC"]
    cards = attack.split()
    hand = cards + [card for card in filler if card not in cards + defence.split()][: 12 - len(cards)]
    fate = (
        defence.split()
        + [
            card
            for card in (["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH"])
            if card not in cards + defence.split()
        ][: 10 - len(defence.split())]
    )
    table = Table(
        warrior("ana", 10),
        foe("goblin", max_hp=hp, allowance=3),
        hands={"ana": " ".join(hand)},
        fd=" ".join(fate),
        **more,
    )
    table.attack("ana", "goblin", attack, weapon)
    table.defend("goblin", defence)
    return table


@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [
        ("9C KD", "QH", 2),
        ("9C", "8H", 1),
        ("9C", "9H", 0),
        ("8C", "9H", 0),
        ("KD", "QH", 0),
        ("2C", "", 1),
        ("TC 5D", "JH", 0),
        ("TC 6D", "JH", 1),
        ("KC", "7H 7D", 2),
        ("KC", "7H 8H", 0),
        ("2C 3C 4C", "8H", 1),
        ("JC", "TH", 2),
        ("KC KD KS", "QH QC QD", 0),
    ],
)
def test_the_higher_total_wins_and_the_highest_card_hurts_f52_22_f52_26(attack: str, defence: str, damage: int) -> None:
    table = duel(attack, defence)
    assert table.hp("goblin") == 9 - damage
    assert table.hp("ana") == 12
    assert table.played == attack.split() + defence.split()


@pytest.mark.parametrize(
    ("hp", "left"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (99, 49), (999, 499)]
)
def test_an_ace_takes_half_of_what_is_left_rounded_up_at_least_three_f52_26(hp: int, left: int) -> None:
    assert duel("AS", "KH QH JH", hp=hp).hp("goblin") == left


def test_half_is_of_the_current_hit_points_f52_26() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=40, hp=8), hands={"ana": "AS 2C 3C"})
    table.attack("ana", "goblin", "AS")
    table.defend("goblin")
    assert table.hp("goblin") == 4
    table.because("F52-24", "F52-26")


def test_worked_example_two_leaves_one_hit_point_and_one_card_f52_26_f52_30() -> None:
    table = Table(
        warrior("ana", 3, hp=4), foe("goblin"), order=("monsters",), hands={"ana": "TC 9H 2C 3C"}, fd="AS 5D 6D"
    )
    table.attack("goblin", "ana", "AS")
    table.defend("ana", "TC 9H")
    assert table.hp("ana") == 1
    assert table.pending is not None
    assert (table.pending["kind"], table.pending["count"]) == ("surplus", 1)


def test_an_ace_holds_against_everything_but_an_ace_f52_24() -> None:
    table = duel("KC KD KS", "AH", draws="2S")
    assert table.hp("goblin") == 9
    table.because("F52-24", "F52-27")


def test_ace_against_ace_fails_and_nobody_fumbles_f52_25() -> None:
    table = duel("AS", "AH", draws="KS")
    assert (table.hp("goblin"), table.hp("ana")) == (9, 12)
    table.because("F52-25")
    assert "KS" not in table.discard
    assert "F52-27" not in {rule for event in table.events for rule in event["rules"]}


def test_damage_beyond_zero_is_ignored_f52_26() -> None:
    table = duel("KC", "", hp=1)
    assert table.hp("goblin") == 0
    assert table.conditions("goblin") == {"defeated"}
    assert table["goblin"]["alive"] is False


def test_an_ace_stands_alone_in_attack_and_defence_f52_24() -> None:
    table = Table(
        warrior("ana", 2),
        hero("ben"),
        foe("goblin", allowance=3),
        hands={"ana": "AC KD 2H AD", "ben": "TC 5D 4H"},
        fd="AH AS",
    )
    assert table.no_attack("ana", "goblin", "AC KD").rule == "F52-24"
    assert table.no_attack("ana", "goblin", "AC AD").rule == "F52-24"
    table.attack("ana", "goblin", "KD 2H")
    assert table.refuse("defend", "goblin", cards="AH AS").rule == "F52-24"
    table.defend("goblin", "AS")


def test_the_attackers_cards_lie_open_before_the_defence_f52_21() -> None:
    table = Table(warrior("ana", 2), hero("ben"), foe("goblin"), hands=HANDS, fd="QH 7S")
    table.attack("ana", "goblin", "9C KD")
    for viewer in ("ana", "ben", "goblin", "observer"):
        assert table.view(viewer)["played"] == ["9C", "KD"]
    assert table.hand("ana") == {"2H", "3H"}
    table.refuse("attack", "ana", target="goblin", cards="2H", weapon="melee")
    assert table.hp("goblin") == 3, "nothing lands before the defence"


def test_played_cards_stay_out_of_the_hand_until_the_round_ends_f52_60() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin", max_hp=9), hands={"ana": "9C KD 2H"}, fd="QH")
    table.attack("ana", "goblin", "9C")
    table.defend("goblin", "QH")
    assert (table.hand("ana"), table.hand("gm")) == ({"KD", "2H"}, set())
    assert (table["ana"]["hand_size"], table.view()["fd_hand_size"]) == (2, 0)
    table.finish_round()
    assert (len(table.hand("ana")), len(table.hand("gm"))) == (3, 1)
    assert table.played == []


@pytest.mark.parametrize("cards", ["TC", "QH", "5S", "9C 9C", "XX"])
def test_only_cards_of_ones_own_hand_are_played_f52_21(cards: str) -> None:
    table = Table(warrior("ana", 2), hero("ben"), foe("goblin"), hands=HANDS, fd="QH 7S")
    table.no_attack("ana", "goblin", cards)


def test_a_card_played_in_this_round_is_not_played_again_f52_21() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), hands={"ana": "9C KD 2H"}, fd="QH")
    table.attack("ana", "goblin", "9C")
    table.refuse("defend", "goblin", cards="9C")
    table.defend("goblin", "QH")
    table.no_attack("goblin", "ana", "QH")


def test_an_attack_plays_at_least_one_card_f52_22_f52_55() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_attack("ana", "goblin", "")
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_attack("ana", "goblin", "")


@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_with_an_empty_hand_nobody_attacks_f52_22(weapon: str) -> None:
    table = Table(
        hero("ana", hp=1), hero("ben"), foe("goblin", max_hp=9), hands={"ana": "9C"}, fd="8D", order=("monsters",)
    )
    table.attack("goblin", "ana", "8D")
    table.defend("ana", "9C")
    table.no_attack("ana", "goblin", "", weapon)
    table.no_attack("ana", "goblin", "9C", weapon)
    table.passes("ana")


def test_a_defence_is_asked_for_though_no_card_is_held_f52_22() -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin", max_hp=9), hands={"ana": "9C KD 2H", "ben": "2S 3S 4S"}, fd="QH"
    )
    table.attack("ana", "goblin", "9C")
    table.defend("goblin", "QH")
    table.attack("ben", "goblin", "2S")
    assert (table.phase, table.turn) == ("defending", ["goblin"])
    table.refuse("defend", "goblin", cards="QH")
    table.defend("goblin")
    assert table.hp("goblin") == 8


def test_playing_no_card_is_a_total_of_nothing_f52_22() -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "2C KD 2H"}, fd="AH")
    table.attack("ana", "goblin", "2C")
    table.defend("goblin")
    assert (table.hp("goblin"), table.hand("gm")) == (2, {"AH"})


def test_nobody_attacks_itself_f52_21() -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "2C KD 2H"})
    for weapon in ("melee", "missile", "unarmed"):
        table.no_attack("ana", "ana", "2C", weapon)


def test_friendly_fire_is_the_tables_business_f52_21() -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin"), foe("imp"), hands={"ana": "9C KD 2H", "ben": "TC 3C 4H"}, fd="5D"
    )
    table.attack("ana", "ben", "9C")
    table.defend("ben")
    table.do("discard", "ben", cards="3C")
    assert table.hp("ben") == 2
    table.passes("ben")
    table.attack("goblin", "imp", "5D")
    table.defend("imp")
    assert table.hp("imp") == 2


@pytest.mark.parametrize("fallen", ["ben", "imp"])
def test_one_at_zero_hit_points_is_no_target_f52_21(fallen: str) -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), foe("imp"), hands={"ana": "9C KD 2H"})
    table.gm("adjust", target=fallen, hp=0, reason="felled")
    for weapon in ("melee", "missile", "unarmed"):
        table.no_attack("ana", fallen, "9C", weapon)
    table.no_attack("ana", fallen, "")
    table.attack("ana", "goblin", "9C")


def test_monsters_play_from_the_one_hand_of_the_fate_dealer_f52_11() -> None:
    table = Table(hero("ana"), foe("goblin"), foe("imp"), order=("monsters",), hands={"ana": "9C KD 2H"}, fd="5D 6D 7D")
    table.attack("imp", "ana", "6D")
    table.defend("ana", "9C")
    table.no_attack("goblin", "ana", "6D")
    assert table.hand("goblin") == table.hand("imp") == table.hand("gm") == {"5D", "7D"}
    table.attack("goblin", "ana", "7D")


def test_damage_to_monsters_takes_no_card_from_the_fate_dealer_f52_31() -> None:
    table = duel("KD", "", hp=3)
    assert (table.hp("goblin"), table.phase, table.view()["fd_hand_size"]) == (1, "acting", 10)


def test_effects_come_at_once_so_the_next_in_turn_finds_them_f52_22() -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin", max_hp=2), foe("imp"), hands={"ana": "KC 2C 3C", "ben": "KD 2D 3D"}
    )
    table.attack("ana", "goblin", "KC")
    table.defend("goblin")
    table.no_attack("ben", "goblin", "KD")
    table.attack("ben", "imp", "KD")

"""The opposed play counted out in full: every pair of cards against the rules' own words (F52-21 to F52-27)."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from rules import play
from rules.engine import cards
from rules.games.fifty_two_fates import comparison, tables

SYSTEM = "fifty-two-fates"
VALUES = {**{rank: number for number, rank in enumerate("23456789T", start=2)}, "J": 15, "Q": 15, "K": 15}


def test_values_and_kinds_of_all_cards_f52_06() -> None:
    for code in cards.DECK:
        name = cards.NAME[code]
        assert tables.VALUE[code] == VALUES.get(name[0], 0)
        assert tables.KIND[code] == ("ace" if name[0] == "A" else "face" if name[0] in "JQK" else "number")


def test_every_card_against_every_card_f52_22_f52_24_f52_25_f52_27() -> None:
    for attack, defense in permutations(cards.DECK, 2):
        verdict = comparison.judge(attack, defense)
        a, d = cards.NAME[attack][0], cards.NAME[defense][0]
        if a == "A":
            assert verdict.success == (d != "A")
        elif d == "A":
            assert not verdict.success
        else:
            assert verdict.success == (VALUES[a] > VALUES[d])
        assert verdict.fumble == (d == "A" and a != "A")


def test_every_pair_of_cards_against_every_card_f52_23() -> None:
    hand = cards.parse_cards(["2C", "9D", "TH", "JS", "QC", "KD", "5S", "AH"], "hand")
    for pair in combinations(hand[:-1], 2):
        for defense in hand:
            if defense not in pair:
                verdict = comparison.judge("".join(pair), defense)
                total = sum(VALUES[cards.NAME[card][0]] for card in pair)
                assert verdict.attack_total == total
                assert verdict.success == (defense != hand[-1] and total > VALUES[cards.NAME[defense][0]])


def test_what_is_added_counts_for_both_and_a_parrys_ace_holds_f52_74_f52_83() -> None:
    five, nine, ace = cards.parse_cards(["5C", "9D", "AH"], "x")
    assert comparison.judge(five, nine, bonus=5).success
    assert not comparison.judge(five, nine, bonus=4).success
    assert not comparison.judge(nine, "", guard=9).success
    held = comparison.judge(nine, "", ace_parry=True)
    assert (held.success, held.fumble) == (False, False)
    assert not comparison.judge(ace, "", ace_parry=True).success
    assert comparison.judge(nine, ace, ace_parry=True).fumble


@pytest.mark.parametrize(("hit_points", "lost"), [(1, 3), (3, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (52, 26)])
def test_an_ace_takes_half_rounded_up_and_at_least_three_f52_26(hit_points: int, lost: int) -> None:
    assert tables.half(hit_points) == lost


@pytest.mark.parametrize(("level", "extra"), [(1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (50, 10)])
def test_every_fifth_level_brings_a_card_f52_07(level: int, extra: int) -> None:
    assert tables.extra_cards(level) == extra
    allowed = play.check(SYSTEM, "skill-check", {"difficulty": 2, "level": level}, seed=1)["allowed"]
    assert allowed == 1 + extra


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_a_check_of_one_card_succeeds_as_often_as_cards_are_higher_f52_03(difficulty: int) -> None:
    passed = [
        play.check(SYSTEM, "skill-check", {"difficulty": difficulty, "cards": [name]})["success"]
        for name in cards.NAMES
    ]
    assert Fraction(sum(passed), 52) == Fraction(4 * (14 - difficulty), 52)


def test_the_worked_example_of_a_scholar_f52_04() -> None:
    told = play.check(
        SYSTEM,
        "skill-check",
        {"difficulty": 10, "background": True, "level": 5, "cards": ["2C", "3D", "5H"]},
    )
    assert (told["success"], told["total"], told["allowed"]) == (False, 10, 3)


def test_all_hands_fit_one_deck_up_to_level_seven_for_four_f52_09() -> None:
    def needed(players: int, level: int) -> int:
        return players * (level + tables.BASE_CARDS) + level

    assert needed(4, 8) == 48
    assert needed(4, 9) > 52
    party = [{"id": f"p{n}", "name": "P", "side": "players", "level": 12} for n in range(4)]
    state = play.start(SYSTEM, {"participants": [*party, {"id": "m", "name": "M", "side": "monsters"}]}, seed=1)
    view = play.view(SYSTEM, state, "gm")
    sizes = [view["participants"][f"p{n}"]["hand_size"] for n in range(4)]
    assert (sizes, view["fd_hand_size"], view["draw_pile"]) == ([14, 14, 14, 10], 0, 0)
    assert [entry["card"] for entry in view["initiative"]] == [None, None]

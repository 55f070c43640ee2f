"""Every card against every card, as the rules say in their own words (F52-06, F52-21 to F52-27)."""

from itertools import combinations, permutations

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


def test_added_cards_count_for_both_and_a_parrys_ace_holds_f52_74_f52_83() -> None:
    five, nine, ace = cards.parse_cards(["5C", "9D", "AH"], "x")
    assert comparison.judge(five, nine, bonus=5).success
    assert not comparison.judge(five, nine, bonus=4).success
    assert not comparison.judge(nine, "", guard=9).success
    held = comparison.judge(nine, "", ace_parry=True)
    assert (held.success, held.fumble) == (False, False)
    assert not comparison.judge(ace, "", ace_parry=True).success
    assert comparison.judge(nine, ace, ace_parry=True).fumble

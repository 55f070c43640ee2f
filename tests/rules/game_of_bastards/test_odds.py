"""The odds are counted, not sampled: they agree with plain enumeration (GOB-03, GOB-20, GOB-43)."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rules import play
from rules.engine.cards import CODE
from rules.games.game_of_bastards import tables
from tests.rules.game_of_bastards.participants import PLAIN_CARDS, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM
from tests.rules.game_of_bastards.table import DUEL_HANDS, SWORD_ATTACK, Table, duel


def test_the_chance_of_a_fate_draw_is_what_many_draws_show_gob_20() -> None:
    for inputs in ({"skill_rank": 2, "trait": 3}, {"skill_rank": 1, "trait": 6, "difficulty": 7}):
        told = play.chance(SYSTEM, "fate-draw", inputs)
        assert told is not None
        assert told["exact"] is True
        won = sum(play.check(SYSTEM, "fate-draw", inputs, seed=seed)["success"] for seed in range(1500))
        assert abs(won / 1500 - told["chance"]) < 0.04


def test_no_chance_is_told_of_cards_that_are_named_or_of_other_checks() -> None:
    assert play.chance(SYSTEM, "fate-draw", {"skill_rank": 1, "trait": 3, "cards": ["KD"]}) is None
    assert play.chance(SYSTEM, "price", {"kind": "trait"}) is None
    with pytest.raises(play.Refused):
        play.chance(SYSTEM, "fate-draw", {"skill_rank": 0, "trait": 3})


HANDS = ["AC 9C 8C 7C 6C", "2C KD QD JD TD"]


def table() -> Table:
    fight = Table.dealt([swordfighter("ana"), swordfighter("bo", side="foes")], HANDS, decks=1)
    fight.do("draw", "ana")
    return fight


def unseen(one: Table, viewer: str) -> list[str]:
    """The plain cards of one deck that a viewer has not seen."""
    view = one.view(viewer)
    left = list(PLAIN_CARDS)
    shown = [seen["initiative"] for seen in view["participants"].values()]
    for card in [*view["hand"], *view["discard"], *view["played"], *shown, *view["own_down"].get(viewer, [])]:
        left.remove(card)
    return left


def worth(card: str) -> int:
    return tables.WORTH[CODE[card]]


def test_an_attack_is_counted_against_the_best_of_an_unknown_hand_gob_43() -> None:
    fight = table()
    attack: dict[str, Any] = {"type": "attack", "actor": "ana", "target": "bo", "kind": "physical", "card": "9C"}
    attack |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    told = play.odds(SYSTEM, fight.state, "ana", attack)
    assert told is not None
    pile = unseen(fight, "ana")
    # 9 and Body 2 against the best of four and Mind 1; equal totals need a lower suit than clubs, and there is none.
    low = [card for card in pile if worth(card) // 4 + 1 < 11]
    expected = Fraction(len(list(combinations(low, 4))), len(list(combinations(pile, 4))))
    assert told["chance"] == pytest.approx(float(expected))
    assert told["exact"] is True


def test_a_defence_is_counted_against_any_face_down_card_gob_43() -> None:
    fight = table()
    fight.strike("ana", "bo", "9C")
    told = play.odds(SYSTEM, fight.state, "bo", {"type": "defend", "actor": "bo", "card": "JD"})
    assert told is not None
    pile = unseen(fight, "bo")
    hit = [card for card in pile if worth(card) // 4 + 2 > 12]
    assert told["chance"] == pytest.approx(1 - len(hit) / len(pile))
    fight.do("defend", "bo", card="JD", skill="Combat (Sword)")
    raised = play.odds(SYSTEM, fight.state, "bo", {"type": "bet", "actor": "bo", "cards": ["KD"]})
    assert raised is not None
    assert raised["chance"] == 1.0


@pytest.mark.parametrize(("laid", "exact"), [("2D QC", True), ("2D QC 3H", False)])
def test_a_counter_is_counted_with_all_its_face_down_cards_gob_60(laid: str, exact: bool) -> None:
    """The deals of three cards are too many to be counted, so some of them are tried."""
    bo = swordfighter("bo", "counter", side="foes", skills={"Combat (Sword)": 4})
    fight = Table.dealt([swordfighter("ana"), bo], ["AC 4S AD 5H 6H", f"KC AH {laid}"], decks=1)
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "4S")
    use = {"advantage": "counter", "cards": laid.split()}
    fight.do("defend", "bo", card="AH", skill="Combat (Sword)", use=[use])
    fight.settle()
    assert fight.view("ana")["pending"]["sides"][0]["face_down"] == len(use["cards"])
    bonus = fight.view("ana")["pending"]["sides"][0]["bonus"]
    command = {"type": "defend", "actor": "ana", "card": "AD", "skill": "Combat (Sword)"}
    told = play.odds(SYSTEM, fight.state, "ana", command)
    assert told is not None
    hands = [[worth(card) for card in hand] for hand in combinations(unseen(fight, "ana"), len(use["cards"]))]
    mine = (14 + 1, 3)  # an ace of diamonds and Mind 1; the defence wins when both are equal
    held = sum(mine >= (sum(card // 4 for card in hand) + bonus, max(hand) % 4) for hand in hands)
    assert told["exact"] is exact
    assert told["chance"] == pytest.approx(held / len(hands), abs=1e-9 if exact else 0.05)


def test_odds_are_estimates_while_an_unseen_hand_is_older_than_the_last_shuffle_gob_04() -> None:
    """Cy's hand is discarded and shuffled in: bo cannot hold its aces, though they are unknown again."""
    participants = [swordfighter("cy", side="foes", wildcards=1), swordfighter("ana"), swordfighter("bo", side="foes")]
    hands = ["2C AC AD AH AS", "2S KH 3D 4D 5D", "2H 3H 4H 5H 6H"]
    attack: dict[str, Any] = {"type": "attack", "actor": "ana", "target": "bo", "kind": "physical", "card": "KH"}
    attack |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    for mulligan in (False, True):
        fight = Table.dealt(participants, hands, "3C 4C 5C XX", decks=1)
        if mulligan:
            fight.do("mulligan", "cy")
            assert "AC" not in fight.view("gm")["discard"]
        else:
            fight.do("draw", "cy")
            fight.do("pass", "cy")
        while fight.view("gm")["turn"] != ["ana"]:
            fight.do("pass", fight.view("gm")["turn"][0])
        fight.do("draw", "ana")
        told = play.odds(SYSTEM, fight.state, "ana", attack)
        assert told is not None
        assert 0 < told["chance"] < 1
        assert told["exact"] is not mulligan
    fight.strike("ana", "bo", "KH")
    for card, exact in (("6H", False), ("3H", True)):
        told = play.odds(SYSTEM, fight.state, "bo", {"type": "defend", "actor": "bo", "card": card})
        assert told is not None
        assert (told["chance"] in (0, 1)) is exact, "the 3 loses against everything"
        assert told["exact"] is exact, "the attacker's face-down card is as old as the hand it came from"


def test_an_illegal_play_is_refused_and_a_draw_has_no_odds() -> None:
    fight = table()
    with pytest.raises(play.Refused):
        play.odds(SYSTEM, fight.state, "ana", {"type": "bet", "actor": "ana", "cards": ["9C"]})
    assert play.odds(SYSTEM, fight.state, "ana", {"type": "pass", "actor": "ana"}) is None


def test_ending_being_berserk_has_its_odds_gob_80() -> None:
    fight = Table.dealt([swordfighter("ana", "berserk", wildcards=1), swordfighter("bo", side="foes")], HANDS)
    fight.do("use", "ana", advantage="berserk")
    stop = {"type": "use", "actor": "ana", "advantage": "berserk", "stop": True}
    told = play.odds(SYSTEM, fight.state, "ana", stop)
    assert told is not None
    assert 0 < told["chance"] < 1


def test_a_wildcard_in_the_betting_is_worth_the_mean_of_what_may_come_gob_44() -> None:
    fight = Table.dealt([swordfighter("ana"), swordfighter("bo", side="foes", wildcards=1)], HANDS, decks=1)
    fight.do("draw", "ana")
    fight.strike("ana", "bo", "9C")
    fight.do("defend", "bo", card="TD")
    told = play.odds(SYSTEM, fight.state, "bo", {"type": "bet-wildcard", "actor": "bo"})
    assert told is not None
    pile = unseen(fight, "bo")

    def held(own: list[str], attack: str) -> bool:
        """Mind 1 and these cards against Body 2 and one card; the defence wins what is wholly equal."""
        mine, theirs = 1 + sum(worth(card) // 4 for card in own), 2 + worth(attack) // 4
        return mine > theirs or (mine == theirs and max(map(worth, own)) % 4 >= worth(attack) % 4)

    drawn = [held(["TD", new], old) for new in pile for old in pile if new != old]
    jokers = [held(["TD"], old) for old in pile]
    size = fight.view("bo")["draw_pile"]
    plain, joker = sum(drawn) / len(drawn), sum(jokers) / len(jokers)
    assert told["chance"] == pytest.approx((size - 2) / size * plain + 2 / size * joker), "all jokers are in the pile"
    assert told["exact"] is True


def test_an_attack_on_several_is_tried_by_many_deals_gob_43() -> None:
    participants = [swordfighter("ana"), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")]
    fight = Table.dealt(participants, [*HANDS, "3C KH QH JH TH"], decks=1)
    fight.do("draw", "ana")
    attack: dict[str, Any] = {"type": "attack", "actor": "ana", "kind": "physical", "card": "9C"}
    attack |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    single = play.odds(SYSTEM, fight.state, "ana", attack | {"target": "bo"})
    both = play.odds(SYSTEM, fight.state, "ana", attack | {"targets": ["bo", "cy"]})
    again = play.odds(SYSTEM, fight.state, "ana", attack | {"targets": ["bo", "cy"]})
    assert single is not None
    assert both is not None
    assert both["exact"] is False
    assert both == again
    assert both["chance"] <= single["chance"]


def test_a_wildcard_bet_against_several_has_its_odds_too_gob_44() -> None:
    participants = [swordfighter("ana", wildcards=1), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")]
    fight = Table.dealt(participants, [*HANDS, "3C KH QH JH TH"], decks=1)
    fight.do("draw", "ana")
    sword = {"skill": "Combat (Sword)", "weapon": "Sword"}
    fight.do("attack", "ana", kind="physical", card="9C", targets=["bo", "cy"], **sword)
    for kind in ("defend", "call"):
        for who in ("bo", "cy"):
            fight.do(kind, who)
    bet = {"type": "bet-wildcard", "actor": "ana"}
    told = play.odds(SYSTEM, fight.state, "ana", bet)
    stands = play.odds(SYSTEM, fight.state, "ana", {"type": "call", "actor": "ana"})
    assert told is not None
    assert stands is not None
    assert 0 < told["chance"] <= 1
    assert told["chance"] >= stands["chance"], "a card more never hurts"
    assert told["exact"] is False
    assert told == play.odds(SYSTEM, fight.state, "ana", bet)


def test_odds_from_the_aggressors_seat_and_of_hands_that_one_controls() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes", controller="ana")], list(DUEL_HANDS), "3S 3H"
    )
    fight.do("draw", "ana")
    sure = play.odds(
        SYSTEM, fight.state, "ana", {"type": "attack", "actor": "ana", **SWORD_ATTACK, "target": "bo", "card": "KS"}
    )
    assert sure is not None
    assert sure["chance"] == 1.0, "13 and 2 beat the king's 13 and 1"
    two = duel()
    two.do("draw", "ana")
    two.do("attack", "ana", **SWORD_ATTACK, target="bo", card="QS")
    two.do("defend", "bo", card="TD", skill="Combat (Sword)")
    two.do("call", "bo")
    told = play.odds(SYSTEM, two.state, "ana", {"type": "bet", "actor": "ana", "cards": ["KS"]})
    assert told is not None
    assert told["chance"] == 1.0
    weak = play.odds(SYSTEM, two.state, "ana", {"type": "call", "actor": "ana"})
    assert weak is not None
    assert 0 < weak["chance"] < 1
    several = {**SWORD_ATTACK, "card": "KS", "targets": ["bo", "cy"]}
    three = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")],
        [*DUEL_HANDS, "3C 4C 5C 6C 7C"],
    )
    three.do("draw", "ana")
    told = play.odds(SYSTEM, three.state, "ana", {"type": "attack", "actor": "ana", **several})
    assert told is not None
    assert told["exact"] is False

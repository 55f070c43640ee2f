"""Duels of hands are counted, not sampled, also when the discard pile refills the pile (GOB-03, GOB-07, GOB-20)."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from rules import play
from rules.engine.cards import CODE, JOKERS
from rules.games.game_of_bastards import duels
from tests.rules.game_of_bastards.participants import swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM
from tests.rules.game_of_bastards.table import DUEL_HANDS, Table

SMALL = sorted([-1, -1, *[value * 4 + suit for value in (2, 2, 5, 9, 14) for suit in (0, 3)]])


def wins(first: tuple[int, ...], second: tuple[int, ...], bonus: int, difficulty: int) -> bool:
    """The rule, written out: total, then suit, then the second; -1 is a joker and plays nothing."""
    mine, theirs = max(first, default=-1), max(second, default=-1)
    total = (mine // 4 if mine >= 0 else 0) + bonus
    other = (theirs // 4 if theirs >= 0 else 0) + difficulty
    if total != other:
        return total > other
    return (mine % 4 if mine >= 0 else -1) > (theirs % 4 if theirs >= 0 else -1)


def enumerated(drawn: int, against: int, bonus: int, difficulty: int) -> Fraction:
    """Every pair of hands."""
    good = whole = 0
    places = range(len(SMALL))
    for mine in combinations(places, drawn):
        rest = [place for place in places if place not in mine]
        for theirs in combinations(rest, against):
            whole += 1
            first, second = tuple(SMALL[n] for n in mine), tuple(SMALL[n] for n in theirs)
            good += wins(first, second, bonus, difficulty)
    return Fraction(good, whole)


@pytest.mark.parametrize(
    ("drawn", "against", "bonus", "difficulty"), [(1, 1, 0, 0), (2, 3, 3, 0), (3, 2, 1, 4), (4, 4, 0, 0), (1, 5, 5, 1)]
)
def test_a_duel_of_hands_is_counted_as_enumeration_counts_it(
    drawn: int, against: int, bonus: int, difficulty: int
) -> None:
    assert duels.duel(SMALL, drawn, against, bonus, difficulty) == enumerated(drawn, against, bonus, difficulty)


@pytest.mark.parametrize(
    ("size", "drawn", "against", "bonus", "discarded"),
    [
        *((8, 2, 2, 0, ""), (5, 2, 2, 1, ""), (4, 3, 1, 3, ""), (8, 2, 2, 0, "2H 3S KC")),
        *((3, 1, 2, 2, "3H JC 7D"), (3, 2, 3, 0, "3H JC 7D KS"), (2, 3, 1, 0, "3H JC 7D"), (0, 1, 2, 2, "3H JC 7D")),
    ],
)
def test_a_draw_from_a_pile_with_all_jokers_is_counted_as_enumeration_counts_it(
    size: int, drawn: int, against: int, bonus: int, discarded: str
) -> None:
    """GOB-05, GOB-07, GOB-80: two jokers and other cards are in the pile; then the discard pile is shuffled in."""
    unknown, discard = pile_of("2C 2D 5S 9H TC AD"), pile_of(discarded)
    jokers = JOKERS[: min(2, size)]
    good = whole = 0
    for plain in combinations(duels.worths(unknown), size - len(jokers)):
        for top in permutations([*[-1] * len(jokers), *plain], min(size, drawn + against)):
            for refill in permutations(duels.worths(discard), drawn + against - len(top)):
                dealt = top + refill
                whole += 1
                good += wins(dealt[:drawn], dealt[drawn:], bonus, 0)
    assert duels.duel_from_pile(unknown + jokers, size, drawn, against, bonus, discard) == Fraction(good, whole)


def test_a_meditation_without_a_draw_pile_is_counted_from_the_discard_pile_gob_07() -> None:
    """A hand is short only if both piles have run out, as at the table."""
    assert duels.duel_from_pile(pile_of("2C"), 1, 1, 5, 0) == 1
    fight = Table.dealt(
        [swordfighter("ana", "berserk", wildcards=1), swordfighter("bo", side="foes")], list(DUEL_HANDS), decks=1
    )
    fight.do("use", "ana", advantage="berserk")
    deck = fight.state["deck"]
    whole, discard = deck["draw"], "".join([card for card in deck["draw"] if card not in JOKERS])
    stop = {"type": "use", "actor": "ana", "advantage": "berserk", "stop": True}
    empty = play.odds(SYSTEM, fight.state | {"deck": deck | {"draw": "", "discard": whole}}, "ana", stop)
    full = play.odds(SYSTEM, fight.state, "ana", stop)
    jokers = deck | {"draw": JOKERS[:2], "discard": discard}
    short = play.odds(SYSTEM, fight.state | {"deck": jokers}, "ana", stop)
    assert empty is not None
    assert full is not None
    assert short is not None
    assert 0 < empty["chance"] < 0.5
    assert 0 < full["chance"] < 0.5
    assert short["chance"] < 0.01, "a joker never beats the Dealer's cards"


def pile_of(names: str) -> str:
    return "".join([CODE[name] for name in names.split()])

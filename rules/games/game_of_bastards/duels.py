"""The chance that the highest card of one hand beats that of another, by counting all deals (GOB-03, GOB-20)."""

from bisect import bisect_right
from fractions import Fraction
from math import comb, prod

from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.context import JOKERS


def worths(pile: str) -> list[int]:
    """The values of cards by which they are compared, lowest first; jokers are below all others."""
    return sorted([tables.WORTH[card] if card not in JOKERS else -1 for card in pile])


def count_jokers(pile: str) -> int:
    """How many cards of a pile are jokers."""
    return sum(card in JOKERS for card in pile)


def duel(ranked: list[int], drawn: int, against: int, bonus: int, difficulty: int) -> Fraction:
    """The share of deals of two hands in which the highest card of the first, with `bonus`, wins (GOB-03, GOB-20).

    `ranked` comes from `worths`. Both hands come from these cards.
    """
    return duel_from_piles([Source(ranked, drawn, against)], bonus, difficulty)


class Source:
    """Cards of which any `drawn` are in the first hand and any others, `against` of them, in the second.

    The first hand takes its cards first if there are too few. `ranked` comes from `worths`.
    """

    def __init__(self, ranked: list[int], drawn: int, against: int) -> None:
        self.ranked, self.drawn = ranked, min(drawn, len(ranked))
        self.against = min(against, len(ranked) - self.drawn)

    def deals(self, first: int, second: int) -> int:
        """The number of deals with no card above `first` in the first hand, and none above `second` in the second."""
        below, other = bisect_right(self.ranked, first), bisect_right(self.ranked, second)
        if first <= second:
            return comb(below, self.drawn) * comb(max(0, other - self.drawn), self.against)
        return comb(other, self.against) * comb(max(0, below - self.against), self.drawn)


def duel_from_piles(sources: list[Source], bonus: int, difficulty: int) -> Fraction:
    """As `duel`, for hands whose cards come from several piles.

    F(b, d) counts the deals with no card of the first hand above b and none of the second above d; its differences
    count the deals whose highest card is b. A hand without cards counts as -1.
    """
    classes = sorted({-1}.union(*[source.ranked for source in sources]))

    def deals(first: int, second: int) -> int:
        if not first or not second:
            return 0
        return prod([source.deals(classes[first - 1], classes[second - 1]) for source in sources])

    won = 0
    for place, mine in enumerate(classes, 1):
        beaten = sum([stronger(mine, bonus, theirs, difficulty) for theirs in classes])
        won += deals(place, beaten) - deals(place - 1, beaten)
    all_deals = deals(len(classes), len(classes))
    return Fraction(won, all_deals) if all_deals else Fraction(0)


def stronger(mine: int, bonus: int, theirs: int, difficulty: int) -> bool:
    """Whether a card of this value wins; -1 means no card."""
    total, other = max(mine, 0) // 4 + bonus, max(theirs, 0) // 4 + difficulty
    suit, other_suit = (mine % 4 if mine >= 0 else -1), (theirs % 4 if theirs >= 0 else -1)
    return (total, suit) > (other, other_suit)


def duel_from_pile(unknown: str, pile: int, drawn: int, against: int, bonus: int, discard: str = "") -> Fraction:
    """As `duel`, for hands from a draw pile of `pile` cards, which has all jokers and some of the other unknown cards.

    Both hands may have jokers; the other cards of each are any of the unknown ones. What the draw pile lacks comes from
    the discard pile, which everyone has seen (GOB-07).
    """
    refill = Source(worths(discard), max(0, drawn - pile), against - min(against, max(0, pile - drawn)))
    drawn, against = min(drawn, pile), min(against, max(0, pile - drawn))
    plain, jokers = [rank for rank in worths(unknown) if rank >= 0], count_jokers(unknown)
    chance = Fraction(0)
    for mine in range(min(jokers, drawn) + 1):
        for theirs in range(min(jokers - mine, against) + 1):
            rest = pile - jokers - (drawn - mine)
            ways = comb(jokers, mine) * comb(max(0, pile - jokers), drawn - mine)
            ways *= comb(jokers - mine, theirs) * comb(max(0, rest), against - theirs)
            if ways:
                likely = Fraction(ways, comb(pile, drawn) * comb(pile - drawn, against))
                sources = [Source(plain, drawn - mine, against - theirs), refill]
                chance += likely * duel_from_piles(sources, bonus, 0)
    return chance

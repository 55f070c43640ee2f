"""The chance that the highest card of one hand beats that of another, by counting all deals (GOB-03, GOB-20)."""

from bisect import bisect_right
from fractions import Fraction
from math import comb

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

    `ranked` comes from `worths`. F(b, d) counts the deals with no card of the first hand above b and none of the second
    above d; its differences count the deals whose highest card is b. A hand without cards counts as -1.
    """
    drawn, against = min(drawn, len(ranked)), min(against, max(0, len(ranked) - drawn))
    classes = sorted({-1, *ranked})
    below = [0] + [bisect_right(ranked, rank) for rank in classes]

    def deals(first: int, second: int) -> int:
        if not first or not second:
            return 0
        if first <= second:
            return comb(below[first], drawn) * comb(max(0, below[second] - drawn), against)
        return comb(below[second], against) * comb(max(0, below[first] - against), drawn)

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


def duel_from_pile(unknown: str, pile: int, drawn: int, against: int, bonus: int) -> Fraction:
    """As `duel`, for hands from a draw pile of `pile` cards, which has all jokers and some of the other unknown cards.

    Both hands may have jokers; the other cards of each are any of the unknown ones.
    """
    drawn, against = min(drawn, pile), min(against, max(0, pile - drawn))
    plain, jokers = [rank for rank in worths(unknown) if rank >= 0], count_jokers(unknown)
    chance = Fraction(0)
    for mine in range(min(jokers, drawn) + 1):
        for theirs in range(min(jokers - mine, against) + 1):
            rest = pile - jokers - (drawn - mine)
            ways = comb(jokers, mine) * comb(pile - jokers, drawn - mine)
            ways *= comb(jokers - mine, theirs) * comb(max(0, rest), against - theirs)
            if ways:
                likely = Fraction(ways, comb(pile, drawn) * comb(pile - drawn, against))
                chance += likely * duel(plain, drawn - mine, against - theirs, bonus, 0)
    return chance

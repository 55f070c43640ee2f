"""Odds by counting: the number of hands or draws of unknown cards that have some property, as integers."""

from collections import Counter
from fractions import Fraction
from math import comb


def sums(values: list[int], count: int, limit: int) -> list[int]:
    """For each sum from 0 to `limit`, the number of sets of `count` of these cards that have it."""
    ways = [[0] * (limit + 1) for _ in range(count + 1)]
    ways[0][0] = 1
    for value in values:
        for taken in range(count, 0, -1):
            row, before = ways[taken], ways[taken - 1]
            for total in range(limit, value - 1, -1):
                row[total] += before[total - value]
    return ways[count]


def hands_below(values: list[int], size: int, best: int, limit: int) -> int:
    """The number of hands of `size` of these cards whose `best` highest cards have a sum below `limit`."""
    if limit <= 0:
        return 0
    found = {(0, 0): 1}
    for value, copies in sorted(Counter(values).items(), reverse=True):
        further: dict[tuple[int, int], int] = {}
        for (taken, total), ways in found.items():
            for more in range(min(copies, size - taken) + 1):
                reached = total + value * min(more, max(0, best - taken))
                if reached >= limit:
                    break
                key = (taken + more, reached)
                further[key] = further.get(key, 0) + ways * comb(copies, more)
        found = further
    return sum([ways for (taken, _), ways in found.items() if taken == size])


def share(ways: int, cards: int, drawn: int) -> Fraction:
    """`ways` as a share of all sets of `drawn` out of `cards` cards."""
    return Fraction(ways, comb(cards, drawn))

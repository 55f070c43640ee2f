"""Odds by counting: how many hands or draws of unknown cards do this or that, as whole numbers."""

from collections import Counter
from fractions import Fraction
from math import comb


def sums(values: list[int], count: int, limit: int) -> list[int]:
    """How many sets of `count` of these cards have each sum from 0 to `limit`."""
    ways = [[0] * (limit + 1) for _ in range(count + 1)]
    ways[0][0] = 1
    for value in values:
        for taken in range(count, 0, -1):
            row, before = ways[taken], ways[taken - 1]
            for total in range(limit, value - 1, -1):
                row[total] += before[total - value]
    return ways[count]


def hands_below(values: list[int], size: int, best: int, limit: int) -> int:
    """How many hands of `size` of these cards have a sum below `limit` in their `best` highest cards."""
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
    """So many of all sets of `drawn` out of `cards`."""
    return Fraction(ways, comb(cards, drawn))

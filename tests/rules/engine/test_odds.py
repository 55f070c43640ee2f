"""Odds are proved: the counting agrees with plain enumeration, in whole numbers."""

from itertools import combinations

import pytest

from rules.engine.odds import hands_below, share, sums

VALUES = [2, 2, 3, 5, 5, 5, 8, 10, 15, 15, 15]


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize("limit", [0, 4, 10, 25])
def test_sets_with_each_sum_are_counted_as_enumerated(count: int, limit: int) -> None:
    found = sums(VALUES, count, limit)
    for total in range(limit + 1):
        assert found[total] == sum(sum(chosen) == total for chosen in combinations(VALUES, count))


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("limit", [-3, 0, 1, 6, 15, 16, 31, 100])
def test_hands_below_a_limit_are_counted_as_enumerated(size: int, best: int, limit: int) -> None:
    plain = sum(sum(sorted(hand, reverse=True)[:best]) < limit for hand in combinations(VALUES, size))
    assert hands_below(VALUES, size, best, limit) == plain


def test_a_share_is_exact() -> None:
    assert share(1, 52, 2).denominator == 1326
    assert share(1, 5, 0) == 1

"""The generator: reproducible, uniform, and moved on by its counter alone."""

from collections import Counter
from itertools import permutations

import pytest

from rules.engine.cards import DECK
from rules.engine.chance import Chance, fresh_key, key_from_seed
from rules.engine.refusals import Refused

KEY = key_from_seed("a fixed seed")


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_seed_has_its_own_key_and_the_same_one_each_time() -> None:
    seeds = [1, -1, "1", b"1", 0, "", b"", 10**5000, "\ud800"]
    keys = [key_from_seed(seed) for seed in seeds]
    assert len(set(keys)) == len(seeds)
    assert keys == [key_from_seed(seed) for seed in seeds]
    assert {len(key) for key in keys} == {64}


@pytest.mark.parametrize("seed", [True, 1.0, None, [], {}])
def test_another_kind_of_seed_is_refused(seed: object) -> None:
    with pytest.raises(Refused):
        key_from_seed(seed)


def test_fresh_keys_differ() -> None:
    assert fresh_key() != fresh_key()


def test_the_counter_alone_says_where_to_go_on() -> None:
    one = Chance(KEY)
    one.shuffle(DECK)
    two = Chance(KEY, one.counter)
    assert two.shuffle(DECK) == Chance(KEY, one.counter).shuffle(DECK) != Chance(KEY).shuffle(DECK)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 52, 54, 1000])
def test_numbers_below_a_size_are_uniform(size: int) -> None:
    chance = Chance(KEY)
    counts = Counter(chance.below(size) for _ in range(size * 40))
    assert set(counts) == set(range(size))
    assert chi_square([counts[number] for number in range(size)]) < size + 4 * (2 * size) ** 0.5


def test_every_order_of_four_cards_is_equally_likely() -> None:
    chance = Chance(KEY)
    counts = Counter(chance.shuffle("abcd") for _ in range(4800))
    orders = ["".join(order) for order in permutations("abcd")]
    assert chi_square([counts[order] for order in orders]) < 49.7  # 23 degrees of freedom, p = 0.001


def test_every_card_of_the_deck_lies_everywhere_equally_often() -> None:
    chance = Chance(KEY)
    counts = [[0] * 52 for _ in range(52)]
    for _ in range(2080):
        for position, card in enumerate(chance.shuffle(DECK)):
            counts[DECK.index(card)][position] += 1
    total = sum(chi_square(row) for row in counts)
    assert total < 2601 + 4 * (2 * 2601) ** 0.5  # 51 x 51 degrees of freedom


def test_a_word_beyond_the_last_whole_multiple_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([0xFFFFFFFF, 5])
    monkeypatch.setattr(Chance, "_word", lambda self: next(words))
    assert Chance(KEY).below(3) == 2

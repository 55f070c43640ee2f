"""The cache of texts: bounded, and what was used last stays."""

from common import text_cache
from common.text_cache import TextCache


def test_the_texts_that_nobody_used_for_longest_are_dropped_first():
    cache = TextCache(most_characters=100)
    for number in range(10):
        cache.put(b"%d" % number, "x" * 30)
        cache.get(b"0")
    assert [number for number in range(10) if cache.get(b"%d" % number)] == [0, 8, 9]
    assert cache.characters <= 100


def test_a_text_larger_than_the_cache_is_not_stored():
    cache = TextCache(most_characters=100)
    cache.put(b"small", "x")
    cache.put(b"large", "x" * 101)
    assert cache.get(b"large") is None
    assert cache.get(b"small") == "x"


def test_a_cleared_cache_takes_texts_again():
    cache = TextCache(most_characters=100)
    cache.put(b"a", "x" * 100)
    cache.clear()
    cache.put(b"b", "y" * 100)
    assert cache.get(b"a") is None
    assert cache.get(b"b") == "y" * 100


def test_a_text_that_was_stored_for_a_while_is_dropped_then_and_may_be_stored_again(monkeypatch):
    cache, now = TextCache(100), [0.0]
    monkeypatch.setattr(text_cache.time, "monotonic", lambda: now[0])
    cache.put(b"a", "short-lived", 60)
    cache.put(b"b", "lasting")
    now[0] = 60.0
    assert cache.get(b"a") == "short-lived"
    now[0] = 60.1
    assert (cache.get(b"a"), cache.get(b"b")) == (None, "lasting")
    assert cache.characters == len("lasting")
    cache.put(b"a", "new", 60)
    assert cache.get(b"a") == "new"

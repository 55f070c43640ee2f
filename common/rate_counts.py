"""Counts for rate limits: one atomic count for each key and time window, in the cache that all processes share."""

import threading
import time
from typing import Final

from django.core.cache import cache

# The number of remembered keys; beyond it all are forgotten, with the uses that were not written yet.
MOST_KEYS: Final = 10_000


def count_one(key: str, *, seconds: int) -> int:
    """Counts a use of a key in the current window of `seconds`; returns the uses in that window."""
    return _count(window_key(key, seconds), 1, seconds)


def _count(window: str, uses: int, seconds: int) -> int:
    try:
        return cache.incr(window, uses)
    except ValueError:  # the first use of this window
        cache.add(window, 0, seconds)
    return cache.incr(window, uses)


class BatchedCounts:
    """Counts that write to the shared cache only after every `batch` uses of a key.

    Each process knows its own uses exactly, and those of the others at its last write. So with n processes a key may
    have up to (n - 1) * (batch - 1) uses that one process does not know of. Threads of a process count exactly."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # By key: the window, the uses known from the last write, and those since.
        self._known: dict[str, tuple[str, int, int]] = {}

    def count_one(self, key: str, *, seconds: int, batch: int) -> int:
        """Counts a use of a key in the current window; returns the known uses in that window."""
        window = window_key(key, seconds)
        with self._lock:
            last, shared, unsaved = self._known.get(key, ("", 0, 0))
            if last == window and unsaved + 1 < batch:
                self._known[key] = (window, shared, unsaved + 1)
                return shared + unsaved + 1
            fresh = unsaved + 1 if last == window else 1
            self._forget_too_many()
            # Meanwhile other threads count from zero.
            self._known[key] = (window, shared + fresh if last == window else 0, 0)
        total = _count(window, fresh, seconds)
        with self._lock:
            last, shared, unsaved = self._known.get(key, ("", 0, 0))
            self._known[key] = (window, max(total, shared if last == window else 0), unsaved if last == window else 0)
        return total

    def known_uses(self, key: str, *, seconds: int) -> int:
        """The uses of a key in the current window that this process knows of; counts nothing."""
        last, shared, unsaved = self._known.get(key, ("", 0, 0))
        return shared + unsaved if last == window_key(key, seconds) else 0

    def _forget_too_many(self) -> None:
        if len(self._known) >= MOST_KEYS:
            self._known.clear()


def window_key(key: str, seconds: int) -> str:
    """The key of the current window."""
    return f"{key}:{int(time.time() // seconds)}"


def seconds_left(seconds: int) -> float:
    """How long the current window still lasts."""
    return seconds - time.time() % seconds

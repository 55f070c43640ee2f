"""A bounded cache of texts in the memory of one process, safe between threads."""

import math
import threading
import time
from collections import OrderedDict


class TextCache:
    """Texts by a digest of everything they depend on; the texts that nobody used for longest are dropped first."""

    def __init__(self, most_characters: int) -> None:
        self.most_characters = most_characters
        self.characters = 0
        self._texts: OrderedDict[bytes, str] = OrderedDict()
        # Until when a text counts, for those that were stored for a while only.
        self._until: dict[bytes, float] = {}
        self._lock = threading.Lock()

    def get(self, key: bytes) -> str | None:
        """The cached text, or None."""
        with self._lock:
            text = self._texts.get(key)
            if text is not None and self._until.get(key, math.inf) < time.monotonic():
                self._drop(key)
                return None
            if text is not None:
                self._texts.move_to_end(key)
            return text

    def put(self, key: bytes, text: str, seconds: float | None = None) -> None:
        """Caches a text and drops others to make room; a text that is larger than the cache is not stored.

        With `seconds` the text is dropped after this time, for a key that does not name all that it depends on."""
        with self._lock:
            if key in self._texts or len(text) > self.most_characters:
                return
            self._texts[key] = text
            if seconds is not None:
                self._until[key] = time.monotonic() + seconds
            self.characters += len(text)
            while self.characters > self.most_characters:
                self._drop(next(iter(self._texts)))

    def _drop(self, key: bytes) -> None:
        self.characters -= len(self._texts.pop(key))
        self._until.pop(key, None)

    def clear(self) -> None:
        """Drops every text."""
        with self._lock:
            self._texts.clear()
            self._until.clear()
            self.characters = 0

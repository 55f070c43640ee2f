"""A bounded cache of texts in the memory of one process, safe between threads."""

import threading
from collections import OrderedDict


class TextCache:
    """Texts by a digest of everything they depend on; the texts that nobody used for longest are dropped first."""

    def __init__(self, most_characters: int) -> None:
        self.most_characters = most_characters
        self.characters = 0
        self._texts: OrderedDict[bytes, str] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: bytes) -> str | None:
        """The cached text, or None."""
        with self._lock:
            text = self._texts.get(key)
            if text is not None:
                self._texts.move_to_end(key)
            return text

    def put(self, key: bytes, text: str) -> None:
        """Caches a text and drops others to make room; a text that is larger than the cache is not stored."""
        with self._lock:
            if key in self._texts or len(text) > self.most_characters:
                return
            self._texts[key] = text
            self.characters += len(text)
            while self.characters > self.most_characters:
                _key, dropped = self._texts.popitem(last=False)
                self.characters -= len(dropped)

    def clear(self) -> None:
        """Drops every text."""
        with self._lock:
            self._texts.clear()
            self.characters = 0

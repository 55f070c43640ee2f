"""A lock whose waiting threads get it in the order in which they came."""

import threading
from collections import deque


class Turn:
    """Belongs to one thread at a time. Python's own lock may pass over a thread that has waited longest."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()

    def take(self, seconds: float) -> bool:
        """Waits at most this many seconds; returns whether this thread has the turn now."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            handed_over = threading.Event()
            self._waiting.append(handed_over)
        if handed_over.wait(seconds):
            return True
        with self._guard:
            if handed_over.is_set():
                return True
            self._waiting.remove(handed_over)
            return False

    def pass_on(self) -> None:
        """Hands the turn to the thread that has waited longest, if one waits."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False

"""Limits on the time, memory and number of bounded processes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

MEBIBYTE: Final = 1024 * 1024
# How many bounded processes one web process runs at the same time, and how long a request waits for one.
AT_A_TIME: Final = 2
LONGEST_WAIT: Final = 2.0


class OverLimits(Exception):
    """The work took more time or memory than allowed."""


class NoProcessFree(Exception):
    """The maximum number of bounded processes is running already."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of processor time, seconds of elapsed time, and bytes of memory."""

    cpu: int = 10
    clock: int = 30
    memory: int = 1024 * MEBIBYTE

    def apply(self) -> None:
        """Applies the limits to this process; without limits in the system, only the parent's timeout applies."""
        with suppress(ImportError):
            import resource

            values = {"CPU": self.cpu, "AS": self.memory, "FSIZE": 0, "CORE": 0}
            for name, value in values.items():
                with suppress(ValueError, OSError):
                    resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


_slots = threading.BoundedSemaphore(AT_A_TIME)


@contextmanager
def process_slot(wait: float | None = None) -> Iterator[None]:
    """Holds a slot for a bounded process. Raises `NoProcessFree` if none becomes free within `wait` seconds."""
    if not _slots.acquire(timeout=LONGEST_WAIT if wait is None else wait):
        raise NoProcessFree
    try:
        yield
    finally:
        _slots.release()

"""When a message that failed is tried again: after a minute, then after twice as long each time, six times in all."""

from datetime import timedelta
from typing import Final

MOST_TRIES: Final = 6


def retry_delay(tries: int) -> timedelta:
    """How long after so many tries that failed, from 1, the next one is due."""
    return timedelta(minutes=1) * 2 ** (tries - 1)

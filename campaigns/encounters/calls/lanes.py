"""Lanes: threads that each send the messages to one service in turn, for a limited time.

What a lane does not send in its time stays due, and the next round sends it. So a service that takes seconds for each
message does not hold up the next round, and a round ends before its claims expire."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final, TypeVar

MAX_LANES: Final = 8
# How long a message that one process has claimed is left alone by the others.
CLAIM_DURATION: Final = timedelta(minutes=2)
# Seconds after which no further message is begun. One message takes up to ten seconds, and the job sends to devices
# and then to webhooks with the claims of one moment: together that must be less than CLAIM_DURATION.
LANE_SECONDS: Final = 20.0
ROUND_SECONDS: Final = 40.0

Item = TypeVar("Item")
Result = TypeVar("Result")


class LaneClock:
    """When a lane must stop: after its own time, or when the round's time is over."""

    def __init__(self, round_begun: float) -> None:
        self._end = min(monotonic() + LANE_SECONDS, round_begun + ROUND_SECONDS)

    def is_over(self) -> bool:
        """Whether no further message may be begun."""
        return monotonic() >= self._end


def run_lanes(
    lanes: Iterable[Sequence[Item]], send_lane: Callable[[Sequence[Item], LaneClock], list[Result]]
) -> list[Result]:
    """Sends all lanes, a few at a time, and returns their results together. `send_lane` runs without the database."""
    work = partial(_send_in_time, send_lane, monotonic())
    with ThreadPoolExecutor(max_workers=MAX_LANES) as pool:
        return [result for results in pool.map(work, lanes) for result in results]


def _send_in_time(
    send_lane: Callable[[Sequence[Item], LaneClock], list[Result]], round_begun: float, lane: Sequence[Item]
) -> list[Result]:
    return send_lane(lane, LaneClock(round_begun))

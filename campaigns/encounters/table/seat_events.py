"""The event log of a table page: the newest lines, and the older ones that are folded away."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaigns.encounters.table import event_log
from campaigns.encounters.table.seat_actions import SeatActions

# How many lines of the event log the live part shows: to players, and to people who only give orders. Others are
# folded.
PLAYER_LINES, DEALER_LINES = 3, 6


@dataclass
class SeatEvents(SeatActions):
    """What a seat sees and can do, and what happened."""

    events: list[dict[str, Any]]

    @cached_property
    def listed_events(self) -> list[dict[str, Any]]:
        """The events that have a line in the event log, oldest first."""
        return event_log.listed_events(self.events)

    @property
    def lines(self) -> list[event_log.EventLine]:
        """The event log, newest first."""
        return event_log.event_lines(self.listed_events, self.participants)

    @property
    def _folded_count(self) -> int:
        """How many of the oldest lines the live part folds away."""
        return max(0, len(self.listed_events) - (PLAYER_LINES if self.addresses_player else DEALER_LINES))

    @cached_property
    def has_older_lines(self) -> bool:
        """Whether the live part folds lines away."""
        return self._folded_count > 0

    @cached_property
    def recent_lines(self) -> list[event_log.EventLine]:
        """The newest lines, which the live part holds."""
        return event_log.event_lines(self.listed_events, self.participants, self._folded_count)

    @property
    def older_lines(self) -> list[event_log.EventLine]:
        """The lines that the live part folds away."""
        return self.lines[len(self.listed_events) - self._folded_count :]

    @cached_property
    def receipt(self) -> str:
        """The receipt of the last shuffle or sealed dice, if it is among the events of this page."""
        return event_log.last_receipt(self.events)

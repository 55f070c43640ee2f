"""Periods of the log as ranges of ids.

Entries get their ids in the order in which they are written, and pages, filters and the full-text index are sorted by
id. So a period is turned into a range of ids, and they are as fast with a period as without.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.log.models import LogEntry

# Entries of the same moment may have ids in another order, so the ids of this many entries at each edge are compared.
NEIGHBOURS: Final = 200


@dataclass(frozen=True)
class Period:
    """Days in the reader's time zone, the last one included; None is open."""

    since: date | None = None
    until: date | None = None

    def __bool__(self) -> bool:
        return self.since is not None or self.until is not None

    @property
    def start(self) -> datetime | None:
        """The first moment of the period."""
        return None if self.since is None else _start_of_day(self.since)

    @property
    def end(self) -> datetime | None:
        """The first moment after the period."""
        if self.until is None or self.until == date.max:
            return None
        return _start_of_day(self.until + timedelta(days=1))

    def condition(self, field: str) -> Q:
        """The condition for rows whose moment in `field` lies in the period."""
        condition = Q() if self.start is None else Q(**{f"{field}__gte": self.start})
        return condition if self.end is None else condition & Q(**{f"{field}__lt": self.end})


def _start_of_day(day: date) -> datetime:
    # In the first and the last year, the time zone could move the moment out of the range of dates.
    day = min(max(day, date(2, 1, 1)), date(9998, 12, 31))
    return timezone.make_aware(datetime.combine(day, time.min))


@dataclass(frozen=True)
class IdRange:
    """The first and the last id that a period may have; None is open."""

    first: int | None = None
    last: int | None = None


def limit_to_period(rows: QuerySet[LogEntry], campaign_id: int, period: Period) -> tuple[QuerySet[LogEntry], IdRange]:
    """The rows of the period, and between which ids they are; two queries by index at most."""
    every = LogEntry.objects.filter(campaign=campaign_id).values_list("pk", flat=True)
    first = last = None
    if period.start is not None:
        rows = rows.filter(created__gte=period.start)
        first = min(every.filter(created__gte=period.start).order_by("created")[:NEIGHBOURS], default=None)
    if period.end is not None:
        rows = rows.filter(created__lt=period.end)
        last = max(every.filter(created__lt=period.end).order_by("-created")[:NEIGHBOURS], default=None)
    if (period.start is not None and first is None) or (period.end is not None and last is None):
        return rows.none(), IdRange()
    limits = {"pk__gte": first, "pk__lte": last}
    return rows.filter(**{name: pk for name, pk in limits.items() if pk is not None}), IdRange(first, last)

"""Finds the newest entry from which a reader of new entries can go on without missing one.

An entry with a smaller id may be committed later.

PostgreSQL numbers an entry when it is inserted. Two transactions may insert at the same time, and the second may commit
first. A reader who then asks for entries after the second would never see the first. So new entries are shown only up
to the last one that no open transaction can precede. SQLite has one writer at a time, so this cannot happen there."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection

from campaigns.log.models import LogEntry

# An entry is inserted at most this long after its time of creation.
INSERTED_WITHIN: Final = timedelta(seconds=2)
# A transaction receives its id with its first write. The second condition finds the first write while it runs.
OLDEST_WRITER: Final = """
    SELECT min(xact_start) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    AND (backend_xid IS NOT NULL OR (state = 'active' AND query ILIKE 'insert%'))
"""


class LatestEntry(NamedTuple):
    """The id of the last entry that may be shown as new (0 if there is none), and whether newer ones wait."""

    pk: int
    newer_wait: bool


def latest_readable_entry(campaign_id: int, **readable: str) -> LatestEntry:
    """The last entry that no entry with a smaller id can follow; `readable` limits the campaign's entries by fields."""
    rows = LogEntry.objects.filter(**readable, campaign=campaign_id).order_by("-pk").values_list("pk", "created")
    newest = rows.first()
    if newest is None:
        return LatestEntry(0, newer_wait=False)
    oldest = _start_of_oldest_writer()
    if oldest is None or oldest > newest[1] + INSERTED_WITHIN:
        return LatestEntry(newest[0], newer_wait=False)
    settled = rows.filter(created__lt=oldest - INSERTED_WITHIN).first()
    return LatestEntry(settled[0] if settled else 0, newer_wait=True)


def _start_of_oldest_writer() -> datetime | None:
    """When the oldest transaction of another connection began that may write."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(OLDEST_WRITER)
        started: datetime | None = cursor.fetchone()[0]
        return started

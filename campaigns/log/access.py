"""Which log entries a person may read: the one audience rule."""

from typing import Any, Final

from django.db.models import QuerySet

from campaigns.log.models import LogEntry
from people.access import campaigns_of, get_visible_row, membership_for
from people.models import Member, User

# What every member may read, as a filter and as a check of one entry.
EVERYBODY: Final = {"audience": LogEntry.Audience.ALL}


def is_for_everybody(entry: LogEntry) -> bool:
    """Whether every member may read the entry."""
    return entry.audience == EVERYBODY["audience"]


def visible_log_entries(membership: Member) -> QuerySet[LogEntry]:
    """The log entries that the member may read."""
    rows = LogEntry.objects.filter(campaign=membership.campaign_id)
    return rows if membership.runs else rows.filter(**EVERYBODY)


def get_log_entry(user: User, entry_id: Any) -> tuple[LogEntry, Member]:
    """A log entry that the person may read, and the person's membership."""
    row = get_visible_row(LogEntry.objects.filter(campaign__in=campaigns_of(user)), pk=entry_id)
    membership = membership_for(user, row)
    return get_visible_row(visible_log_entries(membership), pk=row.pk), membership

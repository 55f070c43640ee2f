"""Which log entries a person may read: the one audience rule."""

from typing import Any

from django.db.models import Q, QuerySet

from campaigns.log.models import LogEntry
from people.access import campaigns_of, get_visible_row, membership_for
from people.models import Member, User


def visible_log_entries(membership: Member) -> QuerySet[LogEntry]:
    """The log entries that the member may read."""
    return LogEntry.objects.filter(audience_filter(membership), campaign=membership.campaign_id)


def audience_filter(membership: Member, prefix: str = "") -> Q:
    """The condition under which the member reads a log entry; `prefix` leads from another table to the entry."""
    return Q() if membership.runs else Q(**{f"{prefix}audience": LogEntry.Audience.ALL})


def get_log_entry(user: User, entry_id: Any) -> tuple[LogEntry, Member]:
    """A log entry that the person may read, and the person's membership."""
    row = get_visible_row(LogEntry.objects.filter(campaign__in=campaigns_of(user)), pk=entry_id)
    membership = membership_for(user, row)
    return get_visible_row(visible_log_entries(membership), pk=row.pk), membership

"""Which log entries a person may read: the one audience rule."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.log.models import LogEntry
from common.parsing import parse_id
from people.access import anonymous_member, get_row_of_campaign, get_visible_row, members_of
from people.models import Member, User

# What every member may read, as a filter and as a check of one entry.
EVERYONE: Final = {"audience": LogEntry.Audience.ALL}


def is_for_everyone(entry: LogEntry) -> bool:
    """Whether every member may read the entry."""
    return entry.audience == EVERYONE["audience"]


def visible_log_entries(membership: Member) -> QuerySet[LogEntry]:
    """The log entries that the member may read."""
    return LogEntry.objects.filter(audience_filter(membership), campaign=membership.campaign_id)


def audience_filter(membership: Member, prefix: str = "") -> Q:
    """The condition under which the member reads a log entry; `prefix` leads from another table to the entry."""
    return Q() if membership.is_gm else Q(**{f"{prefix}{name}": value for name, value in EVERYONE.items()})


PARTY: Final = "party"


def reader_for(membership: Member, known_to: str) -> Member:
    """The reader whose knowledge is asked for: the party (`PARTY`) or the member with this id; everyone may ask for
    the party and for themselves, GMs for every member."""
    if known_to == PARTY:
        return anonymous_member(membership)
    if known_to == str(membership.pk):
        return membership
    if not membership.is_gm:
        raise PermissionDenied(_("Only GMs can ask what another member knows."))
    return get_visible_row(members_of(membership).select_related("campaign", "user"), pk=parse_id(known_to) or 0)


def get_log_entry(user: User, entry_id: Any) -> tuple[LogEntry, Member]:
    """A log entry that the person may read, and the person's membership."""
    row, membership = get_row_of_campaign(LogEntry, user, entry_id)
    return get_visible_row(visible_log_entries(membership), pk=row.pk), membership

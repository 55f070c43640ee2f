"""Which dates and planned events of a calendar a member may see."""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from people.access import get_row_of_campaign, get_visible_row, require_gm
from people.models import Campaign, Member, User
from people.viewer_queries import MemberQuery

# Most pages of a campaign ask for it.
CALENDAR: Final = MemberQuery(lambda membership: Calendar.objects.filter(campaign=membership.campaign_id))


def find_calendar(membership: Member) -> Calendar | None:
    """The calendar of the campaign, if it has one; all members may see it. Asked once for each campaign object."""
    campaign = membership.campaign
    related: Any = Campaign._meta.get_field("calendar")
    if not related.is_cached(campaign):
        row = next(iter(CALENDAR.rows(membership)), None)
        if row is not None:
            row.campaign = campaign
        related.set_cached_value(campaign, row)
    calendar: Calendar | None = related.get_cached_value(campaign)
    return calendar


def get_calendar(membership: Member) -> Calendar:
    """The calendar of the campaign, or 404."""
    row = find_calendar(membership)
    if row is None:
        raise Http404(_("This campaign has no calendar yet. A GM makes one on the page “Calendar”."))
    return row


def visible_events(membership: Member) -> QuerySet[PlannedEvent]:
    """The planned events that the member may see: all for GMs; others see those for everyone, some only when due."""
    rows = PlannedEvent.objects.filter(campaign=membership.campaign_id)
    return rows if membership.is_gm else rows.filter(event_filter())


def event_filter(prefix: str = "") -> Q:
    """The condition under which players see an event."""
    audience = PlannedEvent.Audience
    open_to_all = Q(**{f"{prefix}audience": audience.ALL})
    return open_to_all | Q(**{f"{prefix}audience": audience.DUE, f"{prefix}due__isnull": False})


def get_event(user: User, event_id: Any) -> tuple[PlannedEvent, Member]:
    """A planned event that the person sees, and the membership; or 404."""
    row, membership = get_row_of_campaign(PlannedEvent, user, event_id)
    return get_visible_row(visible_events(membership), pk=row.pk), membership


def get_event_as_gm(user: User, event_id: Any) -> tuple[PlannedEvent, Member]:
    """A planned event of a campaign that the person runs; 404 for an event that they do not see, 403 to players."""
    row, membership = get_event(user, event_id)
    return row, require_gm(membership)


def own_dates(membership: Member) -> QuerySet[InWorldDate]:
    """The dates of the campaign that are not kept from the member by themselves; their things must be visible too."""
    rows = InWorldDate.objects.filter(campaign=membership.campaign_id)
    return rows if membership.is_gm else rows.filter(gm_only=False)

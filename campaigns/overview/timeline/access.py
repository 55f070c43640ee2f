"""Which dates a member may see: those of things that the member may see; and whose dates a person may change."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.log.access import audience_filter, get_log_entry
from campaigns.log.actions import require_correction_permission
from campaigns.log.calendar.access import event_filter, own_dates
from campaigns.log.calendar.models import InWorldDate
from campaigns.sessions.access import get_session
from campaigns.sessions.models import Session
from campaigns.world import access as world_access
from characters import access as character_access
from people.access import get_row_of_campaign, get_visible_row, membership_for, require_gm
from people.models import Member, User

# The kinds of things that have dates, by the name of their column.
THINGS: Final = ("session", "entry", "page", "character")


def visible_dates(membership: Member) -> QuerySet[InWorldDate]:
    """The dates of things that the member may see; for GMs all but those of archived pages."""
    pages = world_access.visible_entries(membership).filter(archived__isnull=True)
    rows = own_dates(membership)
    if membership.is_gm:
        return rows.filter(Q(page__isnull=True) | Q(page__archived__isnull=True))
    people = character_access.known_characters(membership).order_by()
    shown = (
        Q(session__isnull=False)
        | (Q(entry__isnull=False) & audience_filter(membership, "entry__"))
        | Q(page__in=pages.values("pk"))
        | Q(character__in=people.values("pk"))
        | (Q(event__isnull=False) & event_filter("event__"))
    )
    return rows.filter(shown)


def listed_dates(membership: Member) -> QuerySet[InWorldDate]:
    """The dates that lists of what happened show: those that the member may see, without those of cancelled
    sessions."""
    return visible_dates(membership).exclude(session__status=Session.Status.CANCELLED)


def get_dated_thing(user: User, what: str, thing_id: Any) -> tuple[Any, Member]:
    """A thing whose dates the person may change; 404 for one that they may not see, 403 for one that they only read."""
    if what == "session":
        row, membership = get_session(user, thing_id)
        return row, require_gm(membership)
    if what == "entry":
        entry, membership = get_log_entry(user, thing_id)
        require_correction_permission(membership, entry)
        return entry, membership
    if what == "page":
        return world_access.get_editable_entry(user, thing_id)
    return _get_character(user, thing_id)


def _get_character(user: User, character_id: Any) -> tuple[Any, Member]:
    row = character_access.get_editable_character(user, character_id)
    return row, membership_for(user, row)


def get_changeable_date(user: User, date_id: Any) -> tuple[InWorldDate, Member]:
    """A date that the person may take away, with the membership; 404 for one that they may not see."""
    row, membership = get_row_of_campaign(InWorldDate, user, date_id)
    get_visible_row(visible_dates(membership), pk=row.pk)
    what = next((name for name in THINGS if getattr(row, f"{name}_id") is not None), None)
    if what is None:
        require_gm(membership)
        return row, membership
    try:
        get_dated_thing(user, what, getattr(row, f"{what}_id"))
    except Http404:
        # A character whose name the person knows and whose sheet is closed.
        raise PermissionDenied(_("Only people who may change this may change its date.")) from None
    return row, membership

"""Which visits a person may see, and for which sessions a GM may invite guests."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.sessions.access import visible_sessions
from campaigns.sessions.guests.models import LASTS, SessionGuest
from campaigns.sessions.models import Session
from people.models import Member


def visible_guest_visits(membership: Member) -> QuerySet[SessionGuest]:
    """The visits to the campaign: every member sees who is a member and for how long."""
    return SessionGuest.objects.filter(session__campaign=membership.campaign_id)


def list_guests(membership: Member, session: Session) -> list[SessionGuest]:
    """The guests of a session, each with `.here`: whether the visit still lasts."""
    rows = list(visible_guest_visits(membership).filter(session=session).select_related("member__user"))
    for row in rows:
        row.here = row.ended is None and row.member.present  # type: ignore[attr-defined]
    return rows


def invited_to(session: Session) -> Q:
    """The members who belong to a session: all but those who are in the campaign as the guests of another one."""
    guests = SessionGuest.objects.filter(session=session, ended__isnull=True)
    return Q(guest_until__isnull=True) | Q(pk__in=guests.values("member"))


def sessions_for_guests(membership: Member) -> QuerySet[Session]:
    """The planned sessions with a date for which guests can be invited, the next one first."""
    rows = visible_sessions(membership).filter(status=Session.Status.PLANNED)
    return rows.filter(starts__gt=timezone.now() - LASTS).order_by("starts", "pk")


def add_visited_sessions(members: Iterable[Member]) -> None:
    """Adds `.visited` to each member: the session whose guest they are now, or None."""
    rows = list(members)
    guests = [row.pk for row in rows if row.guest_until is not None]
    sessions: dict[int, Session] = {}
    if guests:
        visits = SessionGuest.objects.filter(member__in=guests, ended__isnull=True).select_related("session")
        sessions = {visit.member_id: visit.session for visit in visits}
    for row in rows:
        row.visited = sessions.get(row.pk)  # type: ignore[attr-defined]

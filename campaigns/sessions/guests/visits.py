"""Writes to visits that other actions use: begin, close and move them. The callers decide who may."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.sessions.access import require_planned
from campaigns.sessions.guests.models import SessionGuest, visit_end
from campaigns.sessions.models import Session
from people.models import Invitation, Member


def require_open_for_guests(session: Session) -> None:
    """Refuses a session that is not planned, that has no date, or whose visits would be over."""
    require_planned(session, "session")
    if session.starts is None:
        raise ValidationError({"session": _("Give the session a date first. A visit ends a day after the start.")})
    if visit_end(session.starts) <= timezone.now():
        raise ValidationError({"session": _("The session was more than a day ago. Change its date first.")})


def begin_visit(member: Member, session: Session, until: datetime) -> None:
    """Stores the member as the guest of a session, instead of an earlier one.

    `until` is when the link ends: the session itself may no longer have a date."""
    member.guest_until = until
    member.save()
    _close(member)
    SessionGuest.objects.create(session=session, member=member)


def end_visit(member: Member) -> None:
    """Stores the member, who is no guest any more."""
    member.guest_until = None
    member.save()
    _close(member)


def _close(member: Member) -> None:
    SessionGuest.objects.filter(member=member, ended__isnull=True).update(ended=timezone.now())


def move_visits(session: Session) -> None:
    """Moves the end of the visits and of the open links of a locked session to a day after its start.

    A session that no longer has a date keeps the ends it has, and a visit that is over stays over."""
    if session.starts is None:
        return
    end = visit_end(session.starts)
    guests = SessionGuest.objects.filter(session=session, ended__isnull=True).values("member")
    for member in Member.objects.present().select_for_update().filter(pk__in=guests, guest_until__isnull=False):
        member.guest_until = end
        member.save()
    Invitation.objects.filter(guest_of=session, revoked__isnull=True).update(expires=end)

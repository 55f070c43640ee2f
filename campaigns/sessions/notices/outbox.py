"""Queues notices about a session in the transaction of what happened, and ends queued ones; job.py sends them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from campaigns.sessions.models import Session
from campaigns.sessions.notices.models import SessionNotice
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from people.devices.notices import HAS_ARRIVED
from people.models import Member


def queue_session_notices(session: Session, kind: str, moment: datetime, origin: str, *, to: Iterable[Member]) -> None:
    """Stores a notice for each of the members, due now. A newer notice of the same kind replaces one not sent yet."""
    rows = [
        SessionNotice(session=session, member=member, kind=kind, moment=moment, origin=origin, due=moment)
        for member in to
    ]
    waiting = SessionNotice.objects.filter(session=session, kind=kind, due__isnull=False, tries=0)
    waiting.filter(member__in=[row.member_id for row in rows]).delete()
    SessionNotice.objects.bulk_create(rows, ignore_conflicts=True)


def repeat_reminder(session: Session, *, is_moved: bool, now: datetime) -> None:
    """Lets the reminder of a session follow its start or the hours before it, one of which was just changed.

    After a move the job reminds of the start again, also if it did before. With other hours it reminds again when their
    hour comes, unless that is past: nobody is reminded twice at once. Messages that still wait, wait for that hour too;
    without a reminder that is the start, at which they are given up."""
    if session.starts is None:
        return
    reminders = session.notices.filter(kind=SessionNotice.Kind.REMINDER, moment=session.starts)
    hour = reminder_hour(session, session.starts)
    if is_moved:
        reminders.delete()
        return
    reminders.filter(due__isnull=False).update(due=max(hour, now))
    if hour <= now:
        reminders.update(created=now)


def announce_status(session: Session, *, by: Member, origin: str, now: datetime) -> None:
    """Tells those who know the start of a locked session that it was cancelled, or is planned again; not `by`, who did
    it.

    What still waits for a cancelled session is not sent, unless the session is planned again. The new notice says how
    the session stands when it is sent."""
    if session.status == Session.Status.CANCELLED:
        session.notices.filter(due__isnull=False).update(due=None)
    if session.starts is None or session.starts <= now:
        return
    about_start = Q(kind=SessionNotice.Kind.REMINDER, moment=session.starts)
    about_start |= Q(kind=SessionNotice.Kind.CHOSEN, created__gte=start_set(session, session.starts))
    informed = session.notices.filter(HAS_ARRIVED, about_start).values("member")
    members = [*Member.objects.present().filter(pk__in=informed).exclude(pk=by.pk)]
    if session.status == Session.Status.PLANNED:
        ended = session.notices.filter(about_start, member__isnull=False, due=None).exclude(HAS_ARRIVED)
        ended = ended.exclude(member__in=members)
        ended.filter(kind=SessionNotice.Kind.CHOSEN).update(due=now)
        hour = reminder_hour(session, session.starts)
        ended.filter(kind=SessionNotice.Kind.REMINDER).update(due=max(hour, now))
    queue_session_notices(session, SessionNotice.Kind.CHOSEN, now, origin, to=members)


def start_set(session: Session, starts: datetime) -> datetime:
    """When the session got this start; earlier notices had another date."""
    versions = session.history.order_by("history_id")
    other = versions.exclude(starts=starts).last()
    first = versions.filter(history_id__gt=other.history_id if other else 0).first()
    return first.history_date if first else session.created


def reminder_hour(session: Session, starts: datetime) -> datetime:
    """When the members are reminded of a session with this start.

    A reminder that was stored before belongs to longer hours, which a GM has changed since."""
    return starts - timedelta(hours=session.remind_hours)


def end_waiting_notices(now: datetime) -> None:
    """Ends every notice that waits, and counts the reminders whose hour has come as sent.

    For a site that was restored from a backup: before the restore it may have sent them already."""
    for model in (SessionNotice, OfferNotice):
        model._default_manager.filter(due__isnull=False).update(due=None)
    reminders = [
        SessionNotice(session=row, kind=SessionNotice.Kind.REMINDER, moment=row.starts, created=now)
        for row in sessions_to_remind_of(now)
        if row.starts
    ]
    for row in reminders:  # One of longer hours may be stored.
        row.session.notices.filter(kind=row.kind, moment=row.moment).update(created=now)
    SessionNotice.objects.bulk_create(reminders, ignore_conflicts=True)


def sessions_to_remind_of(now: datetime) -> list[Session]:
    """The planned sessions ahead whose hour of the reminder has come."""
    longest = timedelta(hours=max(Session.RemindHours.values))
    rows = Session.objects.filter(
        status=Session.Status.PLANNED, starts__gt=now, starts__lte=now + longest, remind_hours__gt=0
    )
    rows = rows.filter(campaign__archived__isnull=True, campaign__self_running=False)
    return [row for row in rows if row.starts and reminder_hour(row, row.starts) <= now]

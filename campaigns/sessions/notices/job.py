"""The background job that tells members about sessions: push messages and mails, and reminders for webhooks.

Each notice is claimed in the database before it is sent, so that two processes never send the same one. The rules of
campaigns/encounters/calls apply here too: quiet hours, devices with a valid sign-in, further tries after a failure.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.encounters.calls.due import is_quiet
from campaigns.encounters.calls.job import Message, send_in_lanes
from campaigns.sessions.models import Session
from campaigns.sessions.notices import mail, wording
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.notices.outbox import sessions_to_remind_of
from campaigns.sessions.webhook_messages import queue_reminder
from people.access import is_membership_of
from people.devices.access import reachable_devices
from people.devices.models import CallPreferences, PushDevice
from people.devices.push_key import get_push_key
from people.models import Member, Role

CLAIM_LASTS: Final = timedelta(minutes=2)
FIRST: Final = timedelta(minutes=1)
MOST_TRIES: Final = 6
BATCH: Final = 500
# A notice that could not be sent for this long, for example in a power cut, is given up.
TOO_LATE: Final = timedelta(days=2)
RETENTION: Final = timedelta(days=90)


@dataclass(frozen=True)
class DueNotice:
    """A notice that may be sent now, with what sending takes."""

    notice: SessionNotice
    preferences: CallPreferences
    devices: list[PushDevice]


def send_notices(now: datetime | None = None) -> int:
    """Sends the notices that are due; returns how many members were told."""
    now = now or timezone.now()
    plan_reminders(now)
    claimed = [one for one in find_due_notices(now) if _claim(one.notice, now)]
    reached = _push(claimed, now)
    told = 0
    for one in claimed:
        pushed = one.notice.pk in reached
        mailed = mail.send(one.notice, one.preferences, now)
        _store(one, pushed, mailed, now)
        told += pushed or mailed == mail.SENT
    return told


def plan_reminders(now: datetime) -> None:
    """Stores the reminders of sessions whose hour has come: one for each member, and one for the webhooks."""
    due = sessions_to_remind_of(now)
    known = set(
        SessionNotice.objects.filter(
            session__in=due, kind=SessionNotice.Kind.REMINDER, member__isnull=True
        ).values_list("session", "moment")
    )
    for session in due:
        if session.starts is not None and (session.pk, session.starts) not in known:
            _remind(session, session.starts, now)


@transaction.atomic
def _remind(session: Session, starts: datetime, now: datetime) -> None:
    """Stores a session's reminders and queues those of the webhooks, unless another process did."""
    about = {"session": session, "kind": SessionNotice.Kind.REMINDER, "moment": starts}
    Session.objects.select_for_update().get(pk=session.pk)
    if SessionNotice.objects.filter(**about, member__isnull=True).exists():
        return
    SessionNotice.objects.create(**about, created=now)
    members = Member.objects.present().filter(campaign=session.campaign_id).exclude(role=Role.OBSERVER)
    # Who was told the date within the hours of the reminder needs no second message about it.
    since = starts - timedelta(hours=session.remind_hours)
    told = SessionNotice.objects.filter(session=session, kind=SessionNotice.Kind.CHOSEN, created__gte=since)
    members = members.exclude(pk__in=told.values("member"))
    rows = [SessionNotice(**about, member=member, due=now, created=now) for member in members]
    SessionNotice.objects.bulk_create(rows, ignore_conflicts=True)
    queue_reminder(session)


def find_due_notices(now: datetime) -> list[DueNotice]:
    """The notices that may be sent now; gives up those that no longer hold."""
    rows = SessionNotice.objects.filter(due__lte=now, member__isnull=False).order_by("due", "pk")
    rows = rows.select_related("session__campaign", "session__date_poll", "member__user", "member__campaign")
    found: list[SessionNotice] = []
    useless: list[SessionNotice] = []
    for row in rows[:BATCH]:
        (found if _is_of_use(row, now) else useless).append(row)
    SessionNotice.objects.filter(pk__in=[row.pk for row in useless]).update(due=None)
    people = {row.member.user_id for row in found if row.member}
    preferences = {row.user_id: row for row in CallPreferences.objects.filter(user__in=people)}
    devices: dict[int, list[PushDevice]] = defaultdict(list)
    for device in reachable_devices().filter(user__in=people):
        devices[device.user_id].append(device)
    due = []
    for row in found:
        user = row.member.user_id if row.member else 0
        chosen = preferences.get(user) or CallPreferences(user_id=user)
        if not is_quiet(chosen, now):
            due.append(DueNotice(row, chosen, devices[user] if chosen.session_push else []))
    return due


def _is_of_use(notice: SessionNotice, now: datetime) -> bool:
    """Whether what the notice says still holds for a person who is still a member."""
    session, member = notice.session, notice.member
    if member is None or not is_membership_of(member.user, member) or session.campaign.archived is not None:
        return False
    if notice.kind == SessionNotice.Kind.REMINDER:
        ahead = session.status == Session.Status.PLANNED and session.starts == notice.moment
        return ahead and notice.moment > now
    if notice.kind == SessionNotice.Kind.DATES:
        poll = getattr(session, "date_poll", None)
        return poll is not None and poll.is_open
    if notice.kind == SessionNotice.Kind.CHOSEN and session.starts is None:
        return False
    return notice.moment > now - TOO_LATE


def _claim(notice: SessionNotice, now: datetime) -> bool:
    """Whether no other process sends it."""
    rows = SessionNotice.objects.filter(pk=notice.pk, due=notice.due)
    return bool(rows.update(due=now + CLAIM_LASTS, tries=F("tries") + 1))


def _push(claimed: list[DueNotice], now: datetime) -> set[int]:
    """Sends the push messages that were not sent before; returns the notices of which one reached a service."""
    messages = [
        Message(one.notice.pk, device, wording.push_message(one.notice, device), f"session-{one.notice.session_id}")
        for one in claimed
        if one.notice.pushed is None
        for device in one.devices
    ]
    return send_in_lanes(messages, get_push_key(), now) if messages else set()


def _store(one: DueNotice, pushed: bool, mailed: str, now: datetime) -> None:
    """Ends the notice, or says when it is tried again after a failure."""
    waits_for_push = bool(one.devices) and one.notice.pushed is None and not pushed
    tries = one.notice.tries + 1
    again = (waits_for_push or mailed == mail.FAILED) and tries < MOST_TRIES
    due = now + FIRST * 2 ** (tries - 1) if again else None
    rows = SessionNotice.objects.filter(pk=one.notice.pk)
    rows.update(due=due, pushed=now if pushed else one.notice.pushed)


def delete_old_notices(now: datetime | None = None) -> int:
    """Deletes the notices of sessions that are over, after ninety days."""
    early = (now or timezone.now()) - RETENTION
    rows = SessionNotice.objects.filter(created__lt=early, due__isnull=True)
    return rows.exclude(kind=SessionNotice.Kind.REMINDER, moment__gte=early).delete()[0]

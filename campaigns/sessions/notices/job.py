"""The background job that sends notices about sessions and offers: push messages, mails, and reminders for webhooks.

Each notice is claimed in the database before it is sent, so that two processes never send the same one. The rules of
campaigns/encounters/calls apply here too: quiet hours, devices with a valid sign-in, further tries after a failure.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from campaigns.encounters.calls.due import is_quiet
from campaigns.encounters.calls.job import Message, SendResult, send_in_lanes
from campaigns.encounters.calls.lanes import CLAIM_DURATION
from campaigns.encounters.calls.retries import MOST_TRIES, retry_delay
from campaigns.sessions.guests.access import invited_to
from campaigns.sessions.models import Session
from campaigns.sessions.notices import mail, wording
from campaigns.sessions.notices.models import AnyNotice, SessionNotice
from campaigns.sessions.notices.outbox import reminder_hour, sessions_to_remind_of, start_set
from campaigns.sessions.planning.access import unanswered_dates
from campaigns.sessions.webhook_messages import queue_reminder
from campaigns.world.shared_worlds.offers.notices.content import still_holds
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from common.mail_rounds import AFTER_OUTAGE, MailRound, is_paused
from people.access import is_membership_of
from people.devices.access import reachable_devices
from people.devices.models import CallPreferences, PushDevice
from people.devices.notices import HAS_ARRIVED, TOO_LATE
from people.devices.push_key import get_push_key
from people.models import Member, Role

BATCH: Final = 500
RETENTION: Final = timedelta(days=90)
# The tables of notices, with what sending reads of each.
RELATED: Final[dict[type[AnyNotice], tuple[str, ...]]] = {
    SessionNotice: ("session__campaign", "session__date_poll", "member__user", "member__campaign"),
    OfferNotice: ("offer__campaign", "offer__to", "member__user", "member__campaign"),
}


@dataclass(frozen=True)
class DueNotice:
    """A notice that may be sent now, with the data that sending needs."""

    notice: AnyNotice
    preferences: CallPreferences
    devices: list[PushDevice]

    @property
    def waits_for_push(self) -> bool:
        """Whether a push message should be sent: none reached a device, and its tries are not over."""
        return bool(self.devices) and self.notice.pushed is None and self.notice.tries < MOST_TRIES


def send_notices(now: datetime | None = None) -> int:
    """Sends the notices that are due; returns how many members were told."""
    now = now or timezone.now()
    plan_reminders(now)
    due = find_due_notices(now)
    # While no mail is sent, only push messages are claimed.
    only_push = bool(due) and is_paused(now)
    claimed = [row for row in due if (row.waits_for_push or not only_push) and _claim(row.notice, now)]
    messages = _push(claimed, now)
    sent, mails = 0, MailRound(now)
    for place, due_notice in enumerate(claimed):
        pushed, left = place in messages.reached, place in messages.left
        mailed = mail.send(due_notice.notice, due_notice.preferences, now, mails)
        has_failed = mailed == mail.FAILED or (due_notice.waits_for_push and not pushed and not left)
        if (left or mailed in {mail.LEFT, mail.DOWN}) and not has_failed:
            _release(due_notice.notice, now, now + AFTER_OUTAGE if mailed == mail.DOWN else due_notice.notice.due)
        else:
            _store(due_notice, pushed, mailed, now)
        sent += pushed or mailed == mail.SENT
    return sent


def plan_reminders(now: datetime) -> None:
    """Stores the reminders of sessions whose hour has come: one for each member, and one for the webhooks."""
    due = sessions_to_remind_of(now)
    rows = SessionNotice.objects.filter(session__in=due, kind=SessionNotice.Kind.REMINDER, member__isnull=True)
    stored = {(row.session_id, row.moment): row.created for row in rows}
    for session in due:
        if session.starts is not None:
            created = stored.get((session.pk, session.starts))
            if created is None or created < reminder_hour(session, session.starts):
                _remind(session, session.starts, now)


@transaction.atomic
def _remind(session: Session, starts: datetime, now: datetime) -> None:
    """Stores a session's reminders instead of those of longer hours, and queues those of the webhooks, unless another
    process did."""
    about = {"session": session, "kind": SessionNotice.Kind.REMINDER, "moment": starts}
    Session.objects.select_for_update().get(pk=session.pk)
    hour = reminder_hour(session, starts)
    stored = SessionNotice.objects.filter(**about)
    if stored.filter(member__isnull=True, created__gte=hour).exists():
        return
    stored.delete()
    SessionNotice.objects.create(**about, created=now)
    members = Member.objects.present().filter(invited_to(session), campaign=session.campaign_id)
    members = members.exclude(role=Role.OBSERVER)
    # Members who got a notice with this date within the hours of the reminder need no reminder.
    since = max(hour, start_set(session, starts))
    notices = SessionNotice.objects.filter(session=session, kind=SessionNotice.Kind.CHOSEN, created__gte=since)
    members = members.exclude(pk__in=notices.values("member"))
    rows = [SessionNotice(**about, member=member, due=now, created=now) for member in members]
    SessionNotice.objects.bulk_create(rows, ignore_conflicts=True)
    queue_reminder(session)


def find_due_notices(now: datetime) -> list[DueNotice]:
    """The notices that may be sent now; gives up those that no longer hold."""
    return [notice for model in RELATED for notice in islice(_find_due(model, now), BATCH)]


def _find_due(model: type[AnyNotice], now: datetime) -> Iterator[DueNotice]:
    """Reads page after page, because the notices of people in quiet hours stay due and may be the oldest."""
    rows = model._default_manager.filter(due__lte=now, member__isnull=False).order_by("due", "pk")
    page: list[AnyNotice] = [*rows.select_related(*RELATED[model])[:BATCH]]
    while page:
        awake = _with_devices(page, now)
        useful = [due_notice for due_notice in awake if _is_of_use(due_notice.notice, now)]
        useless = {due_notice.notice.pk for due_notice in awake} - {due_notice.notice.pk for due_notice in useful}
        model._default_manager.filter(pk__in=useless).update(due=None)
        yield from useful
        last = page[-1]
        later = rows.filter(Q(due__gt=last.due) | Q(due=last.due, pk__gt=last.pk))
        page = [*later.select_related(*RELATED[model])[:BATCH]] if len(page) == BATCH else []


def _with_devices(notices: list[AnyNotice], now: datetime) -> list[DueNotice]:
    """The notices with preferences and devices of their members, without those in quiet hours."""
    people = {row.member.user_id for row in notices if row.member}
    preferences = {row.user_id: row for row in CallPreferences.objects.select_related("user").filter(user__in=people)}
    devices: dict[int, list[PushDevice]] = defaultdict(list)
    for device in reachable_devices().filter(user__in=people):
        devices[device.user_id].append(device)
    due = []
    for row in notices:
        user = row.member.user_id if row.member else 0
        chosen = preferences.get(user) or CallPreferences(user_id=user)
        if not is_quiet(chosen, now):
            due.append(DueNotice(row, chosen, devices[user] if chosen.session_push else []))
    return due


def _is_of_use(notice: AnyNotice, now: datetime) -> bool:
    """Whether what the notice says still holds for a person who is still a member."""
    member = notice.member
    if member is None or not is_membership_of(member.user, member) or notice.campaign.archived is not None:
        return False
    return still_holds(notice, now) if isinstance(notice, OfferNotice) else _session_holds(notice, now)


def _session_holds(notice: SessionNotice, now: datetime) -> bool:
    session = notice.session
    if notice.member is not None and notice.member.role == Role.OBSERVER:
        return False
    if session.status == Session.Status.CANCELLED and (
        notice.kind != SessionNotice.Kind.CHOSEN or session.starts is None or session.starts <= now
    ):
        return False
    if notice.kind == SessionNotice.Kind.REMINDER:
        ahead = session.status == Session.Status.PLANNED and session.starts == notice.moment
        return ahead and notice.moment > now
    if notice.kind == SessionNotice.Kind.DATES:
        poll = getattr(session, "date_poll", None)
        return poll is not None and poll.is_open and unanswered_dates(poll, notice.member, now).exists()
    if notice.kind == SessionNotice.Kind.CHOSEN and session.starts is None:
        return False
    return notice.moment > now - TOO_LATE


def _claim(notice: AnyNotice, now: datetime) -> bool:
    """Whether no other process sends it."""
    rows = type(notice)._default_manager.filter(pk=notice.pk, due=notice.due)
    return bool(rows.update(due=now + CLAIM_DURATION, tries=F("tries") + 1))


def _release(notice: AnyNotice, now: datetime, due: datetime | None) -> None:
    """Gives back the claim of a notice whose push message or mail was left for later, while nothing of it failed."""
    claimed = type(notice)._default_manager.filter(pk=notice.pk, due=now + CLAIM_DURATION)
    claimed.update(due=due, tries=notice.tries)


def _push(claimed: list[DueNotice], now: datetime) -> SendResult:
    """Sends the push messages that still should be sent, and stores at once which ones reached a service.

    The mails come later and may take longer than the claim. The result has indexes of `claimed`."""
    messages = [
        Message(place, device, wording.push_message(due_notice.notice, device), due_notice.notice.topic)
        for place, due_notice in enumerate(claimed)
        if due_notice.waits_for_push
        for device in due_notice.devices
    ]
    result = send_in_lanes(messages, get_push_key(), now) if messages else SendResult(set(), set())
    for place in result.reached:
        notice = claimed[place].notice
        type(notice)._default_manager.filter(pk=notice.pk).update(pushed=now)
    return result


def _store(due_notice: DueNotice, pushed: bool, mailed: str, now: datetime) -> None:
    """Ends the notice, or says when it is tried again after a failure. Without a mail server no mail is given up."""
    tries = due_notice.notice.tries + 1
    may_try = tries < MOST_TRIES and (mailed == mail.FAILED or (due_notice.waits_for_push and not pushed))
    again = may_try or mailed in {mail.LEFT, mail.DOWN}
    due = now + retry_delay(tries) if again else None
    rows = type(due_notice.notice)._default_manager.filter(pk=due_notice.notice.pk)
    rows.update(due=due, pushed=now if pushed else due_notice.notice.pushed)


def delete_old_notices(now: datetime | None = None) -> int:
    """Deletes the notices that were sent or given up ninety days ago, but no reminder of a session ahead.

    Recaps that reached a member stay: they say to whom a recap need not be sent any more."""
    early = (now or timezone.now()) - RETENTION
    about_sessions = SessionNotice.objects.filter(created__lt=early, due__isnull=True)
    about_sessions = about_sessions.exclude(kind=SessionNotice.Kind.REMINDER, moment__gte=early)
    count = about_sessions.exclude(HAS_ARRIVED, kind=SessionNotice.Kind.RECAP).delete()[0]
    return count + OfferNotice.objects.filter(created__lt=early, due__isnull=True).delete()[0]

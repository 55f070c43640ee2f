"""Writes to proposed dates: propose, withdraw, answer, choose, close, and renew or revoke a member's link."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.sessions import actions as session_actions
from campaigns.sessions.access import require_planned
from campaigns.sessions.models import Session
from campaigns.sessions.notices import outbox
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning.access import answering_members
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll, ProposedDate
from common.edit_conflicts import require_revision
from common.moments import require_usual_year
from common.rows import lock_row
from people.access import require_gm, require_player
from people.models import Member, new_nonce

MOST_DATES: Final = 20
LONGEST: Final = timedelta(days=180)


@transaction.atomic
def propose_dates(
    *, membership: Member, session: Session, dates: Sequence[datetime], until: datetime, origin: str = ""
) -> DatePoll:
    """Proposes dates and asks everyone who plays. A session has one poll: its open one gets the dates as well.

    `until` is when the links expire. `origin` is the address of the site, for the links in mails."""
    _require_planned(membership, session)
    now = timezone.now()
    _require_future_dates(dates, until, now)
    DatePoll.objects.filter(session=session, closed__isnull=False).delete()
    poll = DatePoll.objects.filter(session=session).first() or DatePoll(session=session, by=membership.user)
    poll.expires = until
    poll.save()
    known = set(poll.dates.values_list("starts", flat=True))
    fresh = [date for date in dict.fromkeys(dates) if date not in known]
    if len(known) + len(fresh) > MOST_DATES:
        raise ValidationError({"dates": _("Propose at most %(most)s dates.") % {"most": MOST_DATES}})
    ProposedDate.objects.bulk_create([ProposedDate(poll=poll, starts=date) for date in fresh])
    ensure_links(membership, poll)
    if fresh:
        outbox.queue_session_notices(
            session, SessionNotice.Kind.DATES, now, origin, to=answering_members(membership, session)
        )
    return poll


def _require_future_dates(dates: Sequence[datetime], until: datetime, now: datetime) -> None:
    """Refuses an end or dates that are not ahead, and an end that is too far away."""
    if not now < until <= now + LONGEST:
        raise ValidationError({"until": _("Choose a time within the next %(days)s days.") % {"days": LONGEST.days}})
    if not dates:
        raise ValidationError({"dates": _("Propose at least one date.")})
    if any(date <= now for date in dates):
        raise ValidationError({"dates": _("Propose dates in the future.")})
    for date in dates:
        require_usual_year(date, "dates")


def ensure_links(membership: Member, poll: DatePoll) -> None:
    """Makes the missing links of those who are asked."""
    known = set(poll.links.values_list("member", flat=True))
    missing = [member for member in answering_members(membership, poll.session) if member.pk not in known]
    rows = [DateLink(poll=poll, member=member, nonce=new_nonce()) for member in missing]
    DateLink.objects.bulk_create(rows, ignore_conflicts=True)


@transaction.atomic
def ask_again(*, membership: Member, poll: DatePoll, origin: str = "") -> int:
    """Asks those who have not answered every date ahead; returns how many."""
    poll = _lock_open_poll(membership, poll)
    ensure_links(membership, poll)
    now = timezone.now()
    ahead = set(poll.dates.filter(starts__gt=now).values_list("pk", flat=True))
    answers: dict[int, int] = {}
    for member in DateAnswer.objects.filter(date__in=ahead).values_list("member", flat=True):
        answers[member] = answers.get(member, 0) + 1
    members = answering_members(membership, poll.session)
    silent = [member for member in members if answers.get(member.pk, 0) < len(ahead)]
    outbox.queue_session_notices(poll.session, SessionNotice.Kind.DATES, now, origin, to=silent)
    return len(silent)


@transaction.atomic
def answer_date(*, member: Member, date: ProposedDate, answer: str) -> DateAnswer:
    """Stores a member's answer to a proposed date ahead; a later answer replaces it."""
    require_player(member)
    if date.poll.session.campaign_id != member.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    poll = lock_row(DatePoll.objects.all(), date.poll_id)
    if not poll.is_open:
        raise ValidationError(_("This poll is closed."))
    _require_proposed(poll, date)
    if answer not in DateAnswer.Answer.values:
        raise ValidationError({"answer": _("Answer with yes, maybe or no.")})
    row, _new = DateAnswer.objects.update_or_create(
        date=date, member=member, defaults={"answer": answer, "created": timezone.now()}
    )
    return row


@transaction.atomic
def choose_date(*, membership: Member, date: ProposedDate, origin: str = "") -> Session:
    """Gives the session a proposed date that is not past, closes the poll, and tells everyone."""
    poll = _lock_open_poll(membership, date.poll, late=True)
    _require_proposed(poll, date)
    session = session_actions.change_session(membership=membership, session=poll.session, starts=date.starts)
    poll.closed = timezone.now()
    poll.save(update_fields=["closed"])
    asked = answering_members(membership, session)
    outbox.queue_session_notices(session, SessionNotice.Kind.CHOSEN, poll.closed, origin, to=asked)
    return session


@transaction.atomic
def withdraw_date(*, membership: Member, date: ProposedDate) -> None:
    """Deletes a proposed date with its answers; the last one closes the poll."""
    poll = _lock_open_poll(membership, date.poll, late=True)
    ProposedDate.objects.filter(pk=date.pk).delete()
    if not poll.dates.exists():
        poll.closed = timezone.now()
        poll.save(update_fields=["closed"])


@transaction.atomic
def close_poll(*, membership: Member, poll: DatePoll) -> None:
    """Closes the poll without a date."""
    poll = _lock_open_poll(membership, poll, late=True)
    poll.closed = timezone.now()
    poll.save(update_fields=["closed"])


@transaction.atomic
def renew_link(*, membership: Member, poll: DatePoll, member: Member) -> DateLink:
    """Gives a member a new link; the old one ends."""
    poll = _lock_open_poll(membership, poll)
    if not answering_members(membership, poll.session).filter(pk=member.pk).exists():
        raise ValidationError(_("Only players and GMs of the campaign, and guests of this session, get a link."))
    values = {"nonce": new_nonce(), "revoked": None, "created": timezone.now()}
    row, _new = DateLink.objects.update_or_create(poll=poll, member=member, defaults=values)
    return row


@transaction.atomic
def revoke_link(*, membership: Member, poll: DatePoll, member: Member, revision: int | None = None) -> None:
    """Ends a member's link at once; the answers stay. EditConflict: the member has a newer link by now."""
    poll = _lock_open_poll(membership, poll, late=True)
    for link in poll.links.filter(member=member, revoked__isnull=True):
        require_revision(link, member.user.username, revision)
        link.revoked = timezone.now()
        link.save(update_fields=["revoked"])


def _require_planned(membership: Member, session: Session) -> None:
    require_gm(membership)
    if session.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = Session.objects.select_for_update().get(pk=session.pk)
    require_planned(row)


def _require_proposed(poll: DatePoll, date: ProposedDate) -> None:
    """Refuses a date of a locked poll that is past, or was withdrawn after it was read."""
    if not poll.dates.filter(pk=date.pk).exists():
        raise ValidationError(_("This date is no longer proposed."))
    if date.is_past:
        raise ValidationError(_("This date is past. Only dates ahead can be answered or chosen."))


def _lock_open_poll(membership: Member, poll: DatePoll, *, late: bool = False) -> DatePoll:
    """The poll, locked; refused once it is closed, and unless `late` also once its links have expired."""
    _require_planned(membership, poll.session)
    row = lock_row(DatePoll.objects.select_related("session__campaign"), poll.pk)
    if row.closed is not None or not (late or row.is_open):
        raise ValidationError(_("This poll is closed."))
    return row

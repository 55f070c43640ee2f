"""Writes to sessions: plan, change, mark as held with attendance, cancel, and reopen."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, Participant
from campaigns.log.calendar.dates import date_played_session, undate_session
from campaigns.log.note_pictures.actions import mark_used
from campaigns.sessions.access import require_not_cancelled, require_planned
from campaigns.sessions.guests.actions import end_visits
from campaigns.sessions.guests.visits import move_visits
from campaigns.sessions.models import Session
from campaigns.sessions.notices.outbox import announce_status, repeat_reminder
from campaigns.sessions.planning.models import DatePoll
from campaigns.sessions.stand_ins.actions import end_stand_ins
from campaigns.sessions.webhook_messages import public_content, queue_changed_session, queue_session
from campaigns.world import link_index
from characters.sheets.session_end import end_session_on_sheets
from common.edit_conflicts import require_revision
from common.moments import require_usual_year
from common.rows import save_with_history, validate_row
from people.access import require_gm
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text

FIELDS = ("title", "starts", "agenda", "notes", "gm_notes", "remind_hours")


@transaction.atomic
def plan_session(
    *,
    membership: Member,
    title: str = "",
    starts: datetime | None = None,
    notes: str = "",
    gm_notes: str = "",
    agenda: str = "",
    remind_hours: int = Session.RemindHours.DAY,
) -> Session:
    """Plans a new session, which gets the campaign's next number."""
    require_gm(membership)
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    last = Session.objects.filter(campaign=membership.campaign_id).aggregate(last=Max("number"))["last"] or 0
    row = Session(
        campaign=membership.campaign,
        number=last + 1,
        title=title,
        starts=starts,
        notes=notes,
        gm_notes=gm_notes,
        agenda=agenda,
        remind_hours=remind_hours,
    )
    require_plain_text(title=row.title)
    require_usual_year(row.starts, "starts")
    validate_row(row)
    save_with_history(row, membership.user)
    link_index.index_session_links(row)
    mark_used(row.campaign_id, [row.agenda, row.notes, row.gm_notes])
    queue_session(row)
    return row


@transaction.atomic
def change_session(
    *, membership: Member, session: Session, revision: int | None = None, reason: str = "", **fields: Any
) -> Session:
    """Changes the given fields out of title, start, agenda, notes, GM notes and reminder.

    `revision` is the one that the writer saw: an older one raises `EditConflict`, and nothing is overwritten.
    `reason` is for the history."""
    row = _lock_session(membership, session, revision)
    before, starts, hours = public_content(row), row.starts, row.remind_hours
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A session has no field %(names)s.") % {"names": ", ".join(unknown)})
    for field, value in fields.items():
        setattr(row, field, value)
    require_plain_text(title=row.title)
    require_usual_year(row.starts, "starts")
    validate_row(row)
    row.revision += 1
    save_with_history(row, membership.user, reason)
    if (row.starts, row.remind_hours) != (starts, hours):
        repeat_reminder(row, is_moved=row.starts != starts, now=timezone.now())
    move_visits(row)
    link_index.index_session_links(row)
    mark_used(row.campaign_id, [row.agenda, row.notes, row.gm_notes])
    queue_changed_session(row, before)
    return row


@transaction.atomic
def record_attendance(
    *,
    membership: Member,
    session: Session,
    attendance: Iterable[Member],
    in_world: str | None = None,
    revision: int | None = None,
) -> Session:
    """Marks the session as held, stores who came, and ends its open poll, its stand-ins and the visits of its guests.

    The first call takes from the sheets what lasts for one session, a second one corrects the attendance. `in_world` is
    the session's date in the campaign's calendar; the end of the date becomes the current date if it is later. None
    leaves the date as it is, and an empty text takes it away.
    `revision`: as in `change_session`. Refuses a cancelled session."""
    row = _end_stand_ins_and_lock(membership, session, revision)
    require_not_cancelled(row)
    attendance = list(attendance)
    if any(member.campaign_id != membership.campaign_id for member in attendance):
        raise ValidationError({"attendance": _("Only members of the campaign can attend.")})
    _mark_held(row, membership)
    row.attendance.set(attendance)
    if in_world is not None:
        _date_session(membership, row, in_world)
    _end_planning(row, membership)
    queue_session(row)
    return row


def _date_session(membership: Member, row: Session, in_world: str) -> None:
    """Gives a played session its date in the world, or takes it away."""
    if not in_world:
        undate_session(membership, row)
        return
    try:
        date_played_session(membership=membership, session=row, date=in_world)
    except ValidationError as refusal:
        raise ValidationError({"in_world": refusal.messages}) from refusal


def _mark_held(row: Session, membership: Member) -> None:
    """Marks the session as held; the first time, what lasts for one session leaves the sheets, unless the next one has
    begun."""
    if row.status != Session.Status.HELD and not Session.objects.begun_after(row).exists():
        seats = Participant.objects.filter(
            encounter__campaign=row.campaign_id, encounter__status=Encounter.Status.RUNNING, character__isnull=False
        )
        at_tables = set(seats.values_list("character", flat=True))
        end_session_on_sheets(campaign=membership.campaign, by=membership.user, session=row, at_tables=at_tables)
    row.status = Session.Status.HELD
    row.revision += 1
    save_with_history(row, membership.user)


@transaction.atomic
def cancel_session(*, membership: Member, session: Session, revision: int | None = None, origin: str = "") -> Session:
    """Marks a planned session as cancelled, and ends its open poll, its stand-ins and the visits of its guests.

    Members who were told of its start are told that it is cancelled. `origin` is the address of the site, for the links
    in mails. `revision`: as in `change_session`. Refuses a session that was played."""
    row = _end_stand_ins_and_lock(membership, session, revision)
    if row.status == Session.Status.CANCELLED:
        return row
    require_planned(row)
    row.status = Session.Status.CANCELLED
    row.revision += 1
    save_with_history(row, membership.user)
    _end_planning(row, membership)
    announce_status(row, by=membership, origin=origin, now=timezone.now())
    queue_session(row)
    return row


def _end_planning(row: Session, membership: Member) -> None:
    DatePoll.objects.filter(session=row, closed=None).update(closed=timezone.now())
    end_visits(row, membership.user)


@transaction.atomic
def reopen_session(*, membership: Member, session: Session, revision: int | None = None, origin: str = "") -> Session:
    """Marks a session that was played or cancelled as planned again; the attendance stays stored.

    `revision` and `origin`: as in `cancel_session`; the same members are told that a cancelled session takes place."""
    row = _lock_session(membership, session, revision)
    before, was_cancelled = public_content(row), row.status == Session.Status.CANCELLED
    row.status = Session.Status.PLANNED
    row.revision += 1
    save_with_history(row, membership.user)
    if was_cancelled:
        announce_status(row, by=membership, origin=origin, now=timezone.now())
    queue_changed_session(row, before)
    return row


def _end_stand_ins_and_lock(membership: Member, session: Session, revision: int | None) -> Session:
    require_gm(membership)
    if session.campaign_id == membership.campaign_id:  # encounters are locked before sessions
        end_stand_ins(session, membership.user)
    return _lock_session(membership, session, revision)


def _lock_session(membership: Member, session: Session, revision: int | None = None) -> Session:
    """The session, locked. EditConflict if it has another revision than the one that the writer saw.

    `no_key`: log entries and dates of the session are written by others who already hold the calendar's lock."""
    require_gm(membership)
    if session.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = Session.objects.select_for_update(no_key=True).get(pk=session.pk)
    require_revision(row, str(row), revision)
    return row

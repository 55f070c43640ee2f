"""Writes to a calendar: choosing it, changing it, and advancing the current date."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.log.calendar.falling_due import let_events_fall_due
from campaigns.log.calendar.faults import translate_faults
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent, Precision
from campaigns.log.calendar.reckoning.arithmetic import Reckoning
from campaigns.log.calendar.reckoning.definition_checks import check_notation
from campaigns.log.calendar.reckoning.definition_json import read_definition, write_definition
from campaigns.log.calendar.reckoning.moving import Move
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.spans import DAY, HOUR, MOST_YEARS, Span, year_span
from campaigns.log.calendar.repetitions import move_repetitions
from common.edit_conflicts import EditConflict
from common.rows import save_with_history, validate_row
from people.access import require_gm
from people.models import Campaign, Member

FIRST_YEAR = 1


@transaction.atomic
def save_calendar(
    *,
    membership: Member,
    definition: Any,
    revision: int | None = None,
    move_dates: bool = False,
    renamed: Mapping[str, str] | None = None,
    date: str = "",
) -> Calendar:
    """Makes the campaign's calendar, or changes it; dates keep their names. `date` becomes the current date.

    If the new calendar lacks a date that something has, it refuses, unless `move_dates` allows the nearest day."""
    require_gm(membership)
    # Locks the campaign too, so that two GMs do not make its calendar at the same time.
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    row = _lock_calendar(membership)
    with translate_faults():
        read = read_definition(definition)
        check_notation(read)
    if row is None:
        row = Calendar(campaign=membership.campaign, now_first=year_span(Reckoning(read), FIRST_YEAR).first)
    else:
        if revision is not None and row.revision != revision:
            raise EditConflict(row, str(row))
        _move_dates(row, Move(row.reckoning, Reckoning(read), renamed), move_dates)
        row.revision += 1
    row.definition = write_definition(read)
    row.__dict__.pop("reckoning", None)
    validate_row(row)
    save_with_history(row, membership.user)
    if date:
        with translate_faults("date"):
            span = parse_date(row.reckoning, date)
        set_current_date(membership, row, span)
    return row


def _move_dates(row: Calendar, move: Move, allowed: bool) -> None:
    """Rewrites every date and the current one in the hours of the new calendar."""
    if move.old.definition == move.new.definition:
        return
    lost = 0
    dates = list(InWorldDate.objects.select_for_update().filter(campaign=row.campaign_id))
    for date in dates:
        span, exact = move.move(date.span)
        lost += not exact
        date.first, date.last, date.precision = span.first, span.last, span.precision
    if lost and not allowed:
        sentence = ngettext(
            "%(count)s date is on a day that the new calendar does not have. Keep those months and days, or "
            "allow the date to move to the nearest day.",
            "%(count)s dates are on days that the new calendar does not have. Keep those months and days, or "
            "allow the dates to move to the nearest day.",
            lost,
        )
        raise ValidationError({"move_dates": sentence % {"count": lost}})
    InWorldDate.objects.bulk_update(dates, ["first", "last", "precision"], batch_size=500)
    move_repetitions(row, move)
    row.now_first = move.move(row.now)[0].first


@transaction.atomic
def advance_days(*, membership: Member, days: int) -> list[PlannedEvent]:
    """Moves the current date by days, back too; returns the events that fell due."""
    require_gm(membership)
    row = require_calendar(membership)
    if not -MOST_YEARS <= days <= MOST_YEARS:
        raise ValidationError(_("This is too far away."))
    hours = days * row.reckoning.definition.hours
    return set_current_date(membership, row, Span(row.now_first + hours, row.now.last + hours, row.now_precision))


@transaction.atomic
def advance_to(*, membership: Member, date: str) -> list[PlannedEvent]:
    """Sets the current date; returns the events that fell due."""
    require_gm(membership)
    row = require_calendar(membership)
    with translate_faults("date"):
        span = parse_date(row.reckoning, date)
    return set_current_date(membership, row, span)


def set_current_date(membership: Member, row: Calendar, span: Span) -> list[PlannedEvent]:
    """Stores the current date of a locked calendar, and lets events fall due; returns those."""
    if span.precision not in (DAY, HOUR) or (span.precision == DAY and span.last - span.first >= 2 * _hours(row) - 1):
        raise ValidationError({"date": _("The current date must include the day. The hour is optional.")})
    limit = MOST_YEARS * year_span(row.reckoning, FIRST_YEAR).last
    if abs(span.first) > limit:
        raise ValidationError({"date": _("This is too far away.")})
    row.now_first, row.now_precision = span.first, Precision(span.precision)
    row.revision += 1
    save_with_history(row, membership.user)
    return let_events_fall_due(membership, row)


def _hours(row: Calendar) -> int:
    return row.reckoning.definition.hours


def _lock_calendar(membership: Member) -> Calendar | None:
    row = Calendar.objects.select_for_update().filter(campaign=membership.campaign_id).first()
    if row is not None:
        row.campaign = membership.campaign
    return row


def require_calendar(membership: Member) -> Calendar:
    """The campaign's calendar, locked; refuses if there is none."""
    row = _lock_calendar(membership)
    if row is None:
        raise ValidationError(_("This campaign has no calendar yet. Choose one first."))
    return row

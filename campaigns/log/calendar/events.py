"""Writes planned events."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.calendar.actions import require_calendar
from campaigns.log.calendar.dates import span_columns
from campaigns.log.calendar.faults import translate_faults
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import FULL
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.repeating import MOON, Occurrences, first_occurrence
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.calendar.repetitions import MOST_REPEATING, find_moon, read_repeat
from common.edit_conflicts import require_revision
from common.rows import lock_row, save_with_history, validate_row
from common.secret_blocks import split_secrets
from people.access import require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text


@transaction.atomic
def plan_event(
    *, membership: Member, title: str, date: str, text: str = "", audience: str = "gm", **repetition: Any
) -> PlannedEvent:
    """Plans an event. One whose date has passed already is only put on the timeline.

    `repetition`: the fields of `_set_repetition`, for an event that repeats."""
    require_gm(membership)
    calendar = require_calendar(membership)
    event = PlannedEvent(campaign=membership.campaign, by=membership.user)
    return _write(
        membership, calendar, event, title=title, date=date, text=text, audience=audience, repetition=repetition
    )


@transaction.atomic
def change_event(
    *,
    membership: Member,
    event: PlannedEvent,
    title: str,
    date: str,
    text: str,
    audience: str,
    revision: int | None = None,
    **repetition: Any,
) -> PlannedEvent:
    """Changes a planned event; if it is moved behind the current date, it can fall due again.

    `repetition`: the fields of `_set_repetition`; without them the event does not repeat.

    EditConflict: it no longer has that revision."""
    _require_own(membership, event)
    calendar = require_calendar(membership)
    locked = lock_row(PlannedEvent.objects.all(), event.pk)
    require_revision(locked, locked.title, revision)
    return _write(
        membership, calendar, locked, title=title, date=date, text=text, audience=audience, repetition=repetition
    )


@transaction.atomic
def delete_event(*, membership: Member, event: PlannedEvent, revision: int | None = None) -> None:
    """Deletes a planned event and its date; what it wrote in the log stays.

    EditConflict: it no longer has that revision."""
    _require_own(membership, event)
    require_calendar(membership)  # an event that is falling due would be stored once more
    locked = lock_row(PlannedEvent.objects.all(), event.pk)
    require_revision(locked, locked.title, revision)
    locked.delete()


@transaction.atomic
def dismiss_event(*, membership: Member, event: PlannedEvent, revision: int | None = None) -> None:
    """Takes an event that fell due off the campaign page. EditConflict: it no longer has that revision."""
    _require_own(membership, event)
    locked = lock_row(PlannedEvent.objects.all(), event.pk)
    require_revision(locked, locked.title, revision)
    locked.marked = False
    save_with_history(locked, membership.user)


def _write(
    membership: Member,
    calendar: Calendar,
    event: PlannedEvent,
    *,
    title: str,
    date: str,
    text: str,
    audience: str,
    repetition: dict[str, Any],
) -> PlannedEvent:
    """Checks and stores a new or changed event with its date."""
    with translate_faults("date"):
        span = parse_date(calendar.reckoning, date)
    event.title, event.text, event.audience = " ".join(title.split()), text.replace("\r\n", "\n").strip(), audience
    require_plain_text(title=event.title)
    if audience != PlannedEvent.Audience.GM and any(secret for secret, _piece in split_secrets(event.text)):
        raise ValidationError({"text": _("An event that players see has no secret blocks. Plan a second one for GMs.")})
    _set_repetition(calendar, event, **repetition)
    validate_row(event)
    if event.repeats:
        _require_room(event)
        with translate_faults("repeats"):
            span = first_occurrence(calendar.reckoning, span, read_repeat(calendar, event))
        _require_occurrence(calendar, event, span)
    _set_due(calendar, event, span)
    save_with_history(event, membership.user)
    InWorldDate.objects.update_or_create(
        event=event,
        defaults={"campaign": membership.campaign, "kind": InWorldDate.Kind.EVENT, **span_columns(span)},
    )
    return event


def _set_due(calendar: Calendar, event: PlannedEvent, span: Span) -> None:
    """Sets whether the event has fallen due by the current date, and up to which occurrence."""
    if span.first > calendar.now.last:
        event.due, event.marked = None, False
    elif event.due is None:
        event.due = timezone.now()
    if event.repeats:
        fallen = Occurrences(calendar.reckoning, span, read_repeat(calendar, event)).last_until(calendar.now.last)
        event.reached = fallen.first if fallen is not None else None


def _set_repetition(
    calendar: Calendar, event: PlannedEvent, *, repeats: str = "", every: int = 1, moon: str = "", phase: int = FULL,
    until: str = "",
) -> None:  # fmt: skip
    """Sets how the event repeats: the kind, every how many of them (1 to 10,000), the moon's name, and its phase.

    `until` is the last date on which an occurrence may start; empty: forever."""
    event.repeats, event.every, event.reached, event.repeats_until = repeats, 1, None, None
    event.moon, event.phase = "", FULL
    if not repeats:
        return
    event.every = every
    if repeats == MOON:
        moon_row = find_moon(calendar, moon)
        if moon_row is None:
            raise ValidationError({"moon": _("Choose one of the calendar's moons.")})
        event.moon, event.phase = moon_row.name, phase
    if until:
        with translate_faults("until"):
            event.repeats_until = parse_date(calendar.reckoning, until).last


def _require_occurrence(calendar: Calendar, event: PlannedEvent, first: Span) -> None:
    """Refuses an event whose repetition ends before it happens for the first time."""
    if event.repeats_until is not None and event.repeats_until < first.first:
        sentence = _("The event happens first on %(date)s. Choose this date or a later one, or leave the field empty.")
        raise ValidationError({"until": sentence % {"date": calendar.format(first)}})


def _require_room(event: PlannedEvent) -> None:
    """Refuses one more event that repeats than a campaign may have."""
    others = PlannedEvent.objects.filter(campaign=event.campaign_id).exclude(repeats="").exclude(pk=event.pk)
    if others.count() >= MOST_REPEATING:
        sentence = _("A campaign has at most %(most)s events that repeat. Delete one first.")
        raise ValidationError({"repeats": sentence % {"most": MOST_REPEATING}})


def _require_own(membership: Member, event: PlannedEvent) -> None:
    require_gm(membership)
    if event.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))

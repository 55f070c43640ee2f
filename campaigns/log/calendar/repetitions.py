"""Planned events that repeat: their occurrences as a member may know them, in words, and in a changed calendar."""

from collections.abc import Iterator
from copy import copy
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.log.calendar.access import visible_events
from campaigns.log.calendar.models import MOST_HOURS, Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import PHASES
from campaigns.log.calendar.reckoning.definition import Moon
from campaigns.log.calendar.reckoning.moving import Move
from campaigns.log.calendar.reckoning.repeating import DAYS, MONTHS, MOON, Occurrences, Repeat
from campaigns.log.calendar.reckoning.spans import DAY, HOUR, MOST_YEARS, Span, year_span
from people.models import Member

# So many events of a campaign may repeat: each page of the timeline looks at all of them.
MOST_REPEATING: Final = 100


def find_moon(calendar: Calendar, name: str) -> Moon | None:
    """The moon of that name."""
    moons = calendar.reckoning.definition.moons
    return next((moon for moon in moons if moon.name.casefold() == name.casefold()), None)


def read_repeat(calendar: Calendar, event: PlannedEvent) -> Repeat:
    """How an event repeats."""
    moon = find_moon(calendar, event.moon) if event.repeats == MOON else None
    return Repeat(event.repeats, event.every, moon, event.phase, event.repeats_until)


def find_occurrences(calendar: Calendar, date: InWorldDate) -> Occurrences:
    """The occurrences of the event that a date belongs to."""
    assert date.event is not None
    return Occurrences(calendar.reckoning, date.span, read_repeat(calendar, date.event))


def knows_repetition(membership: Member, event: PlannedEvent) -> bool:
    """Whether the member knows that the event repeats: of one that is shown when due, players know what fell due."""
    return bool(event.repeats) and (membership.is_gm or event.audience == PlannedEvent.Audience.ALL)


def last_known_hour(membership: Member, event: PlannedEvent, hour: int) -> int:
    """The last hour until which the member may know occurrences, at most the one given."""
    if not event.repeats or knows_repetition(membership, event):
        return hour
    return min(hour, event.reached) if event.reached is not None else -MOST_HOURS


def last_writable_hour(calendar: Calendar) -> int:
    """The end of the years that can be written."""
    return year_span(calendar.reckoning, MOST_YEARS).last


def repeating_dates(membership: Member) -> list[InWorldDate]:
    """The first dates of the events that repeat and that the member may see, with their events."""
    events = visible_events(membership).exclude(repeats="").values("pk").order_by()
    return list(InWorldDate.objects.filter(event__in=events).select_related("event").order_by("pk")[:MOST_REPEATING])


def occurrences_between(
    membership: Member, calendar: Calendar, date: InWorldDate, first: int, last: int, *, newest_first: bool = False
) -> Iterator[InWorldDate]:
    """A copy of an event's date for each later occurrence that starts in these hours and that the member may know.

    The first occurrence is the date itself, which is stored."""
    assert date.event is not None
    known = last_known_hour(membership, date.event, last)
    spans = find_occurrences(calendar, date).between(max(first, date.first + 1), known, newest_first=newest_first)
    for span in spans:
        again = copy(date)
        again.first, again.last = span.first, span.last
        yield again


def occurrences_of_all(
    membership: Member, calendar: Calendar, since: Span | None, until: Span | None, *, newest_first: bool = False
) -> list[Iterator[InWorldDate]]:
    """For each event that repeats, its later occurrences in a window that the member may know.

    Without an end the window ends with the next occurrence of each event; without a start it has none."""
    occurrences = []
    for date in repeating_dates(membership):
        first, last = date.first, calendar.now.last
        if since is not None:
            first = since.first - (date.last - date.first)
        if until is not None:
            last = min(until.last, last_writable_hour(calendar))
        elif (coming := next_occurrence(membership, calendar, date)) is not None:
            last = coming.first
        occurrences.append(occurrences_between(membership, calendar, date, first, last, newest_first=newest_first))
    return occurrences


def next_occurrence(membership: Member, calendar: Calendar, date: InWorldDate) -> Span | None:
    """The first occurrence behind the current date that the member may know of."""
    assert date.event is not None
    most = last_known_hour(membership, date.event, last_writable_hour(calendar))
    return find_occurrences(calendar, date).first_after(calendar.now.last, most)


def last_occurrence(membership: Member, calendar: Calendar, date: InWorldDate) -> Span:
    """The last occurrence until the current date that the member may know of, else the first one of all."""
    assert date.event is not None
    most = last_known_hour(membership, date.event, calendar.now.last)
    return find_occurrences(calendar, date).last_until(most) or date.span


def describe_repetition(membership: Member, calendar: Calendar, event: PlannedEvent) -> str:
    """How the event repeats, in words; empty if it does not repeat, or if the member does not know that it does."""
    if not knows_repetition(membership, event):
        return ""
    words = _every(event)
    if event.repeats_until is None:
        return words
    hours = calendar.reckoning.definition.hours
    first = event.repeats_until // hours * hours
    until = calendar.format(Span(first, first + hours - 1, DAY))
    return _("%(repetition)s until %(date)s") % {"repetition": words, "date": until}


def _every(event: PlannedEvent) -> str:
    count = {"count": event.every}
    if event.repeats == DAYS:
        return ngettext("every day", "every %(count)s days", event.every) % count
    if event.repeats == MONTHS:
        return ngettext("every month", "every %(count)s months", event.every) % count
    if event.repeats != MOON:
        return ngettext("every year", "every %(count)s years", event.every) % count
    words = {"phase": _(PHASES[event.phase]), "moon": event.moon} | count
    if event.every == 1:
        return _("at each %(phase)s of %(moon)s") % words
    return _("every %(count)s cycles of %(moon)s, at its %(phase)s") % words


def move_repetitions(row: Calendar, move: Move) -> None:
    """Moves the hours of events that repeat to a changed calendar; refuses to take away a moon that they need."""
    events = list(PlannedEvent.objects.select_for_update().filter(campaign=row.campaign_id).exclude(repeats=""))
    moons = {moon.name.casefold() for moon in move.new.definition.moons}
    for event in events:
        if event.repeats == MOON and event.moon.casefold() not in moons:
            sentence = _(
                "The event “%(event)s” repeats with the moon “%(moon)s”. Keep the moon, or change the event first."
            )
            raise ValidationError(sentence % {"event": event.title, "moon": event.moon})
        if event.repeats_until is not None:
            event.repeats_until = move.move(Span(event.repeats_until, event.repeats_until, HOUR))[0].last
        if event.reached is not None:
            event.reached = move.move(Span(event.reached, event.reached, HOUR))[0].first
    PlannedEvent.objects.bulk_update(events, ["repeats_until", "reached"])

"""Lets planned events fall due when the current date reaches them."""

from itertools import islice
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.calendar.repetitions import find_occurrences
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from common.rows import save_with_history
from common.sentences import end_sentence
from people.models import Member

# If the date passes more occurrences of one event at once, they share one log entry.
MOST_ENTRIES: Final = 12
# If it passes more of all events together, those of each event share one entry.
MOST_TOGETHER: Final = 120


def let_events_fall_due(membership: Member, row: Calendar) -> list[PlannedEvent]:
    """Marks the events that the current date of a locked calendar has reached, and writes them into the log.

    Each occurrence of an event that repeats falls due once. Returns each event once, in the order of their dates."""
    reached = InWorldDate.objects.filter(campaign=row.campaign_id, event__isnull=False, first__lte=row.now.last)
    single = list(reached.filter(event__repeats="", event__due__isnull=True).select_related("event"))
    due = [(date, [date.span]) for date in single]
    for date in reached.exclude(event__repeats="").select_related("event"):
        spans = _new_occurrences(row, date)
        if spans:
            due.append((date, spans))
    due.sort(key=lambda pair: (pair[1][0].first, pair[0].pk))
    events = []
    most = MOST_ENTRIES if sum(len(spans) for _date, spans in due) <= MOST_TOGETHER else 1
    for date, spans in due:
        event = date.event
        assert event is not None
        event.due, event.marked = timezone.now(), True
        event.reached = spans[-1].first if event.repeats else None
        save_with_history(event, membership.user)
        events.append(event)
        for date_words in _entry_dates(row, spans, most):
            _log_event(membership, event, date_words)
    return events


def _new_occurrences(row: Calendar, date: InWorldDate) -> list[Span]:
    """The occurrences that the current date has reached since the last one; of very many the first and the last."""
    event = date.event
    assert event is not None
    first = date.first if event.reached is None else event.reached + 1
    occurrences = find_occurrences(row, date)
    spans = list(islice(occurrences.between(first, row.now.last), MOST_ENTRIES + 1))
    newest = occurrences.last_until(row.now.last)
    if len(spans) > MOST_ENTRIES and newest is not None:
        spans[-1] = newest
    return spans


def _entry_dates(row: Calendar, spans: list[Span], most: int) -> list[str]:
    """The date of each log entry that the occurrences get: one entry if they are more than `most`."""
    if len(spans) <= most:
        return [row.format(span) for span in spans]
    words = {"first": row.format(spans[0]), "last": row.format(spans[-1])}
    return [_("Repeatedly from %(first)s to %(last)s") % words]


def _log_event(membership: Member, event: PlannedEvent, date: str) -> None:
    audience = LogEntry.Audience.GM if event.audience == PlannedEvent.Audience.GM else LogEntry.Audience.ALL
    text = f"{date}: {end_sentence(event.title)}\n\n{event.text}" if event.text else f"{date}: {event.title}"
    # Its date is on the timeline already: that of the event.
    write_entry(
        campaign=membership.campaign,
        happens_now=True,
        kind=LogEntry.Kind.NOTE,
        text=text,
        audience=audience,
        by=membership.user,
    )

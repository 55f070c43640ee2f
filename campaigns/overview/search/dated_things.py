"""Searches the calendar: things on a date that the text names, planned events, and words of dates."""

from heapq import merge
from itertools import islice

from django.db.models import QuerySet

from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.calendar.reckoning.definition import CalendarFault
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.calendar.repetitions import occurrences_between, repeating_dates
from campaigns.overview.search.filters import SearchFilters
from campaigns.overview.timeline.queries import TimelineFilter, TimelineLine, describe_dates, filter_dates, with_things
from campaigns.world.readable_text import Reader
from common.full_text import contains_words, has_word_beginnings, search_words
from people.models import Member


def find_timeline_lines(
    membership: Member, text: str, most: int, filters: SearchFilters, reader: Reader
) -> list[TimelineLine]:
    """The dated things that the member may see, oldest first: on the date that the text names, if it names one.

    Otherwise planned events by title and text, and dates by their words, such as "founded". A session limits them to
    its own dates; repetitions of events are found only without filters. `reader` is the member's."""
    calendar = find_calendar(membership)
    if calendar is None:
        return []
    limits = TimelineFilter(character=filters.character, since=filters.since, until=filters.until)
    rows = with_things(filter_dates(membership, limits)).order_by("first", "pk")
    if filters.session is not None:
        rows = rows.filter(session=filters.session)
    try:
        span = parse_date(calendar.reckoning, text)
    except CalendarFault:
        dates = _rows_with_words(reader, rows, text)[:most]
    else:
        repeating = [] if filters else list(repeating_dates(membership))
        dates = _rows_on_date(membership, calendar, rows, repeating, span, most)
    return describe_dates(membership, calendar, dates)


def _rows_on_date(
    membership: Member,
    calendar: Calendar,
    rows: QuerySet[InWorldDate],
    repeating: list[InWorldDate],
    span: Span,
    most: int,
) -> list[InWorldDate]:
    """The dates, and the occurrences of repeating events, that start within a span."""
    stored = list(rows.filter(first__gte=span.first, first__lte=span.last)[:most])
    several = [occurrences_between(membership, calendar, date, span.first, span.last) for date in repeating]
    return list(islice(merge(stored, *several, key=lambda date: (date.first, date.pk)), most))


def _rows_with_words(reader: Reader, rows: QuerySet[InWorldDate], text: str) -> list[InWorldDate]:
    words = search_words(text)
    wanted = contains_words(words, "event__title", "event__text", "label")
    return [row for row in rows.filter(wanted) if has_word_beginnings(_readable_text(reader, row), words)]


def _readable_text(reader: Reader, row: InWorldDate) -> str:
    """The words of a date that its reader may know, so that a search for a secret finds nothing."""
    event = f"{row.event.title}\n{reader.text(row.event.text)}" if row.event else ""
    return f"{event}\n{row.label}"

"""Reads of a calendar: today with its moons, the days of a month, dates of log entries, planned events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext

from campaigns.log.calendar.access import find_calendar, own_dates, visible_events
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import PHASES, Day, Reckoning, moon_phase, next_full_moon
from campaigns.log.calendar.reckoning.notation import format_date, format_year
from campaigns.log.calendar.reckoning.spans import DAY, HOUR, Span, unit_span
from campaigns.log.calendar.repetitions import (
    MOST_REPEATING,
    describe_repetition,
    knows_repetition,
    last_occurrence,
    next_occurrence,
    occurrences_between,
    repeating_dates,
)
from campaigns.log.models import LogEntry
from common.link_syntax import words_only
from people.models import Member

MOST_EVENTS = 100
MOST_MARKED = 10
MOST_OF_A_DAY = 4
# The events that repeat share so many places of a month: enough for a hundred daily ones in forty days.
MOST_REPEATED = 4000


@dataclass(frozen=True)
class MoonOfDay:
    """A moon on a day: its phase from 0 (new) to 7, in words, and the day of its next full moon."""

    name: str
    phase: int
    words: str
    full: str


@dataclass(frozen=True)
class DayView:
    """A day in words: date, weekday, season and moons."""

    date: str
    weekday: str
    season: str
    moons: list[MoonOfDay]


@dataclass(frozen=True)
class MonthDay:
    """A day of a month's sheet."""

    day: int
    is_now: bool
    full_moons: list[str]
    events: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class MonthSheet:
    """A month as a sheet: its days in rows of a week, with empty places before the first."""

    title: str
    weekdays: Sequence[str]
    weeks: list[list[MonthDay | None]]
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class CalendarPage:
    """A calendar as a member sees it."""

    calendar: Calendar
    today: DayView
    sheet: MonthSheet
    coming: list[PlannedEvent] = field(default_factory=list)
    past: list[PlannedEvent] = field(default_factory=list)


def describe_day(reckoning: Reckoning, span: Span) -> DayView:
    """The day (or hour) of a span in words."""
    definition, number = reckoning.definition, span.first // reckoning.definition.hours
    weekday = reckoning.weekday(number)
    season = definition.seasons[reckoning.season_of(number)[1]].name if definition.seasons else ""
    moons = [
        MoonOfDay(
            moon.name,
            moon_phase(moon, number),
            gettext(PHASES[moon_phase(moon, number)]),
            _day_words(reckoning, next_full_moon(moon, number)),
        )
        for moon in definition.moons
    ]
    name = definition.weekdays[weekday] if weekday is not None else ""
    return DayView(format_date(reckoning, span), name, season, moons)


def get_today(membership: Member) -> DayView | None:
    """The current date of the campaign, if it has a calendar."""
    calendar = find_calendar(membership)
    return describe_day(calendar.reckoning, calendar.now) if calendar is not None else None


def get_calendar_page(membership: Member, calendar: Calendar, month: Day | None = None) -> CalendarPage:
    """Today, a month's sheet, and the planned events that the member may see."""
    rows = visible_events(membership).prefetch_related("in_world_dates").annotate(begins=F("in_world_dates__first"))
    is_open = Q(due=None) | ~Q(repeats=PlannedEvent.Repeats.NEVER)
    # Events that repeat began long ago and come first; the limit leaves places for those that happen once.
    events: list[Any] = list(rows.filter(is_open).order_by("begins", "id")[: MOST_EVENTS + MOST_REPEATING])
    events += rows.exclude(is_open).order_by("-begins", "-id")[:MOST_EVENTS]
    describe_events(membership, calendar, events)
    coming = sorted((event for event in events if event.ahead is not None), key=lambda event: event.ahead.first)
    past = [event for event in events if event.ahead is None]
    return CalendarPage(
        calendar=calendar,
        today=describe_day(calendar.reckoning, calendar.now),
        sheet=month_sheet(calendar, month, membership),
        coming=coming,
        past=sorted(past, key=_begin, reverse=True),
    )


def _begin(event: Any) -> tuple[int, int]:
    return event.begins or 0, event.pk


def describe_events(membership: Member, calendar: Calendar, events: Iterable[PlannedEvent]) -> None:
    """Adds to each event its text without marks of links (`.words`), and what the member may know of its dates.

    In words: `.date`; `.last`, the date of its last occurrence; `.when`, that of its next one, else of the last;
    `.repetition`, how it repeats; `.until`, until when. `.ahead` is the next occurrence, or None."""
    for event in events:
        shown: Any = event
        shown.words = words_only(event.text)
        shown.date = shown.when = shown.last = shown.repetition = shown.until = ""
        shown.ahead = None
        dates = list(event.in_world_dates.all())
        if not dates:
            continue
        shown.date = shown.when = shown.last = calendar.format(dates[0].span)
        shown.ahead = dates[0].span if event.due is None else None
        if not event.repeats:
            continue
        dates[0].event = event
        shown.ahead = next_occurrence(membership, calendar, dates[0])
        shown.last = calendar.format(last_occurrence(membership, calendar, dates[0]))
        shown.when = calendar.format(shown.ahead) if shown.ahead is not None else shown.last
        shown.repetition = describe_repetition(membership, calendar, event)
        if event.repeats_until is not None and knows_repetition(membership, event):
            hours = calendar.reckoning.definition.hours
            shown.until = _day_words(calendar.reckoning, event.repeats_until // hours)


def marked_events(membership: Member) -> list[PlannedEvent]:
    """The events that fell due and that no GM has taken off the campaign page, newest first."""
    calendar = find_calendar(membership)
    if calendar is None:
        return []
    rows = visible_events(membership).filter(marked=True).prefetch_related("in_world_dates")
    events: list[Any] = list(rows.order_by("-due", "-id")[:MOST_MARKED])
    describe_events(membership, calendar, events)
    for event in events:
        event.when = event.last
    return list(events)


def month_sheet(calendar: Calendar, month: Day | None = None, membership: Member | None = None) -> MonthSheet:
    """The sheet of a month, of the current one if none is given; for a member with the events that they may see."""
    reckoning, definition = calendar.reckoning, calendar.reckoning.definition
    now = calendar.now_first // definition.hours
    shown = month or reckoning.day_of(now)
    first = reckoning.day_number(Day(shown.year, shown.month, 1))
    days = reckoning.month_days(shown.year, shown.month)
    places: list[MonthDay | None] = [None] * (reckoning.weekday(first) or 0)
    events = _events_by_day(membership, calendar, first, first + days - 1) if membership is not None else {}
    for number in range(first, first + days):
        full = [moon.name for moon in definition.moons if next_full_moon(moon, number) == number]
        places.append(MonthDay(number - first + 1, number == now, full, events.get(number, [])))
    width = len(definition.weekdays) or 7
    in_week = bool(definition.weekdays) and not definition.months[shown.month].outside_week
    return MonthSheet(
        title=f"{definition.months[shown.month].name} {format_year(reckoning, shown.year)}",
        weekdays=definition.weekdays if in_week else (),
        weeks=[places[at : at + width] for at in range(0, len(places), width)],
        before=_month_key(reckoning.day_of(first - 1)),
        after=_month_key(reckoning.day_of(first + days)),
    )


def _events_by_day(membership: Member, calendar: Calendar, first: int, last: int) -> dict[int, list[str]]:
    """The titles of the events on each of some days, at most a few for each day."""
    hours = calendar.reckoning.definition.hours
    start, end = first * hours, (last + 1) * hours - 1
    exact = InWorldDate.objects.filter(event__in=visible_events(membership).order_by(), precision__in=(DAY, HOUR))
    dates = list(exact.filter(first__lte=end, last__gte=start).select_related("event").order_by("first", "id")[:200])
    repeating = repeating_dates(membership)
    for date in repeating:
        again = occurrences_between(membership, calendar, date, start - (date.last - date.first), end)
        dates += islice(again, MOST_REPEATED // len(repeating))
    titles_by_day: dict[int, list[str]] = {}
    for date in sorted(dates, key=lambda date: (date.first, date.pk)):
        for number in range(max(first, date.first // hours), min(last, date.last // hours) + 1):
            titles = titles_by_day.setdefault(number, [])
            if len(titles) < MOST_OF_A_DAY:
                titles.append(str(date.event))
    return titles_by_day


def parse_month(calendar: Calendar, text: str) -> Day | None:
    """The month of a page's address, such as 312-9; None for one that the calendar does not have."""
    year, _dash, month = text.rpartition("-")
    try:
        first_day = Day(int(year), int(month) - 1, 1)
    except ValueError:
        return None
    near = abs(first_day.year) <= 1_000_000 and 0 <= first_day.month < len(calendar.reckoning.definition.months)
    return first_day if near and calendar.reckoning.month_days(first_day.year, first_day.month) else None


def _month_key(day: Day) -> str:
    return f"{day.year}-{day.month + 1}"


def _day_words(reckoning: Reckoning, number: int) -> str:
    return format_date(reckoning, unit_span(reckoning, number * reckoning.definition.hours, DAY))


def mark_dates(membership: Member, entries: Sequence[LogEntry]) -> None:
    """Sets the date in the world of each entry (`.in_world`), if it has one that the member may see."""
    calendar = find_calendar(membership) if entries else None
    if calendar is None:
        return
    dates = own_dates(membership).filter(entry__in=[entry.pk for entry in entries])
    spans = {date.entry_id: date.span for date in dates}
    for entry in entries:
        span = spans.get(entry.pk)
        entry.in_world = calendar.format(span) if span is not None else None  # type: ignore[attr-defined]


def dates_of(membership: Member, **thing: object) -> list[InWorldDate]:
    """The dates of a thing that the member may see, each in words (`.words`); the caller checks the thing itself."""
    calendar = find_calendar(membership)
    if calendar is None:
        return []
    dates = list(own_dates(membership).filter(**thing).order_by("first", "id"))
    for date in dates:
        date.words = calendar.format(date.span)  # type: ignore[attr-defined]
    return dates

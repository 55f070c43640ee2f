"""Reads of a calendar: today with its moons, the days of a month, dates of log entries, planned events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from campaigns.log.calendar.access import find_calendar, own_dates, visible_events
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import PHASES, Day, Reckoning, moon_phase, next_full_moon
from campaigns.log.calendar.reckoning.notation import format_date, format_year
from campaigns.log.calendar.reckoning.spans import DAY, Span, unit_span
from campaigns.log.models import LogEntry
from common.link_syntax import words_only
from people.models import Member

MOST_EVENTS = 100
MOST_MARKED = 10


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
    events = list(
        visible_events(membership)
        .prefetch_related("in_world_dates")
        .order_by("in_world_dates__first", "id")[: MOST_EVENTS * 2]
    )
    describe_events(calendar, events)
    return CalendarPage(
        calendar=calendar,
        today=describe_day(calendar.reckoning, calendar.now),
        sheet=month_sheet(calendar, month),
        coming=[event for event in events if event.due is None],
        past=[event for event in events if event.due is not None][::-1],
    )


def describe_events(calendar: Calendar, events: Iterable[PlannedEvent]) -> None:
    """Writes on each event its date in words (`.date`) and its text without marks of links (`.words`)."""
    for event in events:
        dates = list(event.in_world_dates.all())
        event.date = calendar.format(dates[0].span) if dates else ""  # type: ignore[attr-defined]
        event.words = words_only(event.text)  # type: ignore[attr-defined]


def marked_events(membership: Member) -> list[PlannedEvent]:
    """The events that fell due and that no GM has taken off the campaign page, newest first."""
    calendar = find_calendar(membership)
    if calendar is None:
        return []
    rows = visible_events(membership).filter(marked=True).prefetch_related("in_world_dates")
    events = list(rows.order_by("-due", "-id")[:MOST_MARKED])
    describe_events(calendar, events)
    return events


def month_sheet(calendar: Calendar, month: Day | None = None) -> MonthSheet:
    """The sheet of a month, of the current one if none is given."""
    reckoning, definition = calendar.reckoning, calendar.reckoning.definition
    now = calendar.now_first // definition.hours
    shown = month or reckoning.day_of(now)
    first = reckoning.day_number(Day(shown.year, shown.month, 1))
    days = reckoning.month_days(shown.year, shown.month)
    places: list[MonthDay | None] = [None] * (reckoning.weekday(first) or 0)
    for number in range(first, first + days):
        full = [moon.name for moon in definition.moons if next_full_moon(moon, number) == number]
        places.append(MonthDay(number - first + 1, number == now, full))
    width = len(definition.weekdays) or 7
    in_week = bool(definition.weekdays) and not definition.months[shown.month].outside_week
    return MonthSheet(
        title=f"{definition.months[shown.month].name} {format_year(reckoning, shown.year)}",
        weekdays=definition.weekdays if in_week else (),
        weeks=[places[at : at + width] for at in range(0, len(places), width)],
        before=_month_key(reckoning.day_of(first - 1)),
        after=_month_key(reckoning.day_of(first + days)),
    )


def parse_month(calendar: Calendar, text: str) -> Day | None:
    """The month of a page's address, such as 312-9; None for one that the calendar does not have."""
    year, _dash, month = text.rpartition("-")
    try:
        found = Day(int(year), int(month) - 1, 1)
    except ValueError:
        return None
    near = abs(found.year) <= 1_000_000 and 0 <= found.month < len(calendar.reckoning.definition.months)
    return found if near and calendar.reckoning.month_days(found.year, found.month) else None


def _month_key(day: Day) -> str:
    return f"{day.year}-{day.month + 1}"


def _day_words(reckoning: Reckoning, number: int) -> str:
    return format_date(reckoning, unit_span(reckoning, number * reckoning.definition.hours, DAY))


def mark_dates(membership: Member, lines: Sequence[LogEntry]) -> None:
    """Writes on each line its date in the world (`.in_world`), if it has one that the member may see."""
    calendar = find_calendar(membership) if lines else None
    if calendar is None:
        return
    dates = own_dates(membership).filter(entry__in=[line.pk for line in lines])
    spans = {date.entry_id: date.span for date in dates}
    for line in lines:
        span = spans.get(line.pk)
        line.in_world = calendar.format(span) if span is not None else None  # type: ignore[attr-defined]


def dates_of(membership: Member, **thing: object) -> list[InWorldDate]:
    """The dates of a thing that the member may see, each in words (`.words`); the caller checks the thing itself."""
    calendar = find_calendar(membership)
    if calendar is None:
        return []
    dates = list(own_dates(membership).filter(**thing).order_by("first", "id"))
    for date in dates:
        date.words = calendar.format(date.span)  # type: ignore[attr-defined]
    return dates

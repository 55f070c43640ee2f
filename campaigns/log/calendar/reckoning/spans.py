"""A span of in-world time: from its first to its last hour, with the accuracy in which it is written."""

from dataclasses import dataclass
from typing import Final

from campaigns.log.calendar.reckoning.arithmetic import Day, Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault, mark

YEAR, SEASON, MONTH, DAY, HOUR = "year", "season", "month", "day", "hour"
PRECISIONS: Final = (YEAR, SEASON, MONTH, DAY, HOUR)
MOST_YEARS: Final = 1_000_000


@dataclass(frozen=True, order=True)
class Span:
    """The first and the last hour, counted from the calendar's first day, and the accuracy."""

    first: int
    last: int
    precision: str


def year_span(reckoning: Reckoning, year: int) -> Span:
    """A whole year."""
    return _days(reckoning, reckoning.first_day(year), reckoning.first_day(year + 1) - 1, YEAR)


def season_span(reckoning: Reckoning, year: int, season: int) -> Span:
    """The season that starts in a year."""
    return _days(reckoning, *reckoning.season_days(year, season), SEASON)


def month_span(reckoning: Reckoning, year: int, month: int) -> Span:
    """A month; CalendarFault for one that the year does not have."""
    days = reckoning.month_days(year, month)
    if not days:
        raise CalendarFault(mark("That year has no %(month)s."), month=reckoning.definition.months[month].name)
    first = reckoning.day_number(Day(year, month, 1))
    # A festival of one day is a day.
    single = days == 1 and reckoning.definition.months[month].outside_week
    return _days(reckoning, first, first + days - 1, DAY if single else MONTH)


def day_span(reckoning: Reckoning, day: Day) -> Span:
    """A day; CalendarFault for one that its month does not have."""
    days = reckoning.month_days(day.year, day.month)
    if not 1 <= day.day <= days:
        raise CalendarFault(
            mark("%(month)s has %(days)s days in that year."),
            month=reckoning.definition.months[day.month].name,
            days=days,
        )
    number = reckoning.day_number(day)
    return _days(reckoning, number, number, DAY)


def hour_span(reckoning: Reckoning, day: Day, hour: int) -> Span:
    """An hour of a day; CalendarFault for one that the day does not have."""
    if not 0 <= hour < reckoning.definition.hours:
        raise CalendarFault(mark("The hours of a day go from 0 to %(last)s."), last=reckoning.definition.hours - 1)
    first = day_span(reckoning, day).first + hour
    return Span(first, first, HOUR)


def unit_span(reckoning: Reckoning, hour: int, precision: str) -> Span:
    """The year, season, month, day or hour in which an hour lies."""
    number, rest = divmod(hour, reckoning.definition.hours)
    if precision == SEASON and reckoning.definition.seasons:
        return season_span(reckoning, *reckoning.season_of(number))
    day = reckoning.day_of(number)
    if precision == YEAR:
        return year_span(reckoning, day.year)
    if precision in (SEASON, MONTH):
        return month_span(reckoning, day.year, day.month)
    return day_span(reckoning, day) if precision == DAY else hour_span(reckoning, day, rest)


def join_spans(start: Span, end: Span) -> Span:
    """From the start of one span to the end of another one of the same accuracy."""
    if start.precision != end.precision:
        raise CalendarFault(mark("Write the start and the end of a period with the same accuracy."))
    if end.last < start.first:
        raise CalendarFault(mark("The end of the period is before its start."))
    return Span(start.first, end.last, start.precision)


def _days(reckoning: Reckoning, first: int, last: int, precision: str) -> Span:
    hours = reckoning.definition.hours
    return Span(first * hours, (last + 1) * hours - 1, precision)

"""Reads and writes dates: "312", "spring 312", "Harvestmoon 312", "12 Harvestmoon 312, 18:00", and periods."""

import re
from typing import Final

from campaigns.log.calendar.reckoning.arithmetic import Day, Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault, Era, mark
from campaigns.log.calendar.reckoning.spans import (
    DAY,
    HOUR,
    MONTH,
    MOST_YEARS,
    SEASON,
    YEAR,
    Span,
    day_span,
    hour_span,
    join_spans,
    month_span,
    season_span,
    unit_span,
    year_span,
)

LONGEST: Final = 200
HOUR_AT_END: Final = re.compile(r"^(?P<date>.+?)(?:\s*,)?\s+(?P<hour>\d{1,3}):00$")
OTHER_TIME: Final = re.compile(r"\d:[0-9]")
DAY_MONTH_YEAR: Final = re.compile(r"^(?:(?P<day>\d{1,4})\.?\s+)?(?:(?P<name>\D*[^\d\s-])\s+)?(?P<year>[-−]?\d{1,7})$")
NUMBERS: Final = re.compile(r"^(?P<year>-?\d{1,7})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,4}))?$")
BETWEEN: Final = re.compile(r"\s*[–—]\s*|\s+-\s+|\s+to\s+", re.IGNORECASE)
CLOCK_OF_NUMBERS: Final = re.compile(r"^(-?\d{1,7}-\d{1,2}-\d{1,4})[T ](\d{1,3}):00$")


def parse_date(reckoning: Reckoning, text: str) -> Span:
    """The span that a text names; CalendarFault says how dates are written."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise CalendarFault(mark("This date is too long."))
    parts = BETWEEN.split(text)
    if len(parts) > 2:
        raise CalendarFault(mark("A period has one start and one end."))
    spans = [_parse_one(reckoning, part) for part in parts]
    return spans[0] if len(spans) == 1 else join_spans(*spans)


def format_date(reckoning: Reckoning, span: Span) -> str:
    """The span in words that `parse_date` reads back."""
    unit = unit_span(reckoning, span.first, span.precision)
    start = _format_unit(reckoning, span.first, span.precision)
    if span.last <= unit.last:
        return start
    return f"{start} – {_format_unit(reckoning, span.last, span.precision)}"


def format_year(reckoning: Reckoning, year: int) -> str:
    """A year in its era."""
    era, following = _era_of(reckoning, year)
    if era.starts is None:
        number = (following.starts or 0) - year if following else year
    else:
        number = year - era.starts + era.first_year
    return f"{number} {era.short}".strip()


def _parse_one(reckoning: Reckoning, text: str) -> Span:
    clock = CLOCK_OF_NUMBERS.match(text) or HOUR_AT_END.match(text)
    hour = int(clock.group(2)) if clock else None
    date = clock.group(1) if clock else text
    if clock is None and OTHER_TIME.search(text):
        raise CalendarFault(mark("Write the time as a full hour, such as 18:00."))
    span = _parse_numbers(reckoning, date) or _parse_written(reckoning, date)
    if hour is None:
        return span
    if span.precision != DAY:
        raise CalendarFault(mark("An hour needs a day."))
    return hour_span(reckoning, reckoning.day_of(span.first // reckoning.definition.hours), hour)


def _parse_numbers(reckoning: Reckoning, text: str) -> Span | None:
    """Year, month and day as numbers, as programs write them; the year is that of the calendar, without an era."""
    match = NUMBERS.match(text)
    if match is None:
        return None
    year, month = _near(int(match["year"])), int(match["month"]) - 1
    if not 0 <= month < len(reckoning.definition.months):
        raise CalendarFault(mark("The months go from 1 to %(last)s."), last=len(reckoning.definition.months))
    if match["day"] is None:
        return month_span(reckoning, year, month)
    return day_span(reckoning, Day(year, month, int(match["day"])))


def _parse_written(reckoning: Reckoning, text: str) -> Span:
    date, era = _split_era(reckoning, text)
    match = DAY_MONTH_YEAR.match(date)
    if match is None or (match["day"] and not match["name"]):
        raise CalendarFault(
            mark("Write a date as in “%(example)s”; the day, the month and the hour can be left out."),
            example=example_of(reckoning),
        )
    year = _near(_calendar_year(reckoning, int(match["year"].replace("−", "-")), era))
    if not match["name"]:
        return year_span(reckoning, year)
    return _parse_name(reckoning, match["name"], year, int(match["day"]) if match["day"] else None)


def _parse_name(reckoning: Reckoning, name: str, year: int, day: int | None) -> Span:
    folded = name.casefold().strip(" ,")
    months = [month.name.casefold() for month in reckoning.definition.months]
    seasons = [season.name.casefold() for season in reckoning.definition.seasons]
    if folded in months:
        month = months.index(folded)
        return month_span(reckoning, year, month) if day is None else day_span(reckoning, Day(year, month, day))
    if folded in seasons and day is None:
        return season_span(reckoning, year, seasons.index(folded))
    raise CalendarFault(
        mark("The calendar has no month or season “%(name)s”. Its months are: %(months)s."),
        name=name[:40],
        months=", ".join(month.name for month in reckoning.definition.months),
    )


def example_of(reckoning: Reckoning, year: int = 312) -> str:
    """An example of a date with an hour in this calendar."""
    month = next(at for at, month_of_year in enumerate(reckoning.definition.months) if month_of_year.days)
    day = Day(year, month, min(12, reckoning.definition.months[month].days))
    hour = min(18, reckoning.definition.hours - 1)
    return format_date(reckoning, hour_span(reckoning, day, hour))


def _split_era(reckoning: Reckoning, text: str) -> tuple[str, Era | None]:
    """The text without the name of its era, and the era."""
    folded = text.casefold()
    names = [(name, era) for era in reckoning.definition.eras for name in (era.short, era.name) if name]
    for name, era in sorted(names, key=lambda pair: -len(pair[0])):
        before = text[: -len(name)].rstrip()
        if folded.endswith(name.casefold()) and before and before[-1].isdigit() and len(before) < len(text):
            return before, era
    return text, next((era for era in reckoning.definition.eras if not era.short), None)


def _calendar_year(reckoning: Reckoning, number: int, era: Era | None) -> int:
    """The year of the calendar; without an era, of the last one."""
    eras = reckoning.definition.eras
    era = era or eras[-1]
    if era.starts is None:
        return (eras[1].starts or 0) - number
    return era.starts + number - era.first_year


def _near(year: int) -> int:
    if abs(year) > MOST_YEARS:
        raise CalendarFault(mark("The year is too far away."))
    return year


def _era_of(reckoning: Reckoning, year: int) -> tuple[Era, Era | None]:
    """The era of a year, and the era after it."""
    eras = reckoning.definition.eras
    begun = [at for at, era in enumerate(eras) if era.starts is None or era.starts <= year]
    at = begun[-1] if begun else 0
    return eras[at], eras[at + 1] if at + 1 < len(eras) else None


def _format_unit(reckoning: Reckoning, hour: int, precision: str) -> str:
    number, rest = divmod(hour, reckoning.definition.hours)
    day = reckoning.day_of(number)
    if precision == SEASON and reckoning.definition.seasons:
        year, season = reckoning.season_of(number)
        return f"{reckoning.definition.seasons[season].name} {format_year(reckoning, year)}"
    year_words = format_year(reckoning, day.year)
    if precision == YEAR:
        return year_words
    month = reckoning.definition.months[day.month]
    single = month.outside_week and reckoning.month_days(day.year, day.month) == 1
    if precision in (SEASON, MONTH) or (single and precision == DAY):
        return f"{month.name} {year_words}"
    words = f"{day.day} {month.name} {year_words}"
    return f"{words}, {rest:02d}:00" if precision == HOUR else words

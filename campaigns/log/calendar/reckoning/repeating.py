"""Dates that repeat: every some days, months or years, or at a phase of a moon."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Final

from campaigns.log.calendar.reckoning.arithmetic import Day, Reckoning, phase_day, turn_at
from campaigns.log.calendar.reckoning.definition import CalendarFault, Moon, mark
from campaigns.log.calendar.reckoning.spans import DAY, HOUR, Span

DAYS, MONTHS, YEARS, MOON = "days", "month", "year", "moon"
MOST_STEPS: Final = 10_000
# After so many years in a row without the day there is none to be found.
MOST_SKIPPED: Final = 1_000


@dataclass(frozen=True)
class Repeat:
    """How a date repeats: every `every` days, months, years or cycles of a moon (1 to 10,000).

    `phase` is the moon's place in PHASES, `until` the last hour in which an occurrence may start (None: forever)."""

    kind: str
    every: int = 1
    moon: Moon | None = None
    phase: int = 0
    until: int | None = None


class Occurrences:
    """The occurrences of a date that repeats; the first one is the date itself. Each is computed when it is asked for.

    A day that a month does not have becomes the month's last day. In a year in which the month has no days at all,
    the date does not occur. "Every month" leaves out festivals, which are months outside the week."""

    def __init__(self, reckoning: Reckoning, span: Span, repeat: Repeat) -> None:
        self.reckoning, self.span, self.repeat = reckoning, span, repeat
        hours = reckoning.definition.hours
        self._number, self._hour = divmod(span.first, hours)
        self._start = reckoning.day_of(self._number)

    def between(self, first: int, last: int, *, newest_first: bool = False) -> Iterator[Span]:
        """The occurrences that start in the hours from `first` to `last`, one after the other."""
        end = last if self.repeat.until is None else min(last, self.repeat.until)
        low, high = self._place(first), self._place(end + 1)
        skipped = 0
        for place in range(high, low - 1, -1) if newest_first else range(low, high + 1):
            span = self._at(place)
            if span is not None and first <= span.first <= end:
                yield span
            skipped = 0 if span is not None else skipped + 1
            if skipped > MOST_SKIPPED:
                return

    def last_until(self, hour: int) -> Span | None:
        """The last occurrence that starts at this hour or before; None if there is none."""
        return next(self.between(self.span.first, hour, newest_first=True), None)

    def first_after(self, hour: int, most: int) -> Span | None:
        """The first occurrence that starts after this hour and not after the hour `most`; None if there is none."""
        return next(self.between(hour + 1, most), None)

    def _at(self, place: int) -> Span | None:
        if place == 0:
            return self.span
        number = self._day(place)
        if number is None:
            return None
        first = number * self.reckoning.definition.hours + self._hour
        return Span(first, first + self.span.last - self.span.first, self.span.precision)

    def _place(self, hour: int) -> int:
        """A place near the hour: no occurrence from this hour on has a smaller place, none before it a larger one."""
        if hour <= self.span.first or not self._step:
            return 0
        days = hour // self.reckoning.definition.hours - self._number
        place = floor(days / self._step)
        while place > 0 and self._floor(place) * self.reckoning.definition.hours + self._hour >= hour:
            place -= 1
        while self._floor(place + 1) * self.reckoning.definition.hours + self._hour < hour:
            place += 1
        return place

    @cached_property
    def _step(self) -> Fraction:
        """The mean number of days between two occurrences; 0 if the date does not repeat after all."""
        repeat, mean = self.repeat, self.reckoning.mean_year
        if repeat.kind == DAYS:
            return Fraction(repeat.every)
        if repeat.kind == MONTHS:
            return mean * repeat.every / len(self._months)
        if repeat.kind == YEARS:
            return mean * repeat.every
        return repeat.moon.period * repeat.every if repeat.moon is not None else Fraction(0)

    def _floor(self, place: int) -> int:
        """The number of the day of an occurrence, or of the earliest day on which it would be."""
        if place <= 0:
            return self._number
        if self.repeat.kind in (MONTHS, YEARS):
            day = self._month_of(place)
            days = self.reckoning.month_days(day.year, day.month)
            return self.reckoning.day_number(Day(day.year, day.month, max(1, min(day.day, days))))
        return self._day(place) or 0

    def _day(self, place: int) -> int | None:
        repeat = self.repeat
        if repeat.kind == DAYS:
            return self._number + place * repeat.every
        if repeat.kind in (MONTHS, YEARS):
            day = self._month_of(place)
            days = self.reckoning.month_days(day.year, day.month)
            return self._floor(place) if days else None
        if repeat.moon is None:
            return None
        return phase_day(repeat.moon, repeat.phase, self._turn + place * repeat.every)

    def _month_of(self, place: int) -> Day:
        """The month of an occurrence, with the day that is wanted in it."""
        start, every = self._start, self.repeat.every
        if self.repeat.kind == YEARS:
            return Day(start.year + place * every, start.month, start.day)
        at = start.year * len(self._months) + self._months.index(start.month) + place * every
        year, month = divmod(at, len(self._months))
        return Day(year, self._months[month], start.day)

    @cached_property
    def _months(self) -> list[int]:
        """The months that "every month" means."""
        months = self.reckoning.definition.months
        weekly = [place for place, month in enumerate(months) if not month.outside_week]
        return weekly if self._start.month in weekly else list(range(len(months)))

    @cached_property
    def _turn(self) -> int:
        """The cycle of the moon in which the first occurrence lies."""
        assert self.repeat.moon is not None
        return turn_from(self.repeat.moon, self.repeat.phase, self._number)


def turn_from(moon: Moon, phase: int, number: int) -> int:
    """The first turn whose day of the phase is this day or a later one."""
    turn = turn_at(moon, number) - 1
    while phase_day(moon, phase, turn) < number:
        turn += 1
    return turn


def first_occurrence(reckoning: Reckoning, span: Span, repeat: Repeat) -> Span:
    """The date at which the repetition starts: as written, or the first day of the moon's phase from it on.

    CalendarFault: the date or the kind does not fit a repetition."""
    if span.precision not in (DAY, HOUR):
        raise CalendarFault(mark("Write the day of an event that repeats."))
    hours = reckoning.definition.hours
    number, hour = divmod(span.first, hours)
    if repeat.kind == MONTHS and reckoning.definition.months[reckoning.day_of(number).month].outside_week:
        raise CalendarFault(mark("A festival happens once a year. Let the event repeat every year."))
    if repeat.kind != MOON:
        return span
    if repeat.moon is None:
        raise CalendarFault(mark("Choose one of the calendar's moons."))
    first = phase_day(repeat.moon, repeat.phase, turn_from(repeat.moon, repeat.phase, number)) * hours + hour
    return Span(first, first + span.last - span.first, span.precision)

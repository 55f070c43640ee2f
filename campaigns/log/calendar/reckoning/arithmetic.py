"""From dates to day numbers and back, weekdays and moons. Day 0 is the first day of year 1."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, lcm
from typing import Final

from campaigns.log.calendar.reckoning.definition import BY_MONTH, BY_YEAR, Definition, LeapRule, Moon, mark

PHASES: Final = (
    mark("new moon"),
    mark("waxing crescent"),
    mark("first quarter"),
    mark("waxing gibbous"),
    mark("full moon"),
    mark("waning gibbous"),
    mark("last quarter"),
    mark("waning crescent"),
)
FULL: Final = 4


@dataclass(frozen=True)
class Day:
    """A day as people write it: year of the calendar, month from 0, day of the month from 1."""

    year: int
    month: int
    day: int


class Reckoning:
    """The arithmetic of one definition."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    # Years and months

    def month_days(self, year: int, month: int) -> int:
        """How many days a month has in a year."""
        rules = self._rules_by_month.get(month, ())
        extra = sum(rule.days for rule in rules if _leaps_before(rule, year + 1) > _leaps_before(rule, year))
        return self.definition.months[month].days + extra

    def first_day(self, year: int) -> int:
        """The number of the first day of a year."""
        leaps = sum(rule.days * _leaps_since_start(rule, year) for rule in self.definition.leap_rules)
        return self._plain_year * (year - 1) + leaps

    def day_number(self, day: Day) -> int:
        """The number of a day."""
        before = sum(self.month_days(day.year, month) for month in range(day.month))
        return self.first_day(day.year) + before + day.day - 1

    def year_of(self, number: int) -> int:
        """The year of the day with that number."""
        mean = self.mean_year
        year = 1 + number * mean.denominator // mean.numerator
        while self.first_day(year) > number:
            year -= 1
        while self.first_day(year + 1) <= number:
            year += 1
        return year

    def day_of(self, number: int) -> Day:
        """The day with that number."""
        year = self.year_of(number)
        left = number - self.first_day(year)
        for month in range(len(self.definition.months)):
            days = self.month_days(year, month)
            if left < days:
                return Day(year, month, left + 1)
            left -= days
        raise AssertionError("a year has as many days as its months")

    # Seasons

    def season_days(self, year: int, season: int) -> tuple[int, int]:
        """The first and the last day of the season that starts in a year."""
        seasons = self.definition.seasons
        first = self._season_start(year, season)
        following = (year, season + 1) if season + 1 < len(seasons) else (year + 1, 0)
        return first, max(first, self._season_start(*following) - 1)

    def season_of(self, number: int) -> tuple[int, int]:
        """The year in which the season of a day started, and the season."""
        year = self.year_of(number)
        started = [at for at in range(len(self.definition.seasons)) if self._season_start(year, at) <= number]
        return (year, started[-1]) if started else (year - 1, len(self.definition.seasons) - 1)

    def _season_start(self, year: int, season: int) -> int:
        start = self.definition.seasons[season]
        # A month may lack days, or all of them, in a year without leap days.
        day = max(1, min(start.day, self.month_days(year, start.month)))
        return self.day_number(Day(year, start.month, day))

    # Weeks

    def weekday(self, number: int) -> int | None:
        """The weekday of a day; None for a day that belongs to no week."""
        names = len(self.definition.weekdays)
        day = self.day_of(number)
        if not names or self.definition.months[day.month].outside_week:
            return None
        if self.definition.week_starts == BY_MONTH:
            return (day.day - 1) % names
        counted = day.day - 1 + sum(self._week_days(day.year, month) for month in range(day.month))
        if self.definition.week_starts == BY_YEAR:
            return counted % names
        return (self.definition.first_weekday + self._week_days_before(day.year) + counted) % names

    def _week_days(self, year: int, month: int) -> int:
        return 0 if self.definition.months[month].outside_week else self.month_days(year, month)

    def _week_days_before(self, year: int) -> int:
        months = self.definition.months
        plain = sum(month.days for month in months if not month.outside_week)
        rules = [rule for rule in self.definition.leap_rules if not months[rule.month].outside_week]
        return plain * (year - 1) + sum(rule.days * _leaps_since_start(rule, year) for rule in rules)

    # What the definition says about each year

    @cached_property
    def _plain_year(self) -> int:
        return sum(month.days for month in self.definition.months)

    @cached_property
    def mean_year(self) -> Fraction:
        """The mean length of a year in days."""
        return self._plain_year + sum((rule.days * _share(rule) for rule in self.definition.leap_rules), Fraction(0))

    @cached_property
    def _rules_by_month(self) -> dict[int, list[LeapRule]]:
        rules: dict[int, list[LeapRule]] = {}
        for rule in self.definition.leap_rules:
            rules.setdefault(rule.month, []).append(rule)
        return rules


def moon_phase(moon: Moon, number: int) -> int:
    """The place of a day in PHASES: 0 is the new moon, 4 the full moon."""
    share = ((number - moon.new_moon) / moon.period) % 1
    return floor(share * len(PHASES) + Fraction(1, 2)) % len(PHASES)


def next_full_moon(moon: Moon, number: int) -> int:
    """The first day, from this one on, that is nearest to a full moon."""
    turn = turn_at(moon, number) - 1
    while (day := phase_day(moon, FULL, turn)) < number:
        turn += 1
    return day


def phase_day(moon: Moon, phase: int, turn: int) -> int:
    """The day that is nearest to a phase (0 to 7) in a cycle of the moon. In whole numbers: months ask for it often."""
    new, period = moon.new_moon, moon.period
    both = new.denominator * period.denominator
    eighths = 8 * new.numerator * period.denominator + (8 * turn + phase) * period.numerator * new.denominator
    return (eighths + 4 * both) // (8 * both)


def turn_at(moon: Moon, number: int) -> int:
    """The cycle of the moon in which a day lies."""
    new, period = moon.new_moon, moon.period
    return (number * new.denominator - new.numerator) * period.denominator // (new.denominator * period.numerator)


def _multiples(step: int, offset: int, year: int) -> int:
    """Counts the years before `year` that are `offset` beyond a multiple of the step, from a fixed start."""
    return (year - 1 - offset) // step


def _leaps_before(rule: LeapRule, year: int) -> int:
    count = _multiples(rule.every, rule.offset, year)
    if rule.except_every:
        both = lcm(rule.every, rule.except_every)
        count -= _multiples(both, rule.offset, year)
        if rule.unless_every:
            count += _multiples(lcm(both, rule.unless_every), rule.offset, year)
    return count


def _leaps_since_start(rule: LeapRule, year: int) -> int:
    return _leaps_before(rule, year) - _leaps_before(rule, 1)


def _share(rule: LeapRule) -> Fraction:
    """The share of years in which the rule adds its days."""
    share = Fraction(1, rule.every)
    if rule.except_every:
        both = lcm(rule.every, rule.except_every)
        share -= Fraction(1, both)
        if rule.unless_every:
            share += Fraction(1, lcm(both, rule.unless_every))
    return share

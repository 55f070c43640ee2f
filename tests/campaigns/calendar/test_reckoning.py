"""The arithmetic of calendars: dates and day numbers, weekdays, leap years, moons."""

import datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.log.calendar.reckoning.arithmetic import FULL, Day, Reckoning, moon_phase, next_full_moon
from campaigns.log.calendar.reckoning.definition import (
    BY_MONTH,
    WEEK_STARTS,
    CalendarFault,
    Definition,
    Era,
    LeapRule,
    Month,
    Moon,
    Season,
)
from campaigns.log.calendar.reckoning.definition_json import read_definition, write_definition
from campaigns.log.calendar.reckoning.notation import format_date, parse_date
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.calendar.reckoning.spans import PRECISIONS, unit_span

NUMBERS = st.integers(-2_000_000, 2_000_000)
EARTH = Reckoning(PRESETS["earth"][1])


@st.composite
def definitions(draw):
    """A random calendar that the checks accept."""
    days = draw(st.lists(st.integers(0, 40), min_size=1, max_size=14).filter(any))
    months = tuple(Month(f"Month {chr(65 + at)}", length, draw(st.booleans())) for at, length in enumerate(days))
    rules = st.builds(
        LeapRule,
        month=st.integers(0, len(months) - 1),
        every=st.integers(1, 12),
        days=st.integers(1, 5),
        offset=st.integers(-3, 3),
        except_every=st.integers(1, 50),
        unless_every=st.integers(0, 90),
    )
    starts = sorted(draw(st.sets(st.tuples(st.integers(0, len(months) - 1), st.integers(1, 3)), max_size=4)))
    weekdays = tuple(f"Weekday {chr(65 + at)}" for at in range(draw(st.integers(0, 9))))
    return Definition(
        months=months,
        weekdays=weekdays,
        week_starts=draw(st.sampled_from(WEEK_STARTS)),
        first_weekday=draw(st.integers(0, max(0, len(weekdays) - 1))),
        leap_rules=tuple(draw(st.lists(rules, max_size=3))),
        eras=draw(st.sampled_from([(Era(""),), (Era("", "BL", None), Era("", "AL", 5)), (Era(""), Era("", "2E", 90))])),
        seasons=tuple(
            Season(f"Season {chr(65 + at)}", month, min(day, max(1, months[month].days)))
            for at, (month, day) in enumerate(starts)
        ),
        moons=(Moon("Moon", Fraction(draw(st.integers(10, 4000)), 10)),),
        hours=draw(st.integers(1, 30)),
    )


def round_trip(definition: Definition, number: int) -> None:
    reckoning = Reckoning(definition)
    day = reckoning.day_of(number)
    assert 1 <= day.day <= reckoning.month_days(day.year, day.month)
    assert reckoning.day_number(day) == number
    for precision in PRECISIONS:
        span = unit_span(reckoning, number * definition.hours, precision)
        assert span.first <= number * definition.hours <= span.last
        assert parse_date(reckoning, format_date(reckoning, span)) == span


@pytest.mark.parametrize("key", PRESETS)
@given(number=NUMBERS)
def test_every_day_of_a_preset_is_written_and_read_back(key, number):
    round_trip(PRESETS[key][1], number)


@settings(max_examples=150, deadline=None)
@given(definition=definitions(), number=st.integers(-40_000, 40_000))
def test_every_day_of_any_calendar_is_written_and_read_back(definition, number):
    try:
        definition = read_definition(write_definition(definition))
    except CalendarFault:
        return  # two seasons that were cut to the same day
    round_trip(definition, number)


@given(definition=definitions(), number=st.integers(-5000, 5000))
def test_days_follow_each_other_and_so_do_their_weekdays(definition, number):
    reckoning = Reckoning(definition)
    day, after = reckoning.day_of(number), reckoning.day_of(number + 1)
    assert (after.year, after.month, after.day) > (day.year, day.month, day.day)
    today, tomorrow = reckoning.weekday(number), reckoning.weekday(number + 1)
    if definition.week_starts == "continues" and today is not None and tomorrow is not None:
        assert (today + 1) % len(definition.weekdays) == tomorrow


@given(st.dates())
def test_the_calendar_of_our_world_agrees_with_python(date: datetime.date):
    number = EARTH.day_number(Day(date.year, date.month - 1, date.day))
    assert number == date.toordinal() - 1
    assert EARTH.weekday(number) == date.weekday()


def test_the_moon_of_our_world_is_full_when_it_was():
    def number(text: str) -> int:
        return datetime.date.fromisoformat(text).toordinal() - 1

    moon = EARTH.definition.moons[0]
    for text in ("2000-01-21", "2020-10-31", "2026-11-24"):
        assert moon_phase(moon, number(text)) == FULL
        assert abs(next_full_moon(moon, number(text) - 5) - number(text)) <= 1
    assert moon_phase(moon, number("2024-02-09")) == 0


def test_leap_rules_have_exceptions_and_exceptions_of_those():
    days = {year: EARTH.month_days(year, 1) for year in (1600, 1700, 1904, 1905, 2000, 0, -4)}
    assert days == {1600: 29, 1700: 28, 1904: 29, 1905: 28, 2000: 29, 0: 29, -4: 29}


def test_a_festival_that_comes_every_fourth_year_is_outside_the_week():
    reckoning = Reckoning(PRESETS["five-festivals"][1])
    with pytest.raises(CalendarFault, match="no Oath Day"):
        parse_date(reckoning, "Oath Day 311")
    day = parse_date(reckoning, "Oath Day 312")
    assert day.precision == "day"
    assert reckoning.weekday(day.first // 24) is None
    assert reckoning.weekday(day.last // 24 + 1) == 0


def test_a_week_that_starts_with_each_month():
    reckoning = Reckoning(Definition((Month("A", 10), Month("B", 10)), ("x", "y", "z"), BY_MONTH))
    assert [reckoning.weekday(number) for number in (9, 10, 11)] == [0, 0, 1]

"""Dates that repeat: month lengths, leap years, moons, and windows."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.log.calendar.reckoning.arithmetic import FULL, Reckoning, moon_phase, phase_day, turn_at
from campaigns.log.calendar.reckoning.definition import CalendarFault, Definition, LeapRule, Month, Moon
from campaigns.log.calendar.reckoning.notation import format_date, parse_date
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.calendar.reckoning.repeating import (
    DAYS,
    MONTHS,
    MOON,
    YEARS,
    Occurrences,
    Repeat,
    first_occurrence,
)
from campaigns.log.calendar.reckoning.spans import day_span, year_span

EARTH = Reckoning(PRESETS["earth"][1])
SILVER = Moon("Silver", Fraction("29.5"), Fraction(3))
FESTIVAL = Reckoning(
    Definition(
        months=(Month("First", 30), Month("Leapday", 0, outside_week=True), Month("Last", 30)),
        weekdays=("a", "b"),
        leap_rules=(LeapRule(1, 4),),
        moons=(SILVER,),
    )
)


def dates(reckoning, start, repeat, since, until):
    occurrences = Occurrences(reckoning, parse_date(reckoning, start), repeat)
    window = parse_date(reckoning, since).first, parse_date(reckoning, until).last
    found = [format_date(reckoning, span) for span in occurrences.between(*window)]
    backwards = [format_date(reckoning, span) for span in occurrences.between(*window, newest_first=True)]
    assert backwards == found[::-1]
    return found


def test_a_31st_is_the_last_day_of_a_shorter_month():
    found = dates(EARTH, "31 January 2023", Repeat(MONTHS), "2023", "May 2023")
    assert found == ["31 January 2023", "28 February 2023", "31 March 2023", "30 April 2023", "31 May 2023"]
    assert dates(EARTH, "31 January 2023", Repeat(MONTHS), "February 2024", "February 2024") == ["29 February 2024"]


def test_a_leap_day_is_the_last_day_of_its_month_in_other_years():
    found = dates(EARTH, "29 February 2024", Repeat(YEARS), "2024", "2028")
    days = [f"{day} February {year}" for day, year in zip((29, 28, 28, 28, 29), range(2024, 2029), strict=True)]
    assert found == days


def test_a_festival_of_leap_years_happens_only_in_them_and_every_month_leaves_it_out():
    assert dates(FESTIVAL, "Leapday 4", Repeat(YEARS), "1", "12") == ["Leapday 4", "Leapday 8", "Leapday 12"]
    assert dates(FESTIVAL, "30 First 4", Repeat(MONTHS), "4", "4") == ["30 First 4", "30 Last 4"]
    never = Occurrences(FESTIVAL, parse_date(FESTIVAL, "Leapday 4"), Repeat(YEARS, 4000))
    assert never.last_until(year_span(FESTIVAL, 1_000_000).last) is not None


def test_every_third_day_keeps_its_hour_and_ends():
    until = parse_date(EARTH, "10 March 2023").last
    repeat = Repeat(DAYS, 3, until=until)
    found = dates(EARTH, "1 March 2023, 18:00", repeat, "2023", "2030")
    assert found == [f"{day} March 2023, 18:00" for day in (1, 4, 7, 10)]


def test_a_window_far_away_computes_only_what_lies_in_it():
    occurrences = Occurrences(EARTH, parse_date(EARTH, "1 January 1"), Repeat(DAYS))
    end = year_span(EARTH, 999_999).last
    newest = occurrences.between(0, end, newest_first=True)
    assert format_date(EARTH, next(newest)) == "31 December 999999"


def test_a_moon_repeats_at_its_phase():
    repeat = Repeat(MOON, moon=SILVER, phase=FULL)
    start = first_occurrence(FESTIVAL, parse_date(FESTIVAL, "1 First 1"), repeat)
    assert format_date(FESTIVAL, start) == "19 First 1"
    spans = list(Occurrences(FESTIVAL, start, repeat).between(0, 24 * 600))
    assert len(spans) == 20
    assert all(moon_phase(SILVER, span.first // 24) == FULL for span in spans)


@pytest.mark.parametrize(
    ("date", "repeat"),
    [("4", Repeat(YEARS)), ("First 4", Repeat(DAYS)), ("Leapday 4", Repeat(MONTHS)), ("1 First 4", Repeat(MOON))],
)
def test_a_date_that_cannot_repeat_is_refused(date, repeat):
    with pytest.raises(CalendarFault):
        first_occurrence(FESTIVAL, parse_date(FESTIVAL, date), repeat)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from([DAYS, MONTHS, YEARS, MOON]),
    every=st.integers(1, 40),
    day=st.integers(-5_000, 5_000),
    since=st.integers(-10_000, 100_000),
    length=st.integers(0, 3_000),
)
def test_a_window_has_the_occurrences_that_a_longer_one_has_there(kind, every, day, since, length):
    for reckoning in (EARTH, FESTIVAL):
        repeat = Repeat(kind, every, SILVER, FULL)
        occurrences = Occurrences(reckoning, day_span(reckoning, reckoning.day_of(day)), repeat)
        first, last = since * 24, (since + length) * 24
        everything = list(occurrences.between(-(10**6), last))
        assert list(occurrences.between(first, last)) == [span for span in everything if span.first >= first]
        assert everything == sorted(set(everything))


@given(
    st.integers(1_000_000, 10**11),
    st.integers(-(10**11), 10**11),
    st.integers(0, 7),
    st.integers(-(10**9), 10**9),
)
@settings(max_examples=200, deadline=None)
def test_whole_numbers_give_the_day_that_fractions_give(period, new, phase, turn):
    moon = Moon("Silver", Fraction(period, 10**6), Fraction(new, 10**6))
    exact = moon.new_moon + (turn + Fraction(phase, 8)) * moon.period + Fraction(1, 2)
    assert phase_day(moon, phase, turn) == floor(exact)
    assert turn_at(moon, turn) == floor((turn - moon.new_moon) / moon.period)

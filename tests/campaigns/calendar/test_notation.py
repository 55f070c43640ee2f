"""How dates are written and read: accuracy, eras, periods, and what is refused."""

import pytest

from campaigns.log.calendar.reckoning.arithmetic import Reckoning
from campaigns.log.calendar.reckoning.definition import CalendarFault, Definition, Month
from campaigns.log.calendar.reckoning.definition_json import read_definition, write_definition
from campaigns.log.calendar.reckoning.moving import Move
from campaigns.log.calendar.reckoning.notation import format_date, parse_date
from campaigns.log.calendar.reckoning.presets import PRESETS

MOONS = Reckoning(PRESETS["twelve-moons"][1])
LANDING = Reckoning(PRESETS["two-moons"][1])


@pytest.mark.parametrize(
    ("text", "first", "days", "precision"),
    [
        ("312", 311 * 360, 360, "year"),
        ("spring 312", 311 * 360 + 60, 90, "season"),
        ("Winter 312", 311 * 360 + 330, 90, "season"),
        ("harvestmoon 312", 311 * 360 + 240, 30, "month"),
        ("12 Harvestmoon 312", 311 * 360 + 251, 1, "day"),
        (" 12.  HARVESTMOON   312 ", 311 * 360 + 251, 1, "day"),
        ("312-9-12", 311 * 360 + 251, 1, "day"),
        ("312-09", 311 * 360 + 240, 30, "month"),
        ("-5", -6 * 360, 360, "year"),
        ("12 – 14", 11 * 360, 3 * 360, "year"),
        ("12 Harvestmoon 312 to 3 Leafmoon 312", 311 * 360 + 251, 22, "day"),
    ],
)
def test_dates_from_a_year_to_a_day(text, first, days, precision):
    span = parse_date(MOONS, text)
    assert (span.first, span.last, span.precision) == (first * 24, (first + days) * 24 - 1, precision)
    assert parse_date(MOONS, format_date(MOONS, span)) == span


@pytest.mark.parametrize("text", ["12 Harvestmoon 312, 18:00", "12 Harvestmoon 312 18:00", "312-9-12T18:00"])
def test_an_hour(text):
    span = parse_date(MOONS, text)
    assert (span.first, span.last, span.precision) == ((311 * 360 + 251) * 24 + 18,) * 2 + ("hour",)
    assert format_date(MOONS, span) == "12 Harvestmoon 312, 18:00"


def test_eras_count_up_and_down():
    assert parse_date(LANDING, "1 AL").first == 0
    assert parse_date(LANDING, "1 BL").last == -1
    assert parse_date(LANDING, "3 Ash 44 bl").first < parse_date(LANDING, "43 BL").first
    assert parse_date(LANDING, "312") == parse_date(LANDING, "312 after the Landing")
    assert format_date(LANDING, parse_date(LANDING, "spring 44 BL")) == "Spring 44 BL"
    earth = Reckoning(PRESETS["earth"][1])
    assert format_date(earth, parse_date(earth, "15 March 44 BC")) == "15 March 44 BC"
    assert parse_date(earth, "15 March 1944").first > 0


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "Write a date as in"),
        ("soon", "Write a date as in"),
        ("31 Harvestmoon 312", "Harvestmoon has 30 days"),
        ("0 Harvestmoon 312", "Harvestmoon has 30 days"),
        ("12 Octember 312", "no month or season “Octember”"),
        ("3 spring 312", "no month or season “spring”"),
        ("12 Harvestmoon 312, 18:30", "full hour"),
        ("12 Harvestmoon 312, 24:00", "from 0 to 23"),
        ("Harvestmoon 312, 18:00", "An hour needs a day"),
        ("312 – 311", "before its start"),
        ("spring 312 – 320", "same accuracy"),
        ("1 – 2 – 3", "one start and one end"),
        ("9999999", "too far away"),
        ("312-13-1", "from 1 to 12"),
        ("9" * 300, "too long"),
    ],
)
def test_a_date_that_cannot_be_read_is_refused_with_a_reason(text, refusal):
    with pytest.raises(CalendarFault, match=refusal):
        parse_date(MOONS, text)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"months": []}, "at least one month"),
        ({"months": [{"name": "A", "days": 0}]}, "at least one month"),
        ({"months": [{"name": "A", "days": "3"}]}, "whole number"),
        ({"months": [{"name": "A", "days": True}]}, "whole number"),
        ({"months": [{"name": "12th", "days": 3}]}, "no digits"),
        ({"months": [{"name": "A", "days": 3}, {"name": "a", "days": 3}]}, "used twice"),
        ({"months": [{"name": "A", "days": 3, "colour": "red"}]}, "unknown form"),
        ({"months": "A"}, "must be a list"),
        ({"months": [{"name": "A", "days": 3}] * 61}, "at most 60"),
        ({"seasons": [{"name": "Spring", "month": 40}]}, "month that the calendar does not have"),
        ({"seasons": [{"name": "Spring", "month": 3, "day": 31}]}, "day that its month"),
        ({"seasons": [{"name": "Spring", "month": 3}, {"name": "Summer", "month": 2}]}, "in the order"),
        ({"eras": [{"name": "", "starts": None}]}, "count years down"),
        ({"eras": [{"short": "A", "starts": 5}, {"short": "B", "starts": 5}]}, "start after"),
        ({"eras": [{"short": "A", "starts": 5}, {"short": "a", "starts": 6}]}, "its own short name"),
        ({"eras": [{"short": "2E", "starts": 5}]}, "starts with a letter"),
        ({"leap_rules": [{"month": 13, "every": 4}]}, "month that the calendar does not have"),
        ({"leap_rules": [{"month": 1, "every": 4, "unless_every": 4}]}, "also needs"),
        ({"moons": [{"name": "M", "period": "0.5"}]}, "number from 1"),
        ({"moons": [{"name": "M", "period": "NaN"}]}, "number from 1"),
        ({"moons": [{"name": "M", "period": None}]}, "number from 1"),
        ({"first_weekday": 6}, "first weekday"),
        ({"week_starts": "sometimes"}, "week must continue"),
        ({"hours": 0}, "whole number from 1 to 100"),
        ({"suns": []}, "no part"),
    ],
)
def test_a_definition_that_does_not_fit_is_refused_with_a_reason(change, refusal):
    with pytest.raises(CalendarFault, match=refusal):
        read_definition(write_definition(MOONS.definition) | change)


def test_a_definition_that_is_no_object_is_refused():
    with pytest.raises(CalendarFault, match="must be an object"):
        read_definition([])


def test_dates_keep_their_names_when_the_calendar_changes():
    old = Reckoning(Definition((Month("A", 30), Month("B", 30), Month("C", 30))))
    new = Reckoning(Definition((Month("C", 30), Month("New", 5), Month("A", 20), Month("Bee", 40)), hours=10))
    move = Move(old, new)

    def moved(text: str) -> tuple[str, bool]:
        span, exact = move.move(parse_date(old, text))
        return format_date(new, span), exact

    assert moved("312") == ("312", True)
    assert moved("15 A 3") == ("15 A 3", True)
    assert moved("25 A 3") == ("20 A 3", False)
    assert moved("C 3") == ("C 3", True)
    assert moved("15 A 3, 8:00") == ("15 A 3, 08:00", True)
    assert moved("15 A 3, 18:00") == ("15 A 3, 09:00", False)
    assert moved("15 A 3 – 3 C 9") == ("15 A 3 – 3 C 9", True)

"""Reads a definition from JSON, with a sentence for each fault, and writes it again. In JSON months count from 1."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final, TypeVar

from campaigns.log.calendar.reckoning.definition import (
    CONTINUES,
    WEEK_STARTS,
    CalendarFault,
    Definition,
    Era,
    LeapRule,
    Month,
    Moon,
    Season,
    mark,
)
from campaigns.log.calendar.reckoning.definition_checks import check_definition

Part = TypeVar("Part")
MOST: Final = {"months": 60, "weekdays": 30, "leap_rules": 20, "eras": 20, "seasons": 20, "moons": 12}
LONGEST_NAME: Final = 40
KEYS: Final = {
    "months": {"name", "days", "outside_week"},
    "leap_rules": {"month", "every", "days", "offset", "except_every", "unless_every"},
    "eras": {"name", "short", "starts", "first_year"},
    "seasons": {"name", "month", "day"},
    "moons": {"name", "period", "new_moon"},
}
MOST_YEARS: Final = 999_999
# The least and the most of each whole number; definition_schema.py describes them.
BOUNDS: Final = {
    "first_weekday": (0, 30),
    "hours": (1, 100),
    "month": (1, MOST["months"]),
    "months.days": (0, 1000),
    "leap_rules.every": (1, 10_000),
    "leap_rules.days": (1, 100),
    "leap_rules.offset": (-10_000, 10_000),
    "leap_rules.except_every": (0, 10_000),
    "leap_rules.unless_every": (0, 10_000),
    "eras.starts": (-MOST_YEARS, MOST_YEARS),
    "eras.first_year": (0, 1),
    "seasons.day": (1, 1000),
}


def read_definition(data: Any) -> Definition:
    """The definition that the JSON holds; CalendarFault for the first thing that is wrong."""
    if not isinstance(data, dict):
        raise CalendarFault(mark("The calendar must be an object."))
    known = {*MOST, "week_starts", "first_weekday", "hours"}
    unknown = sorted(str(key) for key in data if key not in known)
    if unknown:
        raise CalendarFault(mark("A calendar has no part “%(name)s”."), name=unknown[0][:40])
    definition = Definition(
        months=_parts(data, "months", _read_month),
        weekdays=_parts(data, "weekdays", lambda name: _name({"name": name}, "weekdays")),
        week_starts=data.get("week_starts", CONTINUES),
        first_weekday=_whole(data, "first_weekday", *BOUNDS["first_weekday"], 0),
        leap_rules=_parts(data, "leap_rules", _read_leap_rule),
        eras=_parts(data, "eras", _read_era) or (Era(""),),
        seasons=_parts(data, "seasons", _read_season),
        moons=_parts(data, "moons", _read_moon),
        hours=_whole(data, "hours", *BOUNDS["hours"], 24),
    )
    if definition.week_starts not in WEEK_STARTS:
        raise CalendarFault(mark("The week must continue, or start again with each month or year."))
    check_definition(definition)
    return definition


def write_definition(definition: Definition) -> dict[str, Any]:
    """The definition as JSON."""
    return {
        "months": [
            {"name": month.name, "days": month.days, "outside_week": month.outside_week} for month in definition.months
        ],
        "weekdays": list(definition.weekdays),
        "week_starts": definition.week_starts,
        "first_weekday": definition.first_weekday,
        "leap_rules": [_write_leap_rule(rule) for rule in definition.leap_rules],
        "eras": [
            {"name": era.name, "short": era.short, "starts": era.starts, "first_year": era.first_year}
            for era in definition.eras
        ],
        "seasons": [
            {"name": season.name, "month": season.month + 1, "day": season.day} for season in definition.seasons
        ],
        "moons": [
            {"name": moon.name, "period": _decimal(moon.period), "new_moon": _decimal(moon.new_moon)}
            for moon in definition.moons
        ],
        "hours": definition.hours,
    }


def _write_leap_rule(rule: LeapRule) -> dict[str, Any]:
    return {
        "month": rule.month + 1,
        "every": rule.every,
        "days": rule.days,
        "offset": rule.offset,
        "except_every": rule.except_every,
        "unless_every": rule.unless_every,
    }


def _parts(data: dict[str, Any], part: str, read: Callable[[Any], Part]) -> tuple[Part, ...]:
    rows = data.get(part, [])
    if not isinstance(rows, list):
        raise CalendarFault(mark("“%(part)s” must be a list."), part=part)
    if len(rows) > MOST[part]:
        raise CalendarFault(mark("A calendar has at most %(most)s %(part)s."), most=MOST[part], part=_words(part))
    for row in rows:
        if part != "weekdays" and (not isinstance(row, dict) or set(row) - KEYS[part]):
            raise CalendarFault(mark("An entry of “%(part)s” has an unknown form."), part=part)
    return tuple(read(row) for row in rows)


def _words(part: str) -> str:
    return part.replace("_", " ")


def _read_month(row: dict[str, Any]) -> Month:
    outside = row.get("outside_week", False)
    if not isinstance(outside, bool):
        raise CalendarFault(mark("“%(name)s” must be true or false."), name="outside_week")
    return Month(_name(row, "months"), _whole(row, "days", *BOUNDS["months.days"]), outside)


def _read_leap_rule(row: dict[str, Any]) -> LeapRule:
    return LeapRule(
        month=_whole(row, "month", *BOUNDS["month"]) - 1,
        every=_whole(row, "every", *BOUNDS["leap_rules.every"]),
        days=_whole(row, "days", *BOUNDS["leap_rules.days"], 1),
        offset=_whole(row, "offset", *BOUNDS["leap_rules.offset"], 0),
        except_every=_whole(row, "except_every", *BOUNDS["leap_rules.except_every"], 0),
        unless_every=_whole(row, "unless_every", *BOUNDS["leap_rules.unless_every"], 0),
    )


def _read_era(row: dict[str, Any]) -> Era:
    starts = None if row.get("starts", 1) is None else _whole(row, "starts", *BOUNDS["eras.starts"], 1)
    name, short = _text(row, "name"), _text(row, "short")
    return Era(name, short, starts, _whole(row, "first_year", *BOUNDS["eras.first_year"], 1))


def _read_season(row: dict[str, Any]) -> Season:
    return Season(
        _name(row, "seasons"), _whole(row, "month", *BOUNDS["month"]) - 1, _whole(row, "day", *BOUNDS["seasons.day"], 1)
    )


def _read_moon(row: dict[str, Any]) -> Moon:
    period = _fraction(row, "period", Decimal(1), Decimal(100_000))
    return Moon(
        _name(row, "moons"), period, _fraction(row, "new_moon", Decimal(-100_000), Decimal(100_000), Decimal(0))
    )


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise CalendarFault(mark("“%(name)s” must be a text."), name=key)
    value = " ".join(value.split())
    if len(value) > LONGEST_NAME:
        raise CalendarFault(mark("“%(name)s” is longer than %(most)s characters."), name=value[:20], most=LONGEST_NAME)
    return value


def _name(row: dict[str, Any], part: str) -> str:
    name = _text(row, "name")
    if not name:
        raise CalendarFault(mark("Each entry of “%(part)s” needs a name."), part=_words(part))
    return name


def _whole(row: dict[str, Any], key: str, least: int, most: int, default: int | None = None) -> int:
    value = row.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise CalendarFault(
            mark("“%(name)s” must be a whole number from %(least)s to %(most)s."),
            name=_words(key),
            least=least,
            most=most,
        )
    return value


def _fraction(row: dict[str, Any], key: str, least: Decimal, most: Decimal, default: Decimal | None = None) -> Fraction:
    value = row.get(key, default)
    try:
        number = Decimal("NaN") if isinstance(value, bool | None) else Decimal(str(value).strip())
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or not least <= number <= most or number != round(number, 6):
        raise CalendarFault(
            mark("“%(name)s” must be a number from %(least)s to %(most)s with at most six decimals."),
            name=_words(key),
            least=least,
            most=most,
        )
    return Fraction(number)


def _decimal(value: Fraction) -> str:
    """The number without an exponent and without zeros at its end."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):.6f}"
    return text.rstrip("0").rstrip(".")

"""The definition of a calendar: months, week, leap rules, eras, seasons and moons."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

CONTINUES, BY_MONTH, BY_YEAR = "continues", "month", "year"
WEEK_STARTS: Final = (CONTINUES, BY_MONTH, BY_YEAR)


def mark(text: str) -> str:
    """Marks a sentence for translation; the part of the site that shows it translates it."""
    return text


class CalendarFault(ValueError):
    """What is wrong with a definition or a written date: a sentence with places for `values`."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence % values)
        self.sentence, self.values = sentence, values


@dataclass(frozen=True)
class Month:
    """A month. A festival that belongs to no week is a short month outside the week."""

    name: str
    days: int
    outside_week: bool = False


@dataclass(frozen=True)
class LeapRule:
    """Adds days at the end of a month in every nth year, with exceptions as in 4, 100 and 400 (0: no exception)."""

    month: int
    every: int
    days: int = 1
    offset: int = 0
    except_every: int = 0
    unless_every: int = 0


@dataclass(frozen=True)
class Era:
    """Years counted from `first_year` on. `starts` is the year of the calendar; None counts down to the next era."""

    name: str
    short: str = ""
    starts: int | None = 1
    first_year: int = 1


@dataclass(frozen=True)
class Season:
    """A season: it starts on a day of a month (both from 1 and 0 on) and lasts until the next one starts."""

    name: str
    month: int
    day: int = 1


@dataclass(frozen=True)
class Moon:
    """A moon: its period in days, and the day after the calendar's first day on which it is new."""

    name: str
    period: Fraction
    new_moon: Fraction = Fraction(0)


@dataclass(frozen=True)
class Definition:
    """A whole calendar. Months are counted from 0, `first_weekday` is that of the first day of year 1."""

    months: tuple[Month, ...]
    weekdays: tuple[str, ...] = ()
    week_starts: str = CONTINUES
    first_weekday: int = 0
    leap_rules: tuple[LeapRule, ...] = ()
    eras: tuple[Era, ...] = (Era(""),)
    seasons: tuple[Season, ...] = ()
    moons: tuple[Moon, ...] = ()
    hours: int = 24

"""Moves dates to a changed calendar: each keeps its year, and its month and season by name."""

from collections.abc import Mapping

from campaigns.log.calendar.reckoning.arithmetic import Day, Reckoning
from campaigns.log.calendar.reckoning.spans import (
    DAY,
    HOUR,
    MONTH,
    SEASON,
    YEAR,
    Span,
    day_span,
    hour_span,
    month_span,
    season_span,
    year_span,
)


class Move:
    """From one calendar to another. `exact` tells of a date whether the new calendar has the same one."""

    def __init__(self, old: Reckoning, new: Reckoning, renamed: Mapping[str, str] | None = None) -> None:
        """`renamed` leads from the old names of months and seasons to their new ones, as far as they are known."""
        self.old, self.new = old, new
        self.months = match_names(
            [month.name for month in old.definition.months],
            [month.name for month in new.definition.months],
            renamed or {},
        )
        self.seasons = match_names(
            [season.name for season in old.definition.seasons],
            [season.name for season in new.definition.seasons],
            renamed or {},
        )

    def move(self, span: Span) -> tuple[Span, bool]:
        """The span in the new calendar, at the nearest date that it has, and whether that is the same date."""
        start, exact = self._move_unit(span.first, span.precision)
        end, exact_end = self._move_unit(span.last, span.precision)
        precision = start.precision if start.precision == end.precision else MONTH
        return Span(start.first, max(start.last, end.last), precision), exact and exact_end

    def _move_unit(self, hour: int, precision: str) -> tuple[Span, bool]:
        number, rest = divmod(hour, self.old.definition.hours)
        if precision == SEASON and self.old.definition.seasons:
            year, season = self.old.season_of(number)
            if self.seasons[season] is not None:
                return season_span(self.new, year, self.seasons[season] or 0), True
        day = self.old.day_of(number)
        if precision == YEAR:
            return year_span(self.new, day.year), True
        nearest, exact = self._nearest(day)
        if precision in (SEASON, MONTH):
            return month_span(self.new, nearest.year, nearest.month), self.months[day.month] == nearest.month
        if precision == DAY:
            return day_span(self.new, nearest), exact
        hours = self.new.definition.hours
        return hour_span(self.new, nearest, min(rest, hours - 1)), exact and rest < hours and precision == HOUR

    def _nearest(self, day: Day) -> tuple[Day, bool]:
        """The day of the same name, or the last day before it that the new calendar has."""
        kept = self.months[day.month]
        month = kept if kept is not None else min(day.month, len(self.new.definition.months) - 1)
        days = self.new.month_days(day.year, month)
        if kept is not None and day.day <= days:
            return Day(day.year, month, day.day), True
        while not days and month > 0:
            month -= 1
            days = self.new.month_days(day.year, month)
        while not days:
            month += 1
            days = self.new.month_days(day.year, month)
        return Day(day.year, month, min(day.day, days)), False


def match_names(old: list[str], new: list[str], renamed: Mapping[str, str]) -> list[int | None]:
    """For each old name its place in the new list: by its new name, by the name, else at the same place."""
    places = {name.casefold(): place for place, name in enumerate(new)}
    kept = {renamed.get(name, name).casefold() for name in old}
    matched_places: list[int | None] = []
    for place, name in enumerate(old):
        at = places.get(renamed.get(name, name).casefold())
        if at is None and place < len(new) and new[place].casefold() not in kept:
            at = place
        matched_places.append(at)
    return matched_places

"""Checks that the parts of a definition fit together, so that every written date has one meaning."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from campaigns.log.calendar.reckoning.definition import CalendarFault, Definition, Era, mark

# A name of a month or season must not look like a number, an hour or the dash of a period. Stored calendars and
# archives are only checked for the first of these, so that earlier calendars stay readable.
UNREADABLE_STORED = re.compile(r"[0-9:–,]| - | to ", re.IGNORECASE)
UNREADABLE = re.compile(r"[\d:–—,]|(?:^|\s)(?:-|to)(?:\s|$)|-$", re.IGNORECASE)


def check_definition(definition: Definition) -> None:
    """CalendarFault for the first thing that does not fit."""
    if sum(month.days for month in definition.months) < 1:
        raise CalendarFault(mark("A calendar needs at least one month with days."))
    _check_names([*(month.name for month in definition.months), *(season.name for season in definition.seasons)])
    _check_unique(definition.weekdays)
    _check_unique(moon.name for moon in definition.moons)
    if definition.first_weekday >= max(1, len(definition.weekdays)):
        raise CalendarFault(mark("The first weekday is not in the list of weekdays."))
    for rule in definition.leap_rules:
        if rule.month >= len(definition.months):
            raise CalendarFault(mark("A leap rule names a month that the calendar does not have."))
        if rule.unless_every and not rule.except_every:
            raise CalendarFault(mark("A leap rule with “unless” also needs “except”."))
    _check_eras(definition)
    _check_seasons(definition)


def check_notation(definition: Definition) -> None:
    """CalendarFault for the first name with which a written date could not be read back."""
    for name in [*(month.name for month in definition.months), *(season.name for season in definition.seasons)]:
        if UNREADABLE.search(name):
            raise _unreadable_name(name)
    for era in definition.eras:
        if UNREADABLE.search(re.sub(r"\d", "", era.short)):
            raise _unreadable_short(era.short)
    _check_era_names(definition.eras)


def _check_era_names(eras: Sequence[Era]) -> None:
    """Refuses a name of an era that a year of another era, or a part of it, could be taken for."""
    for era in eras:
        for other in eras:
            name, short = era.name.casefold(), other.short.casefold()
            if name and name == short and era is not other:
                raise CalendarFault(
                    mark("“%(name)s” is the name of an era and another one's short name."), name=era.name
                )
            if re.fullmatch(rf"\d+\s*{re.escape(short)}", name):
                raise CalendarFault(mark("The name of the era “%(name)s” looks like a year."), name=era.name)


def _unreadable_name(name: str) -> CalendarFault:
    sentence = mark(
        "“%(name)s”: names of months and seasons have no digits, commas, colons or long dashes, no “to” or “-” as a "
        "separate word, and no “-” at the end."
    )
    return CalendarFault(sentence, name=name)


def _unreadable_short(short: str) -> CalendarFault:
    sentence = mark(
        "“%(name)s”: the short name of an era starts with a letter. It has no commas, colons or long dashes, no “to” "
        "or “-” as a separate word, and no “-” at the end."
    )
    return CalendarFault(sentence, name=short)


def _check_names(names: list[str]) -> None:
    for name in names:
        if UNREADABLE_STORED.search(name):
            raise _unreadable_name(name)
    _check_unique(names)


def _check_unique(names: Iterable[str]) -> None:
    twice = next((name for name, count in Counter(map(str.casefold, names)).items() if count > 1), None)
    if twice is not None:
        raise CalendarFault(mark("The name “%(name)s” is used twice."), name=twice)


def _check_eras(definition: Definition) -> None:
    eras = definition.eras
    if eras[-1].starts is None:
        raise CalendarFault(mark("To count years down, add the era that follows."))
    if any(era.starts is None for era in eras[1:]):
        raise CalendarFault(mark("Only the first era can count its years down."))
    starts = [era.starts for era in eras if era.starts is not None]
    if starts != sorted(set(starts)):
        raise CalendarFault(mark("Each era must start after the one before it."))
    shorts = [era.short.casefold() for era in eras]
    if len(set(shorts)) < len(shorts):
        raise CalendarFault(mark("Each era needs its own short name; only one era may have none."))
    for era in eras:
        if era.short and (era.short[0].isdigit() or UNREADABLE_STORED.search(re.sub("[0-9]", "", era.short))):
            raise _unreadable_short(era.short)


def _check_seasons(definition: Definition) -> None:
    places = [(season.month, season.day) for season in definition.seasons]
    if any(month >= len(definition.months) for month, _day in places):
        raise CalendarFault(mark("A season starts in a month that the calendar does not have."))
    if any(day > max(1, definition.months[month].days) for month, day in places):
        raise CalendarFault(mark("A season starts on a day that its month does not have."))
    if places != sorted(set(places)):
        raise CalendarFault(mark("List the seasons in the order in which they start in the year."))

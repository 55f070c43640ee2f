"""Figures of a campaign over time: progress, checks against chance, encounters, attendance. Bounded in every table."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from campaigns import access, recaps
from campaigns.aftermath import OUTCOMES
from campaigns.models import Encounter, LogEntry, Member, Session
from characters import access as character_access
from characters import queries as characters
from characters import units
from characters.models import Character, ExperienceEntry

CHECKS = 1000
PARTY, POINTS, EVENINGS = 12, 24, 30


@dataclass(frozen=True)
class Progress:
    """What a character has earned, day by day: (day, sum of all awards so far, level then or None)."""

    character: Character
    unit: str
    points: list[tuple[date, int, int | None]]

    @property
    def levels(self) -> bool:
        """Whether the game has levels to show."""
        return any(level is not None for _day, _sum, level in self.points)


@dataclass(frozen=True)
class Luck:
    """Checks of one person or evening whose chance is known."""

    name: str
    checks: int
    succeeded: int
    expected: float
    spread: float  # one standard deviation of the number of successes

    @property
    def words(self) -> str:
        """What the figures mean, calmly."""
        if self.checks < 5:
            return _("too few to say anything")
        away = (self.succeeded - self.expected) / self.spread if self.spread else 0.0
        if abs(away) < 1:
            return _("as chance expects")
        if abs(away) < 2:
            return _("a little more than expected") if away > 0 else _("a little less than expected")
        return _("a lucky run; such things happen") if away > 0 else _("an unlucky run; such things happen")


@dataclass(frozen=True)
class Plots:
    """All figures of the page."""

    progress: list[Progress]
    people: list[Luck]
    evenings: list[Luck]
    counted: int
    unknown: int
    outcomes: list[tuple[str, int]]
    attendance: list[tuple[str, int, int]]
    by_evening: list[tuple[str, int]]


def plots(own: Member) -> Plots:
    """The figures as far as the member may know what they are made of."""
    people, evenings, counted, unknown = _luck(own)
    return Plots(_progress(own), people, evenings, counted, unknown, _outcomes(own), *_attendance(own))


def _progress(own: Member) -> list[Progress]:
    rows = character_access.characters(own.user).filter(campaign=own.campaign_id, kind="pc", status="active")
    party = list(rows.order_by("name", "pk")[:PARTY])
    unit = units.first(own.campaign.system)
    entries = ExperienceEntry.objects.filter(character__in=[row.pk for row in party], unit=unit.key)
    earned = Q(kind="award") | Q(kind="correction")
    days = entries.filter(earned).annotate(day=TruncDate("created")).order_by("day")
    sums: dict[int, list[tuple[date, int]]] = {}
    for character, day, amount in days.values_list("character", "day").annotate(sum=Sum("amount")):
        told = sums.setdefault(character, [])
        told.append((day, (told[-1][1] if told else 0) + amount))
    return [Progress(row, unit.many, _levels(row, unit.key, sums.get(row.pk, []))) for row in party]


def _levels(row: Character, unit: str, sums: list[tuple[date, int]]) -> list[tuple[date, int, int | None]]:
    """At most 24 of the sums, first and last among them, each with the level that the game gives for it."""
    step = max(1, math.ceil(len(sums) / (POINTS - 1)))
    kept = sums[::step] + ([sums[-1]] if sums and (len(sums) - 1) % step else [])
    return [(day, total, characters.read_with(row, {unit: max(0, total)}).figures.get("level")) for day, total in kept]


def _luck(own: Member) -> tuple[list[Luck], list[Luck], int, int]:
    """The last thousand checks by person and by evening; how many of them counted, and how many tell no chance."""
    rows = access.log(own).filter(kind=LogEntry.Kind.CHECK).order_by("-pk")
    rows = rows.select_related("character", "session", "by").defer("character__sheet")
    known, unknown = [], 0
    chances: dict[str, float | None] = {}
    readable = set(character_access.roster(own).values_list("pk", flat=True))
    for line in rows[:CHECKS]:
        said, chance = recaps.succeeded(line), _chance(own.campaign.system, line, chances)
        if said is None or chance is None:
            unknown += 1
        else:
            known.append((line, said, chance))
    people = _grouped(known, lambda line: _who(line, readable))
    sessions = [one for one in known if one[0].session_id]
    evenings = _grouped(sessions, lambda line: (line.session.number, str(line.session)))[-EVENINGS:]
    return people, evenings, len(known), unknown


def _who(line: LogEntry, readable: set[int]) -> tuple[Any, str]:
    if line.character is not None and line.character_id in readable:
        return (0, line.character.name, line.character_id), line.character.name
    name = line.by.username if line.by else "–"
    return (1, name, 0), name


def _chance(system: str, line: LogEntry, known: dict[str, float | None]) -> float | None:
    data: dict[str, Any] = line.data if isinstance(line.data, dict) else {}
    inputs = data.get("inputs")
    asked = {name: value for name, value in inputs.items() if name not in DRAWN} if isinstance(inputs, dict) else {}
    mark = repr((data.get("kind"), sorted(asked.items(), key=repr)))
    if mark not in known:
        known[mark] = recaps.chance_of(system, line)
    return known[mark]


DRAWN = {"cards", "rolls", "drawn"}  # what came, which the chance before it does not depend on


def _grouped(known: Iterable[tuple[LogEntry, bool, float]], by: Any) -> list[Luck]:
    groups: dict[Any, tuple[str, list[tuple[bool, float]]]] = {}
    for line, said, chance in known:
        key, name = by(line)
        groups.setdefault(key, (name, []))[1].append((said, chance))
    return [_one(name, checks) for _key, (name, checks) in sorted(groups.items())]


def _one(name: str, checks: list[tuple[bool, float]]) -> Luck:
    chances = [chance for _said, chance in checks]
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    return Luck(name, len(checks), sum(said for said, _chance in checks), sum(chances), spread)


def _outcomes(own: Member) -> list[tuple[str, int]]:
    rows = access.encounters(own).filter(status=Encounter.Status.ENDED).order_by()
    told = rows.values_list("outcome").annotate(n=Count("pk")).order_by("-n", "outcome")
    return [(str(OUTCOMES.get(outcome, outcome) or OUTCOMES["other"]), n) for outcome, n in told[:12]]


def _attendance(own: Member) -> tuple[list[tuple[str, int, int]], list[tuple[str, int]]]:
    """Who came how often of the evenings held since joining; and how many came to each of the last evenings."""
    held = access.sessions(own).filter(status=Session.Status.HELD)
    members = list(access.members(own))
    came = dict(
        held.filter(attendance__in=[one.pk for one in members])
        .order_by()
        .values_list("attendance")
        .annotate(n=Count("pk"))
    )
    starts = list(held.order_by("number").values_list("starts", flat=True))
    people = []
    for one in members:
        possible = sum(1 for when in starts if when is None or when >= one.joined)
        present = came.get(one.pk, 0)
        people.append((one.user.username, present, max(possible, present)))
    last = held.annotate(n=Count("attendance")).order_by("-number")[:EVENINGS]
    return people, [(str(row), row.n) for row in reversed(last)]

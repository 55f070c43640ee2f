"""Statistics of a campaign: progress, checks compared with chance, encounters, attendance. All queries are limited."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from django.db.models import Case, Count, F, Prefetch, Q, Sum, Value, When
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.log.access import visible_log_entries
from campaigns.log.models import LogEntry
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import drafts
from campaigns.sessions.stays import includes, read_stays
from characters import access as character_access
from characters.experience import units
from characters.models import Character, ExperienceEntry
from characters.sheets import queries as characters
from people.access import members_of
from people.models import Member, User

CHECKS = 1000
# The categories of an encounter's end, in the order of the chart. Some games end with a sentence of the GM, which says
# in words who won; the site does not guess and counts it as another end.
OUTCOME_CATEGORIES: Final = {
    "victory": gettext_lazy("won"),
    "defeat": gettext_lazy("lost"),
    "escape": gettext_lazy("escaped"),
    "parley": gettext_lazy("settled by talking"),
    "": gettext_lazy("another end"),
}
PARTY, POINTS, SESSIONS = 12, 24, 30
DaySums: TypeAlias = tuple[date, dict[str, int]]  # what a character had earned on a day, by unit


@dataclass(frozen=True)
class CharacterProgress:
    """What a character has earned by day: (day, sum of all awards so far, level then or None)."""

    character: Character
    unit: str
    points: list[tuple[date, int, int | None]]

    @property
    def levels(self) -> bool:
        """Whether the game has levels to show."""
        return any(level is not None for _day, _sum, level in self.points)


@dataclass(frozen=True)
class CheckLuck:
    """The checks of one person or session whose chance is known."""

    name: str
    checks: int
    succeeded: int
    expected: float
    spread: float  # one standard deviation of the number of successes

    @property
    def words(self) -> str:
        """A short description of the figures."""
        if self.checks < 5:
            return _("too few to tell")
        away = (self.succeeded - self.expected) / self.spread if self.spread else 0.0
        if abs(away) < 1:
            return _("as expected")
        if abs(away) < 2:
            return _("a little more than expected") if away > 0 else _("a little less than expected")
        return _("a lucky streak") if away > 0 else _("an unlucky streak")


@dataclass(frozen=True)
class Statistics:
    """The statistics of a campaign."""

    progress: list[CharacterProgress]
    people: list[CheckLuck]
    by_session: list[CheckLuck]
    counted: int
    unknown: int
    outcomes: list[tuple[str, int]]
    attendance: list[tuple[str, int, int]]
    attendees: list[tuple[str, int]]


def get_statistics(membership: Member) -> Statistics:
    """The statistics, from the rows that the member may read."""
    people, by_session, counted, unknown = _check_luck(membership)
    return Statistics(
        _party_progress(membership),
        people,
        by_session,
        counted,
        unknown,
        _encounter_outcomes(membership),
        *_session_attendance(membership),
    )


def _party_progress(membership: Member) -> list[CharacterProgress]:
    rows = character_access.visible_characters(membership.user).filter(
        campaign=membership.campaign_id, kind="pc", status="active"
    )
    return progress_of(membership.campaign.system, list(rows.order_by("name", "pk")[:PARTY]))


def progress_of(system: str, party: list[Character]) -> list[CharacterProgress]:
    """What each of the characters, whose sheets the reader may open, has earned by day; one query.

    The points count the game's first unit. The levels count all units, and so do the days."""
    known = units.units_of(system)
    keys = [unit.key for unit in known]
    entries = ExperienceEntry.objects.filter(character__in=[row.pk for row in party], unit__in=keys)
    earned = Q(kind="award") | Q(kind="correction")
    days = entries.filter(earned).annotate(day=TruncDate("created")).order_by("day")
    sums: dict[int, list[DaySums]] = {}
    for character, day, unit, amount in days.values_list("character", "day", "unit").annotate(sum=Sum("amount")):
        totals = sums.setdefault(character, [])
        before = totals[-1][1] if totals else dict.fromkeys(keys, 0)
        if totals and totals[-1][0] == day:
            totals.pop()
        totals.append((day, {**before, unit: before[unit] + amount}))
    return [CharacterProgress(row, known[0].many, _level_points(row, keys[0], sums.get(row.pk, []))) for row in party]


def _level_points(row: Character, unit: str, sums: list[DaySums]) -> list[tuple[date, int, int | None]]:
    """At most 24 of the sums of `unit`, including the first and the last, each with the level of the day."""
    step = max(1, math.ceil(len(sums) / (POINTS - 1)))
    kept = sums[::step] + ([sums[-1]] if sums and (len(sums) - 1) % step else [])
    return [
        (day, totals[unit], characters.level_at(row.campaign, {key: max(0, total) for key, total in totals.items()}))
        for day, totals in kept
    ]


def _check_luck(membership: Member) -> tuple[list[CheckLuck], list[CheckLuck], int, int]:
    """The last thousand checks by person and by session, how many counted, and how many have no known chance."""
    rows = visible_log_entries(membership).filter(kind=LogEntry.Kind.CHECK).order_by("-pk")
    # The thousand have few characters, sessions and people: each is read once, not with every check.
    rows = rows.only("campaign", "kind", "data", "character", "session", "by").prefetch_related(
        Prefetch("character", Character.objects.only("name")),
        Prefetch("session", Session.objects.only("number", "title")),
        Prefetch("by", User.objects.only("username")),
    )
    known, unknown = [], 0
    chances: dict[str, float | None] = {}
    readable = set(character_access.known_characters(membership).values_list("pk", flat=True))
    for entry in rows[:CHECKS]:
        success, chance = drafts.check_succeeded(entry), _expected_chance(membership.campaign.system, entry, chances)
        if success is None or chance is None:
            unknown += 1
        else:
            known.append((entry, success, chance))
    people = _group_checks(known, lambda entry: _checked_name(entry, readable))
    sessions = [check for check in known if check[0].session_id]
    by_session = _group_checks(sessions, lambda entry: (entry.session.number, str(entry.session)))[-SESSIONS:]
    return people, by_session, len(known), unknown


def _checked_name(entry: LogEntry, readable: set[int]) -> tuple[Any, str]:
    if entry.character is not None and entry.character_id in readable:
        return (0, entry.character.name, entry.character_id), entry.character.name
    name = entry.by.username if entry.by else "–"
    return (1, name, 0), name


def _expected_chance(system: str, entry: LogEntry, known: dict[str, float | None]) -> float | None:
    data: dict[str, Any] = entry.data if isinstance(entry.data, dict) else {}
    inputs = data.get("inputs")
    question = (
        {name: value for name, value in inputs.items() if name not in DRAWN_CHECKS} if isinstance(inputs, dict) else {}
    )
    mark = repr((data.get("kind"), sorted(question.items(), key=repr)))
    if mark not in known:
        known[mark] = drafts.chance_of_success(system, entry)
    return known[mark]


DRAWN_CHECKS = {"cards", "rolls", "drawn"}  # the results, on which the chance does not depend


def _group_checks(known: Iterable[tuple[LogEntry, bool, float]], by: Any) -> list[CheckLuck]:
    groups: dict[Any, tuple[str, list[tuple[bool, float]]]] = {}
    for entry, success, chance in known:
        key, name = by(entry)
        groups.setdefault(key, (name, []))[1].append((success, chance))
    return [_luck_of(name, checks) for _key, (name, checks) in sorted(groups.items())]


def _luck_of(name: str, checks: list[tuple[bool, float]]) -> CheckLuck:
    chances = [chance for _said, chance in checks]
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    return CheckLuck(name, len(checks), sum(probability for probability, _chance in checks), sum(chances), spread)


def _encounter_outcomes(membership: Member) -> list[tuple[str, int]]:
    """How many encounters ended in each category; categories without an encounter are left out."""
    rows = visible_encounters(membership).filter(status=Encounter.Status.ENDED).order_by()
    category = Case(
        When(outcome__in=[outcome for outcome in OUTCOME_CATEGORIES if outcome], then=F("outcome")), default=Value("")
    )
    totals = dict(rows.annotate(category=category).values_list("category").annotate(n=Count("pk")))
    return [(str(label), totals[outcome]) for outcome, label in OUTCOME_CATEGORIES.items() if outcome in totals]


def _session_attendance(membership: Member) -> tuple[list[tuple[str, int, int]], list[tuple[str, int]]]:
    """How often each member came, and how many members came to each of the last sessions.

    A member's total counts the sessions that began while the person was a member, and all to which they came."""
    held = visible_sessions(membership).filter(status=Session.Status.HELD)
    members = list(members_of(membership))
    stays = read_stays(members)
    came: dict[int, set[int]] = {member.pk: set() for member in members}
    for session, attendant in held.filter(attendance__in=came).order_by().values_list("pk", "attendance"):
        came[attendant].add(session)
    starts = dict(held.values_list("pk", "starts"))
    people = []
    for member in members:
        own = {pk for pk, start in starts.items() if start is None or includes(stays[member.pk], start)}
        people.append((member.user.username, len(came[member.pk]), len(own | came[member.pk])))
    last = held.annotate(n=Count("attendance")).order_by("-number")[:SESSIONS]
    return people, [(str(row), row.n) for row in reversed(last)]

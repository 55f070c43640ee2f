"""Reads what a GM may file under a session: log entries, encounters and reveals of some days."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.encounters.queries import limit_to_period
from campaigns.log import queries as log_queries
from campaigns.log.models import LogEntry
from campaigns.log.periods import Period
from campaigns.sessions.models import Session
from campaigns.world.models import Reveal
from campaigns.world.queries import get_journal
from people.models import Member

MOST_ENTRIES, MOST_ENCOUNTERS, MOST_REVEALS = 200, 40, 100
# Entries about the campaign itself and about imports belong to no session; rolls on tables of an adventure do.
LEFT_OUT = Q(kind=LogEntry.Kind.CAMPAIGN) | Q(kind=LogEntry.Kind.MODULE, data__has_key="import")


@dataclass(frozen=True)
class Filing:
    """Rows, newest first, each with its session; `more` if there are further log entries or reveals."""

    entries: list[LogEntry]
    encounters: list[Encounter]
    reveals: list[Reveal]
    more: bool


def usual_period(session: Session) -> Period:
    """The day of the session and the one after; for a session without a date, today and the day before."""
    if session.starts is None:
        today = timezone.localdate()
        return Period(today - timedelta(days=1), today)
    day = timezone.localtime(session.starts).date()
    return Period(day, day + timedelta(days=1))


def tick_rows(filing: Filing, chosen: Mapping[str, Collection[str]] | None) -> None:
    """Marks each row with `.tick`, the value of its box, and `.ticked`: without a session, or the `chosen` ones.

    An encounter that is only prepared is for another evening: it is not ticked unless it is chosen.
    A chosen row that someone has filed since has another value, and is not ticked until the GM has seen it."""
    for name, rows in (("line", filing.entries), ("scene", filing.encounters), ("reveal", filing.reveals)):
        for row in rows:
            tick = f"{row.pk}:{row.session_id or 0}"
            row.tick = tick  # type: ignore[union-attr]
            row.ticked = _is_open(row) if chosen is None else tick in chosen[name]  # type: ignore[union-attr]


def _is_open(row: LogEntry | Encounter | Reveal) -> bool:
    """Whether a row happened and has no session yet."""
    prepared = isinstance(row, Encounter) and row.status == Encounter.Status.PREPARED
    return row.session_id is None and not prepared


def get_filing(membership: Member, period: Period) -> Filing:
    """The entries, encounters and reveals of the period."""
    rows = log_queries.matching_entries(membership, since=period.since, until=period.until)
    rows = rows.exclude(LEFT_OUT).select_related("by", "session", "encounter", "character").order_by("-pk")
    entries = list(rows[: MOST_ENTRIES + 1])
    shown = entries[:MOST_ENTRIES]
    log_queries.prepare_entries(membership, shown)
    scenes = limit_to_period(visible_encounters(membership), period).order_by("-pk")[:MOST_ENCOUNTERS]
    journal = get_journal(membership).filter(period.condition("created"), shown=True)
    learned = list(journal[: MOST_REVEALS + 1])
    more = len(entries) > MOST_ENTRIES or len(learned) > MOST_REVEALS
    return Filing(shown, list(scenes), learned[:MOST_REVEALS], more)

"""Reads for evenings: the list, and one evening with all that was logged."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from campaigns import access
from campaigns.models import Encounter, LogEntry, Member, Session
from campaigns.queries.members import by_attendance

LINES = 100


@dataclass(frozen=True)
class Evening:
    """A session with who came, its encounters and its part of the log."""

    session: Session
    came: list[Member]
    encounters: list[Encounter]
    lines: list[LogEntry]
    more: bool


def listed(own: Member) -> QuerySet[Session]:
    """The campaign's sessions, newest first, each with `.came`, the number of people."""
    return access.sessions(own).annotate(came=Count("attendance")).order_by("-number")


def evening(own: Member, session: Session) -> Evening:
    """One evening as the member may see it; the log's first hundred lines, oldest first."""
    row = access.sessions(own).prefetch_related(by_attendance()).get(pk=session.pk)
    lines = list(access.log(own).filter(session=row).select_related("by", "character").order_by("id")[: LINES + 1])
    return Evening(
        session=row,
        came=list(row.attendance.all()),
        encounters=list(access.encounters(own).filter(session=row).order_by("id")),
        lines=lines[:LINES],
        more=len(lines) > LINES,
    )

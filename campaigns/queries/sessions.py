"""Reads for evenings: the list, and one evening with its texts and all that happened, collected by itself."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet
from django.utils.safestring import SafeString

from campaigns import access, access_world
from campaigns.aftermath import OUTCOMES
from campaigns.models import Encounter, LogEntry, Member, Recap, Reveal, Session
from campaigns.queries import log as log_queries
from campaigns.queries import world
from campaigns.queries.members import by_attendance
from characters.models import Character

LINES = 100
MOST_RECAPS = 40


@dataclass(frozen=True)
class Evening:
    """A session with its texts as the reader may know them, who came, and what happened.

    `lines` are the first hundred of its log, oldest first; the groups below are of those."""

    session: Session
    notes: SafeString
    gm_notes: SafeString
    agenda: SafeString
    came: list[Member]
    encounters: list[Encounter]
    lines: list[LogEntry]
    more: bool
    learned: list[Reveal]
    recaps: list[Character] = field(default_factory=list)
    checks: list[LogEntry] = field(default_factory=list)
    awards: list[LogEntry] = field(default_factory=list)
    growth: list[LogEntry] = field(default_factory=list)


def listed(own: Member) -> QuerySet[Session]:
    """The campaign's sessions, newest first, each with `.came`, the number of people."""
    return access.sessions(own).annotate(came=Count("attendance")).order_by("-number")


def evening(own: Member, session: Session, suffix: str = "") -> Evening:
    """One evening as the member may see it; `suffix` goes behind the addresses of its links."""
    row = access.sessions(own).prefetch_related(by_attendance()).get(pk=session.pk)
    lines = list(access.log(own).filter(session=row).select_related("by", "character").order_by("id")[: LINES + 1])
    shown = lines[:LINES]
    encounters = list(access.encounters(own).filter(session=row).order_by("id"))
    for one in encounters:
        one.told = outcome(one)  # type: ignore[attr-defined]
    log_queries.hide_unknown(own, shown)
    return Evening(
        session=row, notes=world.html(own, row.notes, suffix),
        gm_notes=world.html(own, row.gm_notes, suffix) if own.runs else SafeString(),
        agenda=world.html(own, row.agenda, suffix) if own.runs else SafeString(),
        came=list(row.attendance.all()), encounters=encounters, lines=shown, more=len(lines) > LINES,
        learned=world.learned(own, row), recaps=recap_characters(own, row),
        checks=_of(shown, LogEntry.Kind.CHECK), awards=_of(shown, LogEntry.Kind.AWARD),
        growth=_of(shown, LogEntry.Kind.CHARACTER),
    )  # fmt: skip


def _of(lines: Iterable[LogEntry], kind: str) -> list[LogEntry]:
    return [line for line in lines if line.kind == kind]


def outcome(encounter: Encounter) -> str:
    """How an encounter stands, in a word."""
    if encounter.status != Encounter.Status.ENDED:
        return str(encounter.get_status_display())
    return str(OUTCOMES.get(encounter.outcome, encounter.outcome))


def recap_characters(own: Member, session: Session) -> list[Character]:
    """For which characters the member may read a recap: those in play, most of them by name."""
    rows = access_world.told_characters(own).filter(status=Character.Status.ACTIVE)
    return list(rows.only("pk", "name", "owner", "campaign").order_by("name", "pk")[:MOST_RECAPS])


def stored_recap(own: Member, session: Session, audience: str, character: Character | None) -> Recap | None:
    """The recap that somebody edited, or None while there is only the draft."""
    return access_world.recaps(own).filter(session=session, audience=audience, character=character).first()

"""Reads for evenings: the list, and one evening with its texts and all that happened, collected by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString

from campaigns import access, access_world
from campaigns.aftermath import OUTCOMES
from campaigns.models import Encounter, LogEntry, Member, Recap, Reveal, Session
from campaigns.queries import log as log_queries
from campaigns.queries import world
from campaigns.queries.members import by_attendance
from characters.models import Character

LINES = 100
# How many evenings stand on a page; with more, years lead to the others.
MOST = 30
UNDATED = "none"
MOST_RECAPS = 40


@dataclass(frozen=True)
class Listed:
    """Sessions of a page, each with `.came`, the number of people; the years there are, when one page is too short."""

    sessions: Sequence[Session]
    years: list[str] = field(default_factory=list)
    year: str = ""


@dataclass(frozen=True)
class Evening:
    """A session with its texts as the reader may know them, who came, and what happened.

    `lines` are the first hundred of its log, oldest first; the groups below are a hundred each of the whole log.
    `earlier` and `later` are the evenings before and after it."""

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
    earlier: Session | None = None
    later: Session | None = None


def listed(own: Member, year: str = "") -> Listed:
    """The newest sessions, first the newest, or those of a year (\"none\": without a date); at most three queries."""
    rows = access.sessions(own).defer("notes", "gm_notes", "agenda")
    rows = rows.annotate(came=Count("attendance")).order_by("-number")
    newest = list(rows[: MOST + 1])
    if len(newest) <= MOST:
        return Listed(newest)
    starts = access.sessions(own).order_by().values_list("starts", flat=True)
    found = {UNDATED if at is None else str(timezone.localtime(at).year) for at in starts}
    years = sorted(found - {UNDATED}, reverse=True) + [UNDATED] * (UNDATED in found)
    if year not in years:
        return Listed(newest[:MOST], years)
    of_year = rows.filter(starts__isnull=True) if year == UNDATED else rows.filter(starts__year=int(year))
    return Listed(list(of_year), years, year)


def evening(own: Member, session: Session, suffix: str = "") -> Evening:
    """One evening as the member may see it; `suffix` goes behind the addresses of its links."""
    row = access.sessions(own).prefetch_related(by_attendance()).get(pk=session.pk)
    log = access.log(own).filter(session=row).select_related("by", "character").order_by("id")
    lines = list(log[: LINES + 1])
    shown = lines[:LINES]
    encounters = list(access.encounters(own).filter(session=row).order_by("id"))
    for one in encounters:
        one.told = outcome(one)  # type: ignore[attr-defined]
    log_queries.hide_unknown(own, shown)
    beside = access.sessions(own).only("number", "title", "campaign")
    return Evening(
        session=row, notes=world.html(own, row.notes, suffix),
        gm_notes=world.html(own, row.gm_notes, suffix) if own.runs else SafeString(),
        agenda=world.html(own, row.agenda, suffix) if own.runs else SafeString(),
        came=list(row.attendance.all()), encounters=encounters, lines=shown, more=len(lines) > LINES,
        learned=world.learned(own, row), recaps=recap_characters(own, row), **_groups(log, lines),
        earlier=beside.filter(number__lt=row.number).order_by("-number").first(),
        later=beside.filter(number__gt=row.number).order_by("number").first(),
    )  # fmt: skip


def _groups(log: QuerySet[LogEntry], lines: list[LogEntry]) -> dict[str, list[LogEntry]]:
    """Checks, awards and what became of characters; asked for anew only when there are more lines than `lines`."""
    kinds = {"checks": LogEntry.Kind.CHECK, "awards": LogEntry.Kind.AWARD, "growth": LogEntry.Kind.CHARACTER}
    if len(lines) <= LINES:
        return {name: [line for line in lines if line.kind == kind] for name, kind in kinds.items()}
    return {name: list(log.filter(kind=kind)[:LINES]) for name, kind in kinds.items()}


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

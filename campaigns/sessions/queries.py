"""Reads for the list of sessions and for the page of one session."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.safestring import SafeString

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play.settlement import OUTCOMES
from campaigns.log import queries as log_queries
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.queries import dates_of
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.models import LogEntry
from campaigns.overview.members.queries import attendance_prefetch
from campaigns.sessions.access import recap_characters, visible_recaps, visible_sessions
from campaigns.sessions.guests.access import invited_to, list_guests
from campaigns.sessions.guests.models import SessionGuest
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.note_pictures.queries import session_pictures
from campaigns.sessions.planning.access import find_poll
from campaigns.sessions.planning.models import DatePoll
from campaigns.sessions.stand_ins.access import characters_to_cover, list_stand_ins
from campaigns.sessions.stand_ins.models import StandIn
from campaigns.world import queries
from campaigns.world.models import Reveal
from campaigns.world.readable_text import read_log_entries
from characters.models import Character
from people.access import members_of
from people.models import Member

MAX_ENTRIES = 100
# How many sessions a page shows; if there are more, links by year lead to the others.
MAX_SESSIONS = 30
UNDATED = "none"
MAX_RECAPS = 40
MAX_CORRECTIONS = 1000


@dataclass(frozen=True)
class SessionList:
    """Sessions of a page, each with `.count_came`, the number of people; the years if one page is not enough."""

    sessions: Sequence[Session]
    years: list[str] = field(default_factory=list)
    year: str = ""


@dataclass(frozen=True)
class SessionPage:
    """A session with its texts as the reader may see them, its attendance, and what happened.

    `entries` are the first hundred log entries, oldest first. The groups below are chosen from all entries, with up to
    a hundred each; `cut` says which have more. `earlier` and `later` are the previous and the next session."""

    session: Session
    notes: SafeString
    gm_notes: SafeString
    agenda: SafeString
    came: list[Member]
    encounters: list[Encounter]
    entries: list[LogEntry]
    more: bool
    learned: list[Reveal]
    recaps: list[Character] = field(default_factory=list)
    checks: list[LogEntry] = field(default_factory=list)
    awards: list[LogEntry] = field(default_factory=list)
    growth: list[LogEntry] = field(default_factory=list)
    cut: dict[str, bool] = field(default_factory=dict)
    earlier: Session | None = None
    later: Session | None = None
    dates: list[InWorldDate] = field(default_factory=list)
    poll: DatePoll | None = None
    stand_ins: list[StandIn] = field(default_factory=list)
    guests: list[SessionGuest] = field(default_factory=list)
    # Read only on the pages that may lead to stand-ins.
    to_cover: QuerySet[Character] = field(default_factory=Character.objects.none)

    @property
    def leads_to_stand_ins(self) -> bool:
        """Whether the reader can choose a stand-in, or end one."""
        return any(getattr(row, "may_end", False) for row in self.stand_ins) or self.to_cover.exists()

    @property
    def has_begun(self) -> bool:
        """Whether the session's hour has come or, also without a date, one of its encounters has begun."""
        prepared = Encounter.Status.PREPARED
        is_on = self.session.starts is not None and not self.session.ahead
        return is_on or any(encounter.status != prepared for encounter in self.encounters)


def list_sessions(membership: Member, year: str = "") -> SessionList:
    """The newest sessions, or those of a year ("none": without a date), newest first; at most three queries."""
    rows = visible_sessions(membership).defer("notes", "gm_notes", "agenda")
    rows = rows.annotate(count_came=Count("attendance")).order_by("-number")
    newest = list(rows[: MAX_SESSIONS + 1])
    if len(newest) <= MAX_SESSIONS:
        return SessionList(newest)
    starts = visible_sessions(membership).order_by().values_list("starts", flat=True)
    names = {UNDATED if start is None else str(timezone.localtime(start).year) for start in starts}
    years = sorted(names - {UNDATED}, reverse=True) + [UNDATED] * (UNDATED in names)
    if year not in years:
        return SessionList(newest[:MAX_SESSIONS], years)
    of_year = rows.filter(starts__isnull=True) if year == UNDATED else rows.filter(starts__year=int(year))
    return SessionList(list(of_year), years, year)


def get_session_page(membership: Member, session: Session) -> SessionPage:
    """One session as the member may see it."""
    prefetch_related_objects([session], attendance_prefetch())
    log = visible_log_entries(membership).filter(session=session).order_by("id")
    log = log.select_related("by", "encounter", "character").defer(*log_queries.UNREAD)
    entries = list(log[: MAX_ENTRIES + 1])
    shown = entries[:MAX_ENTRIES]
    encounters = list(visible_encounters(membership).filter(session=session).order_by("id"))
    for encounter in encounters:
        encounter.status_word = outcome_word(encounter)  # type: ignore[attr-defined]
    log_queries.prepare_entries(membership, shown)
    log_queries.mark_corrections(membership, shown)
    groups, cut = _group_entries(membership, log, entries)
    learned, is_cut = queries.reveals_in_session(membership, session)
    texts = _render_texts(membership, session)
    beside = visible_sessions(membership).only("number", "title", "campaign")
    return SessionPage(
        session=session,
        notes=texts["notes"],
        gm_notes=texts.get("gm_notes", SafeString()),
        agenda=texts.get("agenda", SafeString()),
        came=list(session.attendance.all()),
        encounters=encounters,
        entries=shown,
        more=len(entries) > MAX_ENTRIES,
        learned=learned,
        recaps=list_recap_characters(membership, session),
        **groups,
        cut=cut | {"learned": is_cut},
        earlier=beside.filter(number__lt=session.number).order_by("-number").first(),
        later=beside.filter(number__gt=session.number).order_by("number").first(),
        dates=dates_of(membership, session=session),
        poll=find_poll(membership, session),
        stand_ins=list_stand_ins(membership, session),
        guests=list_guests(membership, session),
        to_cover=characters_to_cover(membership),
    )


def _render_texts(membership: Member, session: Session) -> dict[str, SafeString]:
    """The texts that the member may read, as HTML; `gm_notes` and `agenda` only for GMs."""
    pictures = session_pictures(membership, session)
    texts = {"notes": session.notes}
    if membership.is_gm:
        texts |= {"gm_notes": session.gm_notes, "agenda": session.agenda}
    return {name: queries.render_text(membership, text, pictures=pictures) for name, text in texts.items()}


def _group_entries(
    membership: Member, log: QuerySet[LogEntry], entries: list[LogEntry]
) -> tuple[dict[str, list[LogEntry]], dict[str, bool]]:
    """(checks, awards and changes of characters, each with the text of its last correction (`.current_text`); which of
    them have more entries).

    Queries again only if there are more entries than `entries`."""
    kinds = {
        "checks": {LogEntry.Kind.CHECK},
        "awards": {LogEntry.Kind.AWARD},
        "growth": LogEntry.ABOUT_CHARACTERS,
    }
    corrections, cut = entries, dict[str, bool]()
    if len(entries) <= MAX_ENTRIES:
        entries_by_kind = {name: [entry for entry in entries if entry.kind in kind] for name, kind in kinds.items()}
    else:
        first = {name: list(log.filter(kind__in=kind)[: MAX_ENTRIES + 1]) for name, kind in kinds.items()}
        cut = {name: len(rows) > MAX_ENTRIES for name, rows in first.items()}
        entries_by_kind = {name: rows[:MAX_ENTRIES] for name, rows in first.items()}
        log_queries.prepare_entries(membership, list(chain.from_iterable(entries_by_kind.values())))
        corrections = read_log_entries(membership, list(log.filter(kind=LogEntry.Kind.CORRECTION)[:MAX_CORRECTIONS]))
    better = {row.corrects_id: row for row in corrections if row.corrects_id is not None}
    for entry in chain.from_iterable(entries_by_kind.values()):
        last = log_queries.latest_correction(entry, better)
        entry.current_text, entry.is_corrected = last.text, last is not entry  # type: ignore[attr-defined]
    growth = [entry for entry in entries_by_kind["growth"] if entry.is_about_character]
    return entries_by_kind | {"growth": growth}, cut


def possible_attendants(membership: Member, session: Session) -> QuerySet[Member]:
    """Who can be ticked as present, each person once: the members of now, those of the session's start, its guests,
    and those who are stored as present."""
    # Not `members | attendance`: that joins the attendance of all sessions, and names people once for each.
    possible = Q(pk__in=members_of(membership).values("pk")) | Q(pk__in=session.attendance.values("pk"))
    possible |= Q(pk__in=session.guests.values("member"))
    if session.starts is not None:
        possible |= Q(campaign=membership.campaign_id, joined__lte=session.starts, left__gte=session.starts)
    return Member.objects.filter(possible).select_related("user")


def expected_attendants(membership: Member, session: Session) -> list[Member]:
    """Who is ticked before anyone has recorded the attendance: the members of now without the guests of other sessions,
    and the session's own guests without those whose visit a GM ended before the start."""
    visits = session.guests.all()
    if session.starts is not None:
        visits = visits.exclude(ended__lt=session.starts)
    members = members_of(membership).filter(invited_to(session))
    return list(
        Member.objects.filter(Q(pk__in=members.values("pk")) | Q(pk__in=visits.values("member"))).select_related("user")
    )


def ends_with_session(membership: Member, session: Session, expected: list[Member]) -> dict[str, list[str]]:
    """What a GM should know before marking a planned session as played: the encounters that are still running in it
    (`running`), and those of the `expected` members who are guests, whose visit then ends (`leaving`)."""
    if session.status != Session.Status.PLANNED:
        return {}
    running = visible_encounters(membership).filter(session=session, status=Encounter.Status.RUNNING)
    return {
        "running": [encounter.title for encounter in running.order_by("pk")],
        "leaving": [member.user.username for member in expected if member.guest_until is not None and member.present],
    }


def describe_attendance(membership: Member, session: Session) -> list[str]:
    """What is stored of a session that someone else changed: its status, who came, and its date in the world."""
    came = [member.user.username for member in session.attendance.select_related("user")]
    dates: list[Any] = dates_of(membership, session=session)
    words = [str(session.get_status_display()), ", ".join(came), *(date.words for date in dates)]
    return [word for word in words if word]


def has_attendance(
    membership: Member, session: Session, attendance: Iterable[Member], in_world: str | None = None
) -> bool:
    """Whether the session is marked as held with these people and, unless it is None, with this date in the world."""
    if session.status != Session.Status.HELD or set(attendance) != set(session.attendance.all()):
        return False
    calendar = find_calendar(membership)
    if in_world is None or calendar is None:
        return True
    dates: list[Any] = dates_of(membership, session=session)
    words = [calendar.format(parse_date(calendar.reckoning, in_world))] if in_world else []
    return [date.words for date in dates] == words


def outcome_word(encounter: Encounter) -> str:
    """The status or outcome of an encounter, in a word."""
    if encounter.status != Encounter.Status.ENDED:
        return str(encounter.get_status_display())
    return str(OUTCOMES.get(encounter.outcome, encounter.outcome))


def list_recap_characters(membership: Member, session: Session) -> list[Character]:
    """The characters whose recaps the member may read, limited and sorted by name: the active ones, and those with a
    stored recap of the session, with log entries in it, or who took part in one of its encounters."""
    stored = Recap.objects.filter(session=session, character=OuterRef("pk"))
    named = visible_log_entries(membership).filter(session=session, character=OuterRef("pk"))
    played = Participant.objects.filter(encounter__session=session, character=OuterRef("pk"), hidden=False)
    rows = recap_characters(membership)
    rows = rows.filter(Q(status=Character.Status.ACTIVE) | Exists(stored) | Exists(named.order_by()) | Exists(played))
    return list(rows.only("pk", "name", "owner", "campaign").order_by("name", "pk")[:MAX_RECAPS])


def get_stored_recap(membership: Member, session: Session, audience: str, character: Character | None) -> Recap | None:
    """The stored recap, or None if there is only the draft."""
    return visible_recaps(membership).filter(session=session, audience=audience, character=character).first()

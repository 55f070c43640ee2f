"""Reads of the campaign's log: filters and pages, which are as fast in a log of a million entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.access import EVERYONE, visible_log_entries
from campaigns.log.calendar.queries import mark_dates
from campaigns.log.commit_order import LatestEntry, latest_readable_entry
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.queries import add_entry_pictures
from campaigns.log.periods import Period, limit_to_period
from campaigns.overview.search import index
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session
from campaigns.world.readable_text import Reader, find_log_entry_links, read_log_entries
from characters import access as character_access
from characters.models import Character
from common.compiled_query import CompiledLists
from people.access import is_anonymous_member
from people.models import Member, Role
from people.viewer_queries import MemberQuery

PAGE = 30
MAX_SESSIONS = 3000  # The list of choices needs a limit; no campaign has so many sessions.
MAX_YEARS = 100
UNGROUPED = 40  # sessions that a select shows without groups


def _unread(name: str, *read: str) -> list[str]:
    """The columns of a related row that a page of the log does not read: all but its key and those in `read`."""
    model: Any = LogEntry._meta.get_field(name).related_model
    columns = model._meta.concrete_fields
    return [f"{name}__{column.name}" for column in columns if not column.primary_key and column.name not in read]


UNREAD: Final = [
    *_unread("by", "username"),
    *_unread("character", "name"),
    *_unread("encounter", "title", "status"),
]


@dataclass(frozen=True)
class LogPage:
    """One page of the log, newest first; `older` is the id to go on from, None at the end."""

    entries: list[LogEntry]
    older: int | None


@dataclass(frozen=True)
class EntryGroup:
    """Entries of a page that belong to one session, or to none (None)."""

    session: Session | None
    entries: list[LogEntry]


@dataclass(frozen=True)
class FilterChoices:
    """What the log's forms offer: all sessions, newest first, and people as id -> name."""

    sessions: list[Session]
    people: dict[int, str]

    @cached_property
    def session_choices(self) -> list[tuple[Any, Any]]:
        """The choices of a select of sessions; a long list is grouped by year."""
        if len(self.sessions) <= UNGROUPED:
            return [(row.pk, str(row)) for row in self.sessions]
        years: dict[str, list[tuple[int, str]]] = {}
        for row in self.sessions:
            year = str(timezone.localtime(row.starts).year) if row.starts else _("Without a date")
            years.setdefault(year, []).append((row.pk, f"{row.number} · {row}" if row.title else str(row)))
        return list(years.items())


def log_page(
    membership: Member, *, before: int | None = None, offered: FilterChoices | None = None, **filters: Any
) -> LogPage:
    """The entries below `before` that pass the filters of `matching_entries`.

    `offered` has the choices that the page has read already."""
    if any(filters.values()):
        entries = list(_page_of(matching_entries(membership, beyond=before, **filters), before))
    elif before is None:
        entries = NEWEST_PAGE.rows(membership)
    else:
        entries = OLDER_PAGE.rows(membership, before)
    shown = entries[:PAGE]
    prepare_entries(membership, shown, set(offered.people) if offered else None)
    mark_corrections(membership, shown)
    return LogPage(shown, entries[PAGE - 1].pk if len(entries) > PAGE else None)


def latest_entry(campaign_id: int, *, is_gm: bool) -> LatestEntry:
    """The newest entry that GMs (`is_gm`) or all members of a campaign may read, as commit_order.py explains."""
    return latest_readable_entry(campaign_id, **({} if is_gm else EVERYONE))


def group_by_session(entries: list[LogEntry], sessions: list[Session]) -> list[EntryGroup]:
    """The entries in groups: one for each session, where its first entry is, and those between them.

    An entry that was filed or written later stands with its session. `sessions` holds all that the reader may see,
    which saves a query."""
    known = {row.pk: row for row in sessions}
    groups: list[EntryGroup] = []
    group_by_id: dict[int, EntryGroup] = {}
    for entry in entries:
        session = known.get(entry.session_id) if entry.session_id is not None else None
        last = groups[-1] if groups and groups[-1].session is None else None
        group = group_by_id.get(session.pk) if session else last
        if group is None:
            group = EntryGroup(session, [])
            groups.append(group)
            if session:
                group_by_id[session.pk] = group
        group.entries.append(entry)
    return groups


def _page_of(rows: QuerySet[LogEntry], before: int | None = None) -> QuerySet[LogEntry]:
    """The newest entries of the rows, one more than a page, with what a page shows of each."""
    older = rows if before is None else rows.filter(pk__lt=before)
    return older.select_related("by", "encounter", "character").defer(*UNREAD).order_by("-pk")[: PAGE + 1]


NEWEST_PAGE: Final = MemberQuery(lambda membership: _page_of(visible_log_entries(membership)))
OLDER_PAGE: Final = MemberQuery(lambda membership, before: _page_of(visible_log_entries(membership), before))
# The entries of a page that a later entry corrects.
CORRECTED_ENTRIES: Final = CompiledLists(
    lambda entries: LogEntry.objects.filter(corrects__in=entries).order_by().values_list("corrects", flat=True)
)


def matching_entries(
    membership: Member,
    *,
    session: Any = None,
    kind: str = "",
    character: Any = None,
    source: str = "",
    external_id: str = "",
    text: str = "",
    since: date | None = None,
    until: date | None = None,
    among: Any = None,
    beyond: int | None = None,
    forward: bool = False,
    reader: Reader | None = None,
) -> QuerySet[LogEntry]:
    """The entries the member may read that pass the filters; empty filters let everything through.

    `since` and `until` are days, both included, in the reader's time zone. `among`: a query of the ids of some entries.
    With `text`, more than a page of the matches beside the id `beyond`: older ones, or newer ones with `forward`.
    `reader` is the member's, if the caller reads other texts with it.
    """
    rows = visible_log_entries(membership)
    if character and not may_filter_by(membership, character):
        return rows.none()  # no entries about a character that the member may not see
    narrow = {"session": session, "kind": kind, "character": character}
    rows = rows.filter(**{name: value for name, value in narrow.items() if value})
    sent = {name: value for name, value in {"source": source, "external_id": external_id}.items() if value}
    if sent:  # the index of words does not know them
        rows = rows.filter(**sent)
        among = rows.values("pk") if among is None else rows.filter(pk__in=among).values("pk")
    period = Period(since, until)
    if period:
        rows, ids = limit_to_period(rows, membership.campaign_id, period)
        edges = [pk for pk in (beyond, ids.first if forward else ids.last) if pk is not None]
        beyond = (max if forward else min)(edges, default=None)
    if not text:
        return rows if among is None else rows.filter(pk__in=among)
    scope = {"campaign": membership.campaign_id, **narrow}
    return _entries_with_words(membership, rows, text, scope, index.Bounds(beyond, forward, among), reader)


def _entries_with_words(
    membership: Member,
    rows: QuerySet[LogEntry],
    text: str,
    scope: dict[str, Any],
    bounds: index.Bounds,
    reader: Reader | None,
) -> QuerySet[LogEntry]:
    """The entries whose text contains the words, by the index; for players in the texts as they may read them."""
    if membership.is_gm:
        return index.filter_entries(rows, text, scope=scope, bounds=bounds)
    read = (reader or Reader(membership)).text
    return index.filter_readable_entries(rows, text, scope=scope | EVERYONE, bounds=bounds, read=read)


def may_filter_by(membership: Member, character: Any) -> bool:
    """Whether the member may filter by a character or its id; the answer is no for one that does not exist."""
    key = getattr(character, "pk", character)
    return membership.is_gm or filter_characters(membership).filter(pk=key).exists()


def filter_characters(membership: Member) -> QuerySet[Character]:
    """Whom the member may filter by."""
    if is_anonymous_member(membership):
        return character_access.shared_characters(membership.campaign_id).order_by("name", "id")
    return (
        character_access.visible_characters(membership.user)
        .filter(campaign=membership.campaign_id)
        .order_by("name", "id")
    )


def filter_choices(membership: Member) -> FilterChoices:
    """All sessions, and everyone one may filter by."""
    return FilterChoices(SESSIONS.rows(membership), dict(NAMES.rows(membership)))


def _listed_sessions(membership: Member) -> QuerySet[Session]:
    rows = visible_sessions(membership).only("number", "title", "starts", "status", "campaign_id")
    return rows.order_by("-number")[:MAX_SESSIONS]


SESSIONS: Final = MemberQuery(_listed_sessions)
# The time of the earliest entry that the member may read; imported entries may be written later than others.
OLDEST: Final = MemberQuery(
    lambda membership: visible_log_entries(membership).order_by("created").values_list("created", flat=True)[:1]
)


def years_of(membership: Member) -> list[int]:
    """The years from the oldest entry that the member may read until now, newest first; empty if it is only one."""
    oldest = OLDEST.rows(membership)
    now = timezone.localtime().year
    first = timezone.localtime(oldest[0]).year if oldest else now
    return list(range(now, first - 1, -1))[:MAX_YEARS] if first < now else []


# (id, name) of everyone one may filter by.
NAMES: Final = MemberQuery(lambda membership: filter_characters(membership).values_list("pk", "name"))


def readable_ids(membership: Member) -> set[int]:
    """The ids of the characters that the member, or everyone, may open."""
    if is_anonymous_member(membership):
        return set(filter_characters(membership).values_list("pk", flat=True))
    return {pk for pk, _name in NAMES.rows(membership)}


def mark_corrections(membership: Member, entries: list[LogEntry]) -> None:
    """Marks on each entry whether a later one corrects it (`.is_corrected`), and whether the member may correct it."""
    corrected = set(CORRECTED_ENTRIES.rows([entry.pk for entry in entries])) if entries else set()
    for entry in entries:
        is_writer = entry.by_id == membership.user_id and membership.role != Role.OBSERVER
        entry.is_corrected = entry.pk in corrected  # type: ignore[attr-defined]
        entry.may_correct = entry.kind != LogEntry.Kind.CAMPAIGN and (membership.is_gm or is_writer)  # type: ignore[attr-defined]


def latest_correction(entry: LogEntry, corrections: Mapping[int, LogEntry]) -> LogEntry:
    """The last correction of an entry, else the entry; `corrections` are by the ids of the entries they correct."""
    while entry.pk in corrections:
        entry = corrections[entry.pk]
    return entry


def forbid_corrections(entries: list[LogEntry]) -> None:
    """Marks the entries as not to be corrected, because a GM sees them in another member's view."""
    for entry in entries:
        entry.may_correct = False  # type: ignore[attr-defined]


def is_encounter_open(membership: Member, entry: LogEntry) -> bool:
    """Whether the entry names an encounter that the member may see; players see no preparations."""
    return entry.encounter is not None and (membership.is_gm or entry.encounter.status != "prepared")


def prepare_entries(membership: Member, entries: list[LogEntry], readable: set[int] | None = None) -> None:
    """Prepares entries for a page or response: adds to each what the member may read of it.

    `.open_character`, `.open_encounter`: what the member may open, or None. `.kind_label`: the name of its kind.
    `.text`: the part that the member may read. `.links`: where its names lead. `.in_world`: its date in the world.
    `readable` are the ids of the characters that the member may open, if the caller has read them already."""
    if readable is None and any(entry.character_id for entry in entries):
        readable = readable_ids(membership)
    labels = {value: str(label) for value, label in LogEntry.Kind.choices}
    find_log_entry_links(membership, read_log_entries(membership, entries))
    add_entry_pictures(membership.campaign_id, entries)
    mark_dates(membership, entries)
    for entry in entries:
        label = _("roll on a table") if entry.is_table_roll else labels.get(entry.kind, entry.kind)
        entry.kind_label = label  # type: ignore[attr-defined]
        entry.open_character = entry.character if entry.character_id in (readable or ()) else None  # type: ignore[attr-defined]
        entry.open_encounter = entry.encounter if is_encounter_open(membership, entry) else None  # type: ignore[attr-defined]

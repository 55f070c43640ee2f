"""The search in a campaign: log, world, sessions with recaps, characters; for GMs also encounters and adventures."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Max, QuerySet, When
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.log import queries as log_queries
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.models import LogEntry
from campaigns.modules.models import ImportedObject
from campaigns.overview.search import dated_things, gm_texts, index
from campaigns.overview.search.connections import Connections
from campaigns.overview.search.excerpts import text_excerpt
from campaigns.overview.search.filters import NO_FILTERS, SearchFilters
from campaigns.overview.timeline.queries import TimelineLine
from campaigns.sessions.access import visible_recaps, visible_sessions
from campaigns.sessions.models import Recap, Session
from campaigns.world import access as world_access
from campaigns.world import queries as world_queries
from campaigns.world.maps.models import WorldMap
from campaigns.world.maps.queries import find_maps, find_on_maps
from campaigns.world.models import WorldEntry
from campaigns.world.quests.access import visible_quest_lines
from campaigns.world.readable_text import Reader
from campaigns.world.tags import Tag, tags_of
from campaigns.world.ties.models import Tie
from campaigns.world.ties.queries import find_ties
from characters import access as character_access
from characters.models import Character
from common.link_syntax import words_only
from people.models import Member

HITS_PER_GROUP = 10


@dataclass(frozen=True)
class Hit:
    """Something found: its URL (\"\" if the reader may not open it) and the text around the match."""

    about: TimelineLine | WorldEntry | WorldMap | Tie | Session | Character | Encounter | ImportedObject
    name: str
    kind: str
    address: str
    words: str = ""


@dataclass(frozen=True)
class SearchResults:
    """The results by group, and which groups have more."""

    log: list[LogEntry] = field(default_factory=list)
    world: list[Hit] = field(default_factory=list)
    sessions: list[Hit] = field(default_factory=list)
    characters: list[Hit] = field(default_factory=list)
    maps: list[Hit] = field(default_factory=list)
    ties: list[Hit] = field(default_factory=list)
    encounters: list[Hit] = field(default_factory=list)
    adventures: list[Hit] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    dates: list[Hit] = field(default_factory=list)
    more: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        groups = (self.log, self.world, self.maps, self.sessions, self.characters, self.ties)
        return any((*groups, self.encounters, self.adventures, self.tags, self.dates))


def search_campaign(membership: Member, text: str, filters: SearchFilters = NO_FILTERS) -> SearchResults:
    """The rows that contain every word of `text` in what the member may read: ten of each group.

    With filters only what is connected with the days, the session, the person and the dates (connections.py); tags and
    adventures are connected with none, and dates in the world with no day. Log entries and sessions come newest first.
    The number of queries does not depend on the number of rows."""
    if not index.search_words(text):
        return SearchResults()
    connections = Connections(membership, filters)
    groups: dict[str, list[Any]] = {
        "log": _search_log(membership, text, connections),
        "sessions": _search_sessions(membership, text, connections),
        "encounters": _search_encounters(membership, text, filters),
        "world": _search_world(membership, text, connections),
        "characters": _search_people(membership, text, connections),
        "maps": _search_maps(membership, text, connections),
        "ties": _search_ties(membership, text, connections),
    }
    if not filters.period:
        groups["dates"] = _search_dates(membership, text, connections)
    if not filters:
        groups["adventures"] = _search_adventures(membership, text)
        groups["tags"] = [tag for tag in tags_of(membership) if index.name_matches(tag.name, text)]
    more = frozenset(name for name, hits in groups.items() if len(hits) > HITS_PER_GROUP)
    return SearchResults(**{name: hits[:HITS_PER_GROUP] for name, hits in groups.items()}, more=more)


def nearness(text: str) -> Case:
    """Orders rows whose name is the text first, then those whose name begins with it or contains it, then the rest."""
    words = " ".join(text.split())
    lookups = ("iexact", "istartswith", "icontains")
    cases = [When(**{f"name__{lookup}": words}, then=place) for place, lookup in enumerate(lookups)]
    return Case(*cases, default=len(lookups))


def _search_encounters(membership: Member, text: str, filters: SearchFilters) -> list[Hit]:
    words, most = index.search_words(text), HITS_PER_GROUP + 1
    rows = gm_texts.find_encounters(membership, words, most, filters)
    return [
        Hit(row, row.title, str(row.get_status_display()), row.get_absolute_url(), text_excerpt(row.notes, text))
        for row in rows
    ]


def _search_adventures(membership: Member, text: str) -> list[Hit]:
    rows = gm_texts.find_objects(membership, index.search_words(text), HITS_PER_GROUP + 1)
    hits = []
    for row in rows:
        words = text_excerpt("\n".join(gm_texts.texts_of(row)), text)
        hits.append(Hit(row, row.title, _("adventure"), row.get_absolute_url(), words))
    return hits


def _search_dates(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """What lies on a date of the campaign's calendar, and planned events."""
    filters, reader = connections.filters, connections.reader
    dates = dated_things.find_timeline_lines(membership, text, HITS_PER_GROUP + 1, filters, reader)
    return [
        Hit(date, date.title, date.words, date.address, " · ".join(filter(None, (date.date, date.label))))
        for date in dates
    ]


def _search_log(membership: Member, text: str, connections: Connections) -> list[LogEntry]:
    filters = connections.filters
    rows = log_queries.matching_entries(
        membership,
        text=text,
        since=filters.period.since,
        until=filters.period.until,
        session=filters.session,
        character=filters.character,
        among=filters.ids_with_date(membership, InWorldDate.Kind.LOG, "entry") if filters.in_world else None,
        reader=connections.reader,
    )
    lines = list(rows.select_related("by", "encounter", "character").order_by("-pk")[: HITS_PER_GROUP + 1])
    log_queries.prepare_entries(membership, lines)
    log_queries.mark_corrections(membership, lines)
    return lines


def _search_world(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """Pages by name and text, then threads by their steps."""
    reader = connections.reader
    found = world_queries.entries_with_words(membership, text, reader).filter(archived__isnull=True)
    rows = connections.limit_pages(found)
    rows = rows.defer("folded").order_by(nearness(text), "name", "id")
    pages = [
        Hit(
            row,
            row.name,
            row.get_kind_display(),
            row.get_absolute_url(),
            text_excerpt(reader.page(row), text),
        )
        for row in rows[: HITS_PER_GROUP + 1]
    ]
    return _merge_pages(pages, _search_quests(membership, text, connections))


def _merge_pages(pages: list[Hit], threads: list[Hit]) -> list[Hit]:
    """The pages, and the threads that are not among them."""
    known = {hit.address for hit in pages}
    return [*pages, *(hit for hit in threads if hit.address not in known)]


def _search_maps(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """Maps by their titles, their pins and their areas."""
    most = HITS_PER_GROUP + 1
    rows = world_access.visible_maps(membership).filter(archived__isnull=True)
    rows = connections.limit_maps(rows)
    listed = list(rows.order_by("title", "pk"))
    hits = [Hit(row, row.title, _("map"), row.get_absolute_url()) for row in find_maps(listed, text)[:most]]
    places = find_on_maps(membership, listed, text, most)
    return [*hits, *(Hit(row, row.title, _("map"), row.get_absolute_url(), label) for row, label in places)]


def _search_quests(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """Threads by their steps and rewards, which are short and have no full-text index."""
    words = index.search_words(text)
    threads = world_access.visible_entries(membership).filter(kind=WorldEntry.Kind.THREAD, archived__isnull=True)
    threads = connections.limit_pages(threads)
    rows = visible_quest_lines(membership).filter(thread__in=threads.order_by().values("pk")).select_related("thread")
    hits: dict[int, Hit] = {}
    for row in rows.order_by("thread__name", "place"):
        # A link shows only its words: its target may be hidden from the reader.
        line = words_only(row.text)
        if row.thread_id not in hits and index.has_word_beginnings(line, words):
            page = row.thread
            hits[page.pk] = Hit(page, page.name, page.get_kind_display(), page.get_absolute_url(), line)
    return list(hits.values())[: HITS_PER_GROUP + 1]


def _search_ties(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """Ties by their words, which are short and have no full-text index."""
    rows = connections.limit_ties(world_access.visible_ties(membership))
    return [
        Hit(line.tie, str(line.tie), _("tie"), line.start.ties)
        for line in find_ties(membership, rows, text, HITS_PER_GROUP + 1)
    ]


def _search_sessions(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """Sessions by title and notes (for GMs also agenda and GM notes), or by a recap that the member may read."""
    words, columns = index.search_words(text), ("words", "hidden") if membership.is_gm else ("words",)
    reader = connections.reader
    listed = connections.limit_sessions(visible_sessions(membership))
    rows = index.SESSIONS.rows_with_words(listed, words, f"campaign{membership.campaign_id}", columns)
    recaps = index.RECAPS.rows_with_words(visible_recaps(membership), words)
    if connections.filters:
        recaps = recaps.filter(session__in=listed)
    if not membership.is_gm:
        rows = index.filter_rows(rows, words, lambda _pk, notes: reader.text(notes), "title", "notes")
        recaps = index.filter_rows(recaps, words, lambda _pk, recap_text: reader.text(recap_text), "text")
    newest_recaps = _newest_recaps(recaps)
    sessions = {row.pk: row for row in rows.order_by("-number")[: HITS_PER_GROUP + 1]}
    for row in listed.filter(pk__in=newest_recaps.keys() - sessions.keys()):
        sessions[row.pk] = row
    newest = sorted(sessions.values(), key=lambda row: -row.number)
    return [_session_hit(reader, row, newest_recaps.get(row.pk), text) for row in newest[: HITS_PER_GROUP + 1]]


def _newest_recaps(recaps: QuerySet[Recap]) -> dict[int, Recap]:
    """The newest recap of each of the newest sessions, by session; a session has one for each character."""
    rows = recaps.order_by("-session__number").values_list("session").annotate(newest=Max("pk"))
    newest = [recap for _session, recap in rows[: HITS_PER_GROUP + 1]]
    return {row.session_id: row for row in Recap.objects.filter(pk__in=newest)}


def _session_hit(reader: Reader, row: Session, recap: Recap | None, text: str) -> Hit:
    texts = [
        row.notes,
        *([row.agenda, row.gm_notes] if reader.membership.is_gm else []),
        *([recap.text] if recap else []),
    ]
    readable = "\n".join(map(reader.text, texts))
    words = _("cancelled session %(number)s") if row.status == row.Status.CANCELLED else _("session %(number)s")
    kind = words % {"number": row.number}
    return Hit(row, str(row), kind, row.get_absolute_url(), text_excerpt(readable, text))


def _search_people(membership: Member, text: str, connections: Connections) -> list[Hit]:
    """The characters that the member knows, by name and readable texts, with a link if the member may open it."""
    words, columns = index.search_words(text), ("words", "own", "hidden") if membership.is_gm else ("words", "own")
    known = connections.limit_people(character_access.known_characters(membership))
    held = index.PEOPLE.rows_with_words(known, words, f"campaign{membership.campaign_id}", columns)
    # The match may be in a secret, or in another player's notes.
    reader = connections.reader
    rows = [
        row
        for row in held.defer("sheet").order_by(nearness(text), "name", "pk")
        if index.has_word_beginnings(f"{row.name}\n{_readable_texts(reader, row)}", words)
    ][: HITS_PER_GROUP + 1]
    readable = character_access.visible_characters(membership.user).filter(pk__in=[row.pk for row in rows])
    open_to = set(readable.values_list("pk", flat=True))
    return [
        Hit(
            row,
            row.name,
            row.get_kind_display(),
            _character_hit(membership, row, open_to),
            text_excerpt(_readable_texts(reader, row), text),
        )
        for row in rows
    ]


def _readable_texts(reader: Reader, row: Character) -> str:
    """The texts of a character that the member may read: public NPC texts, own notes, or everything for GMs."""
    membership = reader.membership
    about = reader.text(row.about) if membership.is_gm or row.kind == Character.Kind.NPC else ""
    notes = row.notes if membership.is_gm or row.owner_id == membership.user_id else ""
    return "\n".join([about, notes, *([row.gm_notes] if membership.is_gm else [])])


def _character_hit(membership: Member, row: Character, open_to: set[int]) -> str:
    if row.kind == Character.Kind.NPC:
        return reverse("world-npc", args=[membership.campaign_id, row.pk])
    return reverse("character", args=[row.pk]) if row.pk in open_to else ""

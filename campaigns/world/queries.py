"""Reads for the world: pages as one member may read them, with links and backlinks; and the reveal journal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString

from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.queries import dates_of
from campaigns.log.models import LogEntry
from campaigns.overview.search import index
from campaigns.sessions.models import Session
from campaigns.world import access as world_access
from campaigns.world import wiki_links
from campaigns.world.blocks.access import opened_to
from campaigns.world.blocks.queries import PagePart, page_parts
from campaigns.world.link_targets import link_targets
from campaigns.world.models import Reveal, WorldEntry, WorldLink, WorldPicture
from campaigns.world.readable_text import Reader, leads_to, read_log_entries_as_words
from campaigns.world.rendering import render_readable
from campaigns.world.tags import with_tag
from campaigns.world.text_pictures.queries import picture_addresses
from campaigns.world.thumbnails.queries import mark_pictures
from campaigns.world.ties.models import ENDS
from characters.models import Character
from people.access import members_of
from people.models import Member
from people.viewer_queries import MemberQuery

JOURNAL, MENTIONS, LINES = 60, 40, 10
MOST_INSIDE = 60
NEWLY, MOST_NEW, MOST_THREADS = timedelta(days=21), 5, 8


@dataclass(frozen=True)
class Mention:
    """A text that links to the page: its title and address."""

    title: str
    address: str
    kind: str


@dataclass(frozen=True)
class EntryPage:
    """A page as the reader may see it; `more_inside`: whether there are more pages inside it than it lists."""

    entry: WorldEntry
    html: SafeString
    above: list[WorldEntry]
    inside: list[WorldEntry]
    mentions: list[Mention]
    picture: WorldPicture | None
    pictures: list[WorldPicture] = field(default_factory=list)
    journal: list[Reveal] = field(default_factory=list)
    chosen: list[Member] = field(default_factory=list)
    others: list[Member] = field(default_factory=list)
    writes: bool = False
    owns: bool = False
    parts: list[PagePart] = field(default_factory=list)
    dates: list[InWorldDate] = field(default_factory=list)
    more_inside: bool = False


def entries_with_words(membership: Member, text: str, reader: Reader | None = None) -> QuerySet[WorldEntry]:
    """The pages whose name or text, as far as the member reads it, holds every word of `text`; all without a text.

    `reader` is the member's, if the caller reads other texts with it; it has looked up names already."""
    rows = world_access.visible_entries(membership)
    if not text.strip():
        return rows
    words = index.search_words(text)
    if not words:
        return rows.none()
    rows = index.WORLD.rows_with_words(rows, words, f"campaign{membership.campaign_id}")
    if membership.is_gm:
        return rows
    # A player reads the links of their own pages as they are written.
    read = reader or Reader(membership)
    others = rows.exclude(author=membership.pk)
    others = index.filter_rows(
        others, words, lambda pk, text: read.text(text, opened=read.opened_in(pk, text)), "name", "text"
    )
    return rows.filter(Q(author=membership.pk) | Q(pk__in=others.values("pk")))


def get_entry_page(membership: Member, entry: WorldEntry, *, whole: bool = False) -> EntryPage:
    """A page with its links, its place, the first 60 pages inside it (all of them with `whole`), backlinks, audience
    and journal."""
    rows = world_access.visible_entries(membership).filter(archived__isnull=True)
    writes = world_access.may_edit_page(membership, entry)
    kept = WorldPicture.objects.filter(entry=entry).defer("data")
    inside = list(_pages_inside(rows, entry)[: None if whole else MOST_INSIDE + 1])
    pictures = list(kept if world_access.may_manage(membership, entry) else kept.filter(removed__isnull=True))
    page = EntryPage(
        entry=entry,
        html=render_text(membership, entry.text, entry.author_id, entry.pk),
        above=_places_around(rows, entry),
        inside=inside if whole else inside[:MOST_INSIDE],
        more_inside=not whole and len(inside) > MOST_INSIDE,
        mentions=mentions_of(membership, entry.folded),
        picture=next((picture for picture in pictures if picture.removed is None), None),
        pictures=[picture for picture in pictures if picture.removed is not None],
        writes=writes,
        owns=world_access.may_manage(membership, entry),
        dates=dates_of(membership, page=entry),
    )
    page.parts.extend(page_parts(membership, entry))
    mark_pictures(page.inside)
    if not writes:
        return page
    if membership.is_gm:
        page.journal.extend(_journal(membership).filter(entry=entry)[:JOURNAL])
    page.chosen.extend(entry.players.select_related("user"))
    there = {member.pk for member in page.chosen} | {entry.author_id}
    page.others.extend(member for member in members_of(membership) if member.pk not in there and not member.is_gm)
    return page


def viewers_of_npc(membership: Member, npc: Character) -> dict[str, list[Member]]:
    """The players who know an NPC (`chosen`) and who do not (`others`), unless everyone knows it."""
    chosen = list(npc.players.select_related("user").order_by("user__username"))
    there = {member.pk for member in chosen}
    others = [member for member in members_of(membership) if member.pk not in there and not member.is_gm]
    return {"chosen": chosen, "others": others}


def _places_around(rows: QuerySet[WorldEntry], entry: WorldEntry) -> list[WorldEntry]:
    """The places around a page that the reader may see, the widest first; one query for all of them."""
    at: int | None = entry.parent_id
    if at is None:
        return []
    places = {row.pk: row for row in rows.filter(kind="location").only("pk", "name", "parent")}
    ancestors: list[WorldEntry] = []
    while at is not None and at in places and len(ancestors) < 12:
        ancestors.append(places[at])
        at = places[at].parent_id
    return ancestors[::-1]


def render_text(
    membership: Member,
    text: str,
    author_id: int | None = None,
    entry_id: int | None = None,
    pictures: Mapping[str, str] | None = None,
) -> SafeString:
    """A text as the member may read it, with links that the member may follow.

    `author_id` is the player whose page it is, who reads its links as they are written. `entry_id` is the page,
    whose secret blocks may be open to the member, and whose pictures the text shows; for other texts `pictures` are
    the addresses of theirs."""
    if membership.is_gm:
        links = link_targets(membership, wiki_links.linked_names(text)) | picture_addresses(entry_id, text)
        return wiki_links.render_page(text, links | dict(pictures or {}), is_gm=True)
    reader = Reader(membership)
    readable = wiki_links.visible_text(text, is_gm=False, opened=reader.opened_in(entry_id, text))
    return render_readable(reader, readable, author_id, entry_id, pictures)


def _pages_inside(rows: QuerySet[WorldEntry], entry: WorldEntry) -> QuerySet[WorldEntry]:
    """The pages inside a location, without their texts."""
    rows = rows.filter(parent=entry).defer("text", "folded")
    return rows.select_related("author__user").order_by("kind", "name", "pk")


def mentions_of(membership: Member, folded: str) -> list[Mention]:
    """The pages and sessions that link to a name, as far as the member may read them; at most 40."""
    return [_build_mention(row) for row in islice(links_to(membership, folded), MENTIONS)]


def links_to(membership: Member, folded: str) -> Iterator[WorldLink]:
    """The links to a name in pages and sessions that the member may know."""
    rows = WorldLink.objects.filter(campaign=membership.campaign_id, folded=folded)
    if not membership.is_gm:
        rows = rows.filter(Q(secret=False) | Q(entry__in=opened_to(membership).values("entry")))
    shown = world_access.visible_entries(membership).filter(archived__isnull=True)
    rows = rows.filter(Q(entry__in=shown) | Q(session__isnull=False)).exclude(entry__folded=folded)
    rows = rows.select_related("entry", "session").order_by("entry__kind", "entry__name", "-session__number")
    if membership.is_gm:
        return rows.iterator(MENTIONS)
    reader = Reader(membership)
    return (row for row in rows.iterator(MENTIONS) if leads_to(folded, reader, row))


def _build_mention(row: WorldLink) -> Mention:
    source = row.entry or row.session
    assert source is not None
    kind = row.entry.get_kind_display() if row.entry else str(Session._meta.verbose_name)
    return Mention(str(source), source.get_absolute_url(), kind)


def _journal(membership: Member) -> QuerySet[Reveal]:
    rows = world_access.visible_reveals(membership).select_related(
        "entry", "character", "map", "area", "member__user", "session", "by", *(f"tie__{end}" for end in ENDS)
    )
    if membership.is_gm:  # who reads which ties nobody sees yet
        rows = rows.prefetch_related("tie__from_person__players", "tie__to_person__players")
    return rows.order_by("-pk")


def get_journal(membership: Member) -> QuerySet[Reveal]:
    """The reveal journal as the member may read it, newest first."""
    return _journal(membership)


def reveals_in_session(membership: Member, session: Session) -> tuple[list[Reveal], bool]:
    """(what was revealed in a session, oldest first and at most sixty; whether there is more)."""
    rows = list(_journal(membership).filter(session=session, shown=True).order_by("pk")[: JOURNAL + 1])
    return rows[:JOURNAL], len(rows) > JOURNAL


def log_entries_about(membership: Member, npc: Character) -> list[LogEntry]:
    """The last log entries about an NPC."""
    rows = list(visible_log_entries(membership).filter(character=npc).select_related("session").order_by("-pk")[:LINES])
    return read_log_entries_as_words(membership, rows)


def recent_handouts(membership: Member) -> list[WorldEntry]:
    """Handouts that were shown to the member or to everyone in the last three weeks, newest first."""
    handouts: dict[Any, WorldEntry] = {}
    for row in HANDOUTS_SHOWN.rows(membership, timezone.now() - NEWLY):
        if row.entry and row.entry.archived is None:
            handouts.setdefault(row.entry_id, row.entry)
    return list(handouts.values())[:MOST_NEW]


def _handouts_shown_since(membership: Member, moment: datetime) -> QuerySet[Reveal]:
    rows = world_access.visible_reveals(membership).filter(shown=True, entry__kind=WorldEntry.Kind.HANDOUT)
    rows = rows.filter(Q(member=membership.pk) | Q(member__isnull=True), created__gte=moment)
    return rows.select_related("entry").order_by("-pk")[: MOST_NEW * 3]


HANDOUTS_SHOWN: Final = MemberQuery(_handouts_shown_since)


def open_threads(membership: Member) -> QuerySet[WorldEntry]:
    """The open threads that the member knows of, newest first."""
    rows = world_access.visible_entries(membership)
    rows = rows.filter(kind=WorldEntry.Kind.THREAD, closed__isnull=True, archived__isnull=True)
    return rows.order_by("-created", "-pk")


def names_of_open_threads(membership: Member) -> list[WorldEntry]:
    """The newest open threads, with what a link to them needs."""
    return NAMES_OF_OPEN_THREADS.rows(membership)


NAMES_OF_OPEN_THREADS: Final = MemberQuery(
    lambda membership: open_threads(membership).only("pk", "name", "visibility", "campaign")[:MOST_THREADS]
)


def filter_pages(
    membership: Member,
    *,
    kind: str = "",
    open: bool | None = None,
    archived: bool = False,
    text: str = "",
    tag: str = "",
) -> QuerySet[WorldEntry]:
    """The pages that the member may read, filtered by kind, open threads, archived pages and text."""
    rows = with_tag(entries_with_words(membership, text).filter(archived__isnull=not archived), tag)
    if kind:
        rows = rows.filter(kind=kind)
    return rows if open is None else rows.filter(kind=WorldEntry.Kind.THREAD, closed__isnull=open)


def with_api_fields(rows: QuerySet[WorldEntry]) -> QuerySet[WorldEntry]:
    """The pages with their players, and `.pictured` for those with a picture."""
    standing = WorldPicture.objects.filter(entry=OuterRef("pk"), removed__isnull=True)
    return rows.annotate(pictured=Exists(standing)).prefetch_related("players")

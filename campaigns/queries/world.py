"""Reads for the world: its pages as one member may know them, linked, with what leads back; and the journal."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from campaigns import access, access_world, search, wiki
from campaigns.models import LogEntry, Member, Reveal, Session, WorldEntry, WorldLink, WorldPicture
from characters import access as character_access
from characters.models import Character

JOURNAL, MENTIONS, LINES = 60, 40, 10
NEWLY, MOST_NEW = timedelta(days=21), 5


@dataclass(frozen=True)
class Mention:
    """A text that links here: its title and address."""

    title: str
    address: str
    kind: str


@dataclass(frozen=True)
class World:
    """All pages of a campaign, by kind; locations as a tree, each with `.deep`, its distance from the top."""

    locations: list[WorldEntry]
    handouts: list[WorldEntry]
    notes: list[WorldEntry]
    open_threads: list[WorldEntry]
    closed_threads: list[WorldEntry]
    npcs: list[Character]
    archived: list[WorldEntry]


@dataclass(frozen=True)
class Page:
    """A page as the reader may know it."""

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


def world(own: Member, text: str = "") -> World:
    """The pages the member may read; with `text` those whose name or readable text holds every word (search.py)."""
    asked = bool(text.strip())
    rows = list(holding(own, text).defer("folded", "text").select_related("author__user").order_by("name", "id"))
    npcs = character_access.roster(own).filter(kind="npc", status="active").order_by("name", "id")
    known = list(npcs.defer("sheet", "notes", "gm_notes", *(() if asked else ("about",))))
    if asked:
        known = [npc for npc in known if search.named(f"{npc.name}\n{wiki.told(npc.about, runs=own.runs)}", text)]
    here = [row for row in rows if row.archived is None]
    kinds = {kind: [row for row in here if row.kind == kind] for kind in WorldEntry.Kind.values}
    threads = kinds["thread"]
    return World(
        locations=tree(kinds["location"]), handouts=kinds["handout"], notes=kinds["note"],
        open_threads=[row for row in threads if row.closed is None],
        closed_threads=[row for row in threads if row.closed is not None],
        npcs=known, archived=[row for row in rows if row.archived is not None],
    )  # fmt: skip


def holding(own: Member, text: str) -> QuerySet[WorldEntry]:
    """The pages whose name or text, as far as the member reads it, holds every word of `text`; all without a text."""
    rows = access_world.entries(own)
    if not text.strip():
        return rows
    asked = search.words(text)
    if not asked:
        return rows.none()
    rows = search.WORLD.held(rows, asked, f"campaign{own.campaign_id}")
    return rows if own.runs else search.told(rows, asked, "name", "text")


def tree(rows: list[WorldEntry]) -> list[WorldEntry]:
    """Locations in the order of a table of contents; one whose place is not seen stands at the top."""
    seen = {row.pk for row in rows}
    below: dict[int | None, list[WorldEntry]] = {}
    for row in rows:
        below.setdefault(row.parent_id if row.parent_id in seen else None, []).append(row)
    laid: list[WorldEntry] = []

    def lay(parent: int | None, deep: int) -> None:
        for row in below.get(parent, []):
            row.deep = min(deep, 4)  # type: ignore[attr-defined]
            laid.append(row)
            lay(row.pk, deep + 1)

    lay(None, 0)
    return laid


def page(own: Member, entry: WorldEntry, suffix: str = "") -> Page:
    """A page with its links, its place, what lies inside, what leads here; whom it is shown to for those who
    `writes` it; for GMs the journal, too.

    `suffix` is put behind every address ("?as=3"), so that a look through another's eyes stays one."""
    rows = access_world.entries(own).filter(archived__isnull=True)
    writes = access_world.may_write(own, entry)
    pictures = (
        list(WorldPicture.objects.filter(entry=entry).defer("data"))
        if writes
        else list(WorldPicture.objects.filter(entry=entry, removed__isnull=True).defer("data"))
    )
    told = Page(
        entry=entry, html=html(own, entry.text, suffix), above=_above(rows, entry),
        inside=list(rows.filter(parent=entry).select_related("author__user").order_by("kind", "name")),
        mentions=mentions(own, entry.folded, suffix),
        picture=next((one for one in pictures if one.removed is None), None),
        pictures=[one for one in pictures if one.removed is not None], writes=writes,
    )  # fmt: skip
    if not writes:
        return told
    if own.runs:
        told.journal.extend(_journal(own).filter(entry=entry)[:JOURNAL])
    told.chosen.extend(entry.players.select_related("user"))
    there = {one.pk for one in told.chosen} | {entry.author_id}
    told.others.extend(one for one in access.members(own) if one.pk not in there and not one.runs)
    return told


def _above(rows: QuerySet[WorldEntry], entry: WorldEntry) -> list[WorldEntry]:
    """The places around a page that the reader may see, the widest first; one query for all of them."""
    at: int | None = entry.parent_id
    if at is None:
        return []
    places = {row.pk: row for row in rows.filter(kind="location").only("pk", "name", "parent")}
    found: list[WorldEntry] = []
    while at is not None and at in places and len(found) < 12:
        found.append(places[at])
        at = places[at].parent_id
    return found[::-1]


def html(own: Member, text: str, suffix: str = "") -> SafeString:
    """A text as the member reads it, its names linked as far as the member may follow them."""
    readable = wiki.told(text, runs=own.runs)
    return wiki.page(text, targets(own, wiki.names(readable), suffix), runs=own.runs)


def targets(own: Member, names: Iterable[str], suffix: str = "") -> dict[str, str]:
    """The address of each folded name that the member may follow; to GMs also where a missing page is written."""
    asked = set(names)
    if not asked:
        return {}
    found = _people(own, asked, suffix)
    entries = access_world.entries(own).filter(archived__isnull=True, folded__in=asked)
    # The GMs' pages and people first: a note of the same name, one's own before others', takes nobody's links.
    rows = sorted(entries.only("pk", "folded", "author"), key=lambda row: (row.author_id != own.pk, row.pk))
    found |= {row.folded: _address(row, suffix) for row in rows if row.author_id is None}
    for row in rows:
        found.setdefault(row.folded, _address(row, suffix))
    if own.runs:
        base = reverse("world-new", args=[own.campaign_id])
        found |= {name: wiki.new_page(base, name) for name in asked - set(found)}
    return found


def _address(row: WorldEntry, suffix: str) -> str:
    return reverse("world-entry", args=[row.pk]) + suffix


def _people(own: Member, asked: set[str], suffix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    readable = character_access.characters(own.user).filter(campaign=own.campaign_id)
    open_to = set(readable.values_list("pk", flat=True))
    for pk, name, kind in character_access.roster(own).order_by("-pk").values_list("pk", "name", "kind"):
        if wiki.folded(name) in asked:
            if kind == Character.Kind.NPC:
                found[wiki.folded(name)] = reverse("world-npc", args=[own.campaign_id, pk]) + suffix
            elif pk in open_to:
                found[wiki.folded(name)] = reverse("character", args=[pk])
    return found


def mentions(own: Member, folded: str, suffix: str = "") -> list[Mention]:
    """What links to a name, of what the member may read: pages and evenings, 40 at most."""
    rows = WorldLink.objects.filter(campaign=own.campaign_id, folded=folded)
    if not own.runs:
        rows = rows.filter(secret=False)
    shown = access_world.entries(own).filter(archived__isnull=True)
    rows = rows.filter(Q(entry__in=shown) | Q(session__isnull=False)).exclude(entry__folded=folded)
    rows = rows.select_related("entry", "session").order_by("entry__kind", "entry__name", "-session__number")
    return [_mention(row, suffix) for row in rows[:MENTIONS]]


def _mention(row: WorldLink, suffix: str) -> Mention:
    source = row.entry or row.session
    assert source is not None
    kind = row.entry.get_kind_display() if row.entry else str(Session._meta.verbose_name)
    return Mention(str(source), source.get_absolute_url() + suffix, kind)


def _journal(own: Member) -> QuerySet[Reveal]:
    rows = access_world.reveals(own).select_related("entry", "character", "member__user", "session", "by")
    return rows.order_by("-pk")


def journal(own: Member) -> QuerySet[Reveal]:
    """The reveal journal as the member may read it, newest first."""
    return _journal(own)


def learned(own: Member, session: Session) -> list[Reveal]:
    """What was shown on an evening, oldest first."""
    return list(_journal(own).filter(session=session, shown=True).order_by("pk")[:JOURNAL])


def lines_about(own: Member, npc: Character) -> list[LogEntry]:
    """The last lines of the log about an NPC."""
    return list(access.log(own).filter(character=npc).select_related("session").order_by("-pk")[:LINES])


def newly_shown(own: Member) -> list[WorldEntry]:
    """Handouts that were shown to the member or to everybody in the last three weeks, newest first."""
    rows = access_world.reveals(own).filter(shown=True, entry__kind=WorldEntry.Kind.HANDOUT)
    rows = rows.filter(Q(member=own.pk) | Q(member__isnull=True), created__gte=timezone.now() - NEWLY)
    found: dict[Any, WorldEntry] = {}
    for row in rows.select_related("entry").order_by("-pk")[: MOST_NEW * 3]:
        if row.entry and row.entry.archived is None:
            found.setdefault(row.entry_id, row.entry)
    return list(found.values())[:MOST_NEW]


def open_threads(own: Member, most: int = 8) -> list[WorldEntry]:
    """What is still to be found out, as far as the member knows of it."""
    rows = access_world.entries(own).filter(kind=WorldEntry.Kind.THREAD, closed__isnull=True, archived__isnull=True)
    return list(rows.only("pk", "name", "visibility", "campaign").order_by("-created", "-pk")[:most])


def narrowed(
    own: Member, *, kind: str = "", open: bool | None = None, archived: bool = False, text: str = ""
) -> QuerySet[WorldEntry]:
    """The pages the member may read, of a kind, threads that are `open` or not, put aside or not, with a text."""
    rows = holding(own, text).filter(archived__isnull=not archived)
    if kind:
        rows = rows.filter(kind=kind)
    return rows if open is None else rows.filter(kind=WorldEntry.Kind.THREAD, closed__isnull=open)


def for_api(rows: QuerySet[WorldEntry]) -> QuerySet[WorldEntry]:
    """The pages with `.pictured`, whether they have a picture, and their players."""
    standing = WorldPicture.objects.filter(entry=OuterRef("pk"), removed__isnull=True)
    return rows.annotate(pictured=Exists(standing)).prefetch_related("players")


def known(own: Member, rows: Iterable[WorldEntry]) -> set[int]:
    """Which of the places that the pages lie in the member may know of."""
    asked = {row.parent_id for row in rows if row.parent_id is not None}
    if not asked:
        return set()
    return set(access_world.entries(own).filter(pk__in=asked, archived__isnull=True).values_list("pk", flat=True))

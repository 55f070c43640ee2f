"""The contents of a book: its pages in their order, and where each person and page of the world is found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.models import LogEntry
from campaigns.overview.timeline.access import listed_dates
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session
from campaigns.world.access import visible_entries
from campaigns.world.maps.queries import filter_maps
from campaigns.world.wiki_links import fold_name
from characters import access as character_access
from characters.models import Character
from people.models import Member

MOST_ENTRIES: Final = 50_000
MOST_SESSIONS: Final = 3_000
MOST_THINGS: Final = 10_000  # people and pages of the world
ENTRIES, THINGS, TIMELINE_LINES, MAPS = 400, 60, 500, 10  # on a page of the book
KINDS: Final = ("location", "faction", "item", "thread", "handout", "note")


@dataclass(frozen=True)
class Page:
    """A page of the book; `part` is the heading under which the contents list it."""

    stem: str
    title: str
    part: str

    @property
    def address(self) -> str:
        """The name of its file in the book."""
        return f"{self.stem}.html"


@dataclass
class Contents:
    """The pages of a book, with the ids of what stands on each."""

    sessions: list[tuple[Page, int]] = field(default_factory=list)
    outside: list[Page] = field(default_factory=list)
    heroes: list[tuple[Page, list[int]]] = field(default_factory=list)
    people: list[tuple[Page, list[int]]] = field(default_factory=list)
    world: list[tuple[Page, list[int]]] = field(default_factory=list)
    maps: list[tuple[Page, list[int]]] = field(default_factory=list)
    timeline: list[Page] = field(default_factory=list)
    lists: list[Page] = field(default_factory=list)
    # Where things are found: the address of each anchor ("page-3", "person-7", "session-2").
    places: dict[str, str] = field(default_factory=dict)
    # The names of people and pages, each with its anchor; and the anchor that a link to a folded name leads to.
    names: list[tuple[str, str]] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)

    @property
    def pages(self) -> list[Page]:
        """All pages in the order of the book."""
        with_ids: Any = (*self.sessions, *self.heroes, *self.people, *self.world, *self.maps)
        pages = [page for page, _ids in with_ids]
        at = len(self.sessions)
        return [*pages[:at], *self.outside, *pages[at:], *self.timeline, *self.lists]

    @property
    def addresses(self) -> dict[str, str]:
        """Where a link to each folded name leads."""
        return {name: self.places[anchor] for name, anchor in self.targets.items()}


def book_sessions(reader: Member) -> QuerySet[Session]:
    """The sessions with a chapter: those that were played, and those in which something visible happened."""
    lines = book_entries(reader).filter(session=OuterRef("pk"))
    rows = visible_sessions(reader).filter(
        Q(status=Session.Status.HELD) | Exists(lines) | Exists(book_encounters(reader).filter(session=OuterRef("pk")))
    )
    return rows.order_by("number", "pk")


def book_encounters(reader: Member) -> QuerySet[Encounter]:
    """The encounters that a book tells of: the ended ones."""
    return visible_encounters(reader).filter(status=Encounter.Status.ENDED)


def book_dates(reader: Member) -> QuerySet[InWorldDate]:
    """The dates of the timeline; log entries stand in the chapters."""
    rows = listed_dates(reader).exclude(kind=InWorldDate.Kind.LOG)
    return rows.order_by("first", "pk")


def book_entries(reader: Member) -> QuerySet[LogEntry]:
    """The log entries of a book: without corrections, and without what it tells of an ended encounter anyway."""
    rows = visible_log_entries(reader).exclude(kind=LogEntry.Kind.CORRECTION)
    return rows.exclude(kind=LogEntry.Kind.ENCOUNTER, encounter__status=Encounter.Status.ENDED)


def outside_entries(reader: Member) -> QuerySet[LogEntry]:
    """The log entries that belong to no session."""
    return book_entries(reader).filter(session__isnull=True)


def require_book_size(reader: Member) -> None:
    """ValidationError if the campaign is too large for a book."""
    entries = visible_entries(reader).filter(archived__isnull=True)
    people = character_access.known_characters(reader)
    sizes = (
        (visible_log_entries(reader), MOST_ENTRIES, _("log entries")),
        (visible_sessions(reader), MOST_SESSIONS, _("sessions")),
        (entries, MOST_THINGS, _("pages of the world")),
        (people, MOST_THINGS, _("characters")),
    )
    for rows, most, words in sizes:
        if rows.order_by()[: most + 1].count() > most:
            message = _("A book has at most %(most)s %(words)s. Use the export of the campaign instead.")
            raise ValidationError(message % {"most": most, "words": words})


def plan_contents(reader: Member) -> Contents:
    """The contents of the reader's book; a constant number of queries."""
    contents = Contents()
    _plan_sessions(reader, contents)
    _plan_people(reader, contents)
    _plan_world(reader, contents)
    _plan_lists(reader, contents)
    return contents


def _plan_sessions(reader: Member, contents: Contents) -> None:
    for row in book_sessions(reader).only("pk", "number", "title", "campaign_id"):
        page = Page(f"session-{row.number}", str(row), _("Sessions"))
        contents.sessions.append((page, row.pk))
        contents.places[f"session-{row.pk}"] = page.address
    fights = book_encounters(reader).filter(session__isnull=True).exists()
    numbered = _number_pages(
        "outside", _("Outside the sessions"), _("Sessions"), outside_entries(reader).count(), ENTRIES
    )
    contents.outside.extend(numbered or ([Page("outside", _("Outside the sessions"), _("Sessions"))] if fights else []))


def _plan_people(reader: Member, contents: Contents) -> None:
    rows = character_access.known_characters(reader).order_by("name", "pk").values_list("pk", "name", "kind")
    groups: dict[str, list[tuple[int, str]]] = {Character.Kind.PC: [], Character.Kind.NPC: []}
    for pk, name, kind in rows:
        groups[kind].append((pk, name))
        contents.targets.setdefault(fold_name(name), f"person-{pk}")
    contents.heroes = _place(contents, "heroes", _("Heroes"), _("The world"), "person", groups[Character.Kind.PC])
    contents.people = _place(contents, "people", _("People"), _("The world"), "person", groups[Character.Kind.NPC])


def _plan_world(reader: Member, contents: Contents) -> None:
    rows = visible_entries(reader).filter(archived__isnull=True).order_by("name", "pk")
    groups: dict[str, list[tuple[int, str]]] = {kind: [] for kind in KINDS}
    named: list[tuple[bool, bool, int, str]] = []
    for pk, name, folded, kind, author in rows.values_list("pk", "name", "folded", "kind", "author_id"):
        groups[kind].append((pk, name))
        named.append((author is not None, author != reader.pk, pk, folded))
    # As on the site: the GMs' pages before people, and people before pages of players, one's own first.
    for of_player, _other, pk, folded in sorted(named):
        if not of_player:
            contents.targets[folded] = f"page-{pk}"
        contents.targets.setdefault(folded, f"page-{pk}")
    titles = {
        "location": _("Locations"), "faction": _("Factions"), "item": _("Items"),
        "thread": _("Threads"), "handout": _("Handouts"), "note": _("Notes"),
    }  # fmt: skip
    for kind, title in titles.items():
        contents.world += _place(contents, kind, title, _("The world"), "page", groups[kind])
    maps = filter_maps(reader).order_by("title", "pk").values_list("pk", "title")
    contents.maps = _place(contents, "maps", _("Maps"), _("The world"), "map", list(maps), MAPS)


def _plan_lists(reader: Member, contents: Contents) -> None:
    calendar = find_calendar(reader)
    dated = book_dates(reader).count() if calendar is not None else 0
    contents.timeline = _number_pages("timeline", _("Timeline"), _("Looking back"), dated, TIMELINE_LINES)
    titles = {"fallen": _("The fallen"), "highlights": _("Highlights"), "names": _("Index of names")}
    contents.lists = [Page(stem, title, _("Looking back")) for stem, title in titles.items()]
    contents.lists.append(Page("credits", _("Credits"), _("Looking back")))


def _number_pages(stem: str, title: str, part: str, rows: int, most: int) -> list[Page]:
    """The pages for a number of rows, with at most `most` rows on a page."""
    pages = ceil(rows / most)
    if pages < 2:
        return [Page(stem, title, part)] * pages
    return [Page(f"{stem}-{n}", f"{title} ({n}/{pages})", part) for n in range(1, pages + 1)]


def _place(
    contents: Contents, stem: str, title: str, part: str, sort: str, rows: Sequence[tuple[int, str]], most: int = THINGS
) -> list[tuple[Page, list[int]]]:
    """Puts things on pages, at most `most` on each, and writes down the address of each."""
    pages = _number_pages(stem, capfirst(title), part, len(rows), most)
    placed = []
    for number, page in enumerate(pages):
        group = rows[number * most : (number + 1) * most]
        for pk, name in group:
            anchor = f"{sort}-{pk}"
            contents.places[anchor] = f"{page.address}#{anchor}"
            contents.names.append((name, anchor))
        placed.append((page, [pk for pk, _name in group]))
    return placed

"""Reads for the timeline: everything with a date in the world that the viewer may know of."""

from dataclasses import dataclass, field
from functools import cache
from heapq import merge
from itertools import groupby, islice
from typing import Any

from django.db.models import Q, QuerySet, Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.calendar.reckoning.notation import format_year
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.calendar.repetitions import describe_repetition, occurrences_of_all
from campaigns.overview.timeline.access import listed_dates
from campaigns.world import access as world_access
from campaigns.world import queries as world_queries
from campaigns.world import wiki_links
from campaigns.world.models import WorldEntry
from campaigns.world.readable_text import Reader
from characters import access as character_access
from characters.models import Character
from common.link_syntax import LINK, words_only
from people.models import Member

PAGE = 50
MOST_CHOICES = 500
MOST_INSIDE = 1000
Kind = InWorldDate.Kind
TITLES = ("session", "page", "character", "event")


@dataclass(frozen=True)
class Edge:
    """Where the next page of the timeline begins: behind the date with this first hour and id."""

    first: int
    pk: int

    def __str__(self) -> str:
        return f"{self.first}.{self.pk}"


@dataclass(frozen=True)
class TimelineLine:
    """A line of the timeline."""

    pk: int
    kind: str
    words: str
    date: str
    title: str
    label: str
    address: str
    is_for_gms: bool


@dataclass(frozen=True)
class Year:
    """The lines of a year."""

    title: str
    lines: list[TimelineLine]


@dataclass(frozen=True)
class Timeline:
    """A page of the timeline by years; `further` is where the next page goes on."""

    years: list[Year]
    further: Edge | None
    lines: list[TimelineLine] = field(default_factory=list)


@dataclass(frozen=True)
class TimelineFilter:
    """The filters of a timeline; without any it shows everything."""

    character: Character | None = None
    page: WorldEntry | None = None
    kind: str = ""
    since: Span | None = None
    until: Span | None = None


def get_timeline(
    membership: Member,
    calendar: Calendar,
    filters: TimelineFilter,
    *,
    oldest_first: bool = False,
    edge: Edge | None = None,
) -> Timeline:
    """One page of the timeline."""
    rows = filter_dates(membership, filters)
    if edge is not None:
        side = "gt" if oldest_first else "lt"
        rows = rows.filter(Q(**{f"first__{side}": edge.first}) | Q(**{"first": edge.first, f"id__{side}": edge.pk}))
    order = ("first", "id") if oldest_first else ("-first", "-id")
    dates = list(with_things(rows).order_by(*order)[: PAGE + 1])
    dates = _with_occurrences(membership, calendar, filters, dates, oldest_first=oldest_first, edge=edge)
    shown = dates[:PAGE]
    lines = describe_dates(membership, calendar, shown)
    hours = calendar.reckoning.definition.hours
    in_years = zip([calendar.reckoning.year_of(date.first // hours) for date in shown], lines, strict=True)
    years = [
        Year(format_year(calendar.reckoning, year), [line for _year, line in group])
        for year, group in groupby(in_years, key=lambda pair: pair[0])
    ]
    further = Edge(shown[-1].first, shown[-1].pk) if len(dates) > PAGE else None
    return Timeline(years, further, lines)


def _with_occurrences(
    membership: Member,
    calendar: Calendar,
    filters: TimelineFilter,
    dates: list[InWorldDate],
    *,
    oldest_first: bool,
    edge: Edge | None,
) -> list[InWorldDate]:
    """The dates of a page with the later occurrences of events that repeat; computes no more than fit on the page."""
    if filters.kind not in ("", Kind.EVENT) or filters.character is not None or filters.page is not None:
        return dates
    since, until = filters.since, filters.until
    if edge is not None:
        here = Span(edge.first, edge.first, "hour")
        since, until = (here, until) if oldest_first else (since, here)
    several = occurrences_of_all(membership, calendar, since, until, newest_first=not oldest_first)
    sign = 1 if oldest_first else -1

    def place(date: InWorldDate) -> tuple[int, int]:
        return sign * date.first, sign * date.pk

    behind = (sign * edge.first, sign * edge.pk) if edge is not None else None
    merged = merge(dates, *several, key=place)
    return list(islice((date for date in merged if behind is None or place(date) > behind), PAGE + 1))


def filter_dates(membership: Member, filters: TimelineFilter) -> QuerySet[InWorldDate]:
    """The dates that the member may see and that pass the filter."""
    rows = listed_dates(membership)
    if filters.kind:
        rows = rows.filter(kind=filters.kind)
    if filters.since is not None:
        rows = rows.filter(last__gte=filters.since.first)
    if filters.until is not None:
        rows = rows.filter(first__lte=filters.until.last)
    if filters.character is not None:
        about = Q(character=filters.character) | _mentions(membership, rows, filters.character.name)
        if _may_know_lines_about(membership, filters.character):
            about |= Q(entry__character=filters.character)
        rows = rows.filter(about)
    if filters.page is not None:
        rows = rows.filter(
            Q(page__in=_inside(membership, filters.page)) | _mentions(membership, rows, filters.page.name)
        )
    return rows


def with_things(rows: QuerySet[InWorldDate]) -> QuerySet[InWorldDate]:
    """The dates with the things that have them, without long texts."""
    unread = (
        "session__notes", "session__gm_notes", "session__agenda", "page__text", "page__folded",
        "character__sheet", "character__notes", "character__gm_notes", "character__about",
        "entry__data", "entry__rules",
    )  # fmt: skip
    return rows.select_related("session", "entry", "page", "character", "event").defer(*unread)


def describe_dates(membership: Member, calendar: Calendar, dates: list[InWorldDate]) -> list[TimelineLine]:
    """The dates in words, with titles and addresses as the member may know them."""
    reader = Reader(membership)
    open_to = _open_sheets(membership, dates)
    if membership.is_gm:
        people = [date.character for date in dates if date.character is not None]
        prefetch_related_objects([person for person in people if not person.visible], "players")
    return [_describe(reader, calendar, date, open_to) for date in dates]


def _describe(reader: Reader, calendar: Calendar, date: InWorldDate, open_to: set[int]) -> TimelineLine:
    entry = date.entry
    title = str(getattr(date, next((name for name in TITLES if getattr(date, name) is not None), ""), ""))
    if entry is not None:
        title = words_only(reader.text(entry.text))
    return TimelineLine(
        pk=date.pk,
        kind=date.kind,
        words=str(date.get_kind_display()),
        date=calendar.format(date.span),
        title=title,
        label=date.label or _repetition(reader, calendar, date),
        address=_address(date, open_to, is_gm=reader.membership.is_gm),
        is_for_gms=reader.membership.is_gm and _is_for_gms(date),
    )


def _repetition(reader: Reader, calendar: Calendar, date: InWorldDate) -> str:
    return describe_repetition(reader.membership, calendar, date.event) if date.event is not None else ""


def _is_for_gms(date: InWorldDate) -> bool:
    """Whether no player sees what the date is about."""
    if date.gm_only:
        return True
    if date.entry is not None:
        return date.entry.audience == date.entry.Audience.GM
    if date.page is not None:
        return date.page.visibility == date.page.Visibility.GM and date.page.author_id is None
    if date.character is not None:
        return not date.character.is_known
    event = date.event
    return event is not None and event.audience != event.Audience.ALL and (event.audience == "gm" or event.due is None)


def _address(date: InWorldDate, open_to: set[int], *, is_gm: bool) -> str:
    if date.character is not None:
        if date.character.kind == Character.Kind.NPC:
            return reverse("world-npc", args=[date.campaign_id, date.character_id])
        return reverse("character", args=[date.character_id]) if date.character_id in open_to else ""
    if date.event is not None and is_gm:
        return reverse("planned-event", args=[date.event_id])
    if date.event is not None:
        return reverse("campaign-calendar", args=[date.campaign_id])
    thing: Any = date.session or date.entry or date.page
    return str(thing.get_absolute_url()) if thing is not None else ""


def _open_sheets(membership: Member, dates: list[InWorldDate]) -> set[int]:
    """The player characters among the dates whose sheets the member may open."""
    people = [date.character for date in dates if date.character is not None]
    heroes = [person.pk for person in people if person.kind == Character.Kind.PC]
    if not heroes:
        return set()
    rows = character_access.visible_characters(membership.user).filter(pk__in=heroes)
    return set(rows.values_list("pk", flat=True))


def _may_know_lines_about(membership: Member, character: Character) -> bool:
    """Whether the member may know which lines are about the character: as on an NPC's page, or by an open sheet."""
    if membership.is_gm or character.kind == Character.Kind.NPC:
        return True
    return character_access.visible_characters(membership.user).filter(pk=character.pk).exists()


def _mentions(membership: Member, rows: QuerySet[InWorldDate], name: str) -> Q:
    """The dates of pages, sessions, log entries and planned events with a link to a name that the member may follow."""
    folded = wiki_links.fold_name(name)
    links = list(world_queries.links_to(membership, folded))
    pages = [link.entry_id for link in links if link.entry_id is not None]
    sessions = [link.session_id for link in links if link.session_id is not None]
    reader, fold_name = Reader(membership), cache(wiki_links.fold_name)
    named = {}
    for column in ("entry", "event"):
        # Not by the name: a text may write it with other spaces and capital letters.
        texts = rows.filter(**{f"{column}__text__contains": "[["}).values_list(column, f"{column}__text").order_by()
        named[column] = [
            pk
            for pk, text in texts.iterator(2000)
            if any(fold_name(link[1]) == folded for link in LINK.finditer(text))
            and folded in wiki_links.linked_names(reader.text(text))
        ]
    return Q(page__in=pages) | Q(session__in=sessions) | Q(entry__in=named["entry"]) | Q(event__in=named["event"])


def _inside(membership: Member, page: WorldEntry) -> list[int]:
    """The page and what lies inside it, as far as the member may see."""
    rows = world_access.visible_entries(membership).filter(archived__isnull=True, parent__isnull=False)
    below: dict[int | None, list[int]] = {}
    for pk, parent in rows.values_list("pk", "parent_id"):
        below.setdefault(parent, []).append(pk)
    page_ids = [page.pk]
    for pk in page_ids:
        page_ids.extend(below.get(pk, []))
        if len(page_ids) > MOST_INSIDE:
            break
    return page_ids[:MOST_INSIDE]


def person_choices(membership: Member) -> list[tuple[str, str]]:
    """Whom the timeline can be limited to."""
    rows = character_access.known_characters(membership).order_by("name", "id").values_list("pk", "name")
    return [("", _("everyone")), *((str(pk), name) for pk, name in rows[:MOST_CHOICES])]


def page_choices(membership: Member) -> list[tuple[str, str]]:
    """The places, factions, items and threads that the timeline can be limited to."""
    kinds = (WorldEntry.Kind.LOCATION, WorldEntry.Kind.FACTION, WorldEntry.Kind.ITEM, WorldEntry.Kind.THREAD)
    rows = world_access.visible_entries(membership).filter(archived__isnull=True, kind__in=kinds)
    # If there are too many, each kind has its first ones.
    place = Window(RowNumber(), partition_by="kind", order_by=["name", "id"])
    named = rows.annotate(place=place).order_by("place", "kind").values_list("kind", "place", "pk", "name")
    return [("", _("everything")), *((str(pk), name) for _kind, _place, pk, name in sorted(named[:MOST_CHOICES]))]

"""Reads of ties: those of one thing in groups, and all of a campaign, as one member may see them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from campaigns.world.access import visible_entries, visible_ties
from campaigns.world.models import WorldEntry
from campaigns.world.thumbnails.queries import mark_pictures
from campaigns.world.ties.access import may_edit_tie
from campaigns.world.ties.models import ENDS, Thing, Tie
from characters import access as character_access
from characters.models import Character
from common.full_text import contains_words, has_word_beginnings, search_words
from people.models import Member

MOST_LINES, MOST_NAMES = 200, 300
PERSON: Final = "person"
# The groups in the order of a page, by the kind of what is at the other end.
GROUPS: Final[dict[str, Promise]] = {
    PERSON: _("People"),
    WorldEntry.Kind.FACTION: _("Factions"),
    WorldEntry.Kind.LOCATION: _("Places"),
    WorldEntry.Kind.ITEM: _("Items"),
    "": _("Threads and texts"),
}
READ: Final = (
    "campaign", "kind", "words", "back", "since", "until", "visibility", "author", "revision", "created", "removed",
    *ENDS,
    *(f"{end}__{name}" for end in ENDS for name in ("name", "kind", "campaign")),
    "from_person__portrait", "to_person__portrait",
    "from_page__visibility", "to_page__visibility", "from_person__visible", "to_person__visible",
    "from_person__owner", "to_person__owner",
)  # fmt: skip


@dataclass(frozen=True)
class TieEnd:
    """An end of a tie: its name, its kind and its address."""

    key: str
    name: str
    group: str
    address: str
    ties: str
    thing: Thing | None = None


@dataclass(frozen=True)
class Line:
    """A tie as it is read from one of its ends."""

    tie: Tie
    words: str
    other: TieEnd
    start: TieEnd
    writes: bool

    @property
    def waits_for(self) -> str:
        """The name of the end that players must know before they see the tie; empty for ties that only GMs see."""
        hidden = None if self.tie.visibility == WorldEntry.Visibility.GM else self.tie.unknown_end
        return hidden.name if hidden else ""

    @property
    def former(self) -> bool:
        """Whether the tie has ended."""
        return bool(self.tie.until)


@dataclass
class Group:
    """The ties to things of one kind: present ones, and former ones."""

    title: str
    present: list[Line] = field(default_factory=list)
    former: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class TiesOf:
    """The ties of one thing, in groups."""

    end: TieEnd
    groups: list[Group]
    more: bool = False

    @property
    def new_address(self) -> str:
        """The address of the form for a new tie of this thing."""
        address, _mark, parameters = self.end.ties.partition("?")
        return f"{address}new/?{parameters}"

    @property
    def lines(self) -> list[Line]:
        """All ties in one list."""
        return [line for group in self.groups for line in (*group.present, *group.former)]


def key_of(thing: Thing) -> str:
    """A key that is unique for a page or a character."""
    return f"{'page' if isinstance(thing, WorldEntry) else 'person'}-{thing.pk}"


def tie_end_of(thing: Thing) -> TieEnd:
    """A page or a character as a list shows it. A player character links to the page of its ties."""
    ties, campaign = reverse("campaign-ties", args=[thing.campaign_id]), thing.campaign_id
    if isinstance(thing, WorldEntry):
        group = thing.kind if thing.kind in GROUPS else ""
        address = reverse("world-entry", args=[thing.pk])
        return TieEnd(key_of(thing), thing.name, group, address, f"{ties}?page={thing.pk}", thing)
    ties = f"{ties}?person={thing.pk}"
    address = reverse("world-npc", args=[campaign, thing.pk]) if thing.kind == Character.Kind.NPC else ties
    return TieEnd(key_of(thing), thing.name, PERSON, address, ties, thing)


def with_ends(rows: QuerySet[Tie]) -> QuerySet[Tie]:
    """The ties with the names of their ends, without texts and sheets."""
    return rows.select_related(*ENDS).only(*READ)


def mark_ends(rows: Iterable[Tie]) -> None:
    """Finds the pictures of the pages at the ends of ties that the reader may see, and who knows the hidden characters
    there; two queries."""
    ties = list(rows)
    mark_pictures(end for row in ties for end in (row.from_page, row.to_page))
    people = [end for row in ties for end in (row.from_person, row.to_person) if end is not None and not end.visible]
    prefetch_related_objects(people, "players")


def ties_at(rows: QuerySet[Tie], *things: Thing) -> QuerySet[Tie]:
    """The ties that start or end at one of the things."""
    pages = [thing.pk for thing in things if isinstance(thing, WorldEntry)]
    people = [thing.pk for thing in things if isinstance(thing, Character)]
    condition = Q(pk__in=[])
    if pages:
        condition |= Q(from_page__in=pages) | Q(to_page__in=pages)
    if people:
        condition |= Q(from_person__in=people) | Q(to_person__in=people)
    return rows.filter(condition)


def ties_of(membership: Member, thing: Thing) -> TiesOf:
    """The ties of a page or character in groups, the newest 200; three queries."""
    rows = list(with_ends(ties_at(visible_ties(membership), thing)).order_by("-pk")[: MOST_LINES + 1])
    mark_ends(rows)
    groups = {kind: Group(str(title)) for kind, title in GROUPS.items()}
    here = tie_end_of(thing)
    for row in rows[:MOST_LINES]:
        line = read_from(membership, row, here.key)
        group = groups[line.other.group]
        (group.former if line.former else group.present).append(line)
    for group in groups.values():
        for lines in (group.present, group.former):
            lines.sort(key=lambda line: (line.words.casefold(), line.other.name.casefold(), line.tie.pk))
    return TiesOf(here, [group for group in groups.values() if group.present or group.former], len(rows) > MOST_LINES)


def read_from(membership: Member, row: Tie, key: str) -> Line:
    """The tie as it is read from the end with this key; from its start for others."""
    start, end = tie_end_of(row.start), tie_end_of(row.end)
    writes = may_edit_tie(membership, row)
    if key == end.key:
        return Line(row, row.back, start, end, writes)
    return Line(row, row.words, end, start, writes)


def newest_ties(membership: Member, beyond: int | None, most: int) -> list[Line]:
    """The newest ties of the campaign, older than the id `beyond`; one more than `most` if there are more."""
    rows = visible_ties(membership)
    if beyond is not None:
        rows = rows.filter(pk__lt=beyond)
    ties = list(with_ends(rows).order_by("-pk")[: most + 1])
    mark_ends(ties)
    return [read_from(membership, row, "") for row in ties]


def filter_ties(
    membership: Member,
    *,
    page: int | None = None,
    person: int | None = None,
    kind: str = "",
    former: bool | None = None,
) -> QuerySet[Tie]:
    """The ties that the member may see: of a page, of a character, of a kind, former ones or present ones."""
    rows = visible_ties(membership)
    if page is not None:
        rows = rows.filter(Q(from_page=page) | Q(to_page=page))
    if person is not None:
        rows = rows.filter(Q(from_person=person) | Q(to_person=person))
    if kind:
        rows = rows.filter(kind=kind)
    if former is not None:
        rows = rows.exclude(until="") if former else rows.filter(until="")
    return rows


def find_ties(membership: Member, rows: QuerySet[Tie], text: str, most: int) -> list[Line]:
    """The newest ties among `rows`, which the member may see, whose words contain all words of `text`."""
    search_terms = search_words(text)
    if not search_terms:
        return []
    rows = with_ends(rows.filter(contains_words(search_terms, "words", "back"))).order_by("-pk")
    # The database also finds words in the middle of others. So the rows are read until there are enough.
    read = rows.iterator(chunk_size=most * 4)
    found = (row for row in read if has_word_beginnings(f"{row.words}\n{row.back}", search_terms))
    return [read_from(membership, row, "") for row in islice(found, most)]


def available_names(membership: Member) -> list[str]:
    """Names of things that a form offers: characters first, then the newest pages."""
    people = character_access.known_characters(membership).order_by("name").values_list("name", flat=True)
    names = [*people[:MOST_NAMES], *available_page_names(membership)]
    return list(dict.fromkeys(names))[:MOST_NAMES]


def available_page_names(membership: Member) -> list[str]:
    """Names of pages that a form offers, the newest first."""
    pages = visible_entries(membership).filter(archived__isnull=True).order_by("-pk").values_list("name", flat=True)
    return list(dict.fromkeys(pages[:MOST_NAMES]))


def describe(thing: Thing) -> str:
    """The kind of a page or character in words."""
    return capfirst(thing.get_kind_display())

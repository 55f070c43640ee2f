"""The lists of the first page of a world: pages by kind and NPCs, each with a limited number of rows."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, F, Value, When, Window
from django.db.models.functions import RowNumber

from campaigns.world.models import WorldEntry
from campaigns.world.queries import entries_with_words
from campaigns.world.readable_text import Reader
from campaigns.world.tags import with_tag
from campaigns.world.thumbnails.queries import mark_pictures
from characters import access as character_access
from characters.models import Character
from common.full_text import has_word_beginnings, search_words
from people.models import Member

ROWS_IN_OVERVIEW, ROWS_IN_ONE_LIST = 40, 100
NPC: Final = "npc"
NOTEBOOK: Final = "notebook"
LIST: Final = Case(
    When(archived__isnull=False, then=Value("archived")),
    When(closed__isnull=False, then=Value("closed")),
    When(shared=True, then=Value(NOTEBOOK)),
    default=F("kind"),
)


KINDS: Final = frozenset({*WorldEntry.Kind.values, NPC, NOTEBOOK, "archived"})


@dataclass(frozen=True)
class WorldPage:
    """The pages of a campaign, by kind; locations as a tree, each with `.deep`, its distance from the top (0 to 4).

    `more` are the kinds that have more than the page shows, and "closed" if there are more closed threads."""

    locations: list[WorldEntry]
    factions: list[WorldEntry]
    items: list[WorldEntry]
    handouts: list[WorldEntry]
    notes: list[WorldEntry]
    notebook: list[WorldEntry]
    open_threads: list[WorldEntry]
    closed_threads: list[WorldEntry]
    npcs: list[Character]
    archived: list[WorldEntry]
    more: frozenset[str]


def get_world_page(membership: Member, text: str = "", kind: str = "", skip: int = 0, tag: str = "") -> WorldPage:
    """The pages the member may read; with `text` only those with every word of it (`entries_with_words`).

    Each list has its first 40 rows; with `kind` only that list has rows, 100 after the first `skip`. With `tag` only
    pages that have it, and no NPCs."""
    most = ROWS_IN_ONE_LIST if kind else ROWS_IN_OVERVIEW
    more: set[str] = set()
    rows = [] if kind == NPC else _find_rows(membership, text, kind, skip, most, tag)
    mark_pictures(rows)
    npcs = _find_npcs(membership, text, skip, most) if kind in ("", NPC) and not tag else []
    kinds: dict[str, list[WorldEntry]] = {
        kind: [] for kind in (*WorldEntry.Kind.values, NOTEBOOK, "closed", "archived")
    }
    for row in rows:
        kinds[_list_of(row)].append(row)
    lists: dict[str, list[Any]] = {**kinds, NPC: npcs}
    for name, entries in lists.items():
        if len(entries) > most:
            more |= {name, "thread"} if name == "closed" else {name}
            del entries[most:]
    return WorldPage(
        locations=kinds["location"],
        factions=kinds["faction"],
        items=kinds["item"],
        handouts=kinds["handout"],
        notes=kinds["note"],
        notebook=kinds[NOTEBOOK],
        open_threads=kinds["thread"],
        closed_threads=kinds["closed"],
        npcs=npcs,
        archived=kinds["archived"],
        more=frozenset(more),
    )


def _list_of(row: WorldEntry) -> str:
    if row.archived is not None:
        return "archived"
    if row.closed is not None:
        return "closed"
    return NOTEBOOK if row.shared else row.kind


def _find_rows(membership: Member, text: str, kind: str, skip: int, most: int, tag: str) -> list[WorldEntry]:
    """The pages of every list, one more than `most` if there are more; one query."""
    rows = with_tag(entries_with_words(membership, text), tag)
    if kind == "archived":
        rows = rows.filter(archived__isnull=False)
    elif kind == NOTEBOOK:
        rows = rows.filter(shared=True, archived__isnull=True)
    elif kind:
        rows = rows.filter(kind=kind, archived__isnull=True)
    row_number = Window(RowNumber(), partition_by=[LIST], order_by=["name", "id"])
    # All locations are read: which of them come first is known only from the whole tree.
    place = Case(When(kind="location", archived__isnull=True, then=Value(skip + 1)), default=row_number)
    rows = rows.annotate(place=place).filter(place__gt=skip, place__lte=skip + most + 1)
    found = list(rows.defer("folded", "text").select_related("author__user").order_by("name", "id"))
    locations = location_tree([row for row in found if _list_of(row) == "location"])
    return [*locations[skip : skip + most + 1], *(row for row in found if _list_of(row) != "location")]


def _find_npcs(membership: Member, text: str, skip: int, most: int) -> list[Character]:
    """The NPCs whom the member knows: the active ones first ("active" is the first status by alphabet)."""
    known = character_access.known_characters(membership).filter(kind="npc").order_by("status", "name", "id")
    if membership.is_gm:  # what the access rules read
        known = known.prefetch_related("players")
    if not text.strip():
        return list(known.defer("sheet", "notes", "gm_notes", "about")[skip : skip + most + 1])
    reader, words = Reader(membership), search_words(text)
    rows = known.defer("sheet", "notes", "gm_notes")
    npcs = [npc for npc in rows if words and has_word_beginnings(f"{npc.name}\n{reader.text(npc.about)}", words)]
    return npcs[skip : skip + most + 1]


def location_tree(rows: list[WorldEntry]) -> list[WorldEntry]:
    """Locations in the order of a table of contents; one inside a hidden place is at the top level."""
    known = {row.pk for row in rows}
    below: dict[int | None, list[WorldEntry]] = {}
    for row in rows:
        below.setdefault(row.parent_id if row.parent_id in known else None, []).append(row)
    ordered: list[WorldEntry] = []

    def lay(parent: int | None, deep: int) -> None:
        for row in below.get(parent, []):
            row.deep = min(deep, 4)  # type: ignore[attr-defined]
            ordered.append(row)
            lay(row.pk, deep + 1)

    lay(None, 0)
    return ordered

"""The search in what only GMs read: preparations of encounters, and imported adventures.

A campaign has thousands of them at most, and most words are in few. So the database picks the rows that contain the
words anywhere, and the rows' readable texts decide; they have no full-text index.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.queries import limit_to_period
from campaigns.log.calendar.models import InWorldDate
from campaigns.modules.access import imported_objects
from campaigns.modules.format.references import parse_reference
from campaigns.modules.format.text import links_as_words
from campaigns.modules.models import ImportedObject
from campaigns.overview.search import index
from campaigns.overview.search.filters import SearchFilters
from people.models import Member

# Fields of a module that are no words to read: keys, sources and numbers of the format.
UNREAD = {"id", "key", "kind", "type", "collection", "sha256", "file", "path", "provenance", "source_stats", "spdx"}


def find_encounters(membership: Member, words: list[str], most: int, filters: SearchFilters) -> list[Encounter]:
    """The newest encounters whose title and notes contain all words; none for anyone but GMs.

    Of a character those in which it takes part; of a range of dates in the world those of its sessions."""
    if not membership.is_gm:
        return []
    rows = visible_encounters(membership).filter(index.contains_words(words, "title", "notes")).order_by("-pk")
    if filters.session is not None:
        rows = rows.filter(session=filters.session)
    if filters.character is not None:
        took_part = Participant.objects.filter(character=filters.character).values("encounter")
        prepared = EncounterGroup.objects.filter(character=filters.character).values("encounter")
        rows = rows.filter(Q(pk__in=took_part) | Q(pk__in=prepared))
    if filters.in_world:
        rows = rows.filter(session__in=filters.ids_with_date(membership, InWorldDate.Kind.SESSION, "session"))
    return _first(
        most, limit_to_period(rows, filters.period).iterator(), lambda row: f"{row.title}\n{row.notes}", words
    )


def find_objects(membership: Member, words: list[str], most: int) -> list[ImportedObject]:
    """The imported objects whose title and texts contain all words, in their order; none for anyone but GMs."""
    if not membership.is_gm:
        return []
    rows = (
        imported_objects(membership)
        .filter(index.contains_words(words, "title", json_fields=["current"]))
        .defer("base", "made")
    )
    return _first(most, rows.iterator(), object_text, words)


def object_text(row: ImportedObject) -> str:
    """Everything that a GM can read of an imported object."""
    return "\n".join([row.title, *texts_of(row)])


def texts_of(row: ImportedObject) -> Iterator[str]:
    """The texts of an imported object without its title."""
    return _strings({name: part for name, part in row.current.items() if name not in ("title", "name")})


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if parse_reference(value) is None:
            yield links_as_words(value)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in UNREAD:
                yield from _strings(part)


def _first(most: int, rows: Iterable[Any], text: Any, words: list[str]) -> list[Any]:
    """The first rows whose text contains every word as the beginning of a word."""
    matching: list[Any] = []
    for row in rows:
        if index.has_word_beginnings(text(row), words):
            matching.append(row)
            if len(matching) == most:
                break
    return matching

"""The pages of an adventure at the table of an encounter: those about the encounter, and the way to all others."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models.fields.json import KT
from django.urls import reverse

from campaigns.encounters.models import Encounter
from campaigns.modules.access import imported_objects
from campaigns.modules.format.references import parse_reference
from campaigns.modules.models import ImportedObject
from campaigns.modules.queries import AdventureReader, numbered_title
from people.models import Member

SCENES, LOCATIONS = "scenes", "locations"
# The order in which a GM looks for a text to read aloud.
PLACES: Final = (SCENES, LOCATIONS)
Place = tuple[str, str, str]


class PageName(NamedTuple):
    """An object of an adventure with its title, without its text."""

    pk: int
    module_key: str
    collection: str
    key: str
    title: str

    @property
    def place(self) -> Place:
        """Module, collection and key."""
        return self.module_key, self.collection, self.key


@dataclass(frozen=True, slots=True)
class EncounterPages:
    """The pages about an encounter, and all scenes and locations of the campaign's adventures in their order."""

    about: list[PageName]
    places: list[PageName]

    def contents(self, module_key: str = "") -> list[tuple[str, list[PageName]]]:
        """The scenes and locations of an adventure, or of all, by collection."""
        rows = [place for place in self.places if module_key in ("", place.module_key)]
        rows_by_collection = [(name, [row for row in rows if row.collection == name]) for name in PLACES]
        return [(name, pages) for name, pages in rows_by_collection if pages]


class AdventureTableReader(AdventureReader):
    """An imported module whose links lead to pages at the table of an encounter."""

    def __init__(self, membership: Member, module_key: str, encounter: Encounter) -> None:
        self.table = encounter.pk
        super().__init__(membership, module_key)

    def address(self, module: str, collection: str, key: str) -> str:
        """The URL of an imported object at the table."""
        return reverse("encounter-adventure-page", args=[self.table, module, collection, key])


def source_of(encounter: Encounter) -> ImportedObject | None:
    """The object that the encounter, or the first of those that it repeats, was imported from."""
    return encounter.source or encounter.repeated_source


def pages_of(membership: Member, source: ImportedObject | None) -> EncounterPages:
    """The pages for an encounter with this source (`source_of`), or without one; GMs only.

    About the encounter are the scenes and locations that name it, the locations of these scenes, and its own page."""
    rows = imported_objects(membership).filter(collection__in=PLACES).order_by("module_key", "position", "id")
    places: list[PageName] = []
    naming: set[Place] = set()
    for pk, module_key, collection, key, title, number, encounters, location in rows.values_list(
        *PageName._fields, KT("current__number"), "current__encounters", "current__location"
    ):
        page = PageName(pk, module_key, collection, key, numbered_title(title, number))
        places.append(page)
        if source is not None and _place_of(source) in {_resolve(page, text) for text in encounters or []}:
            naming |= {page.place, _resolve(page, location)}
    about = [page for name in PLACES for page in places if page.collection == name and page.place in naming]
    if source is not None and not source.tombstone:
        about.append(PageName(source.pk, *_place_of(source), source.title))
    return EncounterPages(about, places)


def _place_of(row: ImportedObject) -> Place:
    return row.module_key, row.collection, row.key


def _resolve(page: PageName, text: str | None) -> Place:
    """The place that a reference on a page names; a place that does not exist for no reference."""
    reference = parse_reference(text)
    return (reference.module or page.module_key, reference.collection, reference.key) if reference else ("", "", "")

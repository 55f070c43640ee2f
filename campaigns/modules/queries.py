"""Reads of the module library and of imported modules, for pages and the API."""

import functools
import re
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import F, QuerySet
from django.db.models.fields.json import KT
from django.urls import reverse

from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.modules import reading, stats_conversion
from campaigns.modules.access import deleted_objects, import_runs_of, imported_objects, visible_module_versions
from campaigns.modules.format import version_ranges
from campaigns.modules.format.references import Known, Reference, own_references, parse_reference
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import installed_versions
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from characters.models import Character
from people.access import get_visible_row
from people.models import Member, User

RECENT_RUNS = 20
WORD = re.compile(r"\w+")
PICTURES = ("portrait", "asset", "player_asset")
FOE_PARTS = ("size", "kind", "stats", "source_stats", "blocks")


def known_to(user: User) -> Known:
    """A lookup of the references in required modules: in the newest version in the range that the person may read."""
    known_keys: dict[tuple[str, str], set[str] | None] = {}

    def known(key: str, wanted: str = "") -> set[str] | None:
        if (key, wanted) not in known_keys:
            newest = newest_of(user, key, wanted)
            known_keys[key, wanted] = own_references(newest.document) if newest else None
        return known_keys[key, wanted]

    return known


def newest_of(user: User, key: str, wanted: str = "") -> ModuleVersion | None:
    """The newest version of a module in the range that the person may read."""
    rows = visible_module_versions(user).filter(module__key=key).defer("document")
    versions = [row for row in rows if version_ranges.fits(row.version, wanted)]
    return max(versions, key=lambda version: installed_versions.precedence(version.version), default=None)


def foes_by_name(user: User) -> dict[str, dict[str, Any]]:
    """The monsters with figures in the newest modules that the person may read, by name in lower case.

    Also by its key with spaces, unless that is a name: "centipede giant" for Centipede, Giant."""
    foes: dict[str, dict[str, Any]] = {}
    keys: dict[str, dict[str, Any]] = {}
    for row in reversed(library(user)):
        for item in row.document.get("monsters", []):
            kept = {part: item[part] for part in FOE_PARTS if part in item}
            licence = item.get("licence") or row.document["module"]["licence"]
            if "stats" in kept or "source_stats" in kept:
                foes[item["name"].lower()] = keys[item["key"].replace("-", " ")] = kept | {"licence": licence}
    return keys | foes


def library(user: User) -> list[ModuleVersion]:
    """The newest version of every module that the person may import, without the documents."""
    newest: dict[int, ModuleVersion] = {}
    for row in visible_module_versions(user).defer("document"):
        held = newest.get(row.module_id)
        if held is None or installed_versions.precedence(row.version) > installed_versions.precedence(held.version):
            newest[row.module_id] = row
    return sorted(newest.values(), key=lambda row: (row.module.title.lower(), row.pk))


def version(user: User, version_id: Any) -> ModuleVersion:
    """A version that the person may read, or 404."""
    return get_visible_row(visible_module_versions(user), pk=version_id)


def version_of(user: User, key: str, number: str) -> ModuleVersion:
    """A version by module key and number, preferably the person's own upload; or 404."""
    rows = visible_module_versions(user).order_by(F("module__owner").desc(nulls_last=True))
    return get_visible_row(rows, module__key=key, version=number)


def has_module(user: User, key: str) -> bool:
    """Whether the person may read any version of a module."""
    return visible_module_versions(user).filter(module__key=key).exists()


def size_of(version: ModuleVersion) -> int:
    """The number of objects in a version."""
    return sum(len(version.document.get(name, [])) for name in SINGULAR)


def runs(membership: Member) -> list[ImportRun]:
    """The latest imports, newest first; GMs only."""
    return list(import_runs_of(membership).defer("version__document")[:RECENT_RUNS])


def run(membership: Member, run_id: Any) -> ImportRun:
    """One import of the campaign; GMs only."""
    return get_visible_row(import_runs_of(membership).defer("version__document"), pk=run_id)


@dataclass(slots=True)
class ImportedModule:
    """A module in a campaign."""

    key: str
    title: str
    version: str
    objects: int = 0
    has_pictures: bool = False

    @property
    def export_query(self) -> str:
        """The query of the export's address: an archive if there are pictures, without which no import is possible."""
        return urlencode({"key": self.key} | ({"as": "zip"} if self.has_pictures else {}))


def imported_modules(membership: Member) -> list[ImportedModule]:
    """The modules of the campaign by title; GMs only."""
    runs = list(import_runs_of(membership).defer("version__document").order_by("id"))
    titles = {row.version.module.key: row.version.module.title for row in runs}
    done = [row.version for row in runs if row.status == ImportRun.Status.DONE]
    installed = {version.module.key: version.version for version in done}
    modules: dict[str, ImportedModule] = {}
    rows = imported_objects(membership).order_by("module_key")
    for key, number, collection in rows.values_list("module_key", "base_version", "collection"):
        module = modules.setdefault(key, ImportedModule(key, titles.get(key, key), number))
        # Only parts are left of a module whose imports were all taken back: the highest version of these parts.
        module.version = installed.get(key) or max(number, module.version, key=installed_versions.precedence)
        module.objects += 1
        module.has_pictures |= collection == "assets"
    return sorted(modules.values(), key=lambda module: module.title.lower())


def party_size(membership: Member) -> int | None:
    """The number of active player characters in the campaign, at most 10; None if there are none."""
    rows = Character.objects.filter(
        campaign=membership.campaign_id, kind=Character.Kind.PC, status=Character.Status.ACTIVE
    )
    return min(rows.count(), 10) or None


class ObjectTitle(NamedTuple):
    """The title of an imported object without its text."""

    module_key: str
    collection: str
    key: str
    title: str


def numbered_title(title: str, number: str | None) -> str:
    """The title of a place with the number that its map prints, unless the title has it: “H5. Bedroom”, “Room 1”."""
    printed = (number or "").strip()
    has_number = printed.lower() in WORD.findall(title.lower())
    return title if has_number or not printed else f"{printed}. {title}"


def read_titles(rows: QuerySet[ImportedObject]) -> list[ObjectTitle]:
    """The titles of objects, with the numbers of places."""
    return [
        ObjectTitle(module_key, collection, key, numbered_title(title, number))
        for module_key, collection, key, title, number in rows.values_list(*ObjectTitle._fields, KT("current__number"))
    ]


def get_newest_run(membership: Member, module_key: str) -> ImportRun | None:
    """The newest completed import of a module, otherwise the newest of any status; None if there is none."""
    runs = import_runs_of(membership).filter(version__module__key=module_key)
    return runs.filter(status=ImportRun.Status.DONE).first() or runs.first()


class AdventureReader:
    """An imported module for its GM, read with a fixed number of queries. 404 if it was not imported."""

    def __init__(self, membership: Member, module_key: str) -> None:
        self.membership, self.key = membership, module_key
        names = imported_objects(membership).order_by("position", "id")
        everything = read_titles(names)
        self.names = [name for name in everything if name.module_key == module_key]
        if not self.names and not self.deleted():
            get_visible_row(imported_objects(membership).none())
        self.titles = {name[:3]: name.title for name in everything}
        newest = get_newest_run(membership, module_key)
        self.version: ModuleVersion | None = newest.version if newest else None
        self.head: dict[str, Any] = self.version.document["module"] if self.version else {}

    @property
    def title(self) -> str:
        """The module's title."""
        return str(self.head.get("title", self.key))

    def address(self, module: str, collection: str, key: str) -> str:
        """The URL of an imported object."""
        return reverse("module-object", args=[self.membership.campaign_id, module, collection, key])

    def resolve(self, reference: Reference) -> tuple[str, str] | None:
        """Title and URL of a referenced object; None if it was not imported; without a URL if it was deleted."""
        place = (reference.module or self.key, reference.collection, reference.key)
        if place in self.titles:
            return self.titles[place], self.address(*place)
        return (self.gone[place], "") if place in self.gone else None

    @functools.cached_property
    def gone(self) -> dict[tuple[str, str, str], str]:
        """The titles of the deleted objects of all modules."""
        return {name[:3]: name.title for name in read_titles(deleted_objects(self.membership))}

    def present(self, row: ImportedObject) -> reading.PresentedObject:
        """The object ready for a template."""
        game = self.membership.campaign.system
        shown = reading.present(row.collection, row.current, self.head, game, self.resolve, self.tables)
        named = [*row.current.get("assets", []), *(row.current.get(name) for name in PICTURES)]
        if row.collection == "assets":
            named.append(f"asset:{row.key}")
        for reference in filter(None, map(parse_reference, named)):
            if title := self.titles.get((reference.module or row.module_key, "assets", reference.key)):
                place = (self.membership.campaign_id, reference.module or row.module_key, reference.key)
                shown.pictures.append((reverse("module-picture", args=place), title, reference.key))
        return shown

    @functools.cached_property
    def tables(self) -> stats_conversion.Tables:
        """The tables that convert difficulties of other games."""
        return stats_conversion.tables_in_force(self.membership.campaign)

    def contents(self) -> list[tuple[str, list[tuple[ObjectTitle, str]]]]:
        """All objects by collection, in the module's order: (collection, [(name, URL)])."""
        contents_by_chapter: dict[str, list[tuple[ObjectTitle, str]]] = {}
        for name in self.names:
            contents_by_chapter.setdefault(name.collection, []).append((name, self.address(*name[:3])))
        return [
            (collection, contents_by_chapter[collection])
            for collection in SINGULAR
            if collection in contents_by_chapter
        ]

    def chapters(self) -> list[reading.PresentedObject]:
        """The chapters in reading order."""
        rows = imported_objects(self.membership).filter(module_key=self.key, collection="chapters")
        return [self.present(row) for row in rows.order_by("position", "id")]

    def object(self, collection: str, key: str) -> ImportedObject:
        """One object of the module, or 404."""
        rows = imported_objects(self.membership).filter(module_key=self.key)
        # Compared in Python first, because a URL may contain text that the database cannot store.
        if (self.key, collection, key) not in self.titles:
            return get_visible_row(rows.none())
        return get_visible_row(rows, collection=collection, key=key)

    def deleted(self) -> list[tuple[ObjectTitle, str]]:
        """The deleted objects of the module, with the URLs that restore them."""
        rows = deleted_objects(self.membership).order_by("position", "id")
        # Compared in Python, because a URL may contain text that the database cannot store.
        names = [name for name in read_titles(rows) if name.module_key == self.key]
        return [(name, reverse("module-object-back", args=[self.membership.campaign_id, *name[:3]])) for name in names]

    def deleted_object(self, collection: str, key: str) -> ImportedObject:
        """One deleted object, or 404."""
        rows = deleted_objects(self.membership).filter(module_key=self.key)
        if (self.key, collection, key) not in {name[:3] for name, _address in self.deleted()}:
            return get_visible_row(rows.none())
        return get_visible_row(rows, collection=collection, key=key)

    def encounter(self, row: ImportedObject) -> Encounter | None:
        """The encounter that was imported from the object."""
        return visible_encounters(self.membership).filter(source=row.pk).first()

    def neighbours(self, row: ImportedObject) -> tuple[str, str]:
        """The URLs of the previous and next objects in the collection; empty at the ends."""
        same = [name for name in self.names if name.collection == row.collection]
        place = next(number for number, name in enumerate(same) if name.key == row.key)
        around = [same[place - 1] if place else None, same[place + 1] if place + 1 < len(same) else None]
        before, after = (self.address(*name[:3]) if name else "" for name in around)
        return before, after

"""Reads of the library and of what a campaign imported, for pages and the API."""

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F
from django.urls import reverse

from campaigns import access
from campaigns.models import Encounter, ImportedObject, ImportRun, Member, ModuleVersion, User
from campaigns.modules import convert, planning, ranges, reading
from campaigns.modules.references import Known, Reference, own_references, parsed
from campaigns.modules.schema import SINGULAR
from characters.models import Character

RECENT_RUNS = 20
PICTURES = ("portrait", "asset", "player_asset")
FOE_PARTS = ("size", "kind", "stats", "source_stats", "blocks")


def known_to(user: User) -> Known:
    """What a required module has, by the newest version in the wanted range that the person may read; asked once."""
    found: dict[tuple[str, str], set[str] | None] = {}

    def known(key: str, wanted: str = "") -> set[str] | None:
        if (key, wanted) not in found:
            newest = newest_of(user, key, wanted)
            found[key, wanted] = own_references(newest.document) if newest else None
        return found[key, wanted]

    return known


def newest_of(user: User, key: str, wanted: str = "") -> ModuleVersion | None:
    """The newest version of a module that the person may read and that lies in the range."""
    rows = access.module_versions(user).filter(module__key=key).defer("document")
    versions = [row for row in rows if ranges.fits(row.version, wanted)]
    return max(versions, key=lambda one: planning.precedence(one.version), default=None)


def foes_of(user: User) -> Any:
    """Answers the name of a creature with its figures from the newest modules the person may read, or None."""
    found: dict[str, dict[str, Any]] = {}
    asked = False

    def foe(name: str) -> dict[str, Any] | None:
        nonlocal asked
        if not asked:
            asked = True
            for row in reversed(library(user)):
                for item in row.document.get("monsters", []):
                    kept = {part: item[part] for part in FOE_PARTS if part in item}
                    licence = item.get("licence") or row.document["module"]["licence"]
                    if "stats" in kept or "source_stats" in kept:
                        found[item["name"].lower()] = kept | {"licence": licence}
        return found.get(name.lower())

    return foe


def library(user: User) -> list[ModuleVersion]:
    """Every module the person may import, each in its newest version, without the documents."""
    newest: dict[int, ModuleVersion] = {}
    for row in access.module_versions(user).defer("document"):
        held = newest.get(row.module_id)
        if held is None or planning.precedence(row.version) > planning.precedence(held.version):
            newest[row.module_id] = row
    return sorted(newest.values(), key=lambda row: (row.module.title.lower(), row.pk))


def version(user: User, version_id: Any) -> ModuleVersion:
    """A version the person may read, else 404."""
    return access.found(access.module_versions(user), pk=version_id)


def version_of(user: User, key: str, number: str) -> ModuleVersion:
    """A version by module key and number: the person's own upload before the shared one; else 404."""
    rows = access.module_versions(user).order_by(F("module__owner").desc(nulls_last=True))
    return access.found(rows, module__key=key, version=number)


def size_of(version: ModuleVersion) -> int:
    """How many objects a version holds."""
    return sum(len(version.document.get(name, [])) for name in SINGULAR)


def runs(own: Member) -> list[ImportRun]:
    """The latest imports, newest first; GMs only."""
    return list(access.import_runs(own).defer("version__document")[:RECENT_RUNS])


def run(own: Member, run_id: Any) -> ImportRun:
    """One import of the campaign; GMs only."""
    return access.found(access.import_runs(own).defer("version__document"), pk=run_id)


@dataclass(frozen=True, slots=True)
class Imported:
    """A module as it stands in a campaign."""

    key: str
    title: str
    version: str
    objects: int


def imported(own: Member) -> list[Imported]:
    """The modules of the campaign by title; GMs only."""
    titles = {
        row.version.module.key: row.version.module.title
        for row in access.import_runs(own).defer("version__document").order_by("id")
    }
    found: dict[str, Imported] = {}
    for key, number in access.imported(own).order_by("module_key").values_list("module_key", "base_version"):
        before = found.get(key)
        number = max(number, before.version, key=planning.precedence) if before else number
        found[key] = Imported(key, titles.get(key, key), number, before.objects + 1 if before else 1)
    return sorted(found.values(), key=lambda one: one.title.lower())


def party_size(own: Member) -> int | None:
    """How many player characters are active in the campaign, at most 10; None when there are none."""
    rows = Character.objects.filter(campaign=own.campaign_id, kind=Character.Kind.PC, status=Character.Status.ACTIVE)
    return min(rows.count(), 10) or None


class Named(NamedTuple):
    """An imported object by name; its text is fetched only for the page that shows it."""

    module_key: str
    collection: str
    key: str
    title: str


class Reader:
    """An imported module for its GM: a fixed number of queries, however much is in it. 404 when it is not there."""

    def __init__(self, own: Member, module_key: str) -> None:
        self.own, self.key = own, module_key
        names = access.imported(own).order_by("position", "id")
        everything = [Named(*row) for row in names.values_list(*Named._fields)]
        self.names = [name for name in everything if name.module_key == module_key]
        if not self.names and not self.deleted():
            access.found(access.imported(own).none())
        self.titles = {name[:3]: name.title for name in everything}
        newest = access.import_runs(own).filter(version__module__key=module_key).first()
        self.version: ModuleVersion | None = newest.version if newest else None
        self.head: dict[str, Any] = self.version.document["module"] if self.version else {}

    @property
    def title(self) -> str:
        """The module's title."""
        return str(self.head.get("title", self.key))

    def address(self, module: str, collection: str, key: str) -> str:
        """Where an imported object is read."""
        return reverse("module-object", args=[self.own.campaign_id, module, collection, key])

    def resolve(self, reference: Reference) -> tuple[str, str] | None:
        """Title and address of what a reference names, or None when it was not imported; no address once deleted."""
        place = (reference.module or self.key, reference.collection, reference.key)
        if place in self.titles:
            return self.titles[place], self.address(*place)
        return (self.gone[place], "") if place in self.gone else None

    @functools.cached_property
    def gone(self) -> dict[tuple[str, str, str], str]:
        """What the GM deleted of all modules, by its title."""
        rows = access.deleted_here(self.own).values_list(*Named._fields)
        return {name[:3]: name.title for name in (Named(*row) for row in rows)}

    def present(self, row: ImportedObject) -> reading.Presented:
        """The object ready for a template."""
        game = self.own.campaign.system
        shown = reading.present(row.collection, row.current, self.head, game, self.resolve, self.tables)
        named = [*row.current.get("assets", []), *(row.current.get(name) for name in PICTURES)]
        if row.collection == "assets":
            named.append(f"asset:{row.key}")
        for reference in filter(None, map(parsed, named)):
            if title := self.titles.get((reference.module or row.module_key, "assets", reference.key)):
                place = (self.own.campaign_id, reference.module or row.module_key, reference.key)
                shown.pictures.append((reverse("module-picture", args=place), title, reference.key))
        return shown

    @functools.cached_property
    def tables(self) -> convert.Tables:
        """The tables by which difficulties of other games are read."""
        return convert.in_force(self.own.campaign)

    def contents(self) -> list[tuple[str, list[tuple[Named, str]]]]:
        """Everything by collection, in the module's order: (collection, [(name, address)])."""
        found: dict[str, list[tuple[Named, str]]] = {}
        for name in self.names:
            found.setdefault(name.collection, []).append((name, self.address(*name[:3])))
        return [(collection, found[collection]) for collection in SINGULAR if collection in found]

    def chapters(self) -> list[reading.Presented]:
        """The chapters in reading order."""
        rows = access.imported(self.own).filter(module_key=self.key, collection="chapters")
        return [self.present(row) for row in rows.order_by("position", "id")]

    def object(self, collection: str, key: str) -> ImportedObject:
        """One object of the module; 404 when there is none."""
        rows = access.imported(self.own).filter(module_key=self.key)
        # Looked up by name first: an address may hold what no database column takes.
        if (self.key, collection, key) not in self.titles:
            return access.found(rows.none())
        return access.found(rows, collection=collection, key=key)

    def deleted(self) -> list[tuple[Named, str]]:
        """What the GM deleted of the module, with the address that brings it back."""
        rows = access.deleted_here(self.own).order_by("position", "id")
        # Chosen here, not by the database: an address may hold what no column takes.
        names = [name for name in (Named(*row) for row in rows.values_list(*Named._fields)) if name[0] == self.key]
        return [(name, reverse("module-object-back", args=[self.own.campaign_id, *name[:3]])) for name in names]

    def deleted_object(self, collection: str, key: str) -> ImportedObject:
        """One object that the GM deleted; 404 when there is none."""
        rows = access.deleted_here(self.own).filter(module_key=self.key)
        if (self.key, collection, key) not in {name[:3] for name, _address in self.deleted()}:
            return access.found(rows.none())
        return access.found(rows, collection=collection, key=key)

    def encounter(self, row: ImportedObject) -> Encounter | None:
        """The encounter that was prepared from the object."""
        return access.encounters(self.own).filter(source=row.pk).first()

    def neighbours(self, row: ImportedObject) -> tuple[str, str]:
        """The addresses of the objects before and after it in its collection; empty at the ends."""
        same = [name for name in self.names if name.collection == row.collection]
        place = next(number for number, name in enumerate(same) if name.key == row.key)
        around = [same[place - 1] if place else None, same[place + 1] if place + 1 < len(same) else None]
        before, after = (self.address(*name[:3]) if name else "" for name in around)
        return before, after

"""The current state of an imported module in a campaign, including what people changed.

Monsters, NPCs and preparations are edited on their own pages. `made` stores what the import wrote there, so that
differences are people's changes; these are read back into the object before comparisons."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.modules import stats_conversion
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.references import IN_MARKDOWN, parse_reference
from campaigns.modules.format.semantics import clean_name
from campaigns.modules.imports.text_marks import is_written_text
from campaigns.modules.models import ImportedObject
from common.line_ends import unix_line_ends
from people.models import Campaign

Item = dict[str, Any]
Place = tuple[str, str]
LOCAL_TEXT_KEY = "written-here"


@dataclass(slots=True)
class LocalObject:
    """The current state of one object: its row, its content with people's changes, and whether it was deleted.

    `lines` are the imported monster lines of its preparation by group name. `stored` is (base, content) before a rename
    in the module changed keys or references in them, else None."""

    row: ImportedObject
    local: Item
    deleted: bool = False
    encounter: Encounter | None = None
    lines: dict[str, EncounterGroup] = field(default_factory=dict)
    stored: tuple[Item, Item] | None = None

    @property
    def edited(self) -> bool:
        """Whether people changed the object here."""
        return self.deleted or self.local != self.row.base

    @property
    def has_lost_row(self) -> bool:
        """Whether a row that the import created for the object was deleted."""
        return _has_lost_figures(self.row) or ("encounter" in self.row.made and self.encounter is None)

    @property
    def remaining_made(self) -> Item:
        """What the import wrote into those rows of the object that still exist."""
        rows = {"monster": self.row.monster, "character": self.row.character, "encounter": self.encounter}
        return {name: mark for name, mark in self.row.made.items() if rows.get(name) is not None}

    @property
    def mark(self) -> list[Any]:
        """A value that changes whenever the object changes."""
        changed = digest(self.local) if self.local != self.row.base else ""
        place = [self.row.collection, self.row.key, self.row.base_digest]
        return [*place, changed, self.deleted, self.row.orphan, *self._written_rows]

    @property
    def _written_rows(self) -> list[Any]:
        """What an import reads before it locks and writes again, and what is not read back into the object."""
        monster, character, encounter = self.row.monster, self.row.character, self.encounter
        marks: list[Any] = [monster and monster.revision, character and character.revision]
        if encounter is not None:
            lines = {name: line_mark(line) for name, line in self.lines.items()}
            marks += [encounter.status, digest(encounter.notes), digest(lines)]
        return marks


@dataclass(slots=True)
class LocalModule:
    """All objects of one module in one campaign, by collection and key."""

    objects: dict[Place, LocalObject] = field(default_factory=dict)

    def fingerprint(self) -> str:
        """A hash that stays the same as long as nothing of the module changes here."""
        return digest([local_object.mark for _place, local_object in sorted(self.objects.items())])


def read_local_module(campaign: Campaign, module_key: str, renames: dict[str, str] | None = None) -> LocalModule:
    """The current state of the module; with `renames` ("monster:old" -> "monster:new") under the new keys."""
    rows = ImportedObject.objects.filter(campaign=campaign, module_key=module_key)
    encounters = {
        encounter.source_id: encounter
        for encounter in Encounter.objects.filter(campaign=campaign, source__module_key=module_key).prefetch_related(
            "groups"
        )
    }
    monsters = imported_monsters(campaign)
    local_module = LocalModule()
    tables = cache(lambda: stats_conversion.tables_in_force(campaign))  # read only if figures were changed here
    for row in rows.select_related("monster", "character").order_by("position", "id"):
        encounter = encounters.get(row.pk)
        lines = lines_of(encounter, monsters) if encounter else {}
        local = collect_changes(row, campaign.system, encounter, lines, tables)
        local_module.objects[row.collection, row.key] = LocalObject(row, local, is_deleted(row), encounter, lines)
    return _rename(local_module, renames or {})


def is_deleted(row: ImportedObject) -> bool:
    """Whether the object was deleted here, or the monster or NPC that the import created for it."""
    return row.tombstone or _has_lost_figures(row)


def _has_lost_figures(row: ImportedObject) -> bool:
    """Whether the monster or NPC that the import created was deleted."""
    lost_monster = "monster" in row.made and row.monster_id is None
    return lost_monster or ("character" in row.made and row.character_id is None)


def imported_monsters(campaign: Campaign) -> set[int]:
    """The ids of the monsters that imports made for objects of the campaign."""
    rows = ImportedObject.objects.filter(campaign=campaign, monster__isnull=False)
    return set(rows.order_by().values_list("monster", flat=True))


def collect_changes(
    row: ImportedObject,
    system: str,
    encounter: Encounter | None,
    lines: dict[str, EncounterGroup],
    tables: Callable[[], stats_conversion.Tables] | None = None,
) -> Item:
    """A copy of the object with the changes from its monster, NPC or preparation with its lines (`lines_of`).

    `tables` returns the tables with which figures are converted in the campaign; without it they are the shipped ones.
    """
    patches = [*_of_monster(row), *_of_character(row), *_of_encounter(row, encounter, lines)]
    if not patches:
        return row.current
    local = copy.deepcopy(row.current)
    for name, value in patches:
        if name == "stats":
            base = row.current.get("stats", {}).get(system)
            base = base or stats_conversion.stats(system, row.current, tables() if tables else None)
            local.setdefault("stats", {})[system] = stats_conversion.from_engine(system, value, base)
        elif value == "" or value is None:
            local.pop(name, None)
        else:
            local[name] = value
    return local


def _of_monster(row: ImportedObject) -> Iterator[tuple[str, Any]]:
    written, monster = row.made.get("monster"), row.monster
    if not written or monster is None:
        return
    kind = "role" if row.collection == "npcs" else "kind"
    if monster.name != written["name"]:
        yield "name", clean_name(monster.name) or written["name"]
    if monster.kind != written["kind"]:
        yield kind, monster.kind
    if monster.size != written["size"] and row.collection == "monsters":
        yield "size", monster.size[:30]  # the limit of the format
    if monster.stats != written["stats"]:
        yield "stats", monster.stats
    if not is_written_text(monster.text, written["text"]):
        text = unix_line_ends(monster.text)
        yield "blocks", [{"key": LOCAL_TEXT_KEY, "kind": "gm", "md": text}] if text else None


def _of_character(row: ImportedObject) -> Iterator[tuple[str, Any]]:
    # An NPC's notes, and whether the players know them, belong to play and are not read back.
    written, character = row.made.get("character"), row.character
    if written and character is not None and character.name != written["name"]:
        yield "name", clean_name(character.name) or written["name"]


def _of_encounter(
    row: ImportedObject, encounter: Encounter | None, lines: dict[str, EncounterGroup]
) -> Iterator[tuple[str, Any]]:
    written = row.made.get("encounter")
    if not written or encounter is None or encounter.status != Encounter.Status.PREPARED:
        return
    if encounter.title != written["title"]:
        yield "title", clean_name(encounter.title) or written["title"]
    if encounter.counts != written["counts"]:
        yield "counts_toward_level", encounter.counts
    groups = _groups(row.current.get("groups", []), written["lines"], lines)
    if groups is not None:
        yield "groups", groups


def lines_of(encounter: Encounter, monsters: set[int]) -> dict[str, EncounterGroup]:
    """The lines of a preparation with those monsters, by group name; the first one of equal names.

    With `imported_monsters`, lines with a GM's own monsters are not taken for the module's, whatever their group."""
    lines: dict[str, EncounterGroup] = {}
    for line in encounter.groups.all():
        if line.side == EncounterGroup.Side.MONSTERS and line.monster_id in monsters:
            lines.setdefault(line.group, line)
    return lines


def line_mark(line: EncounterGroup) -> dict[str, Any]:
    """The fields of a line that can change on the page of a preparation."""
    return {"count": line.count, "names": line.names, "note": line.note, "hidden": line.hidden}


def _groups(groups: list[Item], written_lines: dict[str, Any], lines: dict[str, EncounterGroup]) -> list[Item] | None:
    """The groups as the preparation has them now; None if nobody changed them."""
    now = []
    for group in groups:
        was = written_lines.get(group["key"])
        if was is None:
            now.append(group)
            continue
        line = lines.get(was["group"])
        if line is None:
            continue
        changed = dict(group)
        if line.count != was["count"]:
            changed["count"] = line.count
        if line.names != was["names"]:
            changed["names"] = [clean_name(str(name)) for name in line.names]
        if line.hidden != was.get("hidden", bool(group.get("hidden"))):
            changed["hidden"] = line.hidden
        now.append({name: value for name, value in changed.items() if name != "names" or value})
    return now if now != groups else None


def _rename(local_module: LocalModule, renames: dict[str, str]) -> LocalModule:
    """The module with renamed objects under their new keys, and with updated references."""
    pairs = {}
    for old, new in renames.items():
        before, after = parse_reference(old), parse_reference(new)
        if before is None or after is None or (after.collection, after.key) in local_module.objects:
            continue
        moved = local_module.objects.pop((before.collection, before.key), None)
        if moved is not None:
            pairs[before.short] = after.short
            _replace(moved, moved.row.base | {"key": after.key}, moved.local | {"key": after.key})
            local_module.objects[after.collection, after.key] = moved
    if pairs:
        for local_object in local_module.objects.values():
            base, local = local_object.row.base, local_object.local
            _replace(local_object, _update_references(base, pairs), _update_references(local, pairs))
    return local_module


def _replace(local_object: LocalObject, base: Item, local: Item) -> None:
    """Sets base and content in memory, and remembers those that are stored."""
    before = local_object.row.base, local_object.local
    if before != (base, local):
        local_object.stored = local_object.stored or before
        local_object.row.base, local_object.local = base, local


def _update_references(value: Any, pairs: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: inner if name == "x" else _update_references(inner, pairs) for name, inner in value.items()}
    if isinstance(value, list):
        return [_update_references(inner, pairs) for inner in value]
    if not isinstance(value, str):
        return value
    if value in pairs:
        return pairs[value]
    return IN_MARKDOWN.sub(lambda match: _update_link(match, pairs), value) if "[[" in value else value


def _update_link(match: Any, pairs: dict[str, str]) -> str:
    target = pairs.get(match[1].strip())
    return match[0].replace(match[1], target, 1) if target else str(match[0])

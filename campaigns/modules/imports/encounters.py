"""Updates the preparations of a campaign from the encounters of its modules, unless they have begun."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.modules.exports.own_content import STUB_MARK
from campaigns.modules.format.faults import ModuleInvalid, at
from campaigns.modules.format.references import Reference, parse_reference
from campaigns.modules.format.text import escape
from campaigns.modules.imports import needed_foes, stub_monsters
from campaigns.modules.imports.local_changes import is_deleted, line_mark
from campaigns.modules.imports.prepared_import import PreparedImport
from campaigns.modules.imports.rendering import LONGEST
from campaigns.modules.imports.text_marks import is_written_text, text_mark
from campaigns.modules.models import ImportedObject
from characters.models import Monster
from rules import play

Item = dict[str, Any]


def seats_foes(game: str) -> bool:
    """Whether opponents are participants in the game; otherwise their figures are notes for the GM."""
    try:
        play.monster_participant(game, {}, id="foe", name="foe", group=None, side="monsters")
    except play.Refused as refusal:
        # Any other refusal is about figures, which this test monster does not have.
        return refusal.code != "monster.none"
    return True


def sync(prepared: PreparedImport) -> None:
    """Writes the preparations of all encounters that the plan creates or changes."""
    written = [*prepared.fresh, *prepared.changed]
    steps = [(step, row) for step, row in written if step.collection == "encounters" and not row.tombstone]
    if steps:
        _Preparations(prepared).sync(steps)


class _Preparations:
    def __init__(self, prepared: PreparedImport) -> None:
        self.prepared, self.renderer = prepared, prepared.renderer
        self.module = prepared.version.module.key
        # Of all modules, because a rollback writes encounters of a version with other requirements. A preparation may
        # still use the monster of an object that was deleted here.
        rows = ImportedObject.objects.filter(campaign=prepared.campaign, collection__in=["monsters", "npcs"])
        self.rows = {
            (row.module_key, row.collection, row.key): row for row in rows.select_related("monster").defer("base")
        }
        # Objects of this import may not be stored completely yet.
        skipped = [step for step in prepared.plan.steps if step.action == "skipped_deleted"]
        deleted = [(step, step.local_object.row) for step in skipped if step.local_object]
        for step, row in [*prepared.fresh, *prepared.changed, *deleted]:
            if step.collection in {"monsters", "npcs"}:
                self.rows[self.module, step.collection, step.key] = row
        self.seats = seats_foes(prepared.campaign.system)
        self.made: list[Encounter] = []
        self.groups: list[EncounterGroup] = []

    def sync(self, steps: list[tuple[Any, ImportedObject]]) -> None:
        """Creates new preparations and changes those that have not begun."""
        for step, row in steps:
            self.renderer = self.prepared.renderer_of(step)
            encounter = step.local_object.encounter if step.local_object else None
            if encounter is None and "encounter" not in row.made:
                self._make(row)
            elif encounter is not None and encounter.status == Encounter.Status.PREPARED and "encounter" in row.made:
                self._change(encounter, step.local_object.lines, row)
        Encounter.objects.bulk_create(self.made, batch_size=500)
        EncounterGroup.objects.bulk_create(self.groups, batch_size=500)
        fresh = [row for step, row in steps if step.local_object is None]
        ImportedObject.objects.bulk_update(fresh, ["made"], batch_size=100)

    def _make(self, row: ImportedObject) -> None:
        fields, groups = self._fields(row), list(self._lines(Encounter(), row))
        campaign = self.prepared.campaign
        lines = groups if self.seats else []
        # Without a dealer players would see hidden participants, and nobody could reveal them.
        dealerless = campaign.dealerless and not any(line.hidden for _key, line in lines)
        encounter = Encounter(campaign=campaign, dealerless=dealerless, source=row, **fields)
        if groups:
            for position, (_key, line) in enumerate(lines):
                line.encounter, line.position = encounter, position
            self.made.append(encounter)
            self.groups += [line for _key, line in lines]
            self._remember(row, fields, lines)

    def _fields(self, row: ImportedObject) -> Item:
        """The fields of the preparation; if monsters are no participants, the notes list them."""
        fields = self.renderer.encounter(row.current)
        if not self.seats:
            descriptions = [self._describe(line) for _key, line in self._lines(Encounter(), row)]
            fields["notes"] = "\n\n".join([fields["notes"], *descriptions]).strip()[:LONGEST]
        return fields

    def _describe(self, line: EncounterGroup) -> str:
        assert line.monster is not None
        names = [f"**{line.count} × {escape(line.monster.name)}**"]
        names += [escape(", ".join(map(str, line.names)))] if line.names else []
        names += [_("hidden at first")] if line.hidden else []
        names += [escape(line.note)] if line.note else []
        return "\n\n".join([" · ".join(names), *filter(None, [str(line.monster.stats.get("text", ""))])])

    def _remember(self, row: ImportedObject, fields: Item, lines: Iterable[tuple[str, EncounterGroup]]) -> None:
        marks = {key: {"group": line.group, **line_mark(line)} for key, line in lines}
        written = {
            "title": fields["title"],
            "counts": fields["counts"],
            "notes": "" if fields["notes"] is None else text_mark(fields["notes"]),
            "lines": marks,
            "party_size": self.renderer.party_size,
        }
        row.made = row.made | {"encounter": written}

    def _change(self, encounter: Encounter, lines_here: dict[str, EncounterGroup], row: ImportedObject) -> None:
        """Writes the changes of the module; lines that people changed were merged before and stay."""
        before, fields = row.made["encounter"], self._fields(row)
        ours = is_written_text(encounter.notes, before["notes"])
        written = fields if ours else {"title": fields["title"], "counts": fields["counts"]}
        wanted = list(self._lines(encounter, row)) if self.seats else []
        needs_dealer = any(line.hidden for _key, line in wanted)
        _save(encounter, {**written, "dealerless": False} if needs_dealer else written)
        kept = {line.group for _key, line in wanted}
        gone = [line["group"] for line in before["lines"].values() if line["group"] not in kept]
        EncounterGroup.objects.filter(pk__in=[lines_here[name].pk for name in gone if name in lines_here]).delete()
        last = max((line.position for line in encounter.groups.all()), default=-1)
        stored = []
        for key, line in wanted:
            there = lines_here.get(line.group)
            if there is not None and there.note != before["lines"].get(key, {}).get("note"):
                line.note = there.note
            if there is None:
                last += 1
                line.position = last
                self.groups.append(line)
            elif line_mark(there) != line_mark(line) or there.monster_id != line.monster_id:
                there.count, there.names, there.note, there.monster = line.count, line.names, line.note, line.monster
                there.hidden = line.hidden
                there.save(update_fields=["count", "names", "note", "monster", "hidden"])
            stored.append((key, there or line))
        # Notes that people wrote stay, also at the next update.
        self._remember(row, fields if ours else fields | {"notes": None}, stored)

    def _lines(self, encounter: Encounter, row: ImportedObject) -> Iterable[tuple[str, EncounterGroup]]:
        places = {group["key"]: place for place, group in enumerate(row.current.get("groups", []))}
        for group, fields in self.renderer.lines(row.current):
            pointer = at("", "encounters", row.position, "groups", places[group["key"]], "who")
            foe = self._foe(group["who"], pointer)
            if foe is None:
                continue
            monster, name = foe
            fields["names"] = fields["names"] or ([name] if name else [])
            yield (
                group["key"],
                EncounterGroup(encounter=encounter, side=EncounterGroup.Side.MONSTERS, monster=monster, **fields),
            )

    def _foe(self, raw_reference: str, pointer: str) -> tuple[Monster, str] | None:
        """The bestiary row of a monster or NPC, and the NPC's name; None if it was deleted here.

        ModuleInvalid if it was never here."""
        reference = parse_reference(raw_reference)
        row = self._find_object(reference) or self._stub(reference)
        name = row.title if row is not None and row.collection == "npcs" else ""
        if row is not None and name and row.monster is None:
            row = self._find_object(parse_reference(row.current.get("monster")), row.module_key) or row
        if row is not None and row.monster is not None:
            return row.monster, name
        if row is not None and is_deleted(row):
            return None
        raise ModuleInvalid([needed_foes.unresolved(pointer, raw_reference)])

    def _stub(self, reference: Reference | None) -> ImportedObject | None:
        if reference is None or reference.module is None:
            return None
        row = self.rows.get((self.module, "monsters", stub_monsters.stub_key(reference)))
        return row if row is not None and STUB_MARK in row.current.get("x", {}) else None

    def _find_object(self, reference: Reference | None, module: str | None = None) -> ImportedObject | None:
        if reference is None:
            return None
        key = reference.module or module or self.module
        return self.rows.get((key, reference.collection, reference.key))


def _save(encounter: Encounter, fields: Item) -> None:
    for name, value in fields.items():
        setattr(encounter, name, value)
    encounter.save(update_fields=[*fields])

"""Carries out a plan: prepares all rows first, then writes them together."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.text import title, titles_of
from campaigns.modules.imports import bulk_writing, encounters, plans, rendering, usage
from campaigns.modules.imports.prepared_import import PreparedImport
from campaigns.modules.imports.rendering import Renderer, fighting_npcs
from campaigns.modules.imports.text_marks import is_written_text, text_mark
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion, ObjectState
from characters.models import Character, Monster
from people.models import Campaign, User

Item = dict[str, Any]
# Called with a stage, the number of finished objects, and the total.
Progress = Callable[[str, int, int], object]
PROGRESS_STEP = 200


def ignore_progress(stage: str, done: int, total: int) -> None:
    """Ignores progress."""


def prepare(
    campaign: Campaign, version: ModuleVersion, plan: plans.Plan, progress: Progress = ignore_progress
) -> PreparedImport:
    """Prepares the unsaved rows of a plan: the long part, which needs no lock and writes nothing."""
    renderer = _renderer(campaign, version.document, plan)
    prepared = PreparedImport(campaign, version, plan, renderer, _earlier_heads(campaign, version, plan))
    used = _used_though_deleted(campaign, plan)
    for number, step in enumerate(plan.steps):
        if number % PROGRESS_STEP == 0:
            progress("preparing", number, len(plan.steps))
        if step.action in {"create", "restore"}:
            row = (
                step.local_object.row
                if step.local_object
                else ImportedObject(campaign=campaign, collection=step.collection)
            )
            prepared.journal["objects"].append(_before(step) | ({"used": True} if row.pk in used else {}))
            prepared.fresh.append((step, _fill(row, step, version)))
            _render(prepared, row, step)
        elif step.action in plans.WRITES - {"remove"} and step.local_object is not None:
            prepared.journal["objects"].append(_before(step))
            prepared.changed.append((step, _fill(step.local_object.row, step, version)))
            _render(prepared, step.local_object.row, step)
        elif step.action == "remove":
            prepared.journal["objects"].append(_before(step))
    return prepared


def _used_though_deleted(campaign: Campaign, plan: plans.Plan) -> set[int]:
    """The ids of objects that the plan restores, and that play uses although they were deleted here."""
    deleted = [step.local_object.row for step in plan.steps if step.action == "restore" and step.local_object]
    return usage.in_play(campaign, deleted) if deleted else set()


def _renderer(campaign: Campaign, document: Item, plan: plans.Plan) -> Renderer:
    """The renderer for a plan, which may write objects that the document does not have: a rollback does."""
    written = [step for step in plan.steps if step.value is not None and step.action != "remove"]
    encounters_written = {"encounters": [step.value for step in written if step.collection == "encounters"]}
    titles = {step.ref: title(step.value) for step in written if step.value} | titles_of(document)
    # A rollback writes objects of an earlier version, in which they may have other titles.
    titles |= {step.ref: title(step.new) for step in written if step.base_version and step.new}
    fighting = fighting_npcs(document) | fighting_npcs(encounters_written)
    return Renderer(campaign, document["module"], titles, plan.options["party_size"], plan.tables, fighting)


def _earlier_heads(campaign: Campaign, version: ModuleVersion, plan: plans.Plan) -> dict[str, Item]:
    """The heads of the earlier versions whose objects the plan writes, by number; one query, if there are any."""
    numbers = {step.base_version for step in plan.steps} - {"", version.version}
    if not numbers:
        return {}
    runs = ImportRun.objects.filter(
        campaign=campaign, version__module__key=version.module.key, version__version__in=numbers
    )
    return dict(runs.order_by("id").values_list("version__version", "version__document__module"))


def _fill(row: ImportedObject, step: plans.Step, version: ModuleVersion) -> ImportedObject:
    assert step.new is not None
    assert step.value is not None
    row.module_key, row.key, row.position = version.module.key, step.key, step.position
    row.base, row.base_digest = step.new, digest(step.new)
    row.base_version, row.current = step.base_version or version.version, step.value
    row.title = rendering.title(step.value)[:200]
    row.tombstone, row.orphan = step.flags.get("tombstone", False), step.flags.get("orphan", False)
    if step.action == "restore" and step.local_object is not None:
        row.made = step.local_object.remaining_made
    return row


def _render(prepared: PreparedImport, row: ImportedObject, step: plans.Step) -> None:
    """Renders the fields of the object's monster, NPC or preparation."""
    if step.value is not None and not row.tombstone and prepared.renderer.fights_itself(step.collection, step.value):
        figures = _existing_figures(row, step, prepared)
        prepared.monsters[id(row)] = prepared.renderer_of(step).monster(step.value, figures)


def _existing_figures(row: ImportedObject, step: plans.Step, prepared: PreparedImport) -> Item | None:
    """The earlier converted figures, unless their source changed or a new conversion was requested."""
    written = row.made.get("monster")
    source = any(change.pointer.startswith("/source_stats") for change in step.changes)
    if not written or source or prepared.plan.options["reconvert"]:
        return None
    return {"converted": written["stats"]}


def _before(step: plans.Step) -> Item:
    """The previous state of the object for the journal; null for a new object."""
    local_object = step.local_object
    if local_object is None:
        return {"collection": step.collection, "key": step.key, "before": None}
    row = local_object.row
    base, value = local_object.stored or (row.base, local_object.local)
    return {
        "collection": step.collection,
        "key": step.key,
        "before": {
            "key": row.key,
            "base": base,
            "base_version": row.base_version,
            "value": value,
            "tombstone": local_object.deleted,
            "orphan": row.orphan,
            "position": row.position,
            "party_size": row.made.get("encounter", {}).get("party_size"),
        },
        **({"after": step.value} if step.value is not None and step.action != "remove" else {}),
    }


def write(prepared: PreparedImport, by: User) -> list[ImportedObject]:
    """Writes the prepared rows inside the caller's transaction; returns the new rows."""
    _monsters(prepared, by)
    _characters(prepared, by)
    new = [row for step, row in prepared.fresh if step.local_object is None]
    ImportedObject.objects.bulk_create(new, batch_size=500)
    encounters.sync(prepared)
    old = [row for step, row in [*prepared.fresh, *prepared.changed] if step.local_object is not None]
    bulk_writing.update_objects(old)
    _settle(prepared)
    _remove(prepared, by)
    return new


def _monsters(prepared: PreparedImport, by: User) -> None:
    fresh, old = [], []
    for _step, row in [*prepared.fresh, *prepared.changed]:
        fields = prepared.monsters.get(id(row))
        if fields is None:
            continue
        if row.monster is None:
            row.monster = Monster(campaign=prepared.campaign, system=prepared.campaign.system)
            fresh.append(row.monster)
        elif bulk_writing.differs(row.monster, fields):
            row.monster.revision += 1
            old.append(row.monster)
        bulk_writing.set_fields(row.monster, fields)
        row.made = row.made | {"monster": rendering.monster_mark(fields)}
    bulk_writing.create_with_history(Monster, fresh, by)
    bulk_writing.update_with_history(old, Monster, by, _("updated by a module"))


def _characters(prepared: PreparedImport, by: User) -> None:
    fresh, old = [], []
    for step, row in [*prepared.fresh, *prepared.changed]:
        if step.collection != "npcs" or step.value is None or row.tombstone:
            continue
        fields = prepared.renderer.character(step.value)
        if row.character is None:
            row.character = Character(
                campaign=prepared.campaign,
                kind=Character.Kind.NPC,
                sheet=bulk_writing.new_sheet(prepared.campaign.system),
                visible=step.value.get("visibility") == "player",
            )
            fresh.append(row.character)
        else:
            # Notes that people wrote stay; the module's text can be read in the module.
            if not is_written_text(row.character.gm_notes, row.made.get("character", {}).get("notes")):
                del fields["gm_notes"]
            if bulk_writing.differs(row.character, fields):
                row.character.revision += 1
                old.append(row.character)
        bulk_writing.set_fields(row.character, fields)
        notes = (
            text_mark(fields["gm_notes"]) if "gm_notes" in fields else row.made.get("character", {}).get("notes", "")
        )
        row.made = row.made | {"character": {"name": row.character.name, "notes": notes}}
    bulk_writing.create_with_history(Character, fresh, by)
    bulk_writing.update_with_history(old, Character, by, _("updated by a module"))


def _settle(prepared: PreparedImport) -> None:
    """Sets version and position of unchanged objects, and marks objects that left the module or were deleted."""
    module, steps = prepared.version.module.key, [step for step in prepared.plan.steps if step.local_object]
    rows = ImportedObject.objects.filter(campaign=prepared.campaign, module_key=module)
    for step in steps:
        assert step.local_object is not None
        row = step.local_object.row
        if step.action in {"unchanged", "keep"} and row.base_version != prepared.version.version:
            prepared.journal["calm"].setdefault(row.base_version, []).append(row.pk)
        elif step.action == "orphan" and not row.orphan:
            prepared.journal["marked"].append(row.pk)
    for ids in prepared.journal["calm"].values():
        rows.filter(pk__in=ids).update(base_version=prepared.version.version)
    rows.filter(pk__in=prepared.journal["marked"]).update(orphan=True)
    _move_unchanged(prepared, steps)
    _settle_deleted(prepared, [step for step in steps if step.action == "skipped_deleted"])
    for entry in prepared.journal["objects"]:
        old = (entry["before"] or {}).get("key", entry["key"])
        if old != entry["key"]:
            states = ObjectState.objects.filter(campaign=prepared.campaign, module_key=module)
            states.filter(collection=entry["collection"], key=old).update(key=entry["key"])


def _move_unchanged(prepared: PreparedImport, steps: list[plans.Step]) -> None:
    """Gives unchanged objects the position that they have in the new version."""
    moved = []
    for step in steps:
        row = step.local_object.row if step.local_object else None
        if row is not None and step.action in {"unchanged", "keep"} and row.position != step.position:
            prepared.journal["moved"].setdefault(str(row.position), []).append(row.pk)
            row.position = step.position
            moved.append(row)
    ImportedObject.objects.bulk_update(moved, ["position"], batch_size=500)


def _settle_deleted(prepared: PreparedImport, steps: list[plans.Step]) -> None:
    """Marks deleted objects as deleted here; renames them, and updates their references, as the module does."""
    deleted = [step.local_object for step in steps if step.local_object]
    ids = [local_object.row.pk for local_object in deleted]
    ImportedObject.objects.filter(pk__in=ids, tombstone=False).update(tombstone=True)
    changed = []
    for step in steps:
        local_object = step.local_object
        if local_object is None or local_object.stored is None:
            continue
        row = local_object.row
        prepared.journal["objects"].append(_before(step) | {"after": local_object.local, "skipped": True})
        # The new base is already in memory.
        row.key, row.current = step.key, local_object.local
        changed.append(row)
    if changed:
        ImportedObject.objects.bulk_update(changed, ["key", "current", "base"], batch_size=100)


def _remove(prepared: PreparedImport, _by: User) -> None:
    """Deletes the objects that the plan removes, with their monsters, NPCs and preparations."""
    bulk_writing.delete_objects(
        [step.local_object.row for step in prepared.plan.steps if step.action == "remove" and step.local_object]
    )

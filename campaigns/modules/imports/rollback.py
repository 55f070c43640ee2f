"""Undoes an import, or the deletion of one object, but keeps what people changed since."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format.faults import ModuleConflict
from campaigns.modules.imports import bulk_writing, importing, installed_versions, local_changes, usage
from campaigns.modules.imports.object_merging import merge_object
from campaigns.modules.imports.plans import Plan, Step
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from people.models import Campaign, User

Item = dict[str, Any]


def run(campaign: Campaign, done: ImportRun, by: User) -> dict[str, Any]:
    """Undoes a run inside the caller's transaction: {"restored", "removed", "kept": references}.

    `removed` are the objects that are gone or deleted again. `kept` are those that people changed or play uses, and
    those that people deleted since and that stay deleted. ModuleConflict: rollback.done if it was undone already,
    rollback.later if there is a later import of the same module."""
    version = done.version
    _newest(campaign, done)
    local_module = local_changes.read_local_module(campaign, version.module.key)
    steps, result, unused = _steps(campaign, done, local_module)
    # Where a preparation does not say for how many it was made, it gets the numbers of the import before.
    earlier = installed_versions.latest_party_size(campaign, version.module.key, before=done.pk)
    size = earlier or done.options["party_size"]
    options = done.options | {"reconvert": True, "party_size": size}
    plan = Plan(steps, options, "", stats_conversion.tables_in_force(campaign))
    prepared = importing.prepare(campaign, version, plan)
    importing.write(prepared, by)
    bulk_writing.delete_written_rows(unused)
    _restore_unchanged(campaign, done, version)
    return result


def bring_back(campaign: Campaign, local_object: local_changes.LocalObject, latest: ImportRun | None, by: User) -> None:
    """Undoes the deletion of one object, with its monster, NPC or preparation, in the caller's transaction.

    `latest` is the module's latest import, whose options are used again; ValidationError if it is needed but gone."""
    row = local_object.row
    if not local_object.has_lost_row:
        # Nothing else was deleted, or play still uses it.
        ImportedObject.objects.filter(pk=row.pk).update(tombstone=False)
        return
    if latest is None:
        raise ValidationError(_("The module is no longer in the library. Upload and import it again."))
    step = Step(
        row.collection,
        row.key,
        row.title,
        "restore",
        value=local_object.local,
        new=row.base,
        local_object=local_object,
        position=row.position,
        base_version=row.base_version,
        flags={"orphan": row.orphan},
    )
    plan = Plan([step], latest.options, "", stats_conversion.tables_in_force(campaign))
    importing.write(importing.prepare(campaign, latest.version, plan), by)


def _newest(campaign: Campaign, done: ImportRun) -> None:
    if done.status != ImportRun.Status.DONE:
        raise ModuleConflict("rollback.done", _("This import was already undone or never completed."))
    later = ImportRun.objects.filter(
        campaign=campaign, version__module__key=done.version.module.key, pk__gt=done.pk, status=ImportRun.Status.DONE
    )
    if later.exists():
        raise ModuleConflict("rollback.later", _("There is a later import of this module. Undo that one first."))


def _steps(
    campaign: Campaign, done: ImportRun, local_module: local_changes.LocalModule
) -> tuple[list[Step], dict[str, list[str]], list[ImportedObject]]:
    """The steps that undo each object of the journal, the result of `run`, and the objects to delete again whose
    monster, NPC or preparation nobody uses or changed."""
    entries = done.journal.get("objects", []) if isinstance(done.journal, dict) else []
    found = [(entry, local_module.objects.get((entry["collection"], entry["key"]))) for entry in entries]
    staying, used = _staying(campaign, found, local_module)
    result: dict[str, list[str]] = {"restored": [], "removed": [], "kept": []}
    steps, unused = [], []
    for entry, local_object in found:
        stays = local_object is not None and local_object.row.pk in staying
        outcome = _outcome(entry, local_object, stays)
        if entry["before"] is not None:
            step = _restoring(entry, local_object, stays)
        elif local_object is not None:
            step = _removing(local_object)
        else:
            continue
        if outcome:
            result[outcome].append(step.ref)
        if step.action != "remove" or not stays:
            steps.append(step)
        if local_object is not None and _was_restored(entry) and local_object.row.pk not in used:
            unused.append(local_object.row)
    return steps, result, unused


def _outcome(entry: Item, local_object: local_changes.LocalObject | None, stays: bool) -> str:
    """The list of the result that has the object; empty for an object that was deleted all the time."""
    is_deleted = local_object is not None and local_object.deleted
    if entry["before"] is None or _was_restored(entry):
        return "kept" if stays and (entry["before"] is None or not is_deleted) else "removed"
    if entry.get("skipped") and is_deleted:
        return ""
    return "kept" if is_deleted else "restored"


def _staying(
    campaign: Campaign,
    found: list[tuple[Item, local_changes.LocalObject | None]],
    local_module: local_changes.LocalModule,
) -> tuple[set[int], set[int]]:
    """The ids of objects that the run created or restored: those that people changed or play uses since then, and these
    together with those that play already used when they were deleted."""
    rows, edited = [], set()
    for entry, local_object in found:
        if local_object is None or not (entry["before"] is None or _was_restored(entry)):
            continue
        rows.append(local_object.row)
        # What the run restored may have people's changes from before.
        if not local_object.deleted and local_object.local != entry.get("after", local_object.row.base):
            edited.add(local_object.row.pk)
    everything = {local_object.row.pk for local_object in local_module.objects.values()}
    untouched = [row for row in rows if row.pk not in edited]
    used = usage.in_play(campaign, untouched, everything - edited)
    before = {local_object.row.pk for entry, local_object in found if local_object and entry.get("used")}
    return edited | (used - before), edited | used


def _was_restored(entry: Item) -> bool:
    """Whether the run restored an object that was deleted; it only updated references in those that it skipped."""
    return entry["before"] is not None and entry["before"]["tombstone"] and not entry.get("skipped")


def _removing(local_object: local_changes.LocalObject) -> Step:
    """The step that removes an object that the run created."""
    row = local_object.row
    return Step(row.collection, row.key, row.title, "remove", local_object=local_object, value=local_object.local)


def _restoring(entry: Item, local_object: local_changes.LocalObject | None, stays: bool) -> Step:
    """The step that restores an object's former state together with people's later changes and deletion.

    An object that the run restored is deleted again, unless it `stays`."""
    before = entry["before"]
    # Journals of earlier releases have the new key in the content of a renamed object.
    key = {"key": before["key"]}
    is_deleted = local_object is not None and local_object.deleted
    value, action = before["value"] | key, "create"
    if local_object is not None:
        after = entry.get("after")
        if after is not None:
            value = merge_object(entry["collection"], after, local_object.local, value).value
        action = "update"
    return Step(
        entry["collection"],
        before["key"],
        "",
        action,
        value=value,
        new=before["base"] | key,
        local_object=local_object,
        position=before["position"],
        base_version=before["base_version"],
        # Journals and preparations of earlier releases do not name it.
        party_size=before.get("party_size"),
        flags={"tombstone": is_deleted or (_was_restored(entry) and not stays), "orphan": before["orphan"]},
    )


def _restore_unchanged(campaign: Campaign, done: ImportRun, version: ModuleVersion) -> None:
    """Restores version, position and marks of objects that the run did not change."""
    rows = ImportedObject.objects.filter(campaign=campaign, module_key=version.module.key)
    for number, ids in done.journal.get("calm", {}).items():
        rows.filter(pk__in=ids).update(base_version=number)
    for position, ids in done.journal.get("moved", {}).items():
        rows.filter(pk__in=ids).update(position=int(position))
    rows.filter(pk__in=done.journal.get("marked", [])).update(orphan=False)

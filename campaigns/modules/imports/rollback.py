"""Undoes an import, or the deletion of one object, but keeps what people changed since."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format.faults import ModuleConflict
from campaigns.modules.imports import importing, local_changes, merging, usage
from campaigns.modules.imports.planning import Plan, Step
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from people.models import Campaign, User

Item = dict[str, Any]


def run(campaign: Campaign, done: ImportRun, by: User) -> dict[str, Any]:
    """Undoes a run inside the caller's transaction: {"restored", "removed", "kept": references}.

    ModuleConflict: rollback.done if it was undone already, rollback.later if there is a later import of the same
    module. Objects that people changed or that play uses are kept and listed."""
    version = done.version
    _newest(campaign, done)
    local_module = local_changes.read_local_module(campaign, version.module.key)
    steps, kept = _steps(campaign, done, local_module)
    options = done.options | {"reconvert": True}
    plan = Plan(steps, options, "", stats_conversion.tables_in_force(campaign))
    prepared = importing.prepare(campaign, version, plan)
    importing.write(prepared, by)
    _restore_unchanged(campaign, done, version)
    result: dict[str, list[str]] = {"restored": [], "removed": [], "kept": kept}
    for step in steps:
        result["removed" if step.action == "remove" else "restored"].append(step.ref)
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
        value=row.current,
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
        raise ModuleConflict("rollback.done", _("This import was already taken back or never completed."))
    later = ImportRun.objects.filter(
        campaign=campaign, version__module__key=done.version.module.key, pk__gt=done.pk, status=ImportRun.Status.DONE
    )
    if later.exists():
        raise ModuleConflict("rollback.later", _("There is a later import of this module. Take that back first."))


def _steps(
    campaign: Campaign, done: ImportRun, local_module: local_changes.LocalModule
) -> tuple[list[Step], list[str]]:
    """The steps that undo each object of the journal, and the references of kept objects."""
    entries = done.journal.get("objects", []) if isinstance(done.journal, dict) else []
    created_entries = [entry for entry in entries if entry["before"] is None]
    rows = [
        local_object.row
        for entry in created_entries
        if (local_object := local_module.objects.get((entry["collection"], entry["key"])))
    ]
    played = usage.in_play(campaign, rows, [local_object.row.pk for local_object in local_module.objects.values()])
    steps, kept = [], []
    for entry in entries:
        local_object = local_module.objects.get((entry["collection"], entry["key"]))
        if entry["before"] is None:
            if local_object is None:
                continue
            step = Step(
                entry["collection"],
                entry["key"],
                local_object.row.title,
                "remove",
                local_object=local_object,
                value=local_object.local,
            )
            if local_object.row.pk in played or (local_object.edited and not local_object.deleted):
                kept.append(step.ref)
                continue
        else:
            step = _restoring(entry, local_object)
        steps.append(step)
    return steps, kept


def _restoring(entry: Item, local_object: local_changes.LocalObject | None) -> Step:
    """The step that restores an object's former state together with people's later changes."""
    before = entry["before"]
    # Journals of earlier releases have the new key in the content of a renamed object.
    key = {"key": before["key"]}
    value, action = before["value"] | key, "create"
    if local_object is not None:
        after = entry.get("after")
        value = value if after is None else merging.merge(after, local_object.local, value).value
        action = "restore" if local_object.deleted and not before["tombstone"] else "update"
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
        flags={"tombstone": before["tombstone"], "orphan": before["orphan"]},
    )


def _restore_unchanged(campaign: Campaign, done: ImportRun, version: ModuleVersion) -> None:
    """Restores the version and the marks of objects that the run did not change."""
    rows = ImportedObject.objects.filter(campaign=campaign, module_key=version.module.key)
    for number, ids in done.journal.get("calm", {}).items():
        rows.filter(pk__in=ids).update(base_version=number)
    rows.filter(pk__in=done.journal.get("marked", [])).update(orphan=False)

"""Takes an import back, or the deletion of one object: what was done is undone, what people did since stays."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.models import Campaign, ImportedObject, ImportRun, ModuleVersion, User
from campaigns.modules import convert, importing, local, merging, usage
from campaigns.modules.faults import ModuleConflict
from campaigns.modules.planning import Plan, Step

Item = dict[str, Any]


def run(campaign: Campaign, done: ImportRun, by: User) -> dict[str, Any]:
    """Undoes a run inside the caller's transaction: {"restored", "removed", "kept": references}.

    ModuleConflict: rollback.done when it was taken back already, rollback.later when a later import of the same
    module stands in the way. Objects that people changed or play uses are kept, and said so."""
    version = done.version
    _newest(campaign, done)
    standing = local.stand(campaign, version.module.key)
    steps, kept = _steps(campaign, done, standing)
    options = done.options | {"reconvert": True}
    plan = Plan(steps, options, "", convert.tables_of(campaign))
    ready = importing.prepare(campaign, version, plan)
    importing.write(ready, by)
    _calm(campaign, done, version)
    told: dict[str, list[str]] = {"restored": [], "removed": [], "kept": kept}
    for step in steps:
        told["removed" if step.action == "remove" else "restored"].append(step.ref)
    return told


def bring_back(campaign: Campaign, found: local.Stand, latest: ImportRun | None, by: User) -> None:
    """Undoes the deletion of one object inside the caller's transaction, with what hung on it.

    `latest` is the module's latest import, by whose options that is made; ValidationError when it is needed and
    none is left."""
    row = found.row
    if not found.bereft:
        # Nothing went with it, or play still uses what hangs on it.
        ImportedObject.objects.filter(pk=row.pk).update(tombstone=False)
        return
    if latest is None:
        raise ValidationError(_("The module is no longer in the library; upload and import it again."))
    step = Step(
        row.collection, row.key, row.title, "restore", value=row.current, new=row.base, stand=found,
        position=row.position, base_version=row.base_version, flags={"orphan": row.orphan},
    )  # fmt: skip
    plan = Plan([step], latest.options, "", convert.tables_of(campaign))
    importing.write(importing.prepare(campaign, latest.version, plan), by)


def _newest(campaign: Campaign, done: ImportRun) -> None:
    if done.status != ImportRun.Status.DONE:
        raise ModuleConflict("rollback.done", _("This import was taken back already, or never came about."))
    later = ImportRun.objects.filter(
        campaign=campaign, version__module__key=done.version.module.key, pk__gt=done.pk, status=ImportRun.Status.DONE
    )
    if later.exists():
        raise ModuleConflict("rollback.later", _("A later import of this module stands; take that back first."))


def _steps(campaign: Campaign, done: ImportRun, standing: local.Standing) -> tuple[list[Step], list[str]]:
    """What undoing means for each object of the journal, and the references of what is kept as it is."""
    entries = done.journal.get("objects", []) if isinstance(done.journal, dict) else []
    made = [one for one in entries if one["before"] is None]
    rows = [found.row for one in made if (found := standing.objects.get((one["collection"], one["key"])))]
    played = usage.in_play(campaign, rows, [one.row.pk for one in standing.objects.values()])
    steps, kept = [], []
    for entry in entries:
        found = standing.objects.get((entry["collection"], entry["key"]))
        if entry["before"] is None:
            if found is None:
                continue
            step = Step(entry["collection"], entry["key"], found.row.title, "remove", stand=found, value=found.local)
            if found.row.pk in played or (found.edited and not found.deleted):
                kept.append(step.ref)
                continue
        else:
            step = _restoring(entry, found)
        steps.append(step)
    return steps, kept


def _restoring(entry: Item, found: local.Stand | None) -> Step:
    """The step that brings an object back to how it stood, with what people changed since on top."""
    before = entry["before"]
    value, action = before["value"], "create"
    if found is not None:
        after = entry.get("after")
        value = value if after is None else merging.merge(after, found.local, value).value
        action = "restore" if found.deleted and not before["tombstone"] else "update"
    return Step(
        entry["collection"], before["key"], "", action, value=value, new=before["base"], stand=found,
        position=before["position"], base_version=before["base_version"],
        flags={"tombstone": before["tombstone"], "orphan": before["orphan"]},
    )  # fmt: skip


def _calm(campaign: Campaign, done: ImportRun, version: ModuleVersion) -> None:
    """Objects that the run left as they were get back the version they had, and lose the mark it gave them."""
    rows = ImportedObject.objects.filter(campaign=campaign, module_key=version.module.key)
    for number, ids in done.journal.get("calm", {}).items():
        rows.filter(pk__in=ids).update(base_version=number)
    rows.filter(pk__in=done.journal.get("marked", [])).update(orphan=False)

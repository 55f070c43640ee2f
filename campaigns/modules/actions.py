"""Imports and updates of modules in a campaign, their rollback, and exports."""

from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.modules.exports import exporting
from campaigns.modules.format import zip_files
from campaigns.modules.format.faults import ModuleConflict, ModuleInvalid
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import importing, limits, planning, plans, rollback, usage
from campaigns.modules.imports.locks import lock_module
from campaigns.modules.imports.options import complete_options
from campaigns.modules.imports.prepared_import import PreparedImport
from campaigns.modules.library_actions import check, convert, read, receive, upload
from campaigns.modules.models import ImportRun, ModuleFile, ModuleVersion
from people.access import require_gm
from people.idempotency import claims
from people.models import Campaign, Member

__all__ = [
    "ModuleConflict",
    "ModuleInvalid",
    "apply_import",
    "check",
    "convert",
    "export_content",
    "export_zip",
    "plan_import",
    "read",
    "receive",
    "rollback_import",
    "upload",
]
STALE: Final = gettext_lazy("Something has changed since the preview. Look at it again.")


def plan_import(*, membership: Member, version: ModuleVersion, options: dict[str, Any] | None = None) -> plans.Plan:
    """What an import would do, with the `token` for `apply_import`; writes nothing. GMs only.

    ModuleInvalid for invalid options, and ref.unresolved if monsters of a required module were not imported first;
    ModuleConflict: import.ruleset, module.downgrade, conflict.key_taken."""
    require_gm(membership)
    chosen_options = complete_options(membership.campaign, version.document, options or {})
    return planning.make_plan(membership.campaign, version, chosen_options)


def apply_import(
    *,
    membership: Member,
    version: ModuleVersion,
    options: dict[str, Any] | None = None,
    plan_token: str | None = None,
    fingerprint: str | None = None,
    run: ImportRun | None = None,
    progress: importing.Progress = importing.ignore_progress,
) -> ImportRun:
    """Imports or updates a version, all or nothing; `run.result` holds {"counts", "created", "steps", "warnings"}.

    With `plan_token` the import does exactly what that plan said or nothing. With a plan's `fingerprint` it accepts
    other options, but only if campaign and module have not changed since. `run` is a row from `jobs.begin`. Raises what
    `plan_import` raises, and ModuleConflict plan.stale after changes, conflict.undecided for an open conflict with the
    policy `ask`, import.rate after ten imports in an hour, import.running while another one runs."""
    require_gm(membership)
    campaign = Campaign.objects.get(pk=membership.campaign_id)
    limits.require_below_hourly_limit(membership.user, but=run)
    limits.mark_lost(campaign)
    limits.require_no_other_import(campaign, run)
    chosen_options = complete_options(campaign, version.document, options or {})
    plan = planning.make_plan(campaign, version, chosen_options)
    if (plan_token not in (None, plan.token)) or (fingerprint not in (None, plan.fingerprint)):
        raise ModuleConflict("plan.stale", str(STALE))
    if plan.undecided:
        message = _(
            "Changed both here and in the module: %(count)s. Choose a version for each conflict; a script sends "
            "“decisions” for the places in “undecided” of the plan."
        )
        raise ModuleConflict("conflict.undecided", message % {"count": len(plan.undecided)})
    prepared = importing.prepare(campaign, version, plan, progress)
    # Reported before the lock, because nobody sees what a transaction writes until its end.
    progress("writing", len(plan.steps), len(plan.steps))
    with transaction.atomic():
        campaign = lock_module(campaign.pk, version.module.key)
        _require_unchanged(campaign, version, plan, run)
        rows = importing.write(prepared, membership.user)
        done = _record_run(membership, version, prepared, rows, run)
        claims.record_effect({"import": done.pk, "status": 201})
        return done


def plan_state(
    *, membership: Member, version: ModuleVersion, options: dict[str, Any], plan_token: str | None
) -> str | None:
    """The state that a plan's token describes, with which a long import can begin; None without a token.

    ModuleConflict plan.stale if anything changed since."""
    if plan_token is None:
        return None
    plan = plan_import(membership=membership, version=version, options=options)
    if plan.token != plan_token:
        raise ModuleConflict("plan.stale", str(STALE))
    return plan.fingerprint


def _require_unchanged(campaign: Campaign, version: ModuleVersion, plan: plans.Plan, run: ImportRun | None) -> None:
    """Requires under the lock that nothing changed since the preparation, and that no other import runs."""
    if run is not None:
        limits.require_not_stopped(ImportRun.objects.select_for_update().get(pk=run.pk))
    limits.require_no_other_import(campaign, run)
    local_module = planning.read_under_new_keys(campaign, version)
    removed = [step.local_object.row for step in plan.steps if step.action == "remove" and step.local_object]
    is_stale = planning.plan_fingerprint(version, local_module, plan.tables) != plan.fingerprint
    if is_stale or (removed and usage.in_play(campaign, removed)):
        raise ModuleConflict("plan.stale", str(STALE))


def _record_run(
    membership: Member, version: ModuleVersion, prepared: PreparedImport, rows: list[Any], run: ImportRun | None
) -> ImportRun:
    """Stores the run with its result and journal, and logs it if anything was written."""
    plan = prepared.plan
    run = run or ImportRun(campaign=membership.campaign, version=version, by=membership.user)
    run.stage = "done"
    run.options, run.journal, run.status = plan.options, prepared.journal, ImportRun.Status.DONE
    run.done = run.total = len(plan.steps)
    run.result = {
        "counts": plan.counts,
        "steps": [step.as_json() for step in plan.steps],
        "created": [f"{SINGULAR[row.collection]}:{row.key}" for row in rows],
        "warnings": [warning.as_json() for warning in plan.warnings],
        "truncated": plan.truncated,
    }
    run.save()
    changed = sum(plan.counts.get(action, 0) for action in plans.WRITES - {"create"})
    if rows or changed:
        values = {"title": version.module.title, "version": version.version, "count": len(rows), "changed": changed}
        text = (
            _("Imported “%(title)s” %(version)s: %(count)s objects.")
            if not changed
            else _("Updated “%(title)s” to %(version)s. New objects: %(count)s; changed: %(changed)s.")
        )
        _log(membership, text % values, run)
    return run


@transaction.atomic
def rollback_import(*, membership: Member, run: ImportRun) -> ImportRun:
    """Undoes an import, except what people changed since. `run.result["rollback"]` says what was done.

    ModuleConflict: rollback.done, rollback.later."""
    require_gm(membership)
    campaign = lock_module(membership.campaign_id, run.version.module.key)
    run = ImportRun.objects.select_related("version__module").get(pk=run.pk, campaign=campaign)
    run.result["rollback"] = rollback.run(campaign, run, membership.user)
    run.status = ImportRun.Status.ROLLED_BACK
    run.save(update_fields=["result", "status"])
    values = {"title": run.version.module.title, "version": run.version.version}
    _log(membership, _("Undid the import of “%(title)s” %(version)s.") % values, run)
    return run


def export_content(*, membership: Member, key: str = "") -> dict[str, Any]:
    """The campaign's current content, or one module of it, as a Satchel document; GMs only.

    ModuleConflict export.nothing if there is nothing."""
    require_gm(membership)
    return exporting.export_module(membership.campaign, key) if key else exporting.export_campaign(membership.campaign)


def export_zip(*, membership: Member, key: str = "") -> bytes:
    """An export as a ZIP archive with its pictures; the same content gives the same bytes."""
    document = export_content(membership=membership, key=key)
    assets = document.get("assets", [])
    sums = {item["sha256"] for item in assets}
    rows = ModuleFile.objects.filter(sha256__in=sums, version__runs__campaign=membership.campaign).distinct()
    pictures = {row.sha256: bytes(row.data) for row in rows}
    files = {item["path"]: pictures[item["sha256"]] for item in assets if item["sha256"] in pictures}
    return zip_files.write_archive(document, files.items())


def _log(membership: Member, text: str, run: ImportRun) -> None:
    write_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.MODULE,
        audience=LogEntry.Audience.GM,
        by=membership.user,
        text=text,
        data={"import": run.pk},
    )

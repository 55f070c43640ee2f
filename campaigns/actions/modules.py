"""Writes to what a campaign has of modules: imports, updates, what takes them back; and exports."""

from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import access
from campaigns.actions import running
from campaigns.actions.library import check, convert, read, receive, upload
from campaigns.models import Campaign, ImportRun, LogEntry, Member, ModuleFile, ModuleVersion
from campaigns.modules import archive, exporting, importing, planning
from campaigns.modules import rollback as undoing
from campaigns.modules.faults import ModuleConflict, ModuleInvalid
from campaigns.modules.options import checked
from campaigns.modules.schema import SINGULAR

__all__ = [
    "ModuleConflict", "ModuleInvalid", "apply", "check", "convert", "export", "packed", "plan", "read",
    "receive", "rollback", "upload",
]  # fmt: skip
STALE: Final = gettext_lazy("Something changed since the preview; look at it again.")


def plan(*, own: Member, version: ModuleVersion, options: dict[str, Any] | None = None) -> planning.Plan:
    """What an import would do, with the `token` that `apply` takes; writes nothing. GMs only.

    ModuleInvalid for options that do not fit; ModuleConflict: import.ruleset, module.downgrade,
    conflict.key_taken."""
    access.must_run(own)
    asked = checked(own.campaign, version.document, options or {})
    return planning.make(own.campaign, version, asked)


def apply(
    *,
    own: Member,
    version: ModuleVersion,
    options: dict[str, Any] | None = None,
    plan_token: str | None = None,
    standing: str | None = None,
    run: ImportRun | None = None,
    progress: importing.Progress = importing.silent,
) -> ImportRun:
    """Imports or updates a version, all or nothing; `run.result` holds {"counts", "created", "steps", "warnings"}.

    With `plan_token` the import does what that plan said or nothing; with `standing` (a plan's) any options go as
    long as the campaign and the module stand as that plan saw them. `run` is a row that `begin` made. Besides what
    `plan` raises: ModuleConflict plan.stale when anything moved since, conflict.undecided with the policy `ask`
    and an open conflict, import.rate after ten imports in an hour, import.running while another one runs;
    ModuleInvalid ref.unresolved when foes of a required module were not imported first."""
    access.must_run(own)
    campaign = Campaign.objects.get(pk=own.campaign_id)
    running.must_not_be_too_many(own.user, but=run)
    running.mark_lost(campaign)
    running.must_be_alone(campaign, run)
    asked = checked(campaign, version.document, options or {})
    made = planning.make(campaign, version, asked)
    if (plan_token not in (None, made.token)) or (standing not in (None, made.standing)):
        raise ModuleConflict("plan.stale", str(STALE))
    if made.undecided:
        message = _("%(count)s places were changed here and in the module; decide for each of them.")
        raise ModuleConflict("conflict.undecided", message % {"count": len(made.undecided)})
    ready = importing.prepare(campaign, version, made, progress)
    # Told before the lock: what a transaction writes nobody else sees until its end.
    progress("writing", len(made.steps), len(made.steps))
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
        _still_stands(campaign, version, made, run)
        rows = importing.write(ready, own.user)
        return _noted(own, version, ready, rows, run)


def standing_of(*, own: Member, version: ModuleVersion, options: dict[str, Any], plan_token: str | None) -> str | None:
    """What a plan's token stands for, so that a long import may be begun with it; None without a token.

    ModuleConflict plan.stale when anything moved since."""
    if plan_token is None:
        return None
    made = plan(own=own, version=version, options=options)
    if made.token != plan_token:
        raise ModuleConflict("plan.stale", str(STALE))
    return made.standing


def _still_stands(campaign: Campaign, version: ModuleVersion, made: planning.Plan, run: ImportRun | None) -> None:
    """Under the lock: nothing moved while the import was made ready, nobody stopped it, and no other import runs."""
    if run is not None:
        running.must_go_on(ImportRun.objects.select_for_update().get(pk=run.pk))
    running.must_be_alone(campaign, run)
    found = planning.stand(campaign, version)
    if planning.fingerprint(version, found, made.tables) != made.standing:
        raise ModuleConflict("plan.stale", str(STALE))


def _noted(
    own: Member, version: ModuleVersion, ready: importing.Ready, rows: list[Any], run: ImportRun | None
) -> ImportRun:
    """The run with its result and journal, and a line in the log when anything was written."""
    made = ready.plan
    run = run or ImportRun(campaign=own.campaign, version=version, by=own.user)
    run.stage = "done"
    run.options, run.journal, run.status = made.options, ready.journal, ImportRun.Status.DONE
    run.done = run.total = len(made.steps)
    run.result = {
        "counts": made.counts, "steps": [step.as_json() for step in made.steps],
        "created": [f"{SINGULAR[row.collection]}:{row.key}" for row in rows],
        "warnings": [one.as_json() for one in made.warnings],
    }  # fmt: skip
    run.save()
    changed = sum(made.counts.get(action, 0) for action in planning.WRITES - {"create"})
    if rows or changed:
        say = {"title": version.module.title, "version": version.version, "count": len(rows), "changed": changed}
        text = _("Imported “%(title)s” %(version)s: %(count)s objects.") if not changed else _(
            "Updated “%(title)s” to %(version)s: %(count)s objects are new, %(changed)s changed.")  # fmt: skip
        _log(own, text % say, run)
    return run


@transaction.atomic
def rollback(*, own: Member, run: ImportRun) -> ImportRun:
    """Takes an import back; what people changed since stays. `run.result["rollback"]` says what was done.

    ModuleConflict: rollback.done, rollback.later."""
    access.must_run(own)
    campaign = Campaign.objects.select_for_update().get(pk=own.campaign_id)
    run = ImportRun.objects.select_related("version__module").get(pk=run.pk, campaign=campaign)
    run.result["rollback"] = undoing.run(campaign, run, own.user)
    run.status = ImportRun.Status.ROLLED_BACK
    run.save(update_fields=["result", "status"])
    say = {"title": run.version.module.title, "version": run.version.version}
    _log(own, _("Took back the import of “%(title)s” %(version)s.") % say, run)
    return run


def export(*, own: Member, key: str = "") -> dict[str, Any]:
    """The campaign's content, or one module of it, as a Satchel document as it stands now; GMs only.

    ModuleConflict export.nothing when there is nothing."""
    access.must_run(own)
    return exporting.module(own.campaign, key) if key else exporting.whole(own.campaign)


def packed(*, own: Member, key: str = "") -> bytes:
    """An export as a ZIP archive with its pictures; the same content gives the same bytes."""
    document = export(own=own, key=key)
    sums = {item["sha256"]: item["path"] for item in document.get("assets", [])}
    rows = ModuleFile.objects.filter(sha256__in=sums, version__runs__campaign=own.campaign).distinct()
    files = {sums[row.sha256]: bytes(row.data) for row in rows}
    return archive.written(document, files.items())


def _log(own: Member, text: str, run: ImportRun) -> None:
    LogEntry.objects.create(
        campaign=own.campaign, kind=LogEntry.Kind.MODULE, audience=LogEntry.Audience.GM, by=own.user, text=text,
        data={"import": run.pk},
    )  # fmt: skip

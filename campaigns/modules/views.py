"""Pages of modules: library, check, upload, preview with conflicts, imports and their rollback."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.modules import actions, queries, reading
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.exports import exporting
from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.format.faults import Report
from campaigns.modules.forms import ImportForm, ModuleForm
from campaigns.modules.imports import jobs, limits
from campaigns.modules.imports.merging import CONFLICT
from campaigns.modules.imports.plans import Plan
from campaigns.modules.library_list import listed_modules
from campaigns.modules.models import ImportRun, ModuleVersion
from common.form_responses import campaign_context
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest

DECIDE = "decide:"


@login_required
@require_GET
def modules(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The imported modules, the library, and the upload form."""
    membership = get_gm_membership(request.user, campaign_id)
    return render(request, "campaigns/modules/list.html", _list_context(membership, ModuleForm()))


@login_required
@require_POST
def upload(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Checks a module and, unless only the check was requested, stores it in the person's library."""
    membership = get_gm_membership(request.user, campaign_id)
    form = ModuleForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "campaigns/modules/list.html", _list_context(membership, form), status=422)
    try:
        received = actions.receive(data=form.data_bytes())
        allowed = form.cleaned_data["allow_missing"]
        arguments = {"document": received.document, "archive": received.archive, "allow_missing": allowed}
        if "check" in request.POST:
            report = actions.check(by=membership.user, **arguments)
            return show_report(request, membership, report, status=200 if report.ok else 422)
        version, new = actions.upload(by=membership.user, **arguments)
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("campaign-modules", campaign_id=campaign_id)
    messages.success(request, _("Uploaded.") if new else _("This version is already in the library."))
    return redirect("module-preview", campaign_id=campaign_id, version_id=version.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: SignedRequest, campaign_id: int, version_id: int) -> HttpResponse:
    """What an import would do, with all conflicts; POST does it."""
    membership = get_gm_membership(request.user, campaign_id)
    version = queries.version(membership.user, version_id)
    posted = request.POST if request.method == "POST" else None
    size = queries.party_size(membership) or _designed_for(version)
    form = ImportForm(posted, initial={"party_size": size})
    try:
        if posted is not None and form.is_valid():
            return _import(request, membership, version, form)
        plan = actions.plan_import(
            membership=membership, version=version, options={"party_size": size, **_lacking(version)}
        )
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        if conflict.code == "plan.stale":
            return redirect("module-preview", campaign_id=campaign_id, version_id=version_id)
        return redirect("campaign-modules", campaign_id=campaign_id)
    form.initial = dict(form.initial) | {"fingerprint": plan.fingerprint}
    context = {
        "version": version,
        "head": version.document["module"],
        "plan": plan,
        "form": form,
        "conflicts": _conflicts(plan),
    }
    return render(request, "campaigns/modules/preview.html", campaign_context(membership, "campaign-modules") | context)


def _import(request: SignedRequest, membership: Member, version: ModuleVersion, form: ImportForm) -> HttpResponse:
    """Imports if the campaign is unchanged since the preview; a long import continues in the background."""
    decided = [(name.removeprefix(DECIDE), request.POST[name]) for name in request.POST if name.startswith(DECIDE)]
    options, fingerprint = form.options(decided) | _lacking(version), form.cleaned_data["fingerprint"] or None
    if queries.size_of(version) > jobs.LONG:
        run = jobs.begin(membership=membership, version=version, options=options, fingerprint=fingerprint)
        return redirect("module-run", campaign_id=membership.campaign_id, run_id=run.pk)
    run = actions.apply_import(membership=membership, version=version, options=options, fingerprint=fingerprint)
    messages.success(request, _done(run.result["counts"]))
    # Also conflicts of objects that were restored, which the preview does not show.
    changes = [change for step in run.result["steps"] for change in step.get("changes", [])]
    if any(change["what"] == CONFLICT for change in changes):
        return redirect("module-run", campaign_id=membership.campaign_id, run_id=run.pk)
    return redirect("module-reader", campaign_id=membership.campaign_id, module_key=version.module.key)


def _conflicts(plan: Plan) -> list[dict[str, Any]]:
    """All conflicts for people: the original value, the one here, and the module's."""
    return [
        {
            "title": step.title,
            "place": place,
            "name": f"{DECIDE}{place}",
            "where": reading.where(decision.pointer, step.new),
            "base": _value(decision.as_json(), "base"),
            "local": _value(decision.as_json(), "local"),
            "new": _value(decision.as_json(), "new"),
        }
        for step in plan.steps
        for place, decision in step.conflicts
    ]


def _value(sides: dict[str, Any], side: str) -> str:
    if side not in sides:
        return _("nothing (removed)") if side != "base" else _("nothing")
    value = sides[side]
    return value if isinstance(value, str) else canonical(value)


@login_required
@require_GET
def run(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """One import with options and result, or its progress; marks an import whose process died as interrupted."""
    membership = get_gm_membership(request.user, campaign_id)
    limits.mark_lost(membership.campaign)
    import_run = queries.run(membership, run_id)
    context = {"run": import_run, "running": import_run.status == ImportRun.Status.RUNNING}
    is_htmx = bool(request.headers.get("HX-Request"))
    if is_htmx and not context["running"]:
        # The progress bar requests itself; after the end, the page must be loaded again.
        return HttpResponse(headers={"HX-Refresh": "true"})
    part = "_progress.html" if is_htmx else "run.html"
    return render(request, f"campaigns/modules/{part}", campaign_context(membership, "campaign-modules") | context)


@login_required
@require_POST
def cancel(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Asks a running import to stop."""
    membership = get_gm_membership(request.user, campaign_id)
    jobs.cancel(membership=membership, run=queries.run(membership, run_id))
    return redirect("module-run", campaign_id=campaign_id, run_id=run_id)


@login_required
@require_POST
def rollback(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Undoes an import."""
    membership = get_gm_membership(request.user, campaign_id)
    import_run = queries.run(membership, run_id)
    try:
        result = actions.rollback_import(membership=membership, run=import_run).result["rollback"]
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
    else:
        values = {"removed": len(result["removed"]), "restored": len(result["restored"]), "kept": len(result["kept"])}
        messages.success(
            request, _("Import undone. Removed: %(removed)s; restored: %(restored)s; kept: %(kept)s.") % values
        )
    return redirect("module-run", campaign_id=campaign_id, run_id=run_id)


@login_required
@require_GET
def export(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The campaign's content, or one module of it (`?key=`), as a file: JSON, or with `?as=zip` an archive."""
    membership = get_gm_membership(request.user, campaign_id)
    key = request.GET.get("key", "")[:64]
    try:
        document = actions.export_content(membership=membership, key=key)
        zipped = request.GET.get("as") == "zip"
        body = actions.export_zip(membership=membership, key=key) if zipped else canonical(document).encode()
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("campaign-modules", campaign_id=campaign_id)
    warning = exporting.licence_warning(document)
    if warning:
        messages.warning(request, warning)
    kind, ending = ("application/zip", "zip") if zipped else ("application/json", "json")
    name = f"{document['module']['key']}.satchel.{ending}"
    return HttpResponse(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _lacking(version: ModuleVersion) -> dict[str, Any]:
    """The option for stubs, if the version was uploaded although monsters are missing."""
    lacks = any(warning["code"] == "ref.stub" for warning in version.warnings)
    return {"allow_missing": "monsters"} if lacks else {}


def _designed_for(version: ModuleVersion) -> int:
    return int(version.document["module"].get("party", {}).get("designed_for", 4))


def _done(counts: dict[str, int]) -> str:
    created = counts.get("create", 0) + counts.get("restore", 0)
    changed = sum(counts.get(name, 0) for name in ("update", "converged", "conflict", "remove"))
    if created == 0 and changed == 0:
        return _("There was nothing to do. Everything was already imported.")
    if changed == 0:
        text = ngettext("Imported %(count)s new object.", "Imported %(count)s new objects.", created)
    else:
        text = ngettext(
            "Updated: %(count)s new object, %(changed)s changed.",
            "Updated: %(count)s new objects, %(changed)s changed.",
            created,
        )
    return text % {"count": created, "changed": changed}


def show_refused(request: HttpRequest, membership: Member, refused: ModuleInvalid) -> HttpResponse:
    """The report page for a refusal."""
    report = Report(None, refused.errors, refused.warnings, refused.truncated)
    return show_report(request, membership, report, status=422)


def show_report(request: HttpRequest, membership: Member, report: Report, status: int) -> HttpResponse:
    """The page with every fault and its place."""
    context = campaign_context(membership, "campaign-modules") | {"report": report}
    return render(request, "campaigns/modules/report.html", context, status=status)


def _list_context(membership: Member, form: ModuleForm) -> dict[str, Any]:
    lists = {
        "imported": queries.imported_modules(membership),
        "library": listed_modules(membership),
        "runs": queries.runs(membership),
        "form": form,
    }
    return campaign_context(membership, "campaign-modules") | lists

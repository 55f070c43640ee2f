"""Pages of modules: the library, checking and uploading, preview and conflicts, imports and what takes them back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.actions import imports, running
from campaigns.actions import modules as actions
from campaigns.actions.modules import ModuleConflict, ModuleInvalid
from campaigns.forms.modules import ImportForm, ModuleForm
from campaigns.models import ImportRun, Member, ModuleVersion
from campaigns.modules import reading
from campaigns.modules.canonical import canonical
from campaigns.modules.faults import Report
from campaigns.modules.planning import Plan
from campaigns.queries import modules as queries
from campaigns.requests import SignedRequest
from characters.answers import frame

DECIDE = "decide:"


@login_required
@require_GET
def modules(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """What the campaign imported, the library, and where to upload."""
    own = access.gm(request.user, campaign_id)
    return render(request, "campaigns/modules/list.html", _list_context(own, ModuleForm()))


@login_required
@require_POST
def upload(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Checks a module and, unless only the check was asked for, puts it into the person's library."""
    own = access.gm(request.user, campaign_id)
    form = ModuleForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "campaigns/modules/list.html", _list_context(own, form), status=422)
    try:
        received = actions.receive(data=form.data_bytes())
        allowed = form.cleaned_data["allow_missing"]
        told = {"document": received.document, "archive": received.archive, "allow_missing": allowed}
        if "check" in request.POST:
            report = actions.check(by=own.user, **told)
            return show_report(request, own, report, status=200 if report.ok else 422)
        version, new = actions.upload(by=own.user, **told)
    except ModuleInvalid as refused:
        return show_refused(request, own, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("campaign-modules", campaign_id=campaign_id)
    messages.success(request, _("Uploaded.") if new else _("This version is in the library already."))
    return redirect("module-preview", campaign_id=campaign_id, version_id=version.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: SignedRequest, campaign_id: int, version_id: int) -> HttpResponse:
    """What an import would do, with every place that both sides changed; a post does it."""
    own = access.gm(request.user, campaign_id)
    version = queries.version(own.user, version_id)
    posted = request.POST if request.method == "POST" else None
    size = queries.party_size(own) or _designed_for(version)
    form = ImportForm(posted, initial={"party_size": size})
    try:
        if posted is not None and form.is_valid():
            return _import(request, own, version, form)
        plan = actions.plan(own=own, version=version, options={"party_size": size, **_lacking(version)})
    except ModuleInvalid as refused:
        return show_refused(request, own, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        if conflict.code == "plan.stale":
            return redirect("module-preview", campaign_id=campaign_id, version_id=version_id)
        return redirect("campaign-modules", campaign_id=campaign_id)
    form.initial = dict(form.initial) | {"standing": plan.standing}
    context = {
        "version": version, "head": version.document["module"], "plan": plan, "form": form,
        "conflicts": _conflicts(plan),
    }  # fmt: skip
    return render(request, "campaigns/modules/preview.html", frame(own, "campaign-modules") | context)


def _import(request: SignedRequest, own: Member, version: ModuleVersion, form: ImportForm) -> HttpResponse:
    """Imports if the campaign still stands as the preview showed it; a long import goes on by itself."""
    decided = [
        (name.removeprefix(DECIDE), request.POST[name]) for name in request.POST if name.startswith(DECIDE)
    ]  # fmt: skip
    options, standing = form.options(decided) | _lacking(version), form.cleaned_data["standing"] or None
    if queries.size_of(version) > imports.LONG:
        run = imports.begin(own=own, version=version, options=options, standing=standing)
        return redirect("module-run", campaign_id=own.campaign_id, run_id=run.pk)
    run = actions.apply(own=own, version=version, options=options, standing=standing)
    messages.success(request, _done(run.result["counts"]))
    if run.result["counts"].get("conflict"):
        return redirect("module-run", campaign_id=own.campaign_id, run_id=run.pk)
    return redirect("module-reader", campaign_id=own.campaign_id, module_key=version.module.key)


def _conflicts(plan: Plan) -> list[dict[str, Any]]:
    """Every place that both sides changed, for people: what it was, is here, and is in the module."""
    return [
        {
            "title": step.title, "place": place, "name": f"{DECIDE}{place}",
            "where": reading.where(one.pointer, step.new),
            "base": _value(one.as_json(), "base"), "local": _value(one.as_json(), "local"),
            "new": _value(one.as_json(), "new"),
        }
        for step in plan.steps
        for place, one in step.conflicts
    ]  # fmt: skip


def _value(told: dict[str, Any], side: str) -> str:
    if side not in told:
        return _("nothing (taken out)") if side != "base" else _("nothing")
    value = told[side]
    return value if isinstance(value, str) else canonical(value)


@login_required
@require_GET
def run(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """One import: what was asked and what it did, or how far it is; one whose process died is marked as broken off."""
    own = access.gm(request.user, campaign_id)
    running.mark_lost(own.campaign)
    found = queries.run(own, run_id)
    context = {"run": found, "running": found.status == ImportRun.Status.RUNNING}
    asked = bool(request.headers.get("HX-Request"))
    if asked and not context["running"]:
        # The bar asks for itself; when there is none any more, the whole page is another.
        return HttpResponse(headers={"HX-Refresh": "true"})
    part = "_progress.html" if asked else "run.html"
    return render(request, f"campaigns/modules/{part}", frame(own, "campaign-modules") | context)


@login_required
@require_POST
def cancel(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Asks a running import to stop."""
    own = access.gm(request.user, campaign_id)
    imports.cancel(own=own, run=queries.run(own, run_id))
    return redirect("module-run", campaign_id=campaign_id, run_id=run_id)


@login_required
@require_POST
def rollback(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Takes an import back."""
    own = access.gm(request.user, campaign_id)
    found = queries.run(own, run_id)
    try:
        told = actions.rollback(own=own, run=found).result["rollback"]
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
    else:
        say = {"removed": len(told["removed"]), "restored": len(told["restored"]), "kept": len(told["kept"])}
        messages.success(request, _("Taken back: %(removed)s removed, %(restored)s restored, %(kept)s kept.") % say)
    return redirect("module-run", campaign_id=campaign_id, run_id=run_id)


@login_required
@require_GET
def export(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The campaign's content, or one module of it (`?key=`), as a file: JSON, or with `?as=zip` an archive."""
    own = access.gm(request.user, campaign_id)
    key = request.GET.get("key", "")[:64]
    try:
        document = actions.export(own=own, key=key)
        zipped = request.GET.get("as") == "zip"
        body = actions.packed(own=own, key=key) if zipped else canonical(document).encode()
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("campaign-modules", campaign_id=campaign_id)
    kind, ending = ("application/zip", "zip") if zipped else ("application/json", "json")
    name = f"{document['module']['key']}.satchel.{ending}"
    return HttpResponse(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _lacking(version: ModuleVersion) -> dict[str, Any]:
    """A version that was taken although foes are missing is imported with stubs for them."""
    lacks = any(one["code"] == "ref.stub" for one in version.warnings)
    return {"allow_missing": "monsters"} if lacks else {}


def _designed_for(version: ModuleVersion) -> int:
    return int(version.document["module"].get("party", {}).get("designed_for", 4))


def _done(counts: dict[str, int]) -> str:
    created = counts.get("create", 0) + counts.get("restore", 0)
    changed = sum(counts.get(name, 0) for name in ("update", "converged", "conflict", "remove"))
    if created == 0 and changed == 0:
        return _("Nothing to do: everything was imported already.")
    if changed == 0:
        return _("Imported: %(count)s objects are new.") % {"count": created}
    return _("Updated: %(count)s objects are new, %(changed)s changed.") % {"count": created, "changed": changed}


def show_refused(request: HttpRequest, own: Member, refused: ModuleInvalid) -> HttpResponse:
    """The report page for a refusal."""
    found = Report(None, refused.errors, refused.warnings, refused.truncated)
    return show_report(request, own, found, status=422)


def show_report(request: HttpRequest, own: Member, report: Report, status: int) -> HttpResponse:
    """The page with every fault and its place."""
    context = frame(own, "campaign-modules") | {"report": report}
    return render(request, "campaigns/modules/report.html", context, status=status)


def _list_context(own: Member, form: ModuleForm) -> dict[str, Any]:
    lists = {
        "imported": queries.imported(own), "library": queries.library(own.user), "runs": queries.runs(own),
        "form": form,
    }  # fmt: skip
    return frame(own, "campaign-modules") | lists

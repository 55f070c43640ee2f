"""Pages of modules: the library, checking and uploading, preview and import, and reading what was
imported."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.actions import modules as actions
from campaigns.actions.modules import ModuleConflict, ModuleInvalid
from campaigns.forms.modules import ImportForm, ModuleForm
from campaigns.models import ImportRun, Member, ModuleVersion
from campaigns.modules.faults import Report
from campaigns.modules.reading import Check
from campaigns.queries import modules as queries
from campaigns.requests import SignedRequest
from characters.answers import frame


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
        document = actions.read(data=form.data_bytes())
        if "check" in request.POST:
            report = actions.check(by=own.user, document=document)
            return _report(request, own, report, status=200 if report.ok else 422)
        version, new = actions.upload(by=own.user, document=document)
    except ModuleInvalid as refused:
        return _refused(request, own, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("campaign-modules", campaign_id=campaign_id)
    messages.success(request, _("Uploaded.") if new else _("This version is in the library already."))
    return redirect("module-preview", campaign_id=campaign_id, version_id=version.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: SignedRequest, campaign_id: int, version_id: int) -> HttpResponse:
    """What an import would do; a post does it."""
    own = access.gm(request.user, campaign_id)
    version = queries.version(own.user, version_id)
    posted = request.POST if request.method == "POST" else None
    size = queries.party_size(own) or _designed_for(version)
    form = ImportForm(posted, initial={"party_size": size})
    try:
        if posted is not None and form.is_valid():
            run = _import(own, version, form.cleaned_data)
            messages.success(request, _done(run.result["counts"].get("create", 0)))
            return redirect("module-reader", campaign_id=campaign_id, module_key=version.module.key)
        plan = actions.plan(own=own, version=version, options={"party_size": size})
    except ModuleInvalid as refused:
        return _refused(request, own, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        if conflict.code == "plan.stale":
            return redirect("module-preview", campaign_id=campaign_id, version_id=version_id)
        return redirect("campaign-modules", campaign_id=campaign_id)
    form.initial = dict(form.initial) | {"plan_token": plan.token, "planned_size": size}
    context = {"version": version, "head": version.document["module"], "plan": plan, "form": form}
    return render(request, "campaigns/modules/preview.html", frame(own, "campaign-modules") | context)


def _import(own: Member, version: ModuleVersion, asked: dict[str, Any]) -> ImportRun:
    """Imports for the size asked for, if the campaign still stands as the preview showed it for its own size."""
    shown = {"party_size": asked["planned_size"] or asked["party_size"]}
    options = {"party_size": asked["party_size"]}
    token = asked["plan_token"]
    if token and actions.plan(own=own, version=version, options=shown).token == token:
        token = actions.plan(own=own, version=version, options=options).token
    return actions.apply(own=own, version=version, options=options, plan_token=token or None)


@login_required
@require_GET
def run(request: SignedRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """One import: what was asked and what it did."""
    own = access.gm(request.user, campaign_id)
    return render(
        request, "campaigns/modules/run.html", frame(own, "campaign-modules") | {"run": queries.run(own, run_id)}
    )


@login_required
@require_GET
def reader(request: SignedRequest, campaign_id: int, module_key: str) -> HttpResponse:
    """An imported module from its first chapter on, with everything that is in it."""
    own = access.gm(request.user, campaign_id)
    book = queries.Reader(own, module_key)
    return render(request, "campaigns/modules/reader.html", frame(own, "campaign-modules") | {"reader": book})


@login_required
@require_GET
def read_object(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """One imported object: a place, a scene, an encounter, somebody, something."""
    own = access.gm(request.user, campaign_id)
    book = queries.Reader(own, module_key)
    row = book.object(collection, key)
    shown = book.present(row)
    before, after = book.neighbours(row)
    context = {
        "reader": book,
        "row": row,
        "shown": shown,
        "encounter": book.encounter(row),
        "before": before,
        "after": after,
        "resolve": _check_address(own, shown.check),
    }
    return render(request, "campaigns/modules/object.html", frame(own, "campaign-modules") | context)


def _check_address(own: Member, check: Check | None) -> str:
    """The check page with this check's figures filled in; empty for what is no check in this game."""
    return f"{reverse('check', args=[own.campaign_id])}?{urlencode(check.fields)}" if check else ""


def _designed_for(version: ModuleVersion) -> int:
    return int(version.document["module"].get("party", {}).get("designed_for", 4))


def _done(created: int) -> str:
    if created == 0:
        return _("Nothing to do: everything was imported already.")
    return _("Imported: %(count)s objects are new.") % {"count": created}


def _refused(request: HttpRequest, own: Member, refused: ModuleInvalid) -> HttpResponse:
    found = Report(None, refused.errors, refused.warnings, refused.truncated)
    return _report(request, own, found, status=422)


def _report(request: HttpRequest, own: Member, report: Report, status: int) -> HttpResponse:
    return render(
        request, "campaigns/modules/report.html", frame(own, "campaign-modules") | {"report": report}, status=status
    )


def _list_context(own: Member, form: ModuleForm) -> dict[str, Any]:
    lists = {
        "imported": queries.imported(own), "library": queries.library(own.user), "runs": queries.runs(own),
        "form": form,
    }  # fmt: skip
    return frame(own, "campaign-modules") | lists

"""Pages of exports and restores: begin, watch, confirm, stop, fetch."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, access_transfers
from campaigns.actions import transfers as actions
from campaigns.archive import jobs
from campaigns.forms.transfers import ArchiveForm, ConfirmForm
from campaigns.models import Transfer
from campaigns.requests import SignedRequest
from characters.answers import accepted, frame


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """What can be taken along: the whole campaign for GMs, what is one's own for everybody."""
    own = access.member(request.user, campaign_id)
    if request.method == "POST":
        try:
            row = actions.export(own=own, whole="whole" in request.POST)
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
            return redirect("campaign-data", campaign_id=campaign_id)
        return redirect("transfer", key=row.key)
    return render(request, "campaigns/transfers/data.html", frame(own, "campaign-options"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: SignedRequest) -> HttpResponse:
    """Takes an archive and reads it through; nothing is written before the next page."""
    access.must_have_account(request.user)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if request.method == "POST":
        row = accepted(lambda: actions.receive(by=request.user, file=form.cleaned_data["file"]), form)
        if row is not None:
            return redirect("transfer", key=row.key)
    return render(request, "campaigns/transfers/restore.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def transfer(request: SignedRequest, key: str) -> HttpResponse:
    """How far it is, what came of it; a restore asks here who gets a place back, and a post answers."""
    row = access_transfers.transfer(request.user, key)
    own_name = {"people": [request.user.username]}
    posted = request.POST if request.method == "POST" else None
    form = ConfirmForm(posted, about=row.about, initial=own_name)
    if posted is not None:
        done = accepted(lambda: actions.confirm(by=request.user, transfer=row, **form.answer), form)
        if done is not None:
            return redirect("transfer", key=key)
    if row.status == Transfer.Status.DONE and row.kind == Transfer.Kind.RESTORE and "campaign" in row.about:
        messages.success(request, _restored(row.about))
        return redirect("campaign", campaign_id=row.about["campaign"])
    context = {"row": row, "form": form, "broken": jobs.broken_off(row)}
    context["exported"] = _when(row.about.get("created", ""))
    return render(request, "campaigns/transfers/transfer.html", context)


def _when(told: str) -> datetime | None:
    """A time as an archive tells it, when it is one."""
    try:
        return parse_datetime(told)
    except ValueError:
        return None


def _restored(about: dict[str, Any]) -> str:
    """What was restored, who got a place back, and whose place waits."""
    shut, given = len(about.get("shut", [])), about.get("given", [])
    waiting = [one["name"] for one in about.get("people", []) if not one["left"] and one["name"] not in given]
    told = [
        ngettext(
            "Restored, but for %(n)s encounter whose cards do not open here.",
            "Restored, but for %(n)s encounters whose cards do not open here.", shut,
        ) % {"n": shut} if shut else _("Restored, with everything in it."),
    ]  # fmt: skip
    if given:
        told.append(_("Back in their places: %(names)s.") % {"names": ", ".join(given)})
    if waiting:
        told.append(_("Waiting under “Members”: %(names)s.") % {"names": ", ".join(waiting)})
    return " ".join(told)


@login_required
@require_POST
def cancel(request: SignedRequest, key: str) -> HttpResponse:
    """Asks the work to stop."""
    row = access_transfers.transfer(request.user, key)
    actions.cancel(by=request.user, transfer=row)
    return redirect("transfer", key=key)


@login_required
@require_safe
def file(request: SignedRequest, key: str) -> FileResponse:
    """The archive, to keep."""
    return answer(access_transfers.file(request.user, key))


def answer(row: Transfer) -> FileResponse:
    """A finished export as a download."""
    name = slugify(row.about.get("name", "")) or "campaign"
    tail = "" if row.kind == Transfer.Kind.WHOLE else "-mine"
    response = FileResponse(
        jobs.kept(row), as_attachment=True, filename=f"{name}{tail}-{row.created:%Y-%m-%d}.zip",
        content_type="application/zip",
    )  # fmt: skip
    response["Content-Security-Policy"] = "sandbox"
    response["Cache-Control"] = "no-store, private"
    return response

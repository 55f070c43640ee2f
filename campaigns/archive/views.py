"""Pages of exports and restores: start, progress, confirm, cancel, download."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.archive import access as archive_access
from campaigns.archive import actions, jobs, log_export, restoring
from campaigns.archive.forms import ArchiveForm, ConfirmForm
from campaigns.archive.models import Transfer
from campaigns.log.access import reader_for
from campaigns.log.forms import LogFilterForm
from campaigns.log.queries import filter_choices
from common.form_responses import campaign_context, run_action
from people.access import get_membership, require_account
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The page where GMs export the campaign, and members their own data."""
    membership = get_membership(request.user, campaign_id)
    if request.method == "POST":
        try:
            row = actions.start_export(membership=membership, whole="whole" in request.POST)
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
            return redirect("campaign-data", campaign_id=campaign_id)
        return redirect("transfer", key=row.key)
    here = "campaign-data" if membership.is_gm else "campaign-options"
    return render(request, "campaigns/archive/data.html", campaign_context(membership, here))


@login_required
@require_safe
def log_file(request: SignedRequest, campaign_id: int, file_type: str) -> HttpResponseBase:
    """Downloads the log with the filters of its page, except for words; `known_to` limits it to what others know."""
    membership = get_membership(request.user, campaign_id)
    if file_type not in log_export.FILE_TYPES:
        raise Http404
    filters = LogFilterForm(request.GET, membership=membership, offered=filter_choices(membership)).filters
    filters.pop("text", None)
    known_to = request.GET.get("known_to")
    reader = reader_for(membership, known_to) if known_to else get_viewer(membership, get_views(request))
    try:
        return log_file_response(reader, file_type, **filters)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("campaign-log", campaign_id=campaign_id)


def log_file_response(reader: Member, file_type: str, **filters: Any) -> FileResponse:
    """The log as a download."""
    content_type, ending = log_export.FILE_TYPES[file_type]
    name = f"{slugify(reader.campaign.name) or 'campaign'}-log.{ending}"
    file = log_export.write_log_file(reader, file_type, **filters)
    return FileResponse(file, as_attachment=True, filename=name, content_type=content_type)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore_page(request: SignedRequest) -> HttpResponse:
    """Uploads and checks an archive; the next page restores it."""
    require_account(request.user)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if request.method == "POST":
        row = run_action(lambda: actions.receive_archive(by=request.user, file=form.cleaned_data["file"]), form)
        if row is not None:
            return redirect("transfer", key=row.key)
    return render(request, "campaigns/archive/restore.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def transfer_page(request: SignedRequest, key: str) -> HttpResponse:
    """The progress and result of a transfer; for a waiting restore, the form that confirms it."""
    row = archive_access.get_transfer(request.user, key)
    broken = jobs.is_broken_off(row)
    if request.htmx and (broken or row.status != Transfer.Status.RUNNING):
        # The progress bar requests itself; after the end, the page must be loaded again.
        return HttpResponseClientRefresh()
    posted = request.POST if request.method == "POST" else None
    form = ConfirmForm(posted, about=row.about, own_name=request.user.username)
    if posted is not None:
        done = run_action(lambda: actions.confirm_restore(by=request.user, transfer=row, **form.answer), form)
        if done is not None:
            return redirect("transfer", key=key)
    if row.status == Transfer.Status.DONE and row.kind == Transfer.Kind.RESTORE and "campaign" in row.about:
        messages.success(request, _restore_summary(row.about))
        return redirect("campaign", campaign_id=row.about["campaign"])
    context = {"row": row, "form": form, "broken": broken}
    context["exported"] = restoring.parse_moment(row.about.get("created", ""))
    return render(request, "campaigns/archive/transfer.html", context)


def _restore_summary(about: dict[str, Any]) -> str:
    """A summary of what was restored, which places were offered, and which wait."""
    shut, given, offered = len(about.get("shut", [])), about.get("given", []), about.get("offered", [])
    waiting = [
        person["name"] for person in about.get("people", []) if not person["left"] and person["name"] not in given
    ]
    sentences = [
        ngettext(
            "Restored, except for %(n)s encounter whose cards cannot be opened here.",
            "Restored, except for %(n)s encounters whose cards cannot be opened here.",
            shut,
        )
        % {"n": shut}
        if shut
        else _("The whole campaign was restored."),
    ]
    if given:
        sentences.append(_("You are back in your place."))
    if offered:
        sentences.append(
            _("The places of %(names)s were offered to people with these names.") % {"names": ", ".join(offered)}
        )
    if waiting:
        sentences.append(_("Waiting under “Members”: %(names)s.") % {"names": ", ".join(waiting)})
    return " ".join(sentences)


@login_required
@require_POST
def cancel_transfer_page(request: SignedRequest, key: str) -> HttpResponse:
    """Cancels the transfer."""
    row = archive_access.get_transfer(request.user, key)
    actions.cancel_transfer(by=request.user, transfer=row)
    return redirect("transfer", key=key)


@login_required
@require_safe
def transfer_file(request: SignedRequest, key: str) -> FileResponse:
    """Downloads the archive."""
    return download_response(archive_access.get_transfer_file(request.user, key))


def download_response(row: Transfer) -> FileResponse:
    """A finished export as a download."""
    name = slugify(row.about.get("name", "")) or "campaign"
    tails = {Transfer.Kind.OWN: "-mine", Transfer.Kind.BOOK: "-book", Transfer.Kind.VAULT: "-notes"}
    tail = tails.get(Transfer.Kind(row.kind), "")
    file = jobs.open_file(row)
    jobs.note_fetched(row)
    response = FileResponse(
        file,
        as_attachment=True,
        filename=f"{name}{tail}-{row.created:%Y-%m-%d}.zip",
        content_type="application/zip",
    )
    response["Content-Security-Policy"] = "sandbox"
    response["Cache-Control"] = "no-store, private"
    return response

"""Pages of the campaign's log: read and filter, add a note, correct a line."""

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.actions import log as actions
from campaigns.forms.log import CorrectionForm, FilterForm, NoteForm
from campaigns.queries import log as queries
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame
from rules.typed import whole

FILTERS = ("text", "kind", "session", "character")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def log(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The story, newest first, with filters; a post adds a note."""
    own = access.member(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        access.must_play(own)
    offered = queries.offered(own, request.GET.get("session", ""))
    note = NoteForm(posted, own=own, offered=offered, auto_id="note_%s")
    if posted is not None and accepted(lambda: actions.add_note(own=own, **note.cleaned_data), note):
        return act_or_tell(request, lambda: None, _("Noted."), "campaign-log", campaign_id=campaign_id)
    filters = FilterForm(request.GET, own=own, offered=offered)
    before = request.GET.get("before", "")
    page = queries.page(own, before=whole(before), offered=offered, **filters.filters)
    kept = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    older = urlencode(kept | {"before": page.older}) if page.older else ""
    context = {"filters": filters, "filtered": bool(kept), "note": note, "page": page, "older": older}
    context |= {"narrowed": bool(set(kept) - {"text"}), "words": kept.get("text", "").strip()[:200]}
    return render(request, "campaigns/log/list.html", frame(own, "campaign-log") | context | {"from_top": not before})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Writes a correction; the old line stays."""
    entry, own = access.log_entry(request.user, entry_id)
    actions.must_correct(own, entry)
    posted = request.POST if request.method == "POST" else None
    form = CorrectionForm(posted, initial={"text": entry.text})
    if posted is not None and accepted(
        lambda: actions.correct(own=own, entry=entry, text=form.cleaned_data["text"]), form
    ):
        return act_or_tell(request, lambda: None, _("Corrected."), "campaign-log", campaign_id=own.campaign_id)
    return render(request, "campaigns/log/correct.html", frame(own, "campaign-log") | {"form": form, "entry": entry})

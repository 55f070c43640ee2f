"""Pages of the campaign's log: read and filter, add a note, correct a line."""

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns.log import actions, queries
from campaigns.log.access import get_log_entry
from campaigns.log.calendar.access import find_calendar
from campaigns.log.forms import CorrectionForm, LogFilterForm, NoteForm
from common.button_responses import run_button
from common.form_responses import campaign_context, run_action
from common.typed import parse_id
from people.access import get_membership, require_player
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, require_own_view, viewer_context

FILTERS = ("text", "kind", "session", "character", "since", "until")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def log_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The story, newest first, with filters; a post adds a note."""
    membership = get_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    seen = get_viewer(membership, get_views(request))
    if posted is not None:
        require_own_view(require_player(membership), seen)
    offered = queries.filter_choices(seen)
    calendar = find_calendar(membership)
    note = NoteForm(posted, membership=seen, offered=offered, calendar=calendar, auto_id="note_%s")
    if posted is not None and run_action(lambda: actions.add_note(membership=membership, **note.cleaned_data), note):
        return run_button(request, lambda: None, _("Saved."), "campaign-log", campaign_id=campaign_id)
    filters = LogFilterForm(request.GET, membership=seen, offered=offered)
    before = request.GET.get("before", "")
    page = queries.log_page(seen, before=parse_id(before), offered=offered, **filters.filters)
    if seen.pk != membership.pk:
        queries.forbid_corrections(page.lines)
    groups = queries.group_by_session(page.lines, offered.sessions)
    kept = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    older = urlencode(kept | {"before": page.older}) if page.older else ""
    context = {"filters": filters, "filtered": bool(kept), "note": note, "groups": groups, "older": older}
    # A file has no filter by words, and no pages.
    exported = {name: value for name, value in kept.items() if name != "text"}
    undated = {name: value for name, value in kept.items() if name not in {"since", "until"}}
    context |= {"years": queries.years_of(seen), "undated": urlencode(undated)}
    context["exported"] = urlencode(exported)
    context |= {"narrowed": bool(set(kept) - {"text"}), "words": kept.get("text", "").strip()[:200]}
    return render(
        request,
        "campaigns/log/list.html",
        viewer_context(membership, seen, "campaign-log") | context | {"from_top": not before},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct_entry_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Writes a correction; the old line stays."""
    entry, membership = get_log_entry(request.user, entry_id)
    actions.require_correction_permission(membership, entry)
    posted = request.POST if request.method == "POST" else None
    form = CorrectionForm(posted, initial={"text": entry.text})
    if posted is not None and run_action(
        lambda: actions.correct_entry(membership=membership, entry=entry, text=form.cleaned_data["text"]), form
    ):
        return run_button(request, lambda: None, _("Corrected."), "campaign-log", campaign_id=membership.campaign_id)
    return render(
        request,
        "campaigns/log/correct.html",
        campaign_context(membership, "campaign-log") | {"form": form, "entry": entry},
    )

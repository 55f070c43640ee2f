"""Pages of the campaign's log: read and filter, add a note, correct an entry."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns.log import actions, queries
from campaigns.log.access import get_log_entry
from campaigns.log.calendar.access import find_calendar
from campaigns.log.forms import CorrectionForm, LogFilterForm, NoteForm
from common import fragments
from common.button_responses import redirect_with_message
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_membership, require_player
from people.idempotency.buttons import run_form_once
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, require_own_view, viewer_context

FILTERS = ("text", "kind", "session", "character", "since", "until")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def log_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The log, newest first, with filters; a post adds a note."""
    membership = get_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    viewer = get_viewer(membership, get_views(request))
    if posted is not None:
        require_own_view(require_player(membership), viewer)
    offered = queries.filter_choices(viewer)
    note = None if posted is None else _note_form(viewer, offered, posted)
    if note and run_action(lambda: _add_note(request, membership, note), note):
        return redirect_with_message(request, _("Saved."), "campaign-log", campaign_id=campaign_id)
    kept = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    filters = LogFilterForm(request.GET, membership=viewer, offered=offered) if kept else None
    before = request.GET.get("before", "")
    page = queries.log_page(viewer, before=parse_id(before), offered=offered, **filters.filters if filters else {})
    if viewer.pk != membership.pk:
        queries.forbid_corrections(page.entries)
    groups = queries.group_by_session(page.entries, offered.sessions)
    older = urlencode(kept | {"before": page.older}) if page.older else ""
    context: dict[str, Any] = {"filtered": bool(kept), "groups": groups, "older": older}
    # A file has no filter by words, and no pages.
    exported = {name: value for name, value in kept.items() if name != "text"}
    undated = {name: value for name, value in kept.items() if name not in {"since", "until"}}
    context |= {"years": queries.years_of(viewer), "undated": urlencode(undated)}
    context["exported"] = urlencode(exported)
    context |= {"narrowed": bool(set(kept) - {"text"}), "words": kept.get("text", "").strip()[:200]}
    context |= {"from_top": not before} | viewer_context(membership, viewer, "campaign-log")
    context["forms"] = _render_forms(request, context, offered, note, filters)
    return render(request, "campaigns/log/list.html", context)


def _add_note(request: SignedRequest, membership: Member, note: NoteForm) -> bool:
    return run_form_once(request, lambda: actions.add_note(membership=membership, **note.note))


def _note_form(viewer: Member, offered: queries.FilterChoices, posted: Any = None) -> NoteForm:
    return NoteForm(posted, membership=viewer, offered=offered, calendar=find_calendar(viewer), auto_id="note_%s")


def _render_forms(
    request: SignedRequest,
    context: dict[str, Any],
    offered: queries.FilterChoices,
    note: NoteForm | None,
    filters: LogFilterForm | None,
) -> SafeString:
    """The forms above the entries; members with the same choices share forms that nobody has filled in."""
    viewer: Member = context["membership"]
    shown = {name: context[name] for name in ("membership", "campaign", "viewed", "filtered", "narrowed")}

    def render_forms(csrf_token: str, key: str) -> str:
        forms = {
            "note": note or _note_form(viewer, offered),
            "filters": filters or LogFilterForm({}, membership=viewer, offered=offered),
        }
        more = {"csrf_token": csrf_token, "key": key}
        return render_to_string("campaigns/log/_forms.html", shown | forms | more)

    key = uuid.uuid4().hex
    if note or filters:
        return mark_safe(render_forms(get_token(request), key))  # noqa: S308 - the output of a template
    calendar = find_calendar(viewer)
    facts = {
        "campaign": viewer.campaign_id,
        "role": viewer.role,
        "viewed": bool(context["viewed"]),
        "sessions": offered.session_choices,
        "running": [row.pk for row in offered.sessions if row.is_running],
        "people": offered.people,
        "calendar": (calendar.pk, calendar.revision, calendar.format(calendar.now)) if calendar else None,
    }
    marks = (fragments.CSRF_MARK, fragments.KEY_MARK)
    html = fragments.keep_html(["campaigns/log/_forms.html"], facts, lambda: render_forms(*marks))
    return fragments.fill_marks(html, csrf_token=get_token(request), number=0, key=key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct_entry_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Writes a correction; the old entry stays."""
    entry, membership = get_log_entry(request.user, entry_id)
    actions.require_correction_permission(membership, entry)
    posted = request.POST if request.method == "POST" else None
    form = CorrectionForm(posted, initial={"text": entry.text})
    if posted is not None and run_action(
        lambda: actions.correct_entry(membership=membership, entry=entry, text=form.cleaned_data["text"]), form
    ):
        return redirect_with_message(request, _("Corrected."), "campaign-log", campaign_id=membership.campaign_id)
    queries.prepare_entries(membership, [entry])
    return render(
        request,
        "campaigns/log/correct.html",
        campaign_context(membership, "campaign-log") | {"form": form, "entry": entry},
    )

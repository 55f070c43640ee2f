"""Pages of sessions: list, detail, planning, and marking as held."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.log import queries as log_queries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.queries import dates_of
from campaigns.sessions import actions, queries
from campaigns.sessions.access import get_session
from campaigns.sessions.feed.access import feed_key
from campaigns.sessions.forms import AttendanceForm, SessionForm
from campaigns.sessions.models import Session
from campaigns.world import access as world_access
from common.button_responses import redirect_with_message, run_button
from common.edit_conflicts import EditConflict, has_values, posted_revision
from common.form_responses import campaign_context, run_action
from common.requests import site_of
from people.access import get_gm_membership, get_membership, require_gm
from people.idempotency.buttons import make_row_once, new_key
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context


@login_required
@require_safe
def session_list(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The newest sessions, or those of a year."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    context = viewer_context(membership, viewer, "campaign-sessions")
    context["listed"] = queries.list_sessions(viewer, request.GET.get("year", ""))
    context["feed"] = request.build_absolute_uri(reverse("session-feed", args=[feed_key(membership)]))
    return render(request, "campaigns/sessions/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_session(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Plans a session."""
    membership = get_gm_membership(request.user, campaign_id)
    form = SessionForm(request.POST if request.method == "POST" else None)
    plan = partial(actions.plan_session, membership=membership)
    session_id = request.method == "POST" and run_action(
        lambda: make_row_once(request, lambda: plan(**form.cleaned_data)), form
    )
    if session_id:
        return redirect("session", session_id=session_id)
    context = campaign_context(membership, "campaign-sessions") | {"form": form, "key": new_key()}
    return render(request, "campaigns/sessions/form.html", context)


@login_required
@require_safe
def session_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """One session: texts, attendance and what happened; GMs can also view it as another member."""
    row, membership, viewer = world_access.get_session_and_viewer(request.user, session_id, get_views(request))
    context = viewer_context(membership, viewer, "campaign-sessions")
    session_page = queries.get_session_page(viewer, row)
    if viewer.pk != membership.pk:
        log_queries.forbid_corrections(session_page.entries)
    return render(request, "campaigns/sessions/detail.html", context | {"session_page": session_page, "session": row})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_session(request: SignedRequest, session_id: int) -> HttpResponse:
    """Changes plan and notes; after an edit conflict, shows both versions."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    posted = request.POST if request.method == "POST" else None
    form = SessionForm(posted, instance=row)
    context = campaign_context(membership, "campaign-sessions") | {
        "form": form,
        "session": row,
        "revision": row.revision,
    }
    if posted is not None:
        context["revision"] = seen = posted_revision(posted)
        try:
            saved = run_action(
                lambda: actions.change_session(membership=membership, session=row, revision=seen, **form.cleaned_data),
                form,
            )
        except EditConflict as stale:
            saved = has_values(stale.current, form.cleaned_data)
            context |= {"stale": str(stale), "theirs": stale.current, "revision": stale.revision}
        if saved:
            return redirect_with_message(request, _("Saved."), "session", session_id=session_id)
    return render(request, "campaigns/sessions/form.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def attendance_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Marks the session as held and stores who came; after an edit conflict, shows both versions."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    form = _attendance_form(request, membership, row)
    context = campaign_context(membership, "campaign-sessions") | {"form": form, "session": row}
    context |= queries.ends_with_session(membership, row, form.initial["attendance"])
    context["revision"] = row.revision if request.method != "POST" else posted_revision(request.POST)
    record = partial(actions.record_attendance, membership=membership, session=row, revision=context["revision"])
    try:
        saved = request.method == "POST" and run_action(lambda: record(**form.cleaned_data), form)
    except EditConflict as stale:
        saved = queries.has_attendance(membership, stale.current, **form.cleaned_data)
        context |= {"stale": str(stale), "theirs": queries.describe_attendance(membership, stale.current)}
        context["revision"] = stale.revision
    if saved:
        message = _("Marked as played, and attendance was recorded.")
        return redirect_with_message(request, message, "session", session_id=session_id)
    return render(request, "campaigns/sessions/attendance.html", context)


def _attendance_form(request: SignedRequest, membership: Member, row: Session) -> AttendanceForm:
    """The form for who came and for the date in the world, filled in with what is stored, or with who is expected."""
    came = list(row.attendance.all())
    initial: dict[str, Any] = {"attendance": came or queries.expected_attendants(membership, row)}
    dates = dates_of(membership, session=row)
    if dates or row.status == row.Status.HELD:
        initial["in_world"] = "".join(date.words for date in dates)  # type: ignore[attr-defined]
    return AttendanceForm(
        request.POST if request.method == "POST" else None,
        members=queries.possible_attendants(membership, row),
        calendar=find_calendar(membership),
        initial=initial,
    )


@login_required
@require_POST
def reopen_session_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Marks a held or cancelled session as planned again."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    reopen = partial(actions.reopen_session, membership=membership, session=row, origin=site_of(request))
    return run_button(request, reopen, _("The session is planned again."), "session", session_id=session_id)


@login_required
@require_POST
def cancel_session_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Marks a planned session as cancelled."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    cancel = partial(actions.cancel_session, membership=membership, session=row, origin=site_of(request))
    return run_button(request, cancel, _("The session is cancelled."), "session", session_id=session_id)

"""Pages of evenings: the list, one evening, planning and holding it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access
from campaigns.actions import sessions as actions
from campaigns.forms.sessions import AttendanceForm, SessionForm
from campaigns.queries import log as log_queries
from campaigns.queries import sessions as queries
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame


@login_required
@require_safe
def sessions(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """All evenings, newest first."""
    own = access.member(request.user, campaign_id)
    return render(
        request, "campaigns/sessions/list.html", frame(own, "campaign-sessions") | {"sessions": queries.listed(own)}
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Plans an evening."""
    own = access.gm(request.user, campaign_id)
    form = SessionForm(request.POST if request.method == "POST" else None)
    made = request.method == "POST" and accepted(lambda: actions.plan(own=own, **form.cleaned_data), form)
    if made:
        return redirect("session", session_id=made.pk)
    return render(request, "campaigns/sessions/form.html", frame(own, "campaign-sessions") | {"form": form})


@login_required
@require_safe
def session(request: SignedRequest, session_id: int) -> HttpResponse:
    """One evening: notes, who came, what was played and logged."""
    row, own = access.session(request.user, session_id)
    evening = queries.evening(own, row)
    log_queries.hide_unknown(own, evening.lines)
    return render(
        request,
        "campaigns/sessions/detail.html",
        frame(own, "campaign-sessions") | {"evening": evening, "session": row},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, session_id: int) -> HttpResponse:
    """Changes plan and notes."""
    row, own = access.session(request.user, session_id)
    access.must_run(own)
    form = SessionForm(request.POST if request.method == "POST" else None, instance=row)
    saved = request.method == "POST" and accepted(
        lambda: actions.change(own=own, session=row, **form.cleaned_data), form
    )
    if saved:
        return act_or_tell(request, lambda: None, _("Saved."), "session", session_id=session_id)
    return render(
        request, "campaigns/sessions/form.html", frame(own, "campaign-sessions") | {"form": form, "session": row}
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: SignedRequest, session_id: int) -> HttpResponse:
    """Says that the evening was held, and who came."""
    row, own = access.session(request.user, session_id)
    access.must_run(own)
    came = list(row.attendance.all())
    initial = {"attendance": came or list(access.members(own))}
    posted = request.POST if request.method == "POST" else None
    form = AttendanceForm(posted, members=access.members(own) | row.attendance.select_related("user"), initial=initial)
    held = posted is not None and accepted(
        lambda: actions.hold(own=own, session=row, attendance=list(form.cleaned_data["attendance"])), form
    )
    if held:
        return act_or_tell(request, lambda: None, _("Held; who came is noted."), "session", session_id=session_id)
    return render(
        request, "campaigns/sessions/hold.html", frame(own, "campaign-sessions") | {"form": form, "session": row}
    )


@login_required
@require_POST
def reopen(request: SignedRequest, session_id: int) -> HttpResponse:
    """Makes a held evening a planned one again."""
    row, own = access.session(request.user, session_id)
    access.must_run(own)
    return act_or_tell(
        request,
        lambda: actions.reopen(own=own, session=row),
        _("Planned again."),
        "session",
        session_id=session_id,
    )

"""Pages of evenings: the list, one evening, planning and holding it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, access_world
from campaigns.actions import sessions as actions
from campaigns.forms.sessions import AttendanceForm, SessionForm
from campaigns.queries import sessions as queries
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from campaigns.views.world import seen_through
from characters.answers import accepted, frame
from rules.stale import Stale, seen_revision


@login_required
@require_safe
def sessions(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The newest evenings, or those of a year."""
    own = access.member(request.user, campaign_id)
    context = {"listed": queries.listed(own, request.GET.get("year", ""))}
    return render(request, "campaigns/sessions/list.html", frame(own, "campaign-sessions") | context)


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
    """One evening: its texts, who came, what was played, logged and learned; for GMs also through other eyes."""
    row, own, seen = access_world.evening(request.user, session_id, request.GET.get("as"))
    context = seen_through(own, seen, "campaign-sessions")
    evening = queries.evening(seen, row, context["suffix"])
    return render(request, "campaigns/sessions/detail.html", context | {"evening": evening, "session": row})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, session_id: int) -> HttpResponse:
    """Changes plan and notes; what somebody else saved meanwhile is shown beside what was typed."""
    row, own = access.session(request.user, session_id)
    access.must_run(own)
    posted = request.POST if request.method == "POST" else None
    form = SessionForm(posted, instance=row)
    context = frame(own, "campaign-sessions") | {"form": form, "session": row, "revision": row.revision}
    if posted is not None:
        context["revision"] = seen = seen_revision(posted)
        try:
            saved = accepted(lambda: actions.change(own=own, session=row, revision=seen, **form.cleaned_data), form)
        except Stale as stale:
            context |= {"stale": str(stale), "theirs": stale.current, "revision": stale.revision}
        else:
            if saved:
                return act_or_tell(request, lambda: None, _("Saved."), "session", session_id=session_id)
    return render(request, "campaigns/sessions/form.html", context)


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

"""The page on which a stand-in is chosen and ended."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.sessions.access import get_session
from campaigns.sessions.stand_ins import access, actions
from campaigns.sessions.stand_ins.forms import StandInForm
from common.button_responses import redirect_with_message, run_button
from common.form_responses import campaign_context, run_action
from people.access import require_player
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stand_ins_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Who plays for whom in a session, and the form that chooses it."""
    session, membership = get_session(request.user, session_id)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        require_player(membership)
    form = StandInForm(
        posted,
        characters=access.characters_to_cover(membership).order_by("name", "pk"),
        members=access.possible_stand_ins(membership).order_by("user__username"),
    )
    if posted is not None and run_action(
        lambda: actions.choose_stand_in(membership=membership, session=session, **form.cleaned_data), form
    ):
        return redirect_with_message(request, _("The stand-in is chosen."), "stand-ins", session_id=session_id)
    context = campaign_context(membership, "campaign-sessions")
    context |= {"session": session, "form": form, "stand_ins": access.list_stand_ins(membership, session)}
    context["may_choose"] = session.status == session.Status.PLANNED and form.fields["character"].queryset.exists()  # type: ignore[attr-defined]
    return render(request, "campaigns/sessions/stand_ins/stand_ins.html", context)


@login_required
@require_POST
def end_page(request: SignedRequest, stand_in_id: int) -> HttpResponse:
    """Ends a stand-in."""
    row, membership = access.get_stand_in(request.user, stand_in_id)
    return run_button(
        request,
        lambda: actions.end_stand_in(membership=membership, stand_in=row),
        _("The stand-in no longer plays the character."),
        "stand-ins",
        session_id=row.session_id,
    )

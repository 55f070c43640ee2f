"""The page on which a GM files log entries, awards, encounters and reveals under a session afterwards."""

import re
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns.log.periods import Period
from campaigns.sessions.access import get_session
from campaigns.sessions.filing import actions, queries
from common.form_responses import campaign_context, run_with_message
from common.form_widgets import DayInput
from people.access import require_gm
from people.requests import SignedRequest

CHOSEN = re.compile(r"([0-9]{1,18}):([0-9]{1,18})")


class PeriodForm(forms.Form):
    """The days of which entries are listed."""

    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Until"), required=False, widget=DayInput)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def file_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Lists what happened around the session; a post files the chosen rows under it or takes them out."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    chosen = None
    if request.method == "POST":
        to = None if request.POST.get("to") == "none" else row
        chosen = {name: request.POST.getlist(name) for name in ("line", "scene", "reveal")}
        done = run_with_message(
            request,
            lambda: actions.file_under_session(
                membership=membership,
                session=to,
                entries=_read_rows(request, "line"),
                encounters=_read_rows(request, "scene"),
                reveals=_read_rows(request, "reveal"),
            ),
            _("Filed.") if to else _("Taken out of the session."),
        )
        if done:
            return redirect("session", session_id=session_id)
    usual = queries.usual_period(row)
    period_data = request.GET if "since" in request.GET or "until" in request.GET else None
    form = PeriodForm(period_data, initial={"since": usual.since, "until": usual.until})
    period = Period(**form.cleaned_data) if period_data is not None and form.is_valid() else usual
    filing = queries.get_filing(membership, period)
    queries.tick_rows(filing, chosen)
    context: dict[str, Any] = {"session": row, "form": form, "filing": filing, "refused": chosen is not None}
    return render(request, "campaigns/sessions/file.html", campaign_context(membership, "campaign-sessions") | context)


def _read_rows(request: SignedRequest, name: str) -> list[actions.ChosenRow]:
    """The ticked rows: "id:session", with 0 for no session."""
    matches = [CHOSEN.fullmatch(value) for value in request.POST.getlist(name)]
    return [actions.ChosenRow(int(match[1]), int(match[2]) or None) for match in matches if match]

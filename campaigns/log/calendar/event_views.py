"""Pages of planned events: plan, change, delete, and take off the campaign page."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.log.calendar import events, queries
from campaigns.log.calendar.access import get_calendar, get_event_as_gm
from campaigns.log.calendar.forms import EventForm
from campaigns.log.calendar.models import Calendar, PlannedEvent
from common.button_responses import redirect_with_message, run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership
from people.idempotency.buttons import new_key, run_form_once
from people.models import Member
from people.requests import SignedRequest

HERE = "campaign-calendar"
CHANGED = _("“%(title)s” has changed since you opened the page. Look at it and try again.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Plans an event."""
    membership = get_gm_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    form = EventForm(posted, calendar=get_calendar(membership))

    def plan() -> bool:
        return run_form_once(request, lambda: events.plan_event(membership=membership, **form.cleaned_data))

    if posted is not None and run_action(plan, form):
        return redirect_with_message(request, _("Planned."), HERE, campaign_id=campaign_id)
    context = campaign_context(membership, HERE) | {"form": form, "key": new_key()}
    return render(request, "campaigns/log/calendar/event.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_event(request: SignedRequest, event_id: int) -> HttpResponse:
    """Changes a planned event; after an edit conflict, says so and shows the current words."""
    row, membership = get_event_as_gm(request.user, event_id)
    calendar = get_calendar(membership)
    posted = request.POST if request.method == "POST" else None
    form = EventForm(posted, calendar=calendar, initial=_fields_of(membership, calendar, row))
    context = campaign_context(membership, HERE) | {"form": form, "event": row, "revision": row.revision}
    if posted is not None:
        revision = context["revision"] = posted_revision(posted)
        try:
            if run_action(
                lambda: events.change_event(membership=membership, event=row, revision=revision, **form.cleaned_data),
                form,
            ):
                return redirect_with_message(request, _("Saved."), HERE, campaign_id=membership.campaign_id)
        except EditConflict as stale:
            theirs = EventForm(calendar=calendar, initial=_fields_of(membership, calendar, stale.current))
            context |= {"stale": str(stale), "theirs": list(theirs), "revision": stale.revision}
    return render(request, "campaigns/log/calendar/event.html", context)


def _fields_of(membership: Member, calendar: Calendar, row: PlannedEvent) -> dict[str, Any]:
    """What the form of an event shows first."""
    queries.describe_events(membership, calendar, [row])
    names = ("title", "text", "audience", "date", "repeats", "every", "moon", "phase", "until")
    return {name: getattr(row, name) for name in names}


@login_required
@require_POST
def delete_event(request: SignedRequest, event_id: int) -> HttpResponse:
    """Deletes a planned event, unless it has changed since the person opened its page."""
    row, membership = get_event_as_gm(request.user, event_id)
    revision = posted_revision(request.POST)
    try:
        return run_button(
            request,
            lambda: events.delete_event(membership=membership, event=row, revision=revision),
            _("Deleted."),
            HERE,
            campaign_id=membership.campaign_id,
        )
    except EditConflict as stale:
        messages.error(request, CHANGED % {"title": stale.name})
        return redirect("planned-event", event_id=event_id)


@login_required
@require_POST
def dismiss_event(request: SignedRequest, event_id: int) -> HttpResponse:
    """Takes an event that fell due off the campaign page, unless it has changed or fallen due again since."""
    row, membership = get_event_as_gm(request.user, event_id)
    revision = posted_revision(request.POST)
    try:
        return run_button(
            request,
            lambda: events.dismiss_event(membership=membership, event=row, revision=revision),
            _("Done."),
            "campaign",
            campaign_id=membership.campaign_id,
        )
    except EditConflict as stale:
        if stale.current.marked:  # a second tap on the button has nothing left to do
            messages.error(request, CHANGED % {"title": stale.name})
        return redirect("campaign", campaign_id=membership.campaign_id)

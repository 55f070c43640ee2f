"""The timeline, and the page on which a thing gets its dates."""

from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.log.calendar import dates
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.queries import dates_of
from campaigns.overview.timeline import queries
from campaigns.overview.timeline.access import get_changeable_date, get_dated_thing
from campaigns.overview.timeline.forms import DateForm, TimelineForm
from common.button_responses import redirect_with_message, run_button
from common.form_responses import campaign_context, run_action
from people.access import get_membership
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

FILTERS: Final = ("since", "until", "kind", "character", "page", "order")
# The tab that is marked: the timeline is reached from the calendar.
HERE: Final = "campaign-calendar"
TIMELINE: Final = "campaign-timeline"
KINDS: Final = {"session": "session", "entry": "log", "page": "page"}
DATE_PAGES: Final = {
    "session": "session-dates",
    "entry": "log-dates",
    "page": "world-dates",
    "character": "character-dates",
}


@login_required
@require_safe
def timeline_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Everything with a date, of the campaign or of a person, place or thread; GMs can view it as another member."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    context = viewer_context(membership, viewer, HERE)
    calendar = find_calendar(membership)
    if calendar is None:
        return render(request, "campaigns/log/calendar/none.html", context)
    form = TimelineForm(request.GET, membership=viewer, calendar=calendar)
    filters = form.read()
    edge = _parse_edge(request.GET.get("beyond", ""))
    timeline = queries.get_timeline(viewer, calendar, filters, oldest_first=form.oldest_first, edge=edge)
    kept = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    context |= {
        "form": form,
        "asked": filters,
        "timeline": timeline,
        "filtered": bool(set(kept) - {"order"}),
        "further": urlencode(kept | {"beyond": str(timeline.further)}) if timeline.further else "",
        "kept": urlencode(kept),
        "from_start": edge is None,
    }
    return render(request, "campaigns/overview/timeline/timeline.html", context)


def _parse_edge(text: str) -> queries.Edge | None:
    first, _dot, pk = text.partition(".")
    try:
        edge = queries.Edge(int(first[:20]), int(pk[:20]))
    except ValueError:
        return None
    return edge if abs(edge.first) < 2**62 and 0 < edge.pk < 2**62 else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dates_page(request: SignedRequest, thing_id: int, what: str) -> HttpResponse:
    """The dates of a session, log entry, page or character, for those who may change it; a post adds one."""
    thing, membership = get_dated_thing(request.user, what, thing_id)
    calendar = find_calendar(membership)
    if calendar is None:
        return render(request, "campaigns/log/calendar/none.html", campaign_context(membership, HERE))
    posted = request.POST if request.method == "POST" else None
    form = DateForm(posted, membership=membership, calendar=calendar, what=what)
    if posted is not None and run_action(
        lambda: dates.set_date(membership=membership, thing=thing, **({"kind": KINDS.get(what)} | form.cleaned_data)),
        form,
    ):
        return redirect_with_message(request, _("Saved."), DATE_PAGES[what], thing_id=thing_id)
    context: dict[str, Any] = campaign_context(membership, HERE) | {
        "form": form,
        "thing": thing,
        "what": what,
        "dates": dates_of(membership, **{what: thing}),
        "back": thing.get_absolute_url() if hasattr(thing, "get_absolute_url") else "",
    }
    return render(request, "campaigns/overview/timeline/dates.html", context)


@login_required
@require_POST
def remove_date(request: SignedRequest, date_id: int) -> HttpResponse:
    """Takes a date away."""
    row, membership = get_changeable_date(request.user, date_id)
    what = next((name for name in DATE_PAGES if getattr(row, f"{name}_id") is not None), None)
    to, place = TIMELINE, {"campaign_id": membership.campaign_id}
    if what is not None:
        to, place = DATE_PAGES[what], {"thing_id": getattr(row, f"{what}_id")}
    return run_button(request, lambda: dates.remove_date(membership=membership, date=row), _("Removed."), to, **place)

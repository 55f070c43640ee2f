"""The page of the encounters that wait for the viewer, and the seats of the viewer at running encounters."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.encounters.waiting import queries
from people.access import get_membership
from people.requests import SignedRequest


@login_required
@require_safe
def waiting_page(request: SignedRequest) -> HttpResponse:
    """Every encounter that waits for the viewer, in all campaigns."""
    return render(
        request, "campaigns/encounters/waiting/list.html", {"tables": queries.get_waiting_tables(request.user)}
    )


@login_required
@require_safe
def running_table(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The ways to the campaign's running tables, for an open page; 204 if it shows them already (`shown`)."""
    bar = queries.get_table_bar(get_membership(request.user, campaign_id))
    if request.GET.get("shown") == bar.mark:
        return HttpResponse(status=204)
    return render(request, "people/_running_table.html", {"bar": bar}) if bar.encounters else HttpResponse()


@login_required
@require_safe
def running_seats(request: SignedRequest) -> JsonResponse:
    """The viewer, and the viewer's seats at running encounters: the service worker keeps hands for no other seat."""
    response = JsonResponse({"person": request.user.pk, "seats": queries.get_running_seats(request.user)})
    response["Cache-Control"] = "no-store"
    return response

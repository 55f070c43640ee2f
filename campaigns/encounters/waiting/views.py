"""The page of the encounters that wait for the viewer."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.encounters.waiting import queries
from people.requests import SignedRequest


@login_required
@require_safe
def waiting_page(request: SignedRequest) -> HttpResponse:
    """Every encounter that waits for the viewer, in all campaigns."""
    return render(
        request, "campaigns/encounters/waiting/list.html", {"tables": queries.get_waiting_tables(request.user)}
    )

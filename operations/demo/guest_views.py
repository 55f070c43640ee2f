"""The button that creates a demo table for a guest and opens it."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.encounters import guests
from common.client_address import client_network
from operations.demo import guest_actions as actions

A_DAY = 24 * 60 * 60


@require_POST
def open_demo_table_page(request: HttpRequest) -> HttpResponse:
    """Creates and opens a demo table for visitors; people with an account go to their home page."""
    known = request.user if request.user.is_authenticated else None
    if known is not None and not known.guest:
        return redirect("home")
    try:
        encounter, guest = actions.open_demo_table(network=client_network(request), guest=known)
    except guests.TooManyTables as refusal:
        answer = render(request, "errors/429.html", {"sentence": str(refusal)}, status=429)
        answer["Retry-After"] = str(guests.HOUR)
        return answer
    if known is None or known.pk != guest.pk:
        login(request, guest, backend="config.accounts.PasswordBackend")
        request.session.set_expiry(A_DAY)
    return redirect("encounter", encounter.pk)

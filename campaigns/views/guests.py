"""The demo table's door: a tap makes a guest, lays a table and opens it."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import guests
from campaigns.actions import guests as actions

A_DAY = 24 * 60 * 60


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Lays a table for whoever has no account and opens it; people with an account go to their own."""
    known = request.user if request.user.is_authenticated else None
    if known is not None and not known.guest:
        return redirect("home")
    try:
        encounter, guest = actions.welcome(address=request.META.get("REMOTE_ADDR", ""), guest=known)
    except guests.TooMany as refusal:
        answer = render(request, "429.html", {"sentence": str(refusal)}, status=429)
        answer["Retry-After"] = str(guests.HOUR)
        return answer
    if known is None:
        login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
        request.session.set_expiry(A_DAY)
    return redirect("encounter", encounter.pk)

"""The button that creates a demo table for a visitor and opens it."""

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.encounters import demo_visitors
from common.client_address import client_network
from operations.demo import visitor_actions as actions
from operations.demo.demo_tables import FIRST, TABLES

A_DAY = 24 * 60 * 60


@require_POST
def open_demo_table_page(request: HttpRequest) -> HttpResponse:
    """Creates and opens a demo table of the chosen game (`system`); people with an account go to their home page."""
    known = request.user if request.user.is_authenticated else None
    if known is not None and not known.is_demo_visitor:
        return redirect("home")
    system = request.POST.get("system") or FIRST
    if system not in TABLES:
        raise Http404(_("There is no demo table of that game."))
    try:
        encounter, visitor = actions.open_demo_table(network=client_network(request), visitor=known, system=system)
    except demo_visitors.TooManyTables as refusal:
        context = {"heading": _("Every demo table is in use"), "sentence": str(refusal)}
        answer = render(request, "errors/429.html", context, status=429)
        answer["Retry-After"] = str(demo_visitors.HOUR)
        return answer
    if known is None or known.pk != visitor.pk:
        login(request, visitor, backend="config.accounts.PasswordBackend")
        request.session.set_expiry(A_DAY)
    return redirect("encounter", encounter.pk)

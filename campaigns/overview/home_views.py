"""The home page and the page about this site."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.encounters import demo_visitors
from campaigns.overview import queries
from people.requests import SignedRequest
from rules.pages.credits import list_games


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """The person's running encounters, campaigns, characters and next session; a welcome page if signed out."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/overview/welcome.html", {"games": list_games()})
    if request.user.is_demo_visitor:
        return render(
            request,
            "campaigns/overview/welcome.html",
            {"games": list_games(), "running": demo_visitors.current_table(request.user)},
        )
    return render(request, "campaigns/overview/home.html", {"home": queries.get_home_page(request.user)})


@login_required
@require_safe
def running_tables(request: SignedRequest) -> HttpResponse:
    """The running tables for an open home page; 204 if they are those that the page shows (`shown`)."""
    tables = queries.get_running_tables(request.user)
    if request.GET.get("shown") == tables.mark:
        return HttpResponse(status=204)
    return render(request, "campaigns/overview/_running_tables.html", {"tables": tables})


@require_safe
def about_page(request: HttpRequest) -> HttpResponse:
    """Credits of the games, licences, and which personal data the site stores."""
    return render(request, "campaigns/overview/about.html", {"games": list_games()})

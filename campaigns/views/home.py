"""The front door: home for people signed in and not, and what this site is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import guests
from campaigns.queries import campaigns as queries
from rules.credits import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Live tables, campaigns, characters and the next session; signed out: what this is."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html", {"games": GAMES})
    if request.user.guest:
        return render(request, "campaigns/welcome.html", {"games": GAMES, "running": guests.current(request.user)})
    return render(request, "campaigns/home.html", {"home": queries.home(request.user)})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Credits of the games, licences, and what the site keeps about people."""
    return render(request, "campaigns/about.html", {"games": GAMES})

"""The rules pages: the games, a game's book for use at the table, one rule to share, the catalogue."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules import play, queries
from rules.credits import GAMES, Game
from rules.requests import PageRequest

LONGEST = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The four games, and which of them can be played here now."""
    return render(request, "rules/index.html", {"games": GAMES})


@require_safe
def book(request: HttpRequest, system: str) -> HttpResponse:
    """A game's rules by area, or those that hold the words searched for (`?q=`)."""
    words = _words(request)
    rules = queries.book(system)
    found = queries.matching(rules, words) if words else rules
    shown = {"areas": queries.areas(found), "found": len(found), "words": words, "all": len(rules)}
    return render(request, "rules/book.html", _page(system) | shown)


@require_safe
def rule(request: PageRequest, system: str, rule_id: str) -> HttpResponse:
    """One rule: a page of its own to share, or a fragment for "why?" when htmx asks."""
    context = _page(system)
    one = queries.rule(system, rule_id)
    if one is None:
        raise Http404(_("This game has no rule of that number."))
    context |= {"rule": one, "near": queries.near(system, one)}
    response = render(request, "rules/_rule.html" if request.htmx else "rules/rule.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def catalogue(request: HttpRequest, system: str) -> HttpResponse:
    """What the site ships for the game: skills, guides, presets, weapons; searchable."""
    words, kind = _words(request), request.GET.get("kind", "")[:LONGEST]
    rows = queries.catalogue(system, kind=kind, text=words)
    context = _page(system) | {
        "shelves": queries.shelves(rows), "kinds": queries.catalogue_kinds(system),
        "kind": kind, "words": words,
    }  # fmt: skip
    return render(request, "rules/catalogue.html", context)


def _words(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST]


def _page(system: str) -> dict[str, Any]:
    about: Game | None = next((game for game in GAMES if game.slug == system), None)
    if about is None:
        raise Http404(_("No game of that name is kept here."))
    return {"about": about, "system": system, "game": system, "live": system in play.SYSTEMS}

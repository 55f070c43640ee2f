"""Pages of rules: the games, a game's rule book, a single rule, explanations, the catalogue."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.requests import PageRequest
from rules import play
from rules.catalogue import queries
from rules.pages.credits import credited_game, list_games

LONGEST = 100
# The most keys of a request, which are more than a table shows at once.
MOST_EXPLAINED = 40


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games of the site."""
    return render(request, "rules/index.html", {"games": list_games()})


@require_safe
def book(request: HttpRequest, system: str) -> HttpResponse:
    """A game's rules by area, or those that contain the searched words (`?q=`)."""
    words = _words(request)
    rules = queries.book(system)
    found = queries.rules_with_words(rules, words) if words else rules
    shown = {"areas": queries.areas(found), "found": len(found), "words": words, "all": len(rules)}
    return render(request, "rules/book.html", _page(system) | shown)


@require_safe
def rule(request: PageRequest, system: str, rule_id: str) -> HttpResponse:
    """One rule: a page of its own to share, or a fragment for "why?" when htmx asks."""
    context = _page(system)
    found_rule = queries.rule(system, rule_id)
    if found_rule is None:
        raise Http404(_("This game has no rule with that id."))
    context |= {"rule": found_rule, "near": queries.rules_of_same_area(system, found_rule)}
    response = render(request, "rules/_rule.html" if request.htmx else "rules/rule.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def show_explanations(request: PageRequest, system: str) -> HttpResponse:
    """Explanations of the things at a table: those with the requested keys (`?key=`), or all."""
    context = _page(system)
    keys = request.GET.getlist("key")[:MOST_EXPLAINED]
    found = [play.explanation(system, key[:LONGEST]) for key in keys] if keys else play.explanations(system).values()
    context["explained"] = list({rule["title"]: rule for rule in found if rule}.values())
    if keys and not context["explained"]:
        raise Http404(_("There is no explanation for this."))
    response = render(request, "rules/explained/asked.html" if request.htmx else "rules/explained/page.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def catalogue(request: HttpRequest, system: str) -> HttpResponse:
    """The game's shipped catalogue (skills, guides, presets, weapons), with a search."""
    words, kind = _words(request), request.GET.get("kind", "")[:LONGEST]
    rows = queries.catalogue(system, kind=kind, text=words)
    context = _page(system) | {
        "rows_by_kind": queries.rows_by_kind(rows),
        "kinds": queries.catalogue_kinds(system),
        "kind": kind,
        "words": words,
    }
    return render(request, "rules/catalogue.html", context)


def _words(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST]


def _page(system: str) -> dict[str, Any]:
    if system not in play.SYSTEMS:
        raise Http404(_("There is no game with that name on this site."))
    return {"about": credited_game(system), "system": system, "game": system}

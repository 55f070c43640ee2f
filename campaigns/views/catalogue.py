"""Pages of what holds in a campaign: for all members the list in force; for GMs the catalogue and its own rows."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.forms.catalogue import RowForm
from campaigns.models import Member
from campaigns.queries import rulings
from campaigns.requests import SignedRequest
from characters.answers import accepted, frame
from characters.faces import face
from rules import actions, queries, trail
from rules.models import CatalogueRow
from rules.stale import Stale, seen_revision

PAGES = ["GET", "HEAD", "POST"]
LONGEST = 100


@login_required
@require_safe
def house_rules(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The options and the catalogue in force, for every member, and what changed of them."""
    own = access.member(request.user, campaign_id)
    words, kind = request.GET.get("q", "").strip()[:LONGEST], request.GET.get("kind", "")[:LONGEST]
    mine = request.GET.get("own") == "1"
    found = rulings.rulings(own, kind=kind, text=words, homebrew=mine)
    # GMs have the catalogue's tab instead, which leads here.
    context = frame(own, "campaign-catalogue" if own.runs else "campaign-rules") | {
        "system": own.campaign.system, "rulings": found, "words": words, "asked": kind, "kinds": found.kinds,
        "mine": mine,
    }  # fmt: skip
    return render(request, "campaigns/catalogue/house_rules.html", context)


@login_required
@require_safe
def catalogue(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """All rows that the campaign uses, searched and filtered."""
    own = access.gm(request.user, campaign_id)
    words = request.GET.get("q", "").strip()[:LONGEST]
    kind = request.GET.get("kind", "")[:LONGEST]
    rows = queries.catalogue(own.campaign.system, campaign=own.campaign, kind=kind, text=words, idle=True, gm=True)
    context = _page(own) | {
        "shelves": queries.shelves([row for row in rows if row.active or row.campaign_id]), "words": words,
        "kinds": queries.catalogue_kinds(own.campaign.system, campaign=own.campaign), "kind": kind,
        "trail": trail.trail(own.campaign, gm=True), "homebrew": {row.kind for row in rows if row.campaign_id},
    }  # fmt: skip
    return render(request, "campaigns/catalogue/catalogue.html", context)


@login_required
@require_http_methods(PAGES)
def new(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """A row of the campaign's own; `?from=` begins with a row that it is to replace."""
    own = access.gm(request.user, campaign_id)
    given = request.GET.get("from", "")
    pattern = access.found(access.catalogue_rows(own), pk=given) if given else None
    return _form(request, own, None, pattern)


@login_required
@require_http_methods(PAGES)
def edit(request: SignedRequest, campaign_id: int, row_id: int) -> HttpResponse:
    """Changes a row of the campaign's own."""
    own = access.gm(request.user, campaign_id)
    row = access.found(access.catalogue_rows(own).filter(campaign=own.campaign_id), pk=row_id)
    return _form(request, own, row, row)


def _form(request: HttpRequest, own: Member, row: CatalogueRow | None, pattern: CatalogueRow | None) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    about, figures = _forms(own, posted, pattern)
    context = _page(own) | {"row": row, "about": about, "figures": figures}
    if row is not None:
        context |= {"revision": row.revision, "trail": trail.trail(own.campaign, gm=True, row=row)}
    if posted is not None:
        try:
            if accepted(lambda: _save(request, own, row, about, figures), about, figures):
                return redirect("campaign-catalogue", campaign_id=own.campaign_id)
            context["revision"] = seen_revision(posted)
        except Stale as stale:
            theirs = [field for form in _forms(own, None, stale.current) for field in form]
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
    return render(request, "campaigns/catalogue/form.html", context)


def _forms(own: Member, posted: Any, pattern: CatalogueRow | None) -> tuple[Any, Any]:
    about: Any = RowForm(posted, row=pattern)
    kinds = queries.catalogue_kinds(own.campaign.system, campaign=own.campaign)
    if kinds:
        about.fields["kind"].choices = kinds
    return about, face(own.campaign.system).row(posted, figures=pattern.figures if pattern else None)


def _save(request: HttpRequest, own: Member, row: CatalogueRow | None, about: Any, figures: Any) -> CatalogueRow:
    told = about.cleaned_data | {"by": request.user}
    told["figures"] = figures.cleaned_figures(told["kind"])
    if told["kind"] == "effect":
        told["figures"] = {"name": told["name"]} | told["figures"]
    if row is None:
        return actions.add_row(campaign=own.campaign, **told)
    return actions.change_row(row=row, revision=seen_revision(request.POST), **told)


def _page(own: Member) -> dict[str, Any]:
    return frame(own, "campaign-catalogue") | {"system": own.campaign.system}

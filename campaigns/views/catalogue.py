"""Pages of a campaign's catalogue, for GMs: what the site ships with what the campaign adds or replaces."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.forms.catalogue import RowForm
from campaigns.models import Member
from campaigns.requests import SignedRequest
from characters.answers import accepted, frame
from characters.faces import face
from rules import actions, queries
from rules.models import CatalogueRow

PAGES = ["GET", "HEAD", "POST"]
LONGEST = 100


@login_required
@require_safe
def catalogue(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """All rows that the campaign uses, searched and filtered."""
    own = access.gm(request.user, campaign_id)
    words = request.GET.get("q", "").strip()[:LONGEST]
    kind = request.GET.get("kind", "")[:LONGEST]
    rows = queries.catalogue(own.campaign.system, campaign=own.campaign, kind=kind, text=words, idle=True)
    context = _page(own) | {
        "shelves": queries.shelves([row for row in rows if row.active or row.campaign_id]), "words": words,
        "kinds": queries.catalogue_kinds(own.campaign.system, campaign=own.campaign), "kind": kind,
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
    about = RowForm(posted, row=pattern)
    kinds = queries.catalogue_kinds(own.campaign.system, campaign=own.campaign)
    if kinds:
        about.fields["kind"].choices = kinds  # type: ignore[attr-defined]
    figures = face(own.campaign.system).row(posted, figures=pattern.figures if pattern else None)
    if posted is not None and accepted(lambda: _save(request, own, row, about, figures), about, figures):
        return redirect("campaign-catalogue", campaign_id=own.campaign_id)
    context = _page(own) | {"row": row, "about": about, "figures": figures}
    return render(request, "campaigns/catalogue/form.html", context)


def _save(request: HttpRequest, own: Member, row: CatalogueRow | None, about: Any, figures: Any) -> CatalogueRow:
    told = about.cleaned_data | {"by": request.user}
    told["figures"] = figures.cleaned_figures(told["kind"])
    if told["kind"] == "effect":
        told["figures"] = {"name": told["name"]} | told["figures"]
    return actions.change_row(row=row, **told) if row else actions.add_row(campaign=own.campaign, **told)


def _page(own: Member) -> dict[str, Any]:
    return frame(own, "campaign-catalogue") | {"system": own.campaign.system}

"""Pages of house rules for all members, and of the catalogue for GMs."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.overview.access import editable_catalogue_rows
from campaigns.overview.catalogue import change_history
from campaigns.overview.catalogue import queries as house_rule_queries
from campaigns.overview.catalogue.forms import CatalogueRowForm
from campaigns.overview.catalogue.rows import save_row
from characters.game_forms import forms_for
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership, get_membership, get_visible_row
from people.models import Member
from people.requests import SignedRequest
from rules.catalogue import queries
from rules.models import CatalogueRow

LONGEST = 100


@login_required
@require_safe
def house_rules_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The options, the catalogue in force, and their changes, for every member."""
    membership = get_membership(request.user, campaign_id)
    words, kind = request.GET.get("q", "").strip()[:LONGEST], request.GET.get("kind", "")[:LONGEST]
    mine = request.GET.get("own") == "1"
    house_rules = house_rule_queries.get_house_rules(membership, kind=kind, text=words, homebrew=mine)
    # GMs have a tab for the catalogue instead, which links here.
    context = campaign_context(membership, "campaign-catalogue" if membership.is_gm else "campaign-rules") | {
        "system": membership.campaign.system,
        "house_rules": house_rules,
        "words": words,
        "asked": kind,
        "kinds": house_rules.kinds,
        "mine": mine,
    }
    return render(request, "campaigns/overview/catalogue/house_rules.html", context)


@login_required
@require_safe
def catalogue_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The rows of the site and the campaign, searched and filtered."""
    membership = get_gm_membership(request.user, campaign_id)
    words = request.GET.get("q", "").strip()[:LONGEST]
    kind = request.GET.get("kind", "")[:LONGEST]
    rows = queries.catalogue(
        membership.campaign.system, campaign=membership.campaign, kind=kind, text=words, idle=True, gm=True
    )
    context = _current_page(membership) | {
        "rows_by_kind": queries.rows_by_kind([row for row in rows if row.active or row.campaign_id]),
        "words": words,
        "kinds": queries.catalogue_kinds(membership.campaign.system, campaign=membership.campaign),
        "kind": kind,
        "changes": change_history.change_history(membership.campaign, gm=True),
        "homebrew": {row.kind for row in rows if row.campaign_id},
    }
    return render(request, "campaigns/overview/catalogue/catalogue.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_catalogue_row(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Adds a row to the campaign's own catalogue; `?from=` copies the row that it replaces."""
    membership = get_gm_membership(request.user, campaign_id)
    pattern_id = request.GET.get("from", "")
    pattern = get_visible_row(editable_catalogue_rows(membership), pk=pattern_id) if pattern_id else None
    return _row_form_page(request, membership, None, pattern)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_catalogue_row(request: SignedRequest, campaign_id: int, row_id: int) -> HttpResponse:
    """Changes one of the campaign's own rows."""
    membership = get_gm_membership(request.user, campaign_id)
    row = get_visible_row(editable_catalogue_rows(membership).filter(campaign=membership.campaign_id), pk=row_id)
    return _row_form_page(request, membership, row, row)


def _row_form_page(
    request: HttpRequest, membership: Member, row: CatalogueRow | None, pattern: CatalogueRow | None
) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    about, figures = _build_forms(membership, posted, pattern)
    context = _current_page(membership) | {"row": row, "about": about, "figures": figures}
    if row is not None:
        context |= {
            "revision": row.revision,
            "changes": change_history.change_history(membership.campaign, gm=True, row=row),
        }
    if posted is not None:
        try:
            if run_action(lambda: _save_row(request, membership, row, about, figures), about, figures):
                return redirect("campaign-catalogue", campaign_id=membership.campaign_id)
            context["revision"] = posted_revision(posted)
        except EditConflict as stale:
            theirs = [field for form in _build_forms(membership, None, stale.current) for field in form]
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
    return render(request, "campaigns/overview/catalogue/form.html", context)


def _build_forms(membership: Member, posted: Any, pattern: CatalogueRow | None) -> tuple[Any, Any]:
    about: Any = CatalogueRowForm(posted, row=pattern)
    kinds = queries.catalogue_kinds(membership.campaign.system, campaign=membership.campaign)
    if kinds:
        about.fields["kind"].choices = kinds
    return about, forms_for(membership.campaign.system).row(posted, figures=pattern.figures if pattern else None)


def _save_row(
    request: HttpRequest, membership: Member, row: CatalogueRow | None, about: Any, figures: Any
) -> CatalogueRow:
    arguments = about.cleaned_data
    arguments["figures"] = figures.cleaned_figures(arguments["kind"])
    return save_row(membership=membership, row=row, revision=posted_revision(request.POST), **arguments)


def _current_page(membership: Member) -> dict[str, Any]:
    return campaign_context(membership, "campaign-catalogue") | {"system": membership.campaign.system}

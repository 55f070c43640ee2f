"""Pages of the bestiary for GMs: the list, one monster, making, copying and changing one."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters import access
from characters.game_forms import forms_for
from characters.models import Monster
from characters.monsters.actions import copy_monster, create_monster, edit_monster
from characters.sheets import queries
from characters.sheets.forms import MonsterAboutForm
from characters.sheets.views import template_part
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from people.access import get_gm_membership, get_visible_row
from people.idempotency.buttons import make_row_once, new_key
from people.models import Member
from people.requests import SignedRequest

LONGEST = 100
# How many monsters a page of the bestiary lists.
PAGE = 100


@login_required
@require_safe
def bestiary_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The site's and the campaign's monsters, searched and filtered."""
    membership = get_gm_membership(request.user, campaign_id)
    rows = access.gm_monsters(request.user, campaign_id)
    filters = {name: request.GET.get(name, "").strip()[:LONGEST] for name in ("q", "kind")}
    mine = request.GET.get("own") == "1"
    monsters = queries.matching_monsters(rows, text=filters["q"], kind=filters["kind"], own=mine)
    context = campaign_context(membership, "campaign-monsters") | {
        "monsters": Paginator(monsters.defer("text", "attribution", "shipped"), PAGE).get_page(request.GET.get("page")),
        "kinds": queries.monster_kinds(rows),
        "words": filters["q"],
        "kind": filters["kind"],
        "mine": mine,
        "row": template_part(membership.campaign.system, "monsters/monster_row.html"),
    }
    return render(request, "characters/monsters/bestiary.html", context)


@login_required
@require_safe
def monster_page(request: SignedRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """One monster with its attack lines, as the engine reads it."""
    membership, row = _get_monster(request, campaign_id, monster_id)
    context = campaign_context(membership, "campaign-monsters") | {
        "monster": row,
        "read": queries.monster_figures(row),
        "key": new_key(),
        "part": template_part(row.system, "monsters/monster.html"),
    }
    return render(request, "characters/monsters/monster.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_monster(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Make a monster of the campaign's own."""
    membership = get_gm_membership(request.user, campaign_id)
    return _form_page(request, membership, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_monster_page(request: SignedRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """Change a monster of the campaign's own; the site's rows must be copied first."""
    membership, row = _get_monster(request, campaign_id, monster_id)
    if row.campaign_id is None:
        return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)
    return _form_page(request, membership, row)


@login_required
@require_POST
def copy_monster_page(request: SignedRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """Copy the row into the campaign and open the copy for changes."""
    membership, row = _get_monster(request, campaign_id, monster_id)
    copies: list[int] = []

    def copy() -> Monster:
        return copy_monster(monster=row, campaign=membership.campaign, by=request.user)

    run_with_message(
        request,
        lambda: copies.append(make_row_once(request, copy)),
        _("Copied. You can change your copy; the shared monster stays as it is."),
    )
    if copies:
        return redirect("monster-edit", campaign_id=campaign_id, monster_id=copies[0])
    return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)


@login_required
@require_safe
def redirect_to_monster(request: SignedRequest, monster_id: int) -> HttpResponse:
    """Redirect from the address of a monster to its page in a campaign that the person runs."""
    row = access.get_monster(request.user, monster_id)
    campaign_id = row.campaign_id or access.id_of_campaign_run_by(request.user, row.system)
    return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)


def _get_monster(request: SignedRequest, campaign_id: int, monster_id: int) -> tuple[Any, Monster]:
    membership = get_gm_membership(request.user, campaign_id)
    return membership, get_visible_row(access.gm_monsters(request.user, campaign_id), pk=monster_id)


def _form_page(request: SignedRequest, membership: Member, row: Monster | None) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    system = membership.campaign.system
    about, figures = _build_forms(system, posted, row)
    context = campaign_context(membership, "campaign-monsters") | {
        "monster": row,
        "about": about,
        "figures": figures,
        "part": template_part(system, "monsters/monster_form.html"),
        "revision": row.revision if row else None,
        "key": new_key(),
    }
    if posted is not None:
        try:
            saved_id = run_action(lambda: _save_monster(request, membership, row, about, figures), about, figures)
            context["revision"] = posted_revision(posted)
        except EditConflict as stale:
            theirs = [field for form in _build_forms(system, None, stale.current) for field in form]
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
        else:
            if saved_id:
                return redirect("campaign-monster", campaign_id=membership.campaign_id, monster_id=saved_id)
    return render(request, "characters/monsters/monster_form.html", context)


def _build_forms(system: str, posted: Any, row: Monster | None) -> tuple[Any, Any]:
    return MonsterAboutForm(posted, instance=row), forms_for(system).monster(posted, stats=row.stats if row else None)


def _save_monster(request: SignedRequest, membership: Member, row: Monster | None, about: Any, figures: Any) -> int:
    """The id of the monster, changed or new; a second tap makes no second one."""
    arguments = about.cleaned_data | {"by": request.user, "stats": figures.cleaned_stats()}
    if row is None:
        return make_row_once(request, lambda: create_monster(campaign=membership.campaign, **arguments))
    return edit_monster(monster=row, revision=posted_revision(request.POST), **arguments).pk

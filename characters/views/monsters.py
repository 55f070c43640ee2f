"""Pages of the bestiary, for GMs: the list, one monster, making, copying and changing one."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters import access, actions, queries
from characters.answers import accepted, frame, told
from characters.faces import face
from characters.forms import MonsterAboutForm
from characters.models import Monster
from characters.views.sheets import part
from rules.stale import Stale, seen_revision

PAGES = ["GET", "HEAD", "POST"]
LONGEST = 100


@login_required
@require_safe
def bestiary(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The site's and the campaign's monsters, searched and filtered."""
    own = access.run_place(request.user, campaign_id)
    rows = access.monsters(request.user, campaign_id)
    asked = {name: request.GET.get(name, "").strip()[:LONGEST] for name in ("q", "kind")}
    mine = request.GET.get("own") == "1"
    found = queries.matching_monsters(rows, text=asked["q"], kind=asked["kind"], own=mine)
    context = frame(own, "campaign-monsters") | {
        "monsters": found, "kinds": queries.kinds(rows), "words": asked["q"], "kind": asked["kind"],
        "mine": mine, "row": part(own.campaign.system, "monster_row.html"),
    }  # fmt: skip
    return render(request, "characters/bestiary.html", context)


@login_required
@require_safe
def monster(request: HttpRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """One monster with its attack lines, as the engine reads it."""
    own, row = _of(request, campaign_id, monster_id)
    context = frame(own, "campaign-monsters") | {
        "monster": row, "read": queries.monster_figures(row), "part": part(row.system, "monster.html"),
    }  # fmt: skip
    return render(request, "characters/monster.html", context)


@login_required
@require_http_methods(PAGES)
def new(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """A monster of the campaign's own."""
    own = access.run_place(request.user, campaign_id)
    return _form(request, own, None)


@login_required
@require_http_methods(PAGES)
def edit(request: HttpRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """Changes a monster of the campaign's own; the site's rows are copied first."""
    own, row = _of(request, campaign_id, monster_id)
    if row.campaign_id is None:
        return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)
    return _form(request, own, row)


@login_required
@require_POST
def copy(request: HttpRequest, campaign_id: int, monster_id: int) -> HttpResponse:
    """Copies the row into the campaign, and opens the copy to be changed."""
    own, row = _of(request, campaign_id, monster_id)
    made: list[Monster] = []
    told(
        request,
        lambda: made.append(actions.copy_monster(monster=row, campaign=own.campaign, by=request.user)),
        _("Copied. Change it as you like; the site's row stays as it is."),
    )
    if made:
        return redirect("monster-edit", campaign_id=campaign_id, monster_id=made[0].pk)
    return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)


@login_required
@require_safe
def monster_alone(request: HttpRequest, monster_id: int) -> HttpResponse:
    """The address of a monster by itself leads to its page in a campaign that the person runs."""
    row = access.monster(request.user, monster_id)
    campaign_id = row.campaign_id or access.any_run(request.user, row.system)
    return redirect("campaign-monster", campaign_id=campaign_id, monster_id=monster_id)


def _of(request: HttpRequest, campaign_id: int, monster_id: int) -> tuple[Any, Monster]:
    own = access.run_place(request.user, campaign_id)
    return own, access.found(access.monsters(request.user, campaign_id), pk=monster_id)


def _form(request: HttpRequest, own: Any, row: Monster | None) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    system = own.campaign.system
    about, figures = _forms(system, posted, row)
    context = frame(own, "campaign-monsters") | {
        "monster": row, "about": about, "figures": figures, "part": part(system, "monster_form.html"),
        "revision": row.revision if row else None,
    }  # fmt: skip
    if posted is not None:
        try:
            saved = accepted(lambda: _save(request, own, row, about, figures), about, figures)
            context["revision"] = seen_revision(posted)
        except Stale as stale:
            theirs = [field for form in _forms(system, None, stale.current) for field in form]
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
        else:
            if saved:
                return redirect("campaign-monster", campaign_id=own.campaign_id, monster_id=saved.pk)
    return render(request, "characters/monster_form.html", context)


def _forms(system: str, posted: Any, row: Monster | None) -> tuple[Any, Any]:
    return MonsterAboutForm(posted, instance=row), face(system).monster(posted, stats=row.stats if row else None)


def _save(request: HttpRequest, own: Any, row: Monster | None, about: Any, figures: Any) -> Monster:
    told = about.cleaned_data | {"by": request.user, "stats": figures.cleaned_stats()}
    if row is None:
        return actions.create_monster(campaign=own.campaign, **told)
    return actions.edit_monster(monster=row, revision=seen_revision(request.POST), **told)

"""Pages of a shared world: its campaigns and pages; starting, joining, inviting, changing and leaving."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.shared_worlds import actions, queries
from campaigns.world.shared_worlds.access import require_view
from campaigns.world.shared_worlds.forms import JoinForm, StartForm, WorldForm
from campaigns.world.shared_worlds.models import KINDS, WorldTable
from campaigns.world.shared_worlds.offers.queries import offers_of
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import run_action
from people.access import get_gm_membership, get_membership
from people.credentials.invitation_validity import WORLD_DAYS, days_label
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

HERE = "campaign-world"


@login_required
@require_safe
def shared_world_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The campaigns of the shared world; for GMs with its pages, or how to start or join a world."""
    membership = get_membership(request.user, campaign_id)
    return _world_page(request, membership)


def _world_page(request: SignedRequest, membership: Member, **more: Any) -> HttpResponse:
    viewer = get_viewer(membership, get_views(request))
    world_place = require_view(viewer)
    context = viewer_context(membership, viewer, HERE) | {"world_place": world_place}
    if world_place is None:
        context |= {"start": StartForm(), "join": JoinForm()}
    else:
        context["world_campaigns"] = queries.list_world_campaigns(viewer, world_place)
        if viewer.is_gm:
            context |= _for_gms(request, membership, world_place)
    if "stale" in more and "form" in context:
        context["theirs"] = list(context["form"])
    return render(request, "campaigns/world/shared_worlds/world.html", context | more)


def _for_gms(request: SignedRequest, membership: Member, world_place: WorldTable) -> dict[str, Any]:
    text = request.GET.get("text", "")[:120].replace("\0", "")
    kind = request.GET.get("kind", "")
    kind = kind if kind in dict(KINDS) else ""
    page = Paginator(queries.pages_of(world_place, text, kind), queries.PAGE).get_page(request.GET.get("page"))
    queries.mark_copies(membership, page.object_list)
    form = WorldForm(initial={"name": world_place.world.name, "open_to_players": world_place.open_to_players})
    return {
        "page": page,
        "text": text,
        "kind": kind,
        "kinds": KINDS,
        "form": form,
        "revision": actions.world_revision(world_place),
        "invitations": queries.open_invitations(world_place),
        "offered_to": offers_of(membership)[0],
    }


@login_required
@require_POST
def start_world(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Starts a shared world."""
    membership = get_gm_membership(request.user, campaign_id)
    form = StartForm(request.POST)
    if run_action(lambda: actions.start_world(membership=membership, **form.cleaned_data), form):
        return redirect("shared-world", campaign_id=campaign_id)
    return _with_form(request, membership, "start", form)


@login_required
@require_POST
def join_world(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Joins a shared world with a code."""
    membership = get_gm_membership(request.user, campaign_id)
    form = JoinForm(request.POST)
    if run_action(lambda: actions.join_world(membership=membership, **form.cleaned_data), form):
        return redirect("shared-world", campaign_id=campaign_id)
    return _with_form(request, membership, "join", form)


def _with_form(request: SignedRequest, membership: Member, name: str, form: forms.Form) -> HttpResponse:
    """The page again with the refusal at its form; at the page's top if the campaign is in a world meanwhile."""
    refusal = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return _world_page(request, membership, **{name: form}, refusal=refusal)


@login_required
@require_POST
def invite(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Makes a code and shows it, this one time; or says why there is none."""
    membership = get_gm_membership(request.user, campaign_id)
    try:
        code = actions.invite(membership=membership)
    except ValidationError as refusal:
        return _world_page(request, membership, refusal=" ".join(refusal.messages))
    answer = _world_page(request, membership, code=code, valid_for=days_label(WORLD_DAYS))
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_POST
def revoke_invitations(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Revokes the codes that were not used."""
    membership = get_gm_membership(request.user, campaign_id)
    return run_button(
        request,
        lambda: actions.revoke_invitations(membership=membership),
        _("The codes no longer work."),
        "shared-world",
        campaign_id=campaign_id,
    )


@login_required
@require_POST
def change_world(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Renames the world, or shows this campaign to players of the others."""
    membership = get_gm_membership(request.user, campaign_id)
    form = WorldForm(request.POST)
    revision = posted_revision(request.POST)
    try:
        saved = run_action(
            lambda: actions.change_world(membership=membership, revision=revision, **form.cleaned_data), form
        )
    except EditConflict as stale:
        return _world_page(request, membership, form=form, revision=stale.revision, stale=str(stale))
    return redirect("shared-world", campaign_id=campaign_id) if saved else _with_form(request, membership, "form", form)


@login_required
@require_POST
def leave_world(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Leaves the shared world."""
    membership = get_gm_membership(request.user, campaign_id)
    return run_button(
        request,
        lambda: actions.leave_world(membership=membership),
        _("The campaign left the shared world. Its copies of shared pages stay."),
        "shared-world",
        campaign_id=campaign_id,
    )


@login_required
@require_POST
def take_calendar(request: SignedRequest, campaign_id: int, table_id: int) -> HttpResponse:
    """Gives this campaign the calendar of another one."""
    membership = get_gm_membership(request.user, campaign_id)
    move = request.POST.get("move_dates") == "on"
    return run_button(
        request,
        lambda: actions.take_calendar(membership=membership, table_id=table_id, move_dates=move),
        _("This campaign has the same calendar now."),
        "shared-world",
        campaign_id=campaign_id,
    )

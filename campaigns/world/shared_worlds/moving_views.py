"""The page that moves a character to another campaign of the world, or offers it to one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns.world.shared_worlds.access import find_world_place
from campaigns.world.shared_worlds.forms import MoveForm
from campaigns.world.shared_worlds.moving import movable_characters, move_character, move_targets, offer_targets
from campaigns.world.shared_worlds.offers.forms import OfferForm
from campaigns.world.shared_worlds.offers.queries import offers_of
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def move_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Moves a character to another campaign that the GM runs too; shows the offers to and from other GMs."""
    membership = get_gm_membership(request.user, campaign_id)
    if request.method != "POST":
        return show_move_page(request, membership)
    form = MoveForm(request.POST, characters=movable_characters(membership), campaigns=move_targets(membership))
    moved = run_action(lambda: move_character(membership=membership, **form.cleaned_data), form)
    if moved:
        messages.success(request, _("The character has moved to this campaign."))
        return redirect("character", character_id=moved.pk)
    return show_move_page(request, membership, move=form)


def show_move_page(request: SignedRequest, membership: Member, **bound: Any) -> HttpResponse:
    """The page; `bound` are forms with refusals."""
    characters = movable_characters(membership)
    run, every = move_targets(membership), offer_targets(membership)
    others = every.exclude(pk__in=run)
    offered_to, offered_from = offers_of(membership)
    context = campaign_context(membership, "campaign-world") | {
        "world_place": find_world_place(membership),
        "characters": characters.exists(),
        "move": MoveForm(characters=characters, campaigns=run) if run.exists() else None,
        "offer": OfferForm(characters=characters, campaigns=others) if others.exists() else None,
        "offered_to": offered_to,
        "offered_from": offered_from,
    }
    return render(request, "campaigns/world/shared_worlds/move.html", context | bound)

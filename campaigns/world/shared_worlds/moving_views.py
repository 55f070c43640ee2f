"""The page that moves a character to another campaign of the world."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from campaigns.world.shared_worlds.access import find_table
from campaigns.world.shared_worlds.forms import MoveForm
from campaigns.world.shared_worlds.moving import movable_characters, move_character, move_targets
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def move_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Moves a character to another campaign that the GM runs too."""
    membership = get_gm_membership(request.user, campaign_id)
    characters, campaigns = movable_characters(membership), move_targets(membership)
    form = MoveForm(request.POST if request.method == "POST" else None, characters=characters, campaigns=campaigns)
    moved = form.is_bound and run_action(lambda: move_character(membership=membership, **form.cleaned_data), form)
    if moved:
        messages.success(request, _("The character has moved to this campaign."))
        return redirect("character", character_id=moved.pk)
    context = campaign_context(membership, "campaign-world") | {"form": form, "table": find_table(membership)}
    context["may_move"] = characters.exists() and campaigns.exists()
    return render(request, "campaigns/world/shared_worlds/move.html", context)

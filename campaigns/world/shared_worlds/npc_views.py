"""Pages of shared NPCs: sharing one, withdrawing it, and taking over changes. Taking one is in page_views.py."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.world.shared_worlds import npc_actions
from campaigns.world.shared_worlds.access import get_npc_as_gm, get_npc_copy
from campaigns.world.shared_worlds.editions import draft_of_npc
from campaigns.world.shared_worlds.page_views import read_seen, show_changes, show_share_page
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import run_with_message
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def share_npc(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """Shows what the other GMs will get of an NPC, and shares it."""
    row, membership = get_npc_as_gm(request.user, campaign_id, character_id)
    share = partial(npc_actions.share_npc, membership=membership, npc=row, revision=posted_revision(request.POST))
    return show_share_page(request, membership, row, share, draft_of_npc)


@login_required
@require_POST
def withdraw_npc(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """Withdraws a shared NPC."""
    copy, membership = get_npc_copy(request.user, campaign_id, character_id)
    return run_button(
        request,
        lambda: npc_actions.withdraw_npc(membership=membership, npc=copy.thing),
        _("The NPC is no longer shared. Campaigns that took it keep their copies."),
        "world-npc",
        campaign_id=campaign_id,
        character_id=character_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_npc_changes(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """Shows what other campaigns changed in a shared NPC, and takes it over."""
    copy, membership = get_npc_copy(request.user, campaign_id, character_id)
    if request.method != "POST":
        return show_changes(request, membership, copy)
    seen = read_seen(request.POST)
    take = partial(npc_actions.take_npc_changes, membership=membership, npc=copy.thing, seen=seen)
    try:
        if run_with_message(request, take, _("The changes are in your NPC.")):
            return redirect(copy.addresses.page)
    except EditConflict as stale:
        messages.error(request, str(stale))
    return redirect(copy.addresses.changes)

"""Pages of shared maps: sharing one, its picture, withdrawing it, and changes. Taking one is in page_views.py."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.queries import area_shapes, current_picture_address
from campaigns.world.shared_worlds import queries
from campaigns.world.shared_worlds.access import get_map_copy
from campaigns.world.shared_worlds.forms import ShareForm
from campaigns.world.shared_worlds.maps.access import get_shared_picture
from campaigns.world.shared_worlds.maps.actions import share_map, take_map_changes, withdraw_map
from campaigns.world.shared_worlds.maps.drafts import draft_map
from campaigns.world.shared_worlds.maps.queries import map_changes, needs_warning, pin_lines
from campaigns.world.shared_worlds.page_views import HERE, read_seen
from campaigns.world.shared_worlds.sharing import merge_with_newest
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from common.picture_requests import safe_picture_response
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: SignedRequest, map_id: int) -> HttpResponse:
    """Shows what the other GMs will get of a map, and shares it."""
    row, membership = get_map_as_gm(request.user, map_id)
    sharing = queries.get_sharing(membership, row)
    posted = request.POST if request.method == "POST" else None
    asked = (request.GET if posted is None else posted).get("gm_part") == "on"
    gm_part = sharing.with_gm_part or (asked and sharing.may_share_secret_blocks)
    form, stale = ShareForm(posted), ""
    if posted is not None:
        seen = posted_revision(request.POST)
        try:
            if run_action(lambda: share_map(membership=membership, row=row, revision=seen, gm_part=asked), form):
                messages.success(request, _("This is shared with the GMs of the world."))
                return redirect(sharing.addresses.page)
        except EditConflict as conflict:
            stale = str(conflict)
    draft = draft_map(sharing.world_place, row, gm_part=gm_part)
    context: dict[str, Any] = campaign_context(membership, HERE)
    context |= {"map": row, "sharing": sharing, "form": form, "stale": stale, "gm_part": gm_part, "draft": draft}
    context["pins"] = pin_lines(membership, draft.columns["pins"])
    if draft.state:
        # A picture that came from another campaign is shared on as it came, whatever this campaign hides.
        context["shapes"] = area_shapes(membership, row) if sharing.own else []
        context["picture_address"] = current_picture_address(row)
    return render(request, "campaigns/world/shared_worlds/maps/share.html", context)


@login_required
@require_safe
def picture_file(request: SignedRequest, campaign_id: int, shared_map_id: int) -> HttpResponse:
    """The picture of the newest edition of a shared map, for GMs."""
    membership = get_gm_membership(request.user, campaign_id)
    return picture_response(membership, shared_map_id, request.headers.get("If-None-Match", ""))


def picture_response(membership: Member, page_id: Any, known: str) -> HttpResponse:
    """The picture of the newest edition. A browser may keep it, but asks each time whether the person may see it."""
    found = get_shared_picture(membership, page_id)
    name = f"shared-map-{found.page_id}.webp"
    return safe_picture_response(bytes(found.data), found.media_type, name, tag=found.sha256, known=known)


@login_required
@require_POST
def withdraw(request: SignedRequest, map_id: int) -> HttpResponse:
    """Withdraws a shared map."""
    copy, membership = get_map_copy(request.user, map_id)
    return run_button(
        request,
        lambda: withdraw_map(membership=membership, row=copy.thing),
        _("The map is no longer shared. Campaigns that took it keep their copies."),
        "map",
        map_id=map_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_changes(request: SignedRequest, map_id: int) -> HttpResponse:
    """Shows what other campaigns changed in a shared map, and takes it over."""
    copy, membership = get_map_copy(request.user, map_id)
    if request.method == "POST":
        seen = read_seen(request.POST)
        try:
            if run_with_message(
                request,
                lambda: take_map_changes(membership=membership, row=copy.thing, seen=seen),
                _("The changes are in your map."),
            ):
                return redirect("map", map_id=map_id)
        except EditConflict as stale:
            messages.error(request, str(stale))
        return redirect("map-take-changes", map_id=map_id)
    if not copy.behind:
        messages.info(request, _("All shared changes are here already."))
        return redirect("map", map_id=map_id)
    _merge, newest = merge_with_newest(copy)
    context = campaign_context(membership, HERE) | {"map": copy.thing, "copy": copy, "newest": newest}
    context |= {"changes": map_changes(membership, copy, newest), "known": copy.known_to_players}
    context["hides"] = needs_warning(copy)
    return render(request, "campaigns/world/shared_worlds/maps/changes.html", context)

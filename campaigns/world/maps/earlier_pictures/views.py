"""The pages of the pictures that a map had, and the button that restores one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.earlier_pictures.access import get_earlier_picture, visible_earlier_pictures
from campaigns.world.maps.earlier_pictures.actions import restore_picture
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_with_message
from common.picture_requests import safe_picture_response
from people.requests import SignedRequest

PAGE = 6  # their pictures are large


@login_required
@require_safe
def pictures_page(request: SignedRequest, map_id: int) -> HttpResponse:
    """The earlier pictures of a map, for GMs."""
    row, membership = get_map_as_gm(request.user, map_id)
    rows = visible_earlier_pictures(membership, row).select_related("by", "replaced_by").defer("data")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = campaign_context(membership, "campaign-world") | {"map": row, "page": page}
    return render(request, "campaigns/world/maps/earlier_pictures/list.html", context)


@login_required
@require_safe
def picture_file(request: SignedRequest, map_id: int, picture_id: int) -> HttpResponse:
    """An earlier picture, whole, for GMs."""
    row = get_earlier_picture(request.user, map_id, picture_id)
    return earlier_picture_response(row, request.headers.get("If-None-Match", ""))


def earlier_picture_response(row: EarlierMapPicture, known: str = "") -> HttpResponse:
    """An earlier picture. A browser may keep it, but asks each time whether the person may still see it."""
    name = f"map-{row.map_id}-{row.pk}.webp"
    return safe_picture_response(bytes(row.data), row.media_type, name, tag=row.sha256, known=known)


@login_required
@require_POST
def restore(request: SignedRequest, map_id: int, picture_id: int) -> HttpResponse:
    """Restores an earlier picture."""
    row, membership = get_map_as_gm(request.user, map_id)
    revision = posted_revision(request.POST)
    try:
        run_with_message(
            request,
            lambda: restore_picture(membership=membership, row=row, picture_id=picture_id, revision=revision),
            _("The picture was restored. The one before it is among the earlier pictures."),
        )
    except EditConflict:
        messages.error(request, _("Someone else changed the map. Look at it, then press the button again."))
        return redirect("map-earlier-pictures", map_id=map_id)
    return redirect("map", map_id=map_id)

"""The portrait of a character: the picture, and the page on which it is given and removed."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters.access import get_editable_character
from characters.models import Portrait
from characters.sheets.portraits import actions
from characters.sheets.portraits.access import get_portrait
from characters.sheets.portraits.forms import PortraitForm
from common.button_responses import run_button
from common.form_responses import campaign_context, run_action
from common.picture_requests import safe_picture_response
from people.access import get_membership
from people.requests import SignedRequest
from people.viewing import get_views


@login_required
@require_safe
def portrait_file(request: SignedRequest, character_id: int) -> HttpResponse:
    """The portrait of a character that the reader knows."""
    row = get_portrait(request.user, character_id, get_views(request))
    return portrait_response(row, request.headers.get("If-None-Match", ""))


def portrait_response(row: Portrait, known: str = "") -> HttpResponse:
    """A portrait."""
    name = f"portrait-{row.character_id}.webp"
    return safe_picture_response(bytes(row.data), row.media_type, name, tag=row.sha256, known=known)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def portrait_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """Gives the character a portrait."""
    row = get_editable_character(request.user, character_id)
    posted = request.method == "POST"
    form = PortraitForm(request.POST if posted else None, request.FILES if posted else None)
    if posted and run_action(
        lambda: actions.set_portrait(character=row, by=request.user, data=form.cleaned_data["picture"]), form
    ):
        return redirect("character", character_id=character_id)
    membership = get_membership(request.user, row.campaign_id)
    context = campaign_context(membership, "campaign-characters") | {"form": form, "character": row}
    return render(request, "characters/portraits/form.html", context)


@login_required
@require_POST
def remove_portrait(request: SignedRequest, character_id: int) -> HttpResponse:
    """Removes the portrait."""
    row = get_editable_character(request.user, character_id)
    return run_button(
        request,
        lambda: actions.remove_portrait(character=row, by=request.user),
        _("The portrait was removed."),
        "character",
        character_id=character_id,
    )

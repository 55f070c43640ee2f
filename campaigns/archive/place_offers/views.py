"""Buttons that accept or decline a place offer; the home page shows the offers."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.archive import access
from campaigns.archive.place_offers import actions
from common.button_responses import run_button
from people.requests import SignedRequest


@login_required
@require_POST
def accept(request: SignedRequest, offer_id: int) -> HttpResponse:
    """Accepts the place."""
    offer = access.place_offer(request.user, offer_id)
    words = {"campaign": offer.place.campaign.name, "role": offer.place.get_role_display()}
    done = _("Welcome to %(campaign)s. Your role here: %(role)s.") % words
    return run_button(request, lambda: actions.accept(user=request.user, offer=offer), done, "home")


@login_required
@require_POST
def decline(request: SignedRequest, offer_id: int) -> HttpResponse:
    """Declines the place."""
    offer = access.place_offer(request.user, offer_id)
    actions.decline(user=request.user, offer=offer)
    return redirect("home")

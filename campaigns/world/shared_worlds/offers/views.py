"""Pages of offers of characters: making one, reading it, and answering it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.shared_worlds.moving import movable_characters, offer_targets
from campaigns.world.shared_worlds.moving_views import show_move_page
from campaigns.world.shared_worlds.offers import access, actions
from campaigns.world.shared_worlds.offers.forms import OfferForm
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.queries import view_offers
from characters.models import Character
from characters.sheets.queries import possible_owners
from common.form_responses import campaign_context, run_action, run_with_message
from common.requests import site_of
from people.access import get_gm_membership, memberships_of
from people.models import Member
from people.requests import SignedRequest

HERE = "campaign-world"


@login_required
@require_POST
def offer_character(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Offers a character to another campaign of the world."""
    membership = get_gm_membership(request.user, campaign_id)
    form = OfferForm(request.POST, characters=movable_characters(membership), campaigns=offer_targets(membership))
    site = site_of(request)
    if run_action(lambda: actions.offer_character(membership=membership, origin=site, **form.cleaned_data), form):
        messages.success(request, _("The GMs of the other campaign are told, and find the offer on their home page."))
        return redirect("shared-world-move", campaign_id=campaign_id)
    return show_move_page(request, membership, offer=form)


@login_required
@require_safe
def offer_page(request: SignedRequest, offer_id: int) -> HttpResponse:
    """An offer, for GMs of both campaigns and for the character's player."""
    row = access.get_offer(request.user, offer_id)
    [view] = view_offers(request.user, [row])
    membership = _membership_for(request, row, here=view.here)
    context = campaign_context(membership, HERE) | {
        "view": view,
        "offer": row,
        "may_answer": view.here and row.is_open,
        "must_invite": bool(view.player) and not _plays_there(row),
        "may_withdraw": row.is_open
        and membership.campaign_id == row.campaign_id
        and access.may_withdraw(membership, row),
    }
    return render(request, "campaigns/world/shared_worlds/offers/offer.html", context)


def _membership_for(request: SignedRequest, row: CharacterOffer, *, here: bool) -> Member:
    """The person's membership in the campaign in which they see the offer: the one that gets it, for its GMs."""
    return memberships_of(request.user).get(campaign=row.to_id if here else row.campaign_id)


@login_required
@require_POST
def accept_offer(request: SignedRequest, offer_id: int) -> HttpResponse:
    """Accepts an offer; a second tap on the button also leads to the character."""
    row, membership = access.get_offer_to_answer(request.user, offer_id)
    moved: list[Character] = []

    def accept() -> None:
        try:
            moved.append(actions.accept_offer(membership=membership, offer=row, origin=site_of(request)))
        except ValidationError:
            row.refresh_from_db(fields=["moved"])
            if row.moved is None:
                raise
            moved.append(row.moved)

    if run_with_message(request, accept, _("The character has moved to this campaign.")):
        return redirect("character", character_id=moved[0].pk)
    return redirect("character-offer", offer_id=offer_id)


@login_required
@require_POST
def decline_offer(request: SignedRequest, offer_id: int) -> HttpResponse:
    """Declines an offer."""
    row, membership = access.get_offer_to_answer(request.user, offer_id)
    run_with_message(
        request,
        lambda: actions.decline_offer(membership=membership, offer=row, origin=site_of(request)),
        _("The offer is declined."),
    )
    return redirect("shared-world-move", campaign_id=row.to_id)


@login_required
@require_POST
def withdraw_offer(request: SignedRequest, offer_id: int) -> HttpResponse:
    """Withdraws an offer."""
    row, membership = access.get_offer_to_withdraw(request.user, offer_id)
    run_with_message(
        request, lambda: actions.withdraw_offer(membership=membership, offer=row), _("The offer is withdrawn.")
    )
    if membership.is_gm:
        return redirect("shared-world-move", campaign_id=row.campaign_id)
    return redirect("character", character_id=row.character_id)


def _plays_there(row: CharacterOffer) -> bool:
    """Whether the character's player may play in the campaign that gets the character."""
    owner = row.character.owner_id
    return owner is not None and possible_owners(row.to).filter(pk=owner).exists()

"""The API of offers of characters to other campaigns of a shared world."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.shared_worlds.moving import movable_characters, offer_targets
from campaigns.world.shared_worlds.offers import access, actions
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.queries import view_offers
from campaigns.world.shared_worlds.offers.serializers import CharacterOfferBody, CharacterOfferSerializer
from characters.sheets.api import character_response
from characters.sheets.serializers import CharacterSerializer
from common.endpoint import Endpoint
from common.lookups import find_row
from common.requests import site_of
from people.access import get_gm_membership


class CharacterOffers(Endpoint):
    """The open offers of a campaign."""

    @extend_schema(operation_id="character_offers_list", responses=CharacterOfferSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The open offers of characters from and to this campaign, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        self.sort_by("-id")
        shown = self.read_page(access.offers_of(membership))
        return self.get_paginated_response(CharacterOfferSerializer(view_offers(self.user, shown), many=True).data)

    @extend_schema(
        operation_id="character_offers_create", request=CharacterOfferBody, responses={201: CharacterOfferSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Offers a character to another campaign of the world; GMs only. Its GM accepts or declines."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(CharacterOfferBody)
        chosen: dict[str, Any] = fields | {
            "character": find_row(movable_characters(membership), "character", fields["character"]),
            "campaign": find_row(offer_targets(membership), "campaign", fields["campaign"]),
        }
        offer = actions.offer_character(membership=membership, origin=site_of(request._request), **chosen)
        return self.offer_response(offer, 201)

    def offer_response(self, offer: CharacterOffer, status: int) -> Response:
        """The offer as the caller may see it."""
        [view] = view_offers(self.user, [access.get_offer(self.user, offer.pk)])
        return Response(CharacterOfferSerializer(view).data, status)


class CharacterOfferDetail(Endpoint):
    """One offer of a character."""

    @extend_schema(operation_id="character_offers_read", responses=CharacterOfferSerializer)
    def get(self, request: Request, offer_id: int) -> Response:
        """An offer, for GMs of both campaigns and, while it is open, for the character's player."""
        [view] = view_offers(self.user, [access.get_offer(self.user, offer_id)])
        return Response(CharacterOfferSerializer(view).data)


class CharacterOfferAccept(Endpoint):
    """Accepting an offer."""

    @extend_schema(operation_id="character_offers_accept", request=None, responses={201: CharacterSerializer})
    def post(self, request: Request, offer_id: int) -> Response:
        """Moves the character to the campaign; its GMs only. A player keeps the character and must play there too."""
        row, membership = access.get_offer_to_answer(self.user, offer_id)
        moved = actions.accept_offer(membership=membership, offer=row, origin=site_of(request._request))
        return character_response(request, moved, 201)


class CharacterOfferDecline(Endpoint):
    """Declining an offer."""

    @extend_schema(operation_id="character_offers_decline", request=None, responses={204: None})
    def post(self, request: Request, offer_id: int) -> Response:
        """Declines the offer; GMs of the campaign that would get the character."""
        row, membership = access.get_offer_to_answer(self.user, offer_id)
        actions.decline_offer(membership=membership, offer=row, origin=site_of(request._request))
        return Response(status=204)


class CharacterOfferWithdraw(Endpoint):
    """Withdrawing an offer."""

    @extend_schema(operation_id="character_offers_withdraw", request=None, responses={204: None})
    def post(self, request: Request, offer_id: int) -> Response:
        """Withdraws the offer; GMs of the campaign that made it, and the character's player."""
        row, membership = access.get_offer_to_withdraw(self.user, offer_id)
        actions.withdraw_offer(membership=membership, offer=row)
        return Response(status=204)

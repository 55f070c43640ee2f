"""The API of place offers in restored campaigns."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.archive import access as archive_access
from campaigns.archive.place_offers import actions
from campaigns.archive.serializers import PlaceSerializer
from common.endpoint import Endpoint
from people.access import require_unbound_token


class Places(Endpoint):
    """The caller's offered places."""

    @extend_schema(operation_id="places_list", responses=PlaceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The places offered to the caller in campaigns that others restored."""
        return self.respond_with_page(archive_access.place_offers(self.user), PlaceSerializer, "-id")


class PlaceDetail(Endpoint):
    """One offered place."""

    @extend_schema(operation_id="places_decline", responses={204: None})
    def delete(self, request: Request, offer_id: int) -> Response:
        """Declines the place; nobody is notified."""
        require_unbound_token(self.user)
        actions.decline(user=self.user, offer=archive_access.place_offer(self.user, offer_id))
        return Response(status=204)


class AcceptPlace(Endpoint):
    """Taking an offered place."""

    @extend_schema(operation_id="places_accept", request=None, responses={200: PlaceSerializer})
    def post(self, request: Request, offer_id: int) -> Response:
        """Makes the caller a member in the role of the place."""
        require_unbound_token(self.user)
        offer = archive_access.place_offer(self.user, offer_id)
        fields = PlaceSerializer(offer).data
        actions.accept(user=self.user, offer=offer)
        return Response(fields)

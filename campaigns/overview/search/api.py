"""The API of the search in a campaign."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.periods import Period
from campaigns.overview.search import queries
from campaigns.overview.search.serializers import FoundSerializer, SearchQuery
from common.endpoint import Endpoint
from people.access import get_membership


class Search(Endpoint):
    """The search in a campaign."""

    @extend_schema(operation_id="search", parameters=[SearchQuery], responses=FoundSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """What has text with the beginnings of all words: ten of each group. Encounters and adventures are for GMs."""
        membership = get_membership(self.user, campaign_id)
        asked = self.read_parameters(SearchQuery)
        period = Period(asked.get("since"), asked.get("until"))
        return Response(FoundSerializer(queries.search_campaign(membership, asked["text"], period)).data)

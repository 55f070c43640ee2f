"""The API of the search in a campaign."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.overview.search import queries
from campaigns.overview.search.serializers import FoundSerializer, SearchQuery
from common.endpoint import Endpoint
from people.access import get_membership


class Search(Endpoint):
    """The search in a campaign."""

    @extend_schema(operation_id="search", parameters=[SearchQuery], responses=FoundSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """Log entries, pages, sessions and characters whose text matches the beginnings of all words: ten of each."""
        membership = get_membership(self.user, campaign_id)
        return Response(FoundSerializer(queries.search_campaign(membership, self.asked(SearchQuery)["text"])).data)

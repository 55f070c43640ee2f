"""The one search through a campaign over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.queries import finding
from campaigns.serializers.finding import FoundSerializer, SearchQuery
from rules.api import Endpoint


class Search(Endpoint):
    """One search through a campaign."""

    @extend_schema(operation_id="search", parameters=[SearchQuery], responses=FoundSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """Lines of the log, pages, evenings and people that hold every word as the beginning of one: ten of each."""
        own = access.member(self.user, campaign_id)
        return Response(FoundSerializer(finding.find(own, self.asked(SearchQuery)["text"])).data)

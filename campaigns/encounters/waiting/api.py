"""The API of the encounters that wait for the caller."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters.waiting import queries
from campaigns.encounters.waiting.serializers import WaitingTableSerializer
from common.endpoint import Endpoint


class Waiting(Endpoint):
    """The encounters that wait for the caller."""

    @extend_schema(operation_id="waiting_list", responses=WaitingTableSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The running encounters of all campaigns that wait for the caller, those that wait longest first."""
        return self.respond_with_list(queries.get_waiting_tables(self.user), WaitingTableSerializer)

"""The API of the encounters that wait for the caller."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters import play
from campaigns.encounters.access import get_encounter
from campaigns.encounters.waiting import queries
from campaigns.encounters.waiting.serializers import PassBody, WaitingTableSerializer
from common.endpoint import Endpoint
from people.access import require_table_runner


class Waiting(Endpoint):
    """The encounters that wait for the caller."""

    @extend_schema(operation_id="waiting_list", responses=WaitingTableSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The running encounters of all campaigns that wait for the caller, those that wait longest first."""
        return self.respond_with_list(queries.get_waiting_tables(self.user), WaitingTableSerializer)


class PassFor(Endpoint):
    """Passing for a player who is away."""

    @extend_schema(operation_id="encounters_pass_for", request=PassBody, responses={204: None})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Acts for an absent player, as little as the rules allow, in campaigns that allow it. For GMs, and for every
        player of a campaign without a dealer after the days that the campaign chose."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_table_runner(membership)
        play.pass_for(encounter=encounter, by=self.user, **self.read_body(PassBody))
        return Response(status=204)

"""The API of a campaign's experience: awards to several characters, and the ledgers by session."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters.access import visible_encounters
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.awards import queries
from campaigns.sessions.awards.serializers import (
    AwardQuery,
    CampaignEntrySerializer,
    PartyAwardBody,
    PartyAwardSerializer,
)
from characters.experience import actions
from common.endpoint import Endpoint
from common.lookups import find_row, find_rows
from people.access import get_gm_membership, get_membership


class CampaignAwards(Endpoint):
    """The experience of a campaign's characters."""

    @extend_schema(
        operation_id="campaign_awards_list", parameters=[AwardQuery], responses=CampaignEntrySerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The ledger entries that the caller may read, newest first, including purchases and entries taken back."""
        membership = get_membership(self.user, campaign_id)
        return self.respond_with_page(
            queries.visible_ledger_entries(membership, **self.read_parameters(AwardQuery)), CampaignEntrySerializer
        )

    @extend_schema(operation_id="campaign_awards_create", request=PartyAwardBody, responses={201: PartyAwardSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """The same award to several characters, all or none, in one log entry; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(PartyAwardBody)
        fields["characters"] = find_rows(queries.awardable_characters(membership), "characters", fields["characters"])
        fields["session"] = find_row(visible_sessions(membership), "session", fields.get("session"))
        fields["encounter"] = find_row(visible_encounters(membership), "encounter", fields.get("encounter"))
        entries = actions.award_party(by=self.user, **fields)
        return Response({"results": CampaignEntrySerializer(entries, many=True).data}, 201)

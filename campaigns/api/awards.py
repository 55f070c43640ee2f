"""Awards of a whole campaign over the API: to several characters at once, and read evening by evening."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.queries import awards as queries
from campaigns.serializers.awards import AwardQuery, CampaignEntrySerializer, PartyAwardBody, PartyAwardSerializer
from campaigns.serializers.shared import one, several
from characters.actions import experience
from rules.api import Endpoint


class CampaignAwards(Endpoint):
    """The experience of a campaign's characters."""

    @extend_schema(
        operation_id="campaign_awards_list", parameters=[AwardQuery], responses=CampaignEntrySerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The lines of every ledger the caller may read, newest first; also what was spent and taken back."""
        own = access.member(self.user, campaign_id)
        return self.page(queries.ledgers(own, **self.asked(AwardQuery)), CampaignEntrySerializer)

    @extend_schema(
        operation_id="campaign_awards_create", request=PartyAwardBody, responses={201: PartyAwardSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """The same award to several characters, all or none, in one line of the log; GMs only."""
        own = access.gm(self.user, campaign_id)
        fields = self.taken(PartyAwardBody)
        fields["characters"] = several(queries.awarded(own), "characters", fields["characters"])
        fields["session"] = one(access.sessions(own), "session", fields.get("session"))
        fields["encounter"] = one(access.encounters(own), "encounter", fields.get("encounter"))
        entries = experience.award_all(by=self.user, **fields)
        return Response({"results": CampaignEntrySerializer(entries, many=True).data}, 201)

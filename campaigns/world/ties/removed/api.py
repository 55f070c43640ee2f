"""The API of removed ties; GMs only."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.ties.api import tie_json
from campaigns.world.ties.models import Tie
from campaigns.world.ties.removed.access import get_removed_tie, removed_ties
from campaigns.world.ties.removed.actions import bring_back_tie
from campaigns.world.ties.serializers import TieSerializer
from common.endpoint import Endpoint
from common.entity_tags import with_entity_tag
from people.access import get_membership


class RemovedTieSerializer(serializers.ModelSerializer[Tie]):
    """A tie that was removed."""

    start = serializers.CharField(source="start.name", help_text="The name of what the tie comes from.")
    end = serializers.CharField(source="end.name", help_text="The name of what it leads to.")

    class Meta:
        model = Tie
        fields = ["id", "kind", "start", "end", "words", "back", "since", "until", "visibility", "removed"]
        read_only_fields = fields


class RemovedTies(Endpoint):
    """The removed ties of a campaign."""

    @extend_schema(operation_id="ties_removed", responses=RemovedTieSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The ties that were removed, newest ties first; GMs only."""
        return self.respond_with_page(removed_ties(get_membership(self.user, campaign_id)), RemovedTieSerializer)


class TieBringBack(Endpoint):
    """Bringing back a removed tie."""

    @extend_schema(operation_id="ties_bring_back", request=None, responses=TieSerializer)
    def post(self, request: Request, removed_tie: int) -> Response:
        """Brings the tie back as it was, for those who saw it then; GMs only."""
        row, membership = get_removed_tie(self.user, removed_tie)
        return with_entity_tag(request, tie_json(membership, bring_back_tie(membership=membership, tie=row)))

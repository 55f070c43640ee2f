"""The API of the tables by which monsters of other games are converted."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.modules import stats_conversion
from campaigns.modules.conversion import actions
from campaigns.modules.conversion.serializers import ConversionTableChange, ConversionTableSerializer
from campaigns.modules.stats_conversion.tables import Table
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from people.access import get_gm_membership
from people.models import Member


def table_json(table: Table) -> dict[str, Any]:
    """A table in force."""
    names = ("key", "name", "why", "figures", "labels", "columns", "changed")
    fields = {name: getattr(table, name) for name in names} | {"revision": actions.revision_of(table)}
    data: dict[str, Any] = ConversionTableSerializer(fields).data
    return data


def read_table(membership: Member, key: str) -> Table:
    """The table in force in the campaign, or 404."""
    table = stats_conversion.tables_in_force(membership.campaign).rows.get(key)
    if table is None:
        raise Http404
    return table


class ConversionTables(Endpoint):
    """The conversion tables of a campaign."""

    @extend_schema(operation_id="conversion_list", responses=ConversionTableSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The tables in force, each with its reason; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        tables = stats_conversion.tables_in_force(membership.campaign).rows.values()
        return self.respond_with_results([table_json(table) for table in tables])


class ConversionTable(Endpoint):
    """One conversion table of a campaign."""

    @extend_schema(operation_id="conversion_read", parameters=READ, responses=ConversionTableSerializer)
    def get(self, request: Request, campaign_id: int, key: str) -> Response:
        """The table in force; GMs only."""
        return with_entity_tag(request, table_json(read_table(get_gm_membership(self.user, campaign_id), key)))

    @extend_schema(
        operation_id="conversion_change",
        parameters=CHANGE,
        request=ConversionTableChange,
        responses=ConversionTableSerializer,
    )
    def patch(self, request: Request, campaign_id: int, key: str) -> Response:
        """Changes the figures for the campaign; monsters that were converted before stay as they are. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        read_table(membership, key)
        fields = self.read_body(ConversionTableChange)
        revision = request_revision(request, fields)
        actions.set_figures(membership=membership, key=key, figures=fields["figures"], revision=revision)
        return with_entity_tag(request, table_json(read_table(membership, key)))

    @extend_schema(operation_id="conversion_reset", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, campaign_id: int, key: str) -> Response:
        """Removes the campaign's own figures, so that the figures of the site apply again; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        read_table(membership, key)
        actions.reset_table(membership=membership, key=key, revision=request_revision(request, {}))
        return Response(status=204)

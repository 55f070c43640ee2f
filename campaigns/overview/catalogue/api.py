"""The API of a campaign's catalogue: the rows in force, and the campaign's own rows."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.overview.access import editable_catalogue_rows, get_editable_catalogue_row
from campaigns.overview.catalogue.rows import fill_figures, save_row
from campaigns.overview.catalogue.serializers import (
    CatalogueRowBody,
    CatalogueRowChange,
    CatalogueRowDetailSerializer,
)
from campaigns.overview.serializers import RowInForceSerializer, RowsQuery
from common.edit_conflicts import overwrite
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, READ, request_revision, with_entity_tag
from common.lookups import find_row
from people.access import get_gm_membership, get_membership
from rules.catalogue import queries
from rules.models import CatalogueRow

FIELDS = ("kind", "name", "text", "figures", "rule", "active", "gm_only")


class CampaignCatalogue(Endpoint):
    """The catalogue of a campaign."""

    @extend_schema(
        operation_id="campaigns_catalogue", parameters=[RowsQuery], responses=RowInForceSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The rows in force, with the campaign's own in place of the site's; hidden rows only for GMs."""
        membership = get_membership(self.user, campaign_id)
        rows = queries.catalogue(
            membership.campaign.system,
            campaign=membership.campaign,
            gm=membership.is_gm,
            **self.read_parameters(RowsQuery),
        )
        return self.respond_with_list(rows, RowInForceSerializer)

    @extend_schema(
        operation_id="catalogue_rows_create", request=CatalogueRowBody, responses={201: CatalogueRowDetailSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a row to the campaign's own catalogue; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(CatalogueRowBody)
        pattern = find_row(editable_catalogue_rows(membership), "pattern", fields.pop("pattern", None))
        fields["figures"] = fill_figures(membership, fields["kind"], fields.get("figures", {}), pattern)
        row = save_row(membership=membership, row=None, **fields)
        return with_entity_tag(request, CatalogueRowDetailSerializer(row).data, 201)


class CatalogueRowDetail(Endpoint):
    """One row of the catalogue of a campaign."""

    @extend_schema(operation_id="catalogue_rows_read", parameters=READ, responses=CatalogueRowDetailSerializer)
    def get(self, request: Request, row_id: int) -> Response:
        """A campaign's own row, also one that is not offered; GMs only."""
        row, _membership = get_editable_catalogue_row(self.user, row_id)
        return with_entity_tag(request, CatalogueRowDetailSerializer(row).data)

    @extend_schema(
        operation_id="catalogue_rows_change",
        parameters=CHANGE,
        request=CatalogueRowChange,
        responses=CatalogueRowDetailSerializer,
    )
    def patch(self, request: Request, row_id: int) -> Response:
        """Changes a campaign's own row; GMs only."""
        get_editable_catalogue_row(self.user, row_id)
        fields = self.read_body(CatalogueRowChange)
        revision = request_revision(request, fields)
        if revision is None:
            changed = overwrite(lambda: self.change(row_id, fields))
        else:
            changed = self.change(row_id, fields, revision)
        return with_entity_tag(request, CatalogueRowDetailSerializer(changed).data)

    def change(self, row_id: int, fields: dict[str, Any], revision: int | None = None) -> CatalogueRow:
        """Changes the fields, and keeps the others as they are at the revision, or else at the one that is read."""
        row, membership = get_editable_catalogue_row(self.user, row_id)
        values: dict[str, Any] = {name: getattr(row, name) for name in FIELDS} | fields
        values["figures"] = fill_figures(membership, values["kind"], fields.get("figures", {}), row)
        return save_row(
            membership=membership, row=row, revision=row.revision if revision is None else revision, **values
        )

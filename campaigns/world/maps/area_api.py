"""The API of the areas of maps that are hidden until they are revealed."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.maps import area_actions
from campaigns.world.maps.access import get_area, get_area_as_gm, get_map, get_map_as_gm, visible_areas
from campaigns.world.maps.models import MapArea
from campaigns.world.maps.serializers import AreaBody, AreaChange, AreaSerializer
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from people.models import Member


def area_json(membership: Member, area: MapArea) -> dict[str, Any]:
    """An area as the member may know of it."""
    data: dict[str, Any] = AreaSerializer(area, context={"membership": membership}).data
    return data


class Areas(Endpoint):
    """The areas of a map."""

    @extend_schema(operation_id="map_areas_list", responses=AreaSerializer(many=True))
    def get(self, request: Request, map_id: int) -> Response:
        """The areas, newest first: for everyone but GMs only the revealed ones."""
        row, membership, _viewer = get_map(self.user, map_id)
        return self.respond_with_page(visible_areas(membership).filter(map=row), AreaSerializer, membership=membership)

    @extend_schema(operation_id="map_areas_create", request=AreaBody, responses={201: AreaSerializer})
    def post(self, request: Request, map_id: int) -> Response:
        """Hides a part of the map from all players. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        area = area_actions.create_area(membership=membership, row=row, **self.read_body(AreaBody))
        return with_entity_tag(request, area_json(membership, area), 201)


class AreaDetail(Endpoint):
    """One area."""

    @extend_schema(operation_id="map_areas_read", parameters=READ, responses=AreaSerializer)
    def get(self, request: Request, area_id: int) -> Response:
        """The area, if the caller may know of it."""
        area, membership = get_area(self.user, area_id)
        return with_entity_tag(request, area_json(membership, area))

    @extend_schema(operation_id="map_areas_change", parameters=CHANGE, request=AreaChange, responses=AreaSerializer)
    def patch(self, request: Request, area_id: int) -> Response:
        """Changes name or corners; reveals the area to all who see the map, or hides it again. GMs only."""
        area, membership = get_area_as_gm(self.user, area_id)
        fields = self.read_body(AreaChange)
        revision = request_revision(request, fields)
        area = area_actions.change_area(membership=membership, area=area, revision=revision, **fields)
        return with_entity_tag(request, area_json(membership, area))

    @extend_schema(operation_id="map_areas_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, area_id: int) -> Response:
        """Removes the area, so that all who see the map see what it hid; its history stays. GMs only."""
        area, membership = get_area_as_gm(self.user, area_id)
        area_actions.remove_area(membership=membership, area=area, revision=request_revision(request, {}))
        return Response(status=204)

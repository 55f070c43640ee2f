"""The API of maps that the campaigns of a world share."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.api import map_json
from campaigns.world.maps.serializers import MapSerializer
from campaigns.world.shared_worlds import queries
from campaigns.world.shared_worlds.access import get_map_copy, get_shared_page, get_world_place
from campaigns.world.shared_worlds.api import seen_edition
from campaigns.world.shared_worlds.maps import serializers as forms
from campaigns.world.shared_worlds.maps.actions import share_map, take_map, take_map_changes, withdraw_map
from campaigns.world.shared_worlds.maps.queries import map_changes, pin_lines
from campaigns.world.shared_worlds.maps.views import picture_response
from campaigns.world.shared_worlds.models import MAP, SharedPage
from campaigns.world.shared_worlds.serializers import SharedNpcsQuery
from campaigns.world.shared_worlds.sharing import merge_with_newest
from common.endpoint import Endpoint, FileEndpoint
from common.entity_tags import IF_MATCH, request_revision, with_entity_tag
from common.picture_requests import PICTURE_RESPONSE
from people.access import get_gm_membership
from people.models import Member


def shared_map_json(membership: Member, page: SharedPage) -> dict[str, Any]:
    """A shared map with its newest edition."""
    queries.mark_copies(membership, [page])
    page.newest = newest = queries.newest_edition(page)  # type: ignore[attr-defined]
    page.pins = pin_lines(membership, (newest.map or {})["pins"])  # type: ignore[attr-defined]
    data: dict[str, Any] = forms.SharedMapDetailSerializer(page).data
    return data


class SharedMaps(Endpoint):
    """The shared maps of a world."""

    @extend_schema(
        operation_id="shared_maps_list",
        parameters=[SharedNpcsQuery],
        responses=forms.SharedMapSerializer(many=True),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The maps that the campaigns of the world share, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        rows = queries.pages_of(get_world_place(membership), kind=MAP, **self.read_parameters(SharedNpcsQuery))
        self.sort_by("-id")
        shown = self.read_page(rows)
        queries.mark_copies(membership, shown)
        return self.get_paginated_response(forms.SharedMapSerializer(shown, many=True).data)


class SharedMapDetail(Endpoint):
    """One shared map."""

    @extend_schema(operation_id="shared_maps_read", responses=forms.SharedMapDetailSerializer)
    def get(self, request: Request, campaign_id: int, shared_map_id: int) -> Response:
        """The newest edition of a shared map; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, shared_map_id, kind=MAP)
        return Response(shared_map_json(membership, page))


class SharedMapPictureFile(FileEndpoint):
    """The picture of a shared map."""

    @extend_schema(operation_id="shared_maps_picture", responses=PICTURE_RESPONSE)
    def get(self, request: Request, campaign_id: int, shared_map_id: int) -> HttpResponse:
        """The picture of the newest edition as WebP: without the GM part, hidden areas are painted over. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        return picture_response(membership, shared_map_id, request.headers.get("If-None-Match", ""))


class SharedMapTake(Endpoint):
    """Taking a shared map."""

    @extend_schema(operation_id="shared_maps_take", request=None, responses={201: MapSerializer})
    def post(self, request: Request, campaign_id: int, shared_map_id: int) -> Response:
        """Copies a shared map into this campaign, for GMs until it is shown. A second time gives the same copy."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, shared_map_id, kind=MAP)
        row = take_map(membership=membership, page=page)
        return with_entity_tag(request, map_json(membership, row), 201)


class MapShare(Endpoint):
    """Sharing a map."""

    long_work = True

    @extend_schema(
        operation_id="shared_maps_share",
        parameters=[IF_MATCH],
        request=forms.SharedMapBody,
        responses=forms.SharedMapDetailSerializer,
    )
    def post(self, request: Request, map_id: int) -> Response:
        """Shares a map, or its changes, with the GMs of the other campaigns of the world, without the party's path."""
        row, membership = get_map_as_gm(self.user, map_id)
        fields = self.read_body(forms.SharedMapBody)
        seen = request_revision(request, fields)
        return Response(shared_map_json(membership, share_map(membership=membership, row=row, revision=seen, **fields)))

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The shared map as the first request left it, or as it is by now."""
        _row, membership = get_map_as_gm(self.user, self.kwargs["map_id"])
        page, _table = get_shared_page(membership, effect["map"], kind=MAP)
        return Response(shared_map_json(membership, page))


class MapWithdraw(Endpoint):
    """Withdrawing a shared map."""

    @extend_schema(operation_id="shared_maps_withdraw", request=None, responses={204: None})
    def post(self, request: Request, map_id: int) -> Response:
        """Stops sharing a map; copies stay. GMs of the campaign that shared it first."""
        copy, membership = get_map_copy(self.user, map_id)
        withdraw_map(membership=membership, row=copy.thing)
        return Response(status=204)


class MapSharedChanges(Endpoint):
    """What other campaigns changed in a shared map."""

    @extend_schema(operation_id="shared_maps_changes", responses=forms.SharedMapChangesSerializer)
    def get(self, request: Request, map_id: int) -> Response:
        """What taking over the newest edition would change; GMs only."""
        copy, membership = get_map_copy(self.user, map_id)
        _merge, newest = merge_with_newest(copy)
        facts = {"revision": copy.thing.revision, "edition": newest.number}
        facts["changes"] = map_changes(membership, copy, newest)
        return Response(forms.SharedMapChangesSerializer(facts).data)

    @extend_schema(
        operation_id="shared_maps_take_changes",
        parameters=[IF_MATCH],
        request=forms.SharedMapChangesBody,
        responses=MapSerializer,
    )
    def post(self, request: Request, map_id: int) -> Response:
        """Takes over the changes of the newest edition; what this campaign changed or hid stays. GMs only."""
        copy, membership = get_map_copy(self.user, map_id)
        seen = seen_edition(request, self.read_body(forms.SharedMapChangesBody))
        row = take_map_changes(membership=membership, row=copy.thing, seen=seen)
        return with_entity_tag(request, map_json(membership, row))

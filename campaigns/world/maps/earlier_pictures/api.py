"""The API of the earlier pictures of maps."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.maps.access import get_map_as_gm
from campaigns.world.maps.api import map_json
from campaigns.world.maps.earlier_pictures.access import get_earlier_picture, visible_earlier_pictures
from campaigns.world.maps.earlier_pictures.actions import restore_picture
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.earlier_pictures.views import earlier_picture_response
from campaigns.world.maps.serializers import MapSerializer
from common.endpoint import Endpoint, FileEndpoint
from common.entity_tags import CHANGE, request_revision, with_entity_tag
from common.picture_requests import PICTURE_RESPONSE


class EarlierMapPictureSerializer(serializers.ModelSerializer[Any]):
    """A picture that a map had, without its bytes."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    replaced_by = serializers.CharField(source="replaced_by.username", default=None, allow_null=True)

    class Meta:
        model = EarlierMapPicture
        fields = ["id", "width", "height", "by", "created", "replaced", "replaced_by"]
        read_only_fields = fields


class EarlierMapPictures(Endpoint):
    """The pictures that a map had."""

    @extend_schema(operation_id="maps_earlier_pictures", responses=EarlierMapPictureSerializer(many=True))
    def get(self, request: Request, map_id: int) -> Response:
        """The earlier pictures without their bytes, the one that was replaced last first. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        rows = visible_earlier_pictures(membership, row).select_related("by", "replaced_by").defer("data")
        return self.respond_with_page(rows, EarlierMapPictureSerializer)


class EarlierMapPictureDetail(FileEndpoint):
    """One picture that a map had."""

    @extend_schema(
        operation_id="maps_earlier_picture",
        responses=PICTURE_RESPONSE,
    )
    def get(self, request: Request, map_id: int, picture_id: int) -> HttpResponse:
        """The whole picture as WebP. GMs only."""
        row = get_earlier_picture(self.user, map_id, picture_id)
        return earlier_picture_response(row, request.headers.get("If-None-Match", ""))


class EarlierMapPictureRestore(Endpoint):
    """Restoring a picture that a map had."""

    @extend_schema(operation_id="maps_restore_picture", parameters=CHANGE, request=None, responses=MapSerializer)
    def post(self, request: Request, map_id: int, picture_id: int) -> Response:
        """Gives the map the picture again; the present one becomes an earlier one. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        revision = request_revision(request, {})
        row = restore_picture(membership=membership, row=row, picture_id=picture_id, revision=revision)
        return with_entity_tag(request, map_json(membership, row))

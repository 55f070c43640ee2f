"""The API of portraits."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters.access import get_editable_character
from characters.sheets.portraits import actions
from characters.sheets.portraits.access import get_portrait
from characters.sheets.portraits.views import portrait_response
from common.endpoint import FileEndpoint
from common.entity_tags import IF_MATCH, request_revision
from common.picture_requests import PICTURE_BODY, PictureBytesParser, PictureParser


class Portraits(FileEndpoint):
    """The portrait of a character."""

    parser_classes = [PictureParser, PictureBytesParser]

    @extend_schema(
        operation_id="characters_portrait",
        responses={(200, "image/webp"): OpenApiResponse(OpenApiTypes.BINARY, "The portrait.")},
    )
    def get(self, request: Request, character_id: int) -> HttpResponse:
        """The portrait as WebP, for everyone who knows the character by name."""
        return portrait_response(get_portrait(self.user, character_id), request.headers.get("If-None-Match", ""))

    @extend_schema(
        operation_id="characters_set_portrait",
        parameters=[IF_MATCH],
        request=PICTURE_BODY,
        responses={204: None},
    )
    def put(self, request: Request, character_id: int) -> Response:
        """Gives the character a portrait: the bytes of a PNG, JPEG or WebP file, up to 10 MB. Its player, and GMs.

        `If-Match` has the ETag of the character, which gets a new revision."""
        row = get_editable_character(self.user, character_id)
        data = request.data if isinstance(request.data, bytes) else b""
        actions.set_portrait(character=row, by=self.user, data=data, revision=request_revision(request, {}))
        return Response(status=204)

    @extend_schema(operation_id="characters_remove_portrait", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, character_id: int) -> Response:
        """Removes the portrait; the emblem of the name is shown instead. For its player and GMs."""
        row = get_editable_character(self.user, character_id)
        actions.remove_portrait(character=row, by=self.user, revision=request_revision(request, {}))
        return Response(status=204)

"""The API of pictures in texts."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world import access as world_access
from campaigns.world.text_pictures.access import get_stored_text_picture, get_text_picture
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.views import picture_response
from common.endpoint import Endpoint, FileEndpoint
from common.picture_requests import PICTURE_BODY, PICTURE_RESPONSE, PictureBytesParser, PictureParser


class TextPictureSerializer(serializers.ModelSerializer[Any]):
    """A picture for the text of a page."""

    markdown = serializers.CharField(help_text="What goes into the text, with words for people who cannot see it.")

    class Meta:
        model = TextPicture
        fields = ["key", "markdown", "width", "height", "created"]
        read_only_fields = fields


class TextPictures(Endpoint):
    """The pictures in the text of a page."""

    long_work = True
    parser_classes = [PictureParser, PictureBytesParser]

    @extend_schema(
        operation_id="text_pictures_create",
        request=PICTURE_BODY,
        responses={201: TextPictureSerializer},
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Stores a picture for the text: the bytes of a PNG, JPEG or WebP file, up to 10 MB. People who may edit it.

        A picture that no version of the text uses is removed after a day."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        data = request.data if isinstance(request.data, bytes) else b""
        return Response(TextPictureSerializer(add_text_picture(membership=membership, entry=row, data=data)).data, 201)

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The picture that the first request stored."""
        row, _membership = world_access.get_editable_entry(self.user, self.kwargs["entry_id"])
        return Response(TextPictureSerializer(get_stored_text_picture(row, effect["picture"])).data, 201)


class TextPictureDetail(FileEndpoint):
    """One picture in a text."""

    @extend_schema(
        operation_id="text_pictures_read",
        responses=PICTURE_RESPONSE,
    )
    def get(self, request: Request, entry_id: int, picture_name: str) -> HttpResponse:
        """The picture, as WebP, for people who can read the place of the text where it is."""
        return picture_response(get_text_picture(self.user, entry_id, picture_name))

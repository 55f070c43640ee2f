"""The API of pictures in the log, and of adding pictures for notes."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.note_pictures.access import get_own_note_picture, get_picture_of_entry
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.log.note_pictures.models import NotePicture
from campaigns.log.note_pictures.views import note_picture_response
from common.endpoint import Endpoint, FileEndpoint
from common.picture_requests import PICTURE_BODY, PICTURE_RESPONSE, PictureBytesParser, PictureParser
from people.access import get_membership, require_player


class NotePictureSerializer(serializers.ModelSerializer[Any]):
    """A picture for a log entry, session notes or a recap."""

    markdown = serializers.CharField(help_text="What goes into the text, with words for people who cannot see it.")

    class Meta:
        model = NotePicture
        fields = ["key", "markdown", "width", "height", "created"]
        read_only_fields = fields


class NotePictures(Endpoint):
    """The pictures of log entries, session notes and recaps."""

    long_work = True
    parser_classes = [PictureParser, PictureBytesParser]

    @extend_schema(
        operation_id="note_pictures_create",
        request=PICTURE_BODY,
        responses={201: NotePictureSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Stores a picture: the bytes of a PNG, JPEG or WebP file, up to 10 MB. GMs and players.

        Write its `markdown` into a log entry, session notes or a recap: who reads that text sees the picture. A picture
        that no saved text shows is removed after a day."""
        membership = require_player(get_membership(self.user, campaign_id))
        data = request.data if isinstance(request.data, bytes) else b""
        return Response(NotePictureSerializer(add_note_picture(membership=membership, data=data)).data, 201)

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The picture that the first request stored."""
        membership = require_player(get_membership(self.user, self.kwargs["campaign_id"]))
        return Response(NotePictureSerializer(get_own_note_picture(membership, effect["picture"])).data, 201)


class LogPicture(FileEndpoint):
    """One picture in a log entry."""

    @extend_schema(operation_id="log_pictures_read", responses=PICTURE_RESPONSE)
    def get(self, request: Request, entry_id: int, picture_name: str) -> HttpResponse:
        """The picture, as WebP, for people who can read the entry."""
        return note_picture_response(get_picture_of_entry(self.user, entry_id, picture_name))

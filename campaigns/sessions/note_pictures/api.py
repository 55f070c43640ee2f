"""The API of pictures in the notes of sessions and in recaps."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaigns.log.note_pictures.views import note_picture_response
from campaigns.sessions.note_pictures.access import get_picture_of_recap, get_picture_of_session
from common.endpoint import FileEndpoint
from common.picture_requests import PICTURE_RESPONSE


class SessionPicture(FileEndpoint):
    """One picture in the texts of a session."""

    @extend_schema(operation_id="session_pictures_read", responses=PICTURE_RESPONSE)
    def get(self, request: Request, session_id: int, picture_name: str) -> HttpResponse:
        """The picture, as WebP, for people who can read the text where it is."""
        return note_picture_response(get_picture_of_session(self.user, session_id, picture_name))


class RecapPicture(FileEndpoint):
    """One picture in a recap."""

    @extend_schema(operation_id="recap_pictures_read", responses=PICTURE_RESPONSE)
    def get(self, request: Request, session_id: int, edition: str, picture_name: str) -> HttpResponse:
        """The picture, as WebP, for people who can read the recap.

        `edition` is "party", "gm" or the id of a character."""
        return note_picture_response(get_picture_of_recap(self.user, session_id, edition, picture_name))

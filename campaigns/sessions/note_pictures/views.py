"""Showing a picture in the notes of a session or in a recap."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaigns.log.note_pictures.views import note_picture_response
from campaigns.sessions.note_pictures.access import get_picture_of_recap, get_picture_of_session
from people.requests import SignedRequest
from people.viewing import get_views


@login_required
@require_safe
def show_of_session(request: SignedRequest, session_id: int, picture_name: str) -> HttpResponse:
    """A picture in texts of a session that the reader can read."""
    return note_picture_response(get_picture_of_session(request.user, session_id, picture_name, get_views(request)))


@login_required
@require_safe
def show_of_recap(request: SignedRequest, session_id: int, audience: str, picture_name: str) -> HttpResponse:
    """A picture in a recap that the reader can read."""
    kept = get_picture_of_recap(request.user, session_id, audience, picture_name, get_views(request))
    return note_picture_response(kept)

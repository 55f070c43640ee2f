"""Uploading a picture while a note is written, and showing it in a log entry."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns.log.note_pictures.access import get_picture_of_entry
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.log.note_pictures.models import NotePicture
from common.picture_requests import answer_upload, safe_picture_response
from people.access import get_membership, require_player
from people.requests import SignedRequest
from people.viewing import get_views


@login_required
@require_POST
def upload(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Stores a pasted picture and answers with what goes into the text, as JSON."""
    membership = require_player(get_membership(request.user, campaign_id))
    return answer_upload(request, lambda data: add_note_picture(membership=membership, data=data).markdown)


@login_required
@require_safe
def show_of_entry(request: SignedRequest, entry_id: int, picture_name: str) -> HttpResponse:
    """A picture in a log entry that the reader can read."""
    return note_picture_response(get_picture_of_entry(request.user, entry_id, picture_name, get_views(request)))


def note_picture_response(row: NotePicture) -> HttpResponse:
    """A picture in a log entry, session notes or a recap."""
    return safe_picture_response(bytes(row.data), row.media_type, f"picture-{row.key}.webp")

"""Uploading a picture while a text is written, and showing it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns.world import access as world_access
from campaigns.world.text_pictures.access import get_text_picture
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.views import picture_response
from common.picture_requests import answer_upload
from people.requests import SignedRequest
from people.viewing import get_views


@login_required
@require_POST
def upload(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Stores a pasted picture and answers with what goes into the text, as JSON."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    return answer_upload(request, lambda data: add_text_picture(membership=membership, entry=row, data=data).markdown)


@login_required
@require_safe
def show(request: SignedRequest, entry_id: int, picture_name: str) -> HttpResponse:
    """A picture in a text that the reader can read."""
    return picture_response(get_text_picture(request.user, entry_id, picture_name, get_views(request)))

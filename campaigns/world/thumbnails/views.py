"""Shows the thumbnail of a page's picture."""

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.world.access import get_picture
from campaigns.world.models import WorldPicture
from campaigns.world.thumbnails.actions import find_thumbnail
from campaigns.world.thumbnails.models import SIDE
from common.picture_requests import safe_picture_response
from common.pictures import PictureTooLarge, UnreadablePicture
from people.models import User
from people.requests import SignedRequest
from people.viewing import OWN_VIEW, Views, get_views

KEPT: Final = 7 * 24 * 3600  # seconds; the address changes with the picture


@login_required
@require_safe
def show(request: SignedRequest, entry_id: int) -> HttpResponse:
    """The thumbnail of a page that the reader may see."""
    return answer_thumbnail(request, request.user, entry_id, get_views(request))


def answer_thumbnail(request: HttpRequest, user: User, entry_id: Any, views: Views = OWN_VIEW) -> HttpResponse:
    """The thumbnail for people who may see the page; Http404 for others, and while it cannot be made.

    A browser may keep it if the address names the picture."""
    picture = get_picture(user, entry_id, views)
    try:
        kept = find_thumbnail(picture)
    except (PictureTooLarge, UnreadablePicture):
        raise Http404 from None
    known = request.headers.get("If-None-Match", "")
    # Not the key of the row, which depends on how many thumbnails of hidden pages there are.
    tag = f"{picture.sha256[:32]}-{SIDE}"
    answer = safe_picture_response(bytes(kept.data), "image/webp", f"thumbnail-{entry_id}.webp", tag=tag, known=known)
    if _is_named(request, picture):
        answer["Cache-Control"] = f"private, max-age={KEPT}"
    return answer


def _is_named(request: HttpRequest, picture: WorldPicture) -> bool:
    return request.META.get("QUERY_STRING", "") == picture.sha256[:12]

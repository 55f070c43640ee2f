"""Who may see a picture in a text: the people who can read the place where it is."""

from typing import Any

from django.http import Http404

from campaigns.world.access import get_entry, may_manage
from campaigns.world.models import WorldEntry
from campaigns.world.readable_text import Reader
from campaigns.world.text_pictures.models import TextPicture
from common.picture_syntax import picture_keys
from people.access import get_visible_row
from people.models import Member, User
from people.viewing import OWN_VIEW, Views


def readable_keys(membership: Member, entry: WorldEntry) -> set[str]:
    """The keys of the pictures in the text of a page, as far as the member reads it."""
    return picture_keys(Reader(membership).page(entry))


def get_text_picture(user: User, entry_id: Any, key: str, views: Views = OWN_VIEW) -> TextPicture:
    """A picture of a page. A picture that is only in a closed secret block, or no longer in the text, is not found."""
    row, _own, viewer = get_entry(user, entry_id, views)
    if not may_manage(viewer, row) and key not in readable_keys(viewer, row):
        raise Http404
    return get_visible_row(TextPicture.objects.filter(entry=row), key=key)


def get_stored_text_picture(entry: WorldEntry, picture_id: int) -> TextPicture:
    """A picture that was stored for the text of a page, also before the text shows it; else Http404."""
    return get_visible_row(TextPicture.objects.filter(entry=entry), pk=picture_id)

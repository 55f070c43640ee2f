"""Who may see a picture in a text of the log: the people who can read the place where it is."""

from typing import Any

from django.http import Http404

from campaigns.log.access import get_log_entry, visible_log_entries
from campaigns.log.note_pictures.models import NotePicture
from common.picture_syntax import picture_keys
from common.secret_blocks import visible_text
from people.access import get_visible_row
from people.models import Member, User
from people.viewing import OWN_VIEW, Views, get_viewer


def get_picture_in_text(campaign_id: int, key: str, readable: str) -> NotePicture:
    """The picture, if the text that its reader may read shows it; else Http404."""
    if key not in picture_keys(readable):
        raise Http404
    return get_visible_row(NotePicture.objects.filter(campaign=campaign_id), key=key)


def get_own_note_picture(membership: Member, picture_id: int) -> NotePicture:
    """A picture that the member stored, also before a text shows it; else Http404."""
    rows = NotePicture.objects.filter(campaign=membership.campaign_id, by=membership.user)
    return get_visible_row(rows, pk=picture_id)


def get_picture_of_entry(user: User, entry_id: Any, key: str, views: Views = OWN_VIEW) -> NotePicture:
    """A picture of a log entry; Http404 for people who may not read the entry."""
    row, membership = get_log_entry(user, entry_id)
    viewer = get_viewer(membership, views)
    entry = get_visible_row(visible_log_entries(viewer), pk=row.pk)
    return get_picture_in_text(entry.campaign_id, key, visible_text(entry.text, is_gm=viewer.is_gm))

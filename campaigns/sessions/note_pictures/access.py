"""Who may see a picture in a session's notes or a recap: the people who can read the place where it is."""

from typing import Any

from campaigns.log.note_pictures.access import get_picture_in_text
from campaigns.log.note_pictures.models import NotePicture
from campaigns.sessions.access import visible_recaps
from campaigns.sessions.models import Recap, Session
from campaigns.world.access import get_session_and_viewer
from common.parsing import parse_id
from common.secret_blocks import visible_text
from people.access import get_visible_row
from people.models import Member, User
from people.viewing import OWN_VIEW, Views


def readable_texts(membership: Member, session: Session) -> str:
    """The texts of a session that the member may read, together."""
    notes = visible_text(session.notes, is_gm=membership.is_gm)
    return "\n".join([notes, session.agenda, session.gm_notes]) if membership.is_gm else notes


def get_picture_of_session(user: User, session_id: Any, key: str, views: Views = OWN_VIEW) -> NotePicture:
    """A picture in the notes of a session, for GMs also in the GM notes and the agenda; else Http404."""
    row, _membership, viewer = get_session_and_viewer(user, session_id, views)
    return get_picture_in_text(row.campaign_id, key, readable_texts(viewer, row))


def get_picture_of_recap(user: User, session_id: Any, audience: str, key: str, views: Views = OWN_VIEW) -> NotePicture:
    """A picture in a stored recap; Http404 for people who may not read the recap.

    `audience` is "gm", "party" or the id of a character."""
    row, _membership, viewer = get_session_and_viewer(user, session_id, views)
    recap = get_visible_row(visible_recaps(viewer), session=row.pk, **audience_filter(audience))
    return get_picture_in_text(row.campaign_id, key, visible_text(recap.text, is_gm=viewer.is_gm))


def audience_filter(audience: str) -> dict[str, Any]:
    """The lookup of the recap for an audience; `audience` is "gm", "party" or the id of a character."""
    if audience in {Recap.Audience.GM, Recap.Audience.PARTY}:
        return {"audience": audience}
    return {"audience": Recap.Audience.CHARACTER, "character": parse_id(audience) or 0}


def audience_name(recap: Recap) -> str:
    """The name of a recap's audience in addresses."""
    return str(recap.character_id or recap.audience)

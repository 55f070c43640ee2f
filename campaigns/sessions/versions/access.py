"""The earlier versions of sessions and of recaps: for GMs only, because both hold what only GMs see."""

from typing import Any

from campaigns.sessions.access import get_session
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.note_pictures.access import audience_filter
from people.access import get_visible_row, require_gm
from people.models import Member, User


def get_session_as_gm(user: User, session_id: Any) -> tuple[Session, Member]:
    """A session of a campaign that the person runs; 403 for its other members, 404 for everyone else."""
    row, membership = get_session(user, session_id)
    return row, require_gm(membership)


def get_recap_as_gm(user: User, session_id: Any, audience: str) -> tuple[Recap, Member]:
    """A stored recap of a session of a campaign that the person runs; 404 if it is still a draft.

    `audience` is "gm", "party" or the id of a character. 403 for other members, 404 for everyone else."""
    session, membership = get_session_as_gm(user, session_id)
    rows = Recap.objects.select_related("session", "character")
    return get_visible_row(rows, session=session, **audience_filter(audience)), membership

"""The addresses of pictures in the texts of sessions and in recaps, stored or drafted."""

from typing import Any

from campaigns.log.access import visible_log_entries
from campaigns.log.note_pictures.queries import note_picture_addresses
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.note_pictures.access import audience_name, readable_texts
from common.picture_syntax import PICTURE_SCHEME, picture_keys
from people.models import Member


def session_pictures(membership: Member, session: Session) -> dict[str, str]:
    """The addresses of the pictures in what the member reads of a session's texts."""
    texts = {(session.pk,): readable_texts(membership, session)}
    return _single(note_picture_addresses(session.campaign_id, "session-picture", texts))


def recap_pictures(recap: Recap, campaign_id: int) -> dict[str, str]:
    """The addresses of the pictures in a stored recap."""
    texts = {(recap.session_id, audience_name(recap)): recap.text}
    return _single(note_picture_addresses(campaign_id, "recap-picture", texts))


def _single(addresses: dict[Any, dict[str, str]]) -> dict[str, str]:
    return next(iter(addresses.values()), {})


def draft_pictures(membership: Member, session: Session, text: str) -> dict[str, str]:
    """The addresses of the pictures in a draft, which quotes the session's notes and log entries.

    Only those of texts that the member reads: a draft has no pictures of its own."""
    if not picture_keys(text):
        return {}
    rows = visible_log_entries(membership).filter(session=session, text__contains=PICTURE_SCHEME)
    texts = {(pk,): text for pk, text in rows.values_list("pk", "text")}
    lines = note_picture_addresses(session.campaign_id, "log-picture", texts)
    pictures: dict[str, str] = {}
    for addresses in [*lines.values(), session_pictures(membership, session)]:
        pictures |= addresses
    return pictures

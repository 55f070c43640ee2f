"""What webhooks are told about sessions: what every member of the campaign may know."""

from datetime import datetime
from typing import Any

from campaigns.sessions.models import Session
from campaigns.webhooks import outbox
from campaigns.webhooks.outbox import Message, Topic
from common.link_syntax import words_only
from common.secret_blocks import visible_text


def public_content(row: Session) -> dict[str, Any]:
    """What everyone may read of a session: the fields of a delivery, and the notes."""
    about = {
        "id": row.pk,
        "number": row.number,
        "title": row.title,
        "status": row.status,
        "starts": row.starts.isoformat() if isinstance(row.starts, datetime) else None,
    }
    return {"session": about, "notes": words_only(visible_text(row.notes, is_gm=False))}


def queue_session(row: Session) -> None:
    """Queues that a session was planned, changed, played or cancelled."""
    message = Message({Topic.SESSION.value}, lambda: {"session": public_content(row)["session"]})
    outbox.queue_messages(row.campaign_id, [message])


def queue_changed_session(row: Session, before: dict[str, Any] | None) -> None:
    """Queues a change unless only GMs can read it; `before` is the `public_content` before it."""
    if before != public_content(row):
        queue_session(row)


def queue_reminder(row: Session) -> None:
    """Queues that a session is about to begin."""
    message = Message({Topic.REMINDER.value}, lambda: {"session": public_content(row)["session"]})
    outbox.queue_messages(row.campaign_id, [message])

"""What webhooks are told about encounters: that one begins or ends, and nothing about preparations."""

from campaigns.encounters.models import Encounter
from campaigns.webhooks import outbox
from campaigns.webhooks.outbox import Message, Topic


def queue_start(row: Encounter) -> None:
    """Queues the message that the encounter has begun."""
    _queue(row, Topic.BEGUN.value)


def queue_end(row: Encounter) -> None:
    """Queues the message that the encounter has ended."""
    _queue(row, Topic.ENDED.value)


def _queue(row: Encounter, topic: str) -> None:
    about = {"id": row.pk, "title": row.title, "status": row.status, "outcome": row.outcome}
    outbox.queue_messages(row.campaign_id, [Message({topic}, lambda: {"encounter": about})])

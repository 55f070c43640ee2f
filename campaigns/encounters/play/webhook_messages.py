"""What webhooks are told about encounters: that one begins or ends, and nothing about preparations."""

from campaigns.encounters.models import Encounter
from campaigns.webhooks import outbox
from campaigns.webhooks.outbox import Message, Topic


def queue_start(encounter: Encounter) -> None:
    """Queues the message that the encounter has begun."""
    _queue(encounter, Topic.BEGUN.value)


def queue_end(encounter: Encounter) -> None:
    """Queues the message that the encounter has ended."""
    _queue(encounter, Topic.ENDED.value)


def _queue(encounter: Encounter, topic: str) -> None:
    about = {"id": encounter.pk, "title": encounter.title, "status": encounter.status, "outcome": encounter.outcome}
    outbox.queue_messages(encounter.campaign_id, [Message({topic}, lambda: {"encounter": about})])

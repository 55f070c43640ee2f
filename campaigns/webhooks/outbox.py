"""Queues webhook deliveries: stored in the event's transaction, sent after the commit, and tried again for a day.

The actions of each subject say what happened (`webhook_messages.py` in their folders): only what every member may know.
delivery.py decides when deliveries are sent, and signed_requests.py how.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from campaigns.webhooks import delivery
from campaigns.webhooks.models import Webhook, WebhookDelivery

Topic = Webhook.Topic
BATCH_SIZE = 500


@dataclass(frozen=True)
class Message:
    """One event: its topics, and a function that returns its content, called only if a webhook wants a topic."""

    topics: set[str]
    read: Callable[[], dict[str, Any]]


def queue_messages(campaign_id: int, messages: Sequence[Message]) -> None:
    """Stores deliveries in the event's transaction, and starts sending after the commit."""
    hooks = list(Webhook.objects.filter(campaign=campaign_id, active=True))
    rows = [row for message in messages for row in _deliveries(hooks, campaign_id, message)]
    if rows:
        WebhookDelivery.objects.bulk_create(rows, batch_size=BATCH_SIZE)
        deliver_after_commit()


def _deliveries(hooks: list[Webhook], campaign_id: int, message: Message) -> list[WebhookDelivery]:
    wanted = [(hook, topic) for hook in hooks for topic in sorted(message.topics & set(hook.topics))]
    about = message.read() if wanted else {}
    return [
        WebhookDelivery(webhook=hook, topic=topic, body={"topic": topic, "campaign": campaign_id, **about})
        for hook, topic in wanted
    ]


def deliver_after_commit() -> None:
    """Sends the waiting deliveries soon after the running transaction commits."""
    transaction.on_commit(_start_delivery_thread, robust=True)


def _start_delivery_thread() -> None:
    delivery.dispatch_in_thread()

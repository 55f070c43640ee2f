"""Queues webhook deliveries: stored in the event's transaction, sent after the commit, and tried again for a day.

Deliveries contain only what every member may know. delivery.py decides when they are sent, and signed_requests.py how.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.webhooks import delivery
from campaigns.webhooks.models import Webhook, WebhookDelivery
from characters.models import Character
from common.link_syntax import words_only
from common.secret_blocks import visible_text

Topic = Webhook.Topic


def on_log_entry(sender: Any, instance: LogEntry, created: bool, **_more: Any) -> None:
    """Queues a log entry that every member may read."""
    if not created or instance.audience != LogEntry.Audience.ALL:
        return
    topics = {Topic.LOG.value} | ({Topic.AWARD.value} if instance.kind == LogEntry.Kind.AWARD else set())
    queue_deliveries(instance.campaign_id, topics, lambda: {"log": _line_read(instance)})


def _line_read(line: LogEntry) -> dict[str, Any]:
    """What everybody may read of a log entry. Its character is named if every member may open the sheet."""
    whose = line.character
    known = whose is not None and whose.visible and whose.kind == Character.Kind.PC and line.campaign.open_sheets
    return {
        "id": line.pk,
        "kind": line.kind,
        "text": words_only(line.text),
        "by": line.by.username if line.by else None,
        "created": line.created.isoformat(),
        "character": {"id": whose.pk, "name": whose.name} if whose is not None and known else None,
        "session": line.session_id,
        "encounter": line.encounter_id,
        "corrects": line.corrects_id,
    }


def on_encounter(sender: Any, instance: Encounter, update_fields: Any = None, **_more: Any) -> None:
    """Queues the beginning or end of an encounter, but nothing about preparations."""
    changed = set(update_fields or ())
    topic = None
    if {"status", "started"} <= changed and instance.status == Encounter.Status.RUNNING:
        topic = Topic.BEGUN.value
    elif {"status", "ended"} <= changed and instance.status == Encounter.Status.ENDED:
        topic = Topic.ENDED.value
    if topic:
        about = {"id": instance.pk, "title": instance.title, "status": instance.status, "outcome": instance.outcome}
        queue_deliveries(instance.campaign_id, {topic}, {"encounter": about})


def before_session(sender: Any, instance: Session, **_more: Any) -> None:
    """Remembers what everybody could read of a session, so that `on_session` knows whether that changed."""
    stored = Session.objects.filter(pk=instance.pk).first() if instance.pk else None
    instance.read_before = _session_read(stored) if stored else None  # type: ignore[attr-defined]


def on_session(sender: Any, instance: Session, **_more: Any) -> None:
    """Queues that a session was planned, changed or held.

    A change that only GMs can read queues nothing. The action that changes the attendance sets `attendance_changes`."""
    read = _session_read(instance)
    if getattr(instance, "read_before", None) == read and not getattr(instance, "attendance_changes", False):
        return
    queue_deliveries(instance.campaign_id, {Topic.SESSION.value}, {"session": read["session"]})


def _session_read(row: Session) -> dict[str, Any]:
    """What everybody may read of a session: the fields of a delivery, and the notes."""
    about = {
        "id": row.pk,
        "number": row.number,
        "title": row.title,
        "status": row.status,
        "starts": row.starts.isoformat() if isinstance(row.starts, datetime) else None,
    }
    return {"session": about, "notes": words_only(visible_text(row.notes, runs=False))}


def queue_deliveries(campaign_id: int, topics: set[str], about: dict[str, Any] | Callable[[], dict[str, Any]]) -> None:
    """Stores deliveries in the event's transaction, and starts sending after the commit.

    `about` may be a function, which is called only if a webhook wants one of the topics."""
    wanted = [
        (hook, topic)
        for hook in Webhook.objects.filter(campaign=campaign_id, active=True)
        for topic in sorted(topics & set(hook.topics))
    ]
    if not wanted:
        return
    read = about() if callable(about) else about
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=hook, topic=topic, body={"topic": topic, "campaign": campaign_id, **read})
        for hook, topic in wanted
    )
    deliver_after_commit()


def deliver_after_commit() -> None:
    """Sends the waiting deliveries soon after the running transaction commits."""
    transaction.on_commit(_start_delivery_thread, robust=True)


def _start_delivery_thread() -> None:
    delivery.dispatch_apart()

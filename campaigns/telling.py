"""Tells webhooks' addresses what happened: noted with the event itself, told after it, signed, tried again for a day.

What is told is what every member may know, and no more; sending.py says how it reaches an address.
"""

import threading
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connections, transaction
from django.db.models import F
from django.utils import timezone

from campaigns import sending
from campaigns.models import Encounter, LogEntry, Session, Webhook, WebhookDelivery

Topic, Status = Webhook.Topic, WebhookDelivery.Status
LONGEST: Final = timedelta(days=1)
FIRST, SLOWEST = timedelta(minutes=1), timedelta(hours=4)
# Nobody else takes a delivery up while one is at it.
CLAIMED: Final = timedelta(minutes=2)
AT_A_TIME: Final = 50
_busy, _wanted = threading.Lock(), threading.Event()


def log_line(sender: Any, instance: LogEntry, created: bool, **_more: Any) -> None:
    """A line that every member reads."""
    if not created or instance.audience != LogEntry.Audience.ALL:
        return
    about = {"log": {"id": instance.pk, "kind": instance.kind, "text": instance.text, "session": instance.session_id,
                     "encounter": instance.encounter_id, "corrects": instance.corrects_id}}  # fmt: skip
    topics = {Topic.LOG.value} | ({Topic.AWARD.value} if instance.kind == LogEntry.Kind.AWARD else set())
    note(instance.campaign_id, topics, about)


def encounter(sender: Any, instance: Encounter, update_fields: Any = None, **_more: Any) -> None:
    """An encounter that begins or ends; what is only prepared is nobody's business."""
    changed = set(update_fields or ())
    topic = None
    if {"status", "started"} <= changed and instance.status == Encounter.Status.RUNNING:
        topic = Topic.BEGUN.value
    elif {"status", "ended"} <= changed and instance.status == Encounter.Status.ENDED:
        topic = Topic.ENDED.value
    if topic:
        about = {"id": instance.pk, "title": instance.title, "status": instance.status, "outcome": instance.outcome}
        note(instance.campaign_id, {topic}, {"encounter": about})


def session(sender: Any, instance: Session, **_more: Any) -> None:
    """An evening that is planned, changed or held; its notes are read on its page."""
    about = {"id": instance.pk, "number": instance.number, "title": instance.title, "status": instance.status,
             "starts": instance.starts.isoformat() if isinstance(instance.starts, datetime) else None}  # fmt: skip
    note(instance.campaign_id, {Topic.SESSION.value}, {"session": about})


def note(campaign_id: int, topics: set[str], about: dict[str, Any]) -> None:
    """Writes down what is to be told, in the transaction of the event; tells it once that is committed."""
    rows = [
        WebhookDelivery(webhook=hook, topic=topic, body={"topic": topic, "campaign": campaign_id, **about})
        for hook in Webhook.objects.filter(campaign=campaign_id, active=True)
        for topic in sorted(topics & set(hook.topics))
    ]
    if rows:
        WebhookDelivery.objects.bulk_create(rows)
        soon()


def soon() -> None:
    """Has what waits told in a moment, once the running transaction is committed."""
    transaction.on_commit(_soon, robust=True)


def _soon() -> None:
    _wanted.set()
    threading.Thread(target=_apart, daemon=True, name="webhooks").start()


def _apart() -> None:
    # Whoever comes while one is at it leaves the wish behind and goes: it is looked at once more after the last look.
    while _wanted.is_set() and _busy.acquire(blocking=False):
        try:
            _wanted.clear()
            while deliver():
                pass
        finally:
            connections.close_all()
            _busy.release()


def deliver(now: datetime | None = None) -> int:
    """Tells what is due, oldest first: how many were tried."""
    due = WebhookDelivery.objects.filter(status=Status.WAITING, due__lte=now or timezone.now(), webhook__active=True)
    return sum(tell(row, now) for row in due.order_by("id")[:AT_A_TIME])


def tell(row: WebhookDelivery, now: datetime | None = None) -> bool:
    """Tries one that waits, unless somebody else is at it; what came of it stands on the row. Up to ten seconds."""
    now = now or timezone.now()  # by its own clock: those before it may have taken minutes
    waiting = WebhookDelivery.objects.filter(pk=row.pk, status=Status.WAITING, due=row.due, webhook__active=True)
    if not waiting.update(due=now + CLAIMED, tries=F("tries") + 1):
        return False
    # Read anew: meanwhile the webhook may have another address or another secret.
    row.refresh_from_db()
    _try(row, now)
    return True


def _try(row: WebhookDelivery, now: datetime) -> None:
    try:
        row.answer, ok = sending.post(row.webhook, row, now), True
    except sending.Unreachable as fault:
        row.answer, ok = str(fault)[:200], False
    if ok:
        row.status, row.told = Status.TOLD, timezone.now()
    elif now - row.created >= LONGEST:
        row.status = Status.GIVEN_UP
    row.due = now + min(FIRST * 2 ** min(row.tries - 1, 10), SLOWEST)
    row.save(update_fields=["status", "answer", "told", "due"])

"""Tells webhooks' addresses what happened: noted with the event itself, told after it, signed, tried again for a day.

What is told is what every member may know, and no more. An address inside the operator's own network is never
reached unless the operator allows it: the name is resolved once, every address it has is looked at, and the
connection goes to the very address that was looked at. Redirects are not followed.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connections, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Encounter, LogEntry, Session, Webhook, WebhookDelivery

Topic, Status = Webhook.Topic, WebhookDelivery.Status
LONGEST: Final = timedelta(days=1)
FIRST, SLOWEST = timedelta(minutes=1), timedelta(hours=4)
# Nobody else takes a delivery up while one is at it.
CLAIMED: Final = timedelta(minutes=2)
TIMEOUT: Final = 10.0
AT_A_TIME: Final = 50
_busy = threading.Lock()


class Unreachable(Exception):
    """The address is not to be reached, or did not take the message; the sentence says why."""


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
        transaction.on_commit(_soon, robust=True)


def _soon() -> None:
    threading.Thread(target=_apart, daemon=True, name="webhooks").start()


def _apart() -> None:
    if not _busy.acquire(blocking=False):
        return  # somebody is at it, and takes up what has just come, or the next time does
    try:
        deliver()
    finally:
        connections.close_all()
        _busy.release()


def deliver(now: datetime | None = None) -> int:
    """Tells what is due, oldest first: how many were tried."""
    now, tried = now or timezone.now(), 0
    due = WebhookDelivery.objects.filter(status=Status.WAITING, due__lte=now, webhook__active=True)
    for row in due.select_related("webhook").order_by("id")[:AT_A_TIME]:
        claim = WebhookDelivery.objects.filter(pk=row.pk, status=Status.WAITING, due=row.due)
        if claim.update(due=now + CLAIMED, tries=F("tries") + 1):
            row.tries += 1
            _try(row, now)
            tried += 1
    return tried


def _try(row: WebhookDelivery, now: datetime) -> None:
    try:
        row.answer, ok = post(row.webhook, row, now), True
    except Unreachable as fault:
        row.answer, ok = str(fault)[:200], False
    if ok:
        row.status, row.told = Status.TOLD, timezone.now()
    elif now - row.created >= LONGEST:
        row.status = Status.GIVEN_UP
    row.due = now + min(FIRST * 2 ** min(row.tries - 1, 10), SLOWEST)
    row.save(update_fields=["status", "answer", "told", "due"])


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What the receiver computes as well: HMAC-SHA256 over the timestamp, a dot and the body."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def post(hook: Webhook, row: WebhookDelivery, now: datetime) -> str:
    """Sends one message; the answer's status in words. Raises `Unreachable`."""
    parts = urlsplit(hook.url)
    host, port = str(parts.hostname), parts.port or 443
    body = json.dumps({"id": row.pk, "created": row.created.isoformat(), **row.body}, sort_keys=True).encode()
    timestamp = str(int(now.timestamp()))
    heads = {
        "Content-Type": "application/json", "User-Agent": "Fatekeeper", "Fatekeeper-Delivery": str(row.pk),
        "Fatekeeper-Timestamp": timestamp, "Fatekeeper-Signature": signature(hook.secret, timestamp, body),
    }  # fmt: skip
    connection = Pinned(host, port, reachable(host, port))
    try:
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", target, body=body, headers=heads)
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException, ValueError) as fault:
        raise Unreachable(_("No answer: %(why)s") % {"why": type(fault).__name__}) from fault
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        raise Unreachable(_("Answered %(status)s") % {"status": answer.status})
    return _("Answered %(status)s") % {"status": answer.status}


def reachable(host: str, port: int) -> str:
    """The one address to connect to. Raises `Unreachable` when any the name has lies inside somebody's network."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise Unreachable(_("The name is not known.")) from fault
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_PRIVATE and not all(map(public, addresses)):
        raise Unreachable(_("The address lies in a private network; the operator has not allowed that."))
    return addresses[0]


def public(address: str) -> bool:
    """Whether an IP address is one of the open internet."""
    known = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(known, "ipv4_mapped", None) or getattr(known, "sixtofour", None)
    teredo = getattr(known, "teredo", None)
    every = [known, *([inner] if inner else []), *(teredo or ())]
    return all(one.is_global and not one.is_multicast for one in every)


class Pinned(http.client.HTTPSConnection):
    """A connection to one IP address under the name that its certificate must have."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
        self.address = address

    def connect(self) -> None:
        """To the address that was looked at, whatever the name says by now."""
        plain = socket.create_connection((self.address, self.port), TIMEOUT)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)  # type: ignore[attr-defined]


def checked_url(url: str) -> str:
    """An https address without a password in it; ValidationError otherwise."""
    wrong = ValidationError({"url": _("Give an address such as https://example.com/hook.")})
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise wrong from None
    sound = parts.scheme == "https" and parts.hostname and not parts.username and not parts.password and port != 0
    if not sound or not url.isascii() or len(url) > 500 or any(ord(sign) <= 32 for sign in url.strip()):
        raise wrong
    try:
        private = not settings.WEBHOOKS_PRIVATE and not public(str(parts.hostname))
    except ValueError:  # a name; it is looked up anew at every delivery
        private = not settings.WEBHOOKS_PRIVATE and str(parts.hostname).rstrip(".") == "localhost"
    if private:
        raise ValidationError({"url": _("The address lies in a private network; the operator has not allowed that.")})
    return url.strip()

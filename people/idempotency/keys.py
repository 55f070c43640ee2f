"""Idempotency keys of API requests and of the forms of pages: what was done under one, and the stored answer."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from people.idempotency.models import IdempotencyRecord
from people.models import User

# How long answers are stored. The key of a command is stored as long as its encounter.
RETENTION = timedelta(days=30)
BATCH_SIZE = 1000
# The longest answer that is stored, in bytes of JSON. The key of a longer one still prevents a second effect.
MAX_RESPONSE_BYTES = 256 * 1024


def request_fingerprint(method: str, path: str, body: Any) -> str:
    """The fingerprint of a request: method, route and body (bytes and files by their digest)."""
    if isinstance(body, bytes):
        body = hashlib.sha256(body).hexdigest()
    elif hasattr(body, "read"):
        body.seek(0)
        body = hashlib.file_digest(body, "sha256").hexdigest()
    text = json.dumps([method, path, body], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def lock_key(*, user: User, key: str, fingerprint: str) -> IdempotencyRecord:
    """The record of the key, locked until the surrounding transaction ends; `status` is 0 for a new one.

    Of two equal requests at the same time, the second waits here and then finds the first one's answer. Also deletes
    the person's answers that are older than `RETENTION`, so that they do not accumulate."""
    IdempotencyRecord.objects.filter(user=user, created__lt=timezone.now() - RETENTION).delete()
    row, _new = IdempotencyRecord.objects.get_or_create(user=user, key=key, defaults={"fingerprint": fingerprint})
    return IdempotencyRecord.objects.select_for_update().get(pk=row.pk)


@transaction.atomic
def store_response(*, record: IdempotencyRecord, status: int, body: Any) -> None:
    """Stores the answer, in the same transaction as the effect of the request."""
    record.dropped = too_long(body)
    record.status, record.body = status, None if record.dropped else body
    record.save(update_fields=["status", "body", "dropped"])


def run_once(*, user: User, key: str, fingerprint: str, act: Callable[[], Any]) -> None:
    """Runs `act` as `respond_once` does, and returns nothing."""

    def act_silently() -> None:
        act()

    respond_once(user=user, key=key, fingerprint=fingerprint, act=act_silently)


@transaction.atomic
def respond_once(*, user: User, key: str, fingerprint: str, act: Callable[[], Any]) -> Any:
    """Runs `act`, unless a page's form with this key has run it before: a phone without network sends a form again.

    Returns what `act` returned when it ran, which must be JSON. The effect and the note that it happened are committed
    together; a refusal leaves the key free. Raises ValidationError for a key of another form, which has another
    `fingerprint`."""
    record = lock_key(user=user, key=f"page-{key}", fingerprint=fingerprint)
    if record.fingerprint != fingerprint:
        raise ValidationError(_("This form was already used. Choose again."))
    if not record.status:
        store_response(record=record, status=200, body=act())
    return record.body


def too_long(body: Any) -> bool:
    """Whether an answer is too long to be stored."""
    return len(json.dumps(body, ensure_ascii=False).encode()) > MAX_RESPONSE_BYTES


def expired_records(now: datetime | None = None) -> QuerySet[IdempotencyRecord]:
    """The answers that are no longer returned."""
    return IdempotencyRecord.objects.filter(created__lt=(now or timezone.now()) - RETENTION)


def delete_expired(now: datetime | None = None) -> int:
    """Deletes them in batches of a thousand, so that nobody waits long; returns how many."""
    gone = 0
    while some := list(expired_records(now).order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        gone += IdempotencyRecord.objects.filter(pk__in=some).delete()[0]
    return gone

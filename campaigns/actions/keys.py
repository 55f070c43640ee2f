"""Idempotency keys of API requests, and the use of API tokens."""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import ApiToken, IdempotencyRecord, User

# A script that polls each second must not write each second.
USE_NOTED_EVERY = timedelta(minutes=5)
# How long an answer is given again. A command's key stays with its encounter, as long as that.
KEPT = timedelta(days=30)
AT_A_TIME = 1000


def fingerprint(method: str, path: str, body: Any) -> str:
    """What tells one request from another: its method, its route and its body (bytes by their digest)."""
    if isinstance(body, bytes):
        body = hashlib.sha256(body).hexdigest()
    text = json.dumps([method, path, body], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def claim(*, user: User, key: str, mark: str) -> IdempotencyRecord:
    """The record of the key, locked until the surrounding transaction ends; `status` is 0 when it is new.

    Two equal requests at once: the second waits here and then finds the first one's answer."""
    row, _new = IdempotencyRecord.objects.get_or_create(user=user, key=key, defaults={"fingerprint": mark})
    return IdempotencyRecord.objects.select_for_update().get(pk=row.pk)


@transaction.atomic
def answered(*, record: IdempotencyRecord, status: int, body: Any) -> None:
    """Keeps the answer for the next time; in the same transaction as what the request did."""
    record.status, record.body = status, body
    record.save(update_fields=["status", "body"])


def old(now: datetime | None = None) -> QuerySet[IdempotencyRecord]:
    """The answers that are not given again."""
    return IdempotencyRecord.objects.filter(created__lt=(now or timezone.now()) - KEPT)


def sweep(now: datetime | None = None) -> int:
    """Forgets them, a thousand at a time so that nobody waits long: how many."""
    gone = 0
    while some := list(old(now).order_by("pk").values_list("pk", flat=True)[:AT_A_TIME]):
        gone += IdempotencyRecord.objects.filter(pk__in=some).delete()[0]
    return gone


def used(token: ApiToken) -> None:
    """Notes that the token was used, at most every five minutes."""
    now = timezone.now()
    if token.last_used is None or token.last_used < now - USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def expired(token: ApiToken) -> bool:
    """Whether the token's time is over."""
    return token.expiry is not None and token.expiry <= timezone.now()

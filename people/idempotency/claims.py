"""Idempotency keys of long work: claim the key, work outside any transaction, store the answer.

A short request does its work in the transaction that locks its key (keys.py). An export, a restore, an
import or a conversion takes too long for that: it would hold SQLite's one write lock, or wait for itself. Such a
request claims its key in a short transaction (`claim`), works (`claim_context`), and stores its answer (`store`).

- While the claim is held, the same request is refused with `InFlight`. A claim of a process that died expires after
  `LEASE`; then the next request with the key takes over.
- Work with an effect calls `record_effect` in the transaction of the effect. A request that finds the effect in the
  row does not work again, so a crash before `store` doubles nothing; and a request that lost its claim gets
  `ClaimLost` there, so that the transaction of the effect fails.
- Work without an effect may be done again: the result is the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from people.idempotency import keys
from people.idempotency.models import IdempotencyRecord
from people.models import User

# No request takes this long; an older claim belongs to a process that died.
LEASE: Final = timedelta(minutes=2)

_current: ContextVar[IdempotencyRecord | None] = ContextVar("current_claim", default=None)


class InFlight(Exception):
    """The same request is being processed at this moment."""


class ClaimLost(InFlight):
    """The claim expired, and another request took it over."""


@transaction.atomic
def claim(*, user: User, key: str, fingerprint: str, owner: str) -> IdempotencyRecord:
    """The record of the key, claimed by `owner`, or unchanged if it has an answer, an effect or another fingerprint.

    Raises `InFlight` while another owner holds it."""
    record = keys.lock_key(user=user, key=key, fingerprint=fingerprint)
    if record.fingerprint != fingerprint or record.status or record.effect is not None:
        return record
    now = timezone.now()
    held = record.owner and record.claimed is not None and record.claimed > now - LEASE
    if held and record.owner != owner:
        raise InFlight
    record.owner, record.claimed = owner, now
    record.save(update_fields=["owner", "claimed"])
    return record


@contextmanager
def claim_context(record: IdempotencyRecord) -> Iterator[None]:
    """The context of the claimed work, in which `record_effect` writes to this record."""
    token = _current.set(record)
    try:
        yield
    finally:
        _current.reset(token)


def record_effect(effect: dict[str, Any]) -> None:
    """Stores the effect of the work under the request's key; call it in the transaction of the effect.

    Does nothing without a claim. Raises `ClaimLost` if another request has the claim: then the work must stop."""
    record = _current.get()
    if record is None:
        return
    if not connection.in_atomic_block:
        message = "Call record_effect inside the transaction that writes the effect."
        raise transaction.TransactionManagementError(message)
    if not _held_claim(record).update(effect=effect):
        raise ClaimLost


def store(record: IdempotencyRecord, *, status: int, body: Any) -> None:
    """Stores the answer; another owner's record stays as it is."""
    too_long = keys.too_long(body)
    IdempotencyRecord.objects.filter(pk=record.pk, owner=record.owner, status=0).update(
        status=status, body=None if too_long else body, dropped=too_long, owner="", claimed=None
    )


def release(record: IdempotencyRecord) -> None:
    """Frees the key of work that failed without an effect, so that a corrected request can use it."""
    _held_claim(record).delete()


def _held_claim(record: IdempotencyRecord) -> QuerySet[IdempotencyRecord]:
    return IdempotencyRecord.objects.filter(pk=record.pk, owner=record.owner, status=0, effect__isnull=True)

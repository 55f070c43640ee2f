"""Sends webhook deliveries in lanes, so that a webhook does not wait for a slow one on another host.

A lane is a thread that sends the deliveries of one webhook, oldest first; webhooks on one host take turns.
There are few lanes, and only some of them may serve webhooks that failed lately, or the webhooks of one campaign, so
that a host that does not answer delays no other.
"""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.db import close_old_connections, connection, connections, transaction
from django.db.models import F, Q
from django.utils import timezone

from campaigns.webhooks import signed_requests
from campaigns.webhooks.models import GONE, Webhook, WebhookDelivery
from common import outgoing

Status = WebhookDelivery.Status
GIVE_UP_AFTER: Final = timedelta(days=1)
# The delay doubles with each try.
FIRST_DELAY, MAX_DELAY = timedelta(minutes=1), timedelta(hours=4)
# While one process tries a delivery, no other process takes it.
CLAIM_DURATION: Final = timedelta(minutes=2)
MAX_LANES: Final = 8
MAX_FAILING_LANES: Final = 3
MAX_LANES_OF_CAMPAIGN: Final = 2
MAX_BATCH: Final = 20  # deliveries to one webhook before the other webhooks are checked again
# A failure after this many seconds counts as no answer: the webhook's other deliveries wait too.
SLOW_SECONDS: Final = 2.0
# Ends the answer of a delivery whose receiver asked to wait. Not translated: `_hooks_asked_to_wait` looks for it.
ASKED_TO_WAIT: Final = ", asked to wait"


@dataclass
class Batch:
    """The due deliveries of one webhook, oldest first; `failing`: it waits for another try of some message."""

    origin: str
    campaign: int
    rows: list[WebhookDelivery]
    failing: bool


class Attempt(NamedTuple):
    """How an attempt went; `asked_to_wait`: the receiver refuses everything for a while, until `next_due`."""

    next_due: datetime
    tried: bool = True
    asked_to_wait: bool = False


def due_batches(now: datetime | None = None) -> list[Batch]:
    """The due deliveries by webhook; the webhook that waits longest comes first."""
    now = now or timezone.now()
    due = WebhookDelivery.objects.filter(_is_due(now), status=Status.WAITING, webhook__active=True)
    # A test, and a message that a GM sends again, do not wait.
    at_once = Q(topic=WebhookDelivery.TEST) | Q(tries__gt=0, answer="")
    due = due.exclude(~at_once, webhook__in=_hooks_asked_to_wait(now))
    failed = WebhookDelivery.objects.filter(status=Status.WAITING, tries__gt=0)
    failing = set(failed.order_by().values_list("webhook", flat=True).distinct())
    batches = []
    for hook_id in due.order_by("webhook").values_list("webhook", flat=True).distinct():
        rows = list(due.filter(webhook=hook_id).select_related("webhook").order_by("id")[:MAX_BATCH])
        if rows:
            hook, parts = rows[0].webhook, urlsplit(rows[0].webhook.url)
            origin = f"{parts.scheme}://{parts.netloc.lower()}"
            batches.append(Batch(origin, hook.campaign_id, rows, hook.pk in failing))
    return sorted(batches, key=lambda batch: batch.rows[0].pk)


def _is_due(now: datetime) -> Q:
    """What is due; also later than after the longest delay, which was stored while the clock was ahead."""
    return Q(due__lte=now) | Q(due__gt=now + MAX_DELAY + CLAIM_DURATION)


def _hooks_asked_to_wait(now: datetime) -> set[int]:
    """The ids of the webhooks whose receiver asked to wait until later than now."""
    rows = WebhookDelivery.objects.filter(~_is_due(now), status=Status.WAITING, answer__endswith=ASKED_TO_WAIT)
    return set(rows.values_list("webhook", flat=True))


def deliver_due(now: datetime | None = None) -> int:
    """Delivers what is due in this thread, one webhook after the other; returns how many deliveries were tried."""
    return sum(deliver_batch(batch, now) for batch in due_batches(now))


def deliver_batch(batch: Batch, now: datetime | None = None) -> int:
    """Delivers a batch until the webhook is slow or asks to wait; returns how many deliveries were tried."""
    tried = 0
    for row in batch.rows:
        started_at = time.monotonic()
        attempt = _attempt(row, now)
        tried += attempt.tried
        is_slow = row.status != Status.DELIVERED and time.monotonic() - started_at > SLOW_SECONDS
        if attempt.asked_to_wait or is_slow:
            _postpone(row, attempt.next_due)
            break
    return tried


def deliver_one(row: WebhookDelivery, now: datetime | None = None) -> bool:
    """Tries a waiting delivery unless another process does, and stores the result; takes up to ten seconds."""
    return _attempt(row, now).tried


def _attempt(row: WebhookDelivery, now: datetime | None) -> Attempt:
    now = now or timezone.now()  # the current time, because earlier deliveries may have taken minutes
    waiting = WebhookDelivery.objects.filter(pk=row.pk, status=Status.WAITING, due=row.due, webhook__active=True)
    if not waiting.update(due=now + CLAIM_DURATION, tries=F("tries") + 1):
        return Attempt(row.due, tried=False)
    # Read the webhook again: its URL or secret may have changed meanwhile.
    row.refresh_from_db()
    row.webhook = Webhook.objects.get(pk=row.webhook_id)
    # The receiver may take ten seconds, and the pool has few connections: pages need this one meanwhile.
    if not connection.in_atomic_block:
        close_old_connections()
    refusal = _send(row, now)
    if refusal is None:
        row.status, row.told = Status.DELIVERED, timezone.now()
        row.due = row.told  # a finished delivery has no next try
        _store_result(row)
        return Attempt(row.due)
    if now - row.created >= GIVE_UP_AFTER and not refusal.gone:
        row.status = Status.GIVEN_UP
    next_due = now + _delay(row, refusal)
    row.due = next_due if row.status == Status.WAITING else timezone.now()
    _store_result(row, gone=refusal.gone)
    return Attempt(next_due, asked_to_wait=refusal.asks_to_wait)


@transaction.atomic
def _store_result(row: WebhookDelivery, gone: bool = False) -> None:
    """Stores the result; pauses a webhook whose receiver is gone, so that its messages wait for another address."""
    if gone:
        Webhook.objects.filter(pk=row.webhook_id, url=row.webhook.url).update(active=False)
    # A webhook that was removed during the attempt has given the delivery up: that stays.
    result = {name: getattr(row, name) for name in ("status", "answer", "told", "due")}
    WebhookDelivery.objects.filter(pk=row.pk, status=Status.WAITING).update(**result)


def _delay(row: WebhookDelivery, refusal: outgoing.Unreachable) -> timedelta:
    """How long after a refusal the webhook's next delivery is tried."""
    if refusal.retry_after:
        return refusal.retry_after
    longest = outgoing.LONGEST_WAIT if refusal.asks_to_wait else MAX_DELAY
    # The others wait with a message that was given up for a minute only, because they are soon given up too.
    doublings = 0 if row.status == Status.GIVEN_UP and not refusal.asks_to_wait else min(row.tries - 1, 10)
    return min(FIRST_DELAY * 2**doublings, longest)


def _send(row: WebhookDelivery, now: datetime) -> outgoing.Unreachable | None:
    """Sends the message and notes the answer; returns why it was not accepted."""
    try:
        row.answer = signed_requests.post(row.webhook, row, now)
    except outgoing.Unreachable as error:
        row.answer = str(error)[:200] + (GONE if error.gone else ASKED_TO_WAIT if error.asks_to_wait else "")
        return error
    return None


def _postpone(row: WebhookDelivery, until: datetime) -> None:
    """Postpones the other deliveries of a webhook as long as the tried one, so that they keep their order."""
    WebhookDelivery.objects.filter(_is_due(until), webhook=row.webhook_id, status=Status.WAITING).update(due=until)


class Lanes:
    """The lanes of this process; `dispatch` fills the free ones."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[str, Batch] = {}
        self._idle = threading.Condition(self._lock)
        self._choosing = 0
        self.tried = 0

    def dispatch(self) -> int:
        """Starts deliveries in free lanes; each lane dispatches again when it ends. Returns how many started."""
        with self._lock:
            self._choosing += 1
        started = 0
        try:
            for batch in due_batches():
                if self._take(batch):
                    started += 1
                    threading.Thread(target=self._work, args=(batch,), daemon=True, name="webhooks").start()
        finally:
            with self._lock:
                self._choosing -= 1
                self._idle.notify_all()
        return started

    def wait(self) -> None:
        """Returns when no lane is busy."""
        with self._lock:
            self._idle.wait_for(lambda: not self._busy and not self._choosing)

    def _take(self, batch: Batch) -> bool:
        """Takes a lane for the batch; returns whether one was free."""
        with self._lock:
            failing = sum(worker.failing for worker in self._busy.values())
            campaigns = Counter(worker.campaign for worker in self._busy.values())
            if batch.origin in self._busy or len(self._busy) >= MAX_LANES:
                return False
            if (batch.failing and failing >= MAX_FAILING_LANES) or campaigns[batch.campaign] >= MAX_LANES_OF_CAMPAIGN:
                return False
            self._busy[batch.origin] = batch
            return True

    def _work(self, batch: Batch) -> None:
        tried = 0
        try:
            tried = deliver_batch(batch)
        finally:
            with self._lock:
                self.tried += tried
                del self._busy[batch.origin]
            try:
                if tried:  # zero: another process is delivering
                    self.dispatch()
            finally:
                connections.close_all()
                with self._lock:
                    self._idle.notify_all()


LANES_OF_PROCESS: Final = Lanes()


def deliver_in_lanes() -> int:
    """Delivers what is due in parallel lanes and waits for the end; returns how many deliveries were tried."""
    if connection.in_atomic_block:  # other threads cannot see the uncommitted deliveries
        return deliver_due()
    before = LANES_OF_PROCESS.tried
    LANES_OF_PROCESS.dispatch()
    LANES_OF_PROCESS.wait()
    return LANES_OF_PROCESS.tried - before


def dispatch_in_thread() -> None:
    """Delivers what is due in a new thread."""
    threading.Thread(target=_dispatch_and_close, daemon=True, name="webhooks-dispatch").start()


def _dispatch_and_close() -> None:
    try:
        LANES_OF_PROCESS.dispatch()
    finally:
        connections.close_all()

"""The signed message to a person's own webhook when a table has waited for as long as they chose.

It names the campaign and the encounter, but never a card or a participant. A few threads send them, one message after
the other to the same host (lanes.py), so that a host that is slow or does not answer delays nobody else."""

import json
import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.db.models import F
from django.utils.translation import gettext as _

from campaigns.encounters.calls.due import DueWait
from campaigns.encounters.calls.lanes import CLAIM_DURATION, LaneClock, run_lanes
from campaigns.encounters.calls.models import Call
from campaigns.encounters.calls.retries import MOST_TRIES, retry_delay
from campaigns.webhooks.signed_requests import signature
from common import outgoing

log = logging.getLogger(__name__)

TOPIC: Final = "your-turn"


def send_due(waits: list[DueWait], now: datetime) -> int:
    """Sends the messages that are due; returns how many webhooks accepted theirs."""
    lanes: dict[str, list[DueWait]] = defaultdict(list)
    for wait in waits:
        if _is_due(wait, now) and _claim(wait.call, now):
            lanes[urlsplit(wait.preferences.webhook_url).netloc].append(wait)
    results = run_lanes(lanes.values(), lambda lane, clock: _send_lane(lane, clock, now))
    for wait, sent in results:
        if sent is None:
            _release(wait.call, now)
        else:
            _store(wait, sent, now)
    return sum(sent or 0 for _wait, sent in results)


def message(wait: DueWait) -> dict[str, Any]:
    """The body of the message. Discord shows `content`, which mentions nobody."""
    encounter = wait.table.encounter
    names = {"campaign": encounter.campaign.name, "title": encounter.title}
    text = _("It is your turn: %(campaign)s · %(title)s") % names
    url = wait.preferences.origin + encounter.get_absolute_url()
    return {
        "topic": TOPIC,
        "text": text,
        "content": f"{text} {url}",
        "allowed_mentions": {"parse": []},
        "url": url,
        "campaign": {"id": encounter.campaign_id, "name": encounter.campaign.name},
        "encounter": {"id": encounter.pk, "title": encounter.title},
        "since": wait.newest_since.isoformat(),
        "waiting": wait.tables,
    }


def _is_due(wait: DueWait, now: datetime) -> bool:
    call, preferences = wait.call, wait.preferences
    if not preferences.webhook_url or call.webhook_sent is not None or call.webhook_tries >= MOST_TRIES:
        return False
    waited = now - wait.newest_since >= timedelta(hours=preferences.webhook_after)
    return waited and (call.webhook_due is None or call.webhook_due <= now)


def _claim(call: Call, now: datetime) -> bool:
    """Claims the message for this process; False if another one sends it."""
    rows = Call.objects.filter(pk=call.pk, webhook_sent__isnull=True, webhook_tries=call.webhook_tries)
    return bool(rows.update(webhook_due=now + CLAIM_DURATION, webhook_tries=F("webhook_tries") + 1))


def _release(call: Call, now: datetime) -> None:
    """Gives back the claim of a message that nobody tried to send: it stays due, and counts as no failure."""
    claimed = Call.objects.filter(pk=call.pk, webhook_sent__isnull=True, webhook_due=now + CLAIM_DURATION)
    claimed.update(webhook_due=call.webhook_due, webhook_tries=call.webhook_tries)


def _send_lane(lane: Sequence[DueWait], clock: LaneClock, now: datetime) -> list[tuple[DueWait, bool | None]]:
    """Sends the messages to one host in turn; whether it accepted each one, or None where the time was over.

    If it does not answer, the other messages have failed too."""
    results: list[tuple[DueWait, bool | None]] = []
    for wait in lane:
        if clock.is_over():
            results.append((wait, None))
            continue
        try:
            _send(wait, now)
        except outgoing.NotAccepted:
            results.append((wait, False))
        except outgoing.Unreachable:
            break
        except Exception:  # of this message alone; the others are sent, and their results are stored
            log.exception("A message to a webhook failed unexpectedly.")
            results.append((wait, False))
        else:
            results.append((wait, True))
    return results + [(wait, False) for wait in lane[len(results) :]]


def _send(wait: DueWait, now: datetime) -> None:
    body = json.dumps(message(wait), sort_keys=True).encode()
    timestamp = str(int(now.timestamp()))
    heads = {
        "Content-Type": "application/json",
        "User-Agent": "Fatekeeper",
        "Fatekeeper-Delivery": f"call-{wait.call.pk}",
        "Fatekeeper-Timestamp": timestamp,
        "Fatekeeper-Signature": signature(wait.preferences.webhook_secret, timestamp, body),
    }
    outgoing.post_accepted(wait.preferences.webhook_url, body, heads)


def _store(wait: DueWait, sent: bool, now: datetime) -> None:
    """Stores that the message was accepted, or when it is tried again."""
    again = now + retry_delay(wait.call.webhook_tries + 1)
    fields: dict[str, Any] = {"webhook_sent": now} if sent else {"webhook_due": again}
    Call.objects.filter(pk=wait.call.pk).update(**fields)

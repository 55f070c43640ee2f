"""The background job that passes for absent players and calls people: first by push message, later by mail or webhook.

Each call is claimed in the database before it is sent. Another process leaves it alone for `CLAIM_DURATION`, so two
processes send the same message only if sending takes longer, or if the first one stopped before it stored the result.
A message that comes twice is better than none, and a device shows both as one.

A few threads call the push services, each thread for the devices of one service (lanes.py). Services that failed
lately come last. So a service that is slow or does not answer delays no other."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.db.models import F
from django.utils import timezone

from campaigns.encounters.calls import mail, overdue, push, webhook
from campaigns.encounters.calls.due import DueWait, find_due_waits
from campaigns.encounters.calls.lanes import CLAIM_DURATION, LaneClock, run_lanes
from campaigns.encounters.calls.models import Call
from campaigns.encounters.calls.retries import MOST_TRIES, retry_delay
from campaigns.encounters.play.waits import fill_in_waits
from common.mail_rounds import MailRound
from common.outgoing import NotAccepted, Unreachable
from people.devices.models import PushDevice, PushKey
from people.devices.push_key import get_push_key

log = logging.getLogger(__name__)

REMINDER: Final = timedelta(days=1)
RETENTION: Final = timedelta(days=90)


@dataclass(frozen=True)
class Message:
    """One push message to one device; `reference` says what it is about, such as the id of a call."""

    reference: int
    device: PushDevice
    body: dict[str, Any]
    topic: str


class SendResult(NamedTuple):
    """The references of the messages that reached a push service, and of those that no lane had time for."""

    reached: set[int]
    left: set[int]


def call_players(now: datetime | None = None) -> int:
    """Sends the push messages, mails and messages to webhooks that are due; returns how many were sent."""
    now = now or timezone.now()
    fill_in_waits()
    overdue.pass_for_absent(now)
    due = find_due_waits(now)
    # Mails come last: each may take ten seconds, and the claims of the others count from `now`.
    sent = _push_due(due, now) + webhook.send_due(due, now)
    mails = MailRound(now)
    return sent + sum(mail.send_if_due(wait, now, mails) for wait in due)


def _push_due(due: list[DueWait], now: datetime) -> int:
    claimed = [wait for wait in due if wait.devices and _claim_push(wait.call, now)]
    if not claimed:
        return 0
    messages = [message for wait in claimed for message in _messages(wait)]
    sent = send_in_lanes(messages, get_push_key(), now)
    for wait in claimed:
        if wait.call.pk in sent.left:
            _release_push(wait.call, now)
        else:
            _store_push(wait, wait.call.pk in sent.reached, now)
    return len(sent.reached)


def _claim_push(call: Call, now: datetime) -> bool:
    """Whether the push message is due and no other process sends it; claims it for this one."""
    if call.push_due is None or call.push_due > now:
        return False
    rows = Call.objects.filter(pk=call.pk, push_due=call.push_due)
    return bool(rows.update(push_due=now + CLAIM_DURATION, tries=F("tries") + 1))


def _release_push(call: Call, now: datetime) -> None:
    """Gives back the claim of a call that nobody tried to send: it stays due, and counts as no failure."""
    claimed = Call.objects.filter(pk=call.pk, push_due=now + CLAIM_DURATION)
    claimed.update(push_due=call.push_due, tries=call.tries)


def _messages(wait: DueWait) -> Iterable[Message]:
    encounter = wait.table.encounter
    for device in wait.devices:
        body = {
            "title": f"{encounter.campaign.name} · {encounter.title}",
            "body": str(mail.YOUR_TURN),
            "path": encounter.get_absolute_url(),
            "waiting": wait.tables,
            "signal": device.signal,
        }
        yield Message(wait.call.pk, device, body, f"table-{encounter.pk}")


def send_in_lanes(messages: Iterable[Message], key: PushKey, now: datetime) -> SendResult:
    """Sends the messages that the lanes have time for.

    A reference with several devices is left only if no message to any of them was tried."""
    lanes: dict[str, list[Message]] = defaultdict(list)
    for message in messages:
        lanes[urlsplit(message.device.endpoint).netloc].append(message)
    ordered = sorted(lanes.values(), key=lambda lane: min(message.device.failures for message in lane))
    results = run_lanes(ordered, lambda lane, clock: _send_lane(lane, clock, key))
    _store_devices(results, now)
    tried = {message.reference for message, outcome in results if outcome != "left"}
    reached = {message.reference for message, outcome in results if outcome == "sent"}
    return SendResult(reached, {message.reference for message, outcome in results if outcome == "left"} - tried)


def _send_lane(lane: Sequence[Message], clock: LaneClock, key: PushKey) -> list[tuple[Message, str]]:
    """Sends the messages to one service in turn; stops when it does not answer, or when the time is over."""
    results = []
    for message in lane:
        if clock.is_over():
            results.append((message, "left"))
            continue
        try:
            push.send(message.device, key, message.body, message.topic)
            results.append((message, "sent"))
        except push.DeadDevice:
            results.append((message, "dead"))
        except NotAccepted:
            results.append((message, "failed"))
        except Unreachable:
            results.append((message, "failed"))
            break
        except ValueError:  # keys that the library refuses
            results.append((message, "dead"))
        except Exception:  # of this message alone; the others are sent, and their results are stored
            log.exception("A push message failed unexpectedly.")
            results.append((message, "failed"))
    return results


def _store_devices(results: list[tuple[Message, str]], now: datetime) -> None:
    by_outcome: dict[str, list[int]] = defaultdict(list)
    for message, outcome in results:
        by_outcome[outcome].append(message.device.pk)
    PushDevice.objects.filter(pk__in=by_outcome["dead"]).delete()
    PushDevice.objects.filter(pk__in=by_outcome["sent"]).update(failures=0, last_called=now)
    PushDevice.objects.filter(pk__in=by_outcome["failed"], failures__lt=30000).update(failures=F("failures") + 1)


def _store_push(wait: DueWait, reached: bool, now: datetime) -> None:
    """When the next message of this call is due: a reminder a day later, or another try after a failure."""
    tries = wait.call.tries + 1
    if reached or tries >= MOST_TRIES:
        again = now + REMINDER if wait.preferences.remind else None
        fields: dict[str, Any] = {"push_due": again, "tries": 0}
        fields |= {"pushed": now} if reached else {}
    else:
        fields = {"push_due": now + retry_delay(tries)}
    Call.objects.filter(pk=wait.call.pk).update(**fields)


def delete_old_calls(now: datetime | None = None) -> int:
    """Deletes the calls of encounters that ended, after ninety days."""
    rows = Call.objects.filter(created__lt=(now or timezone.now()) - RETENTION)
    return rows.exclude(encounter__status="running").delete()[0]

"""Sends one signed message to a webhook; `common.outgoing` checks its address."""

import hashlib
import hmac
import json
from datetime import datetime

from campaigns.webhooks import shapes
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common import outgoing


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The signature, which the receiver computes too: HMAC-SHA256 over the timestamp, a dot and the body."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def post(hook: Webhook, row: WebhookDelivery, now: datetime) -> str:
    """Sends one message and returns the status of the response in words. Raises `outgoing.Unreachable`."""
    body = json.dumps(shapes.shape_body(row, hook.shape), sort_keys=True).encode()
    return outgoing.post_accepted(hook.url, body, _headers(hook, row, now, body))


def _headers(hook: Webhook, row: WebhookDelivery, now: datetime, body: bytes) -> dict[str, str]:
    timestamp = str(int(now.timestamp()))
    heads = {
        "Content-Type": "application/json",
        "User-Agent": "Fatekeeper",
        "Fatekeeper-Delivery": str(row.pk),
        "Fatekeeper-Timestamp": timestamp,
        "Fatekeeper-Signature": signature(hook.secret, timestamp, body),
    }
    secrets = [hook.secret]
    if hook.old_secret and hook.old_until and now < hook.old_until:
        heads["Fatekeeper-Signature-Before"] = signature(hook.old_secret, timestamp, body)
        secrets.append(hook.old_secret)
    if hook.shape == Webhook.Shape.STANDARD:
        heads |= shapes.standard_headers(row, timestamp, body, secrets)
    return heads

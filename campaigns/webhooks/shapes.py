"""The shapes in which a message is sent: Fatekeeper's JSON, Standard Webhooks, or a message for Discord."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.webhooks.models import Webhook, WebhookDelivery

CONTENT, DESCRIPTION = 2000, 4096  # Discord's limits
NOBODY: Final[dict[str, Any]] = {"parse": []}  # a text that names @everyone calls nobody


def shape_body(row: WebhookDelivery, shape: str) -> dict[str, Any]:
    """The body of a delivery in the shape of its webhook."""
    if shape == Webhook.Shape.DISCORD:
        return _discord_body(row)
    if shape == Webhook.Shape.STANDARD:
        about = {key: value for key, value in row.body.items() if key != "topic"}
        return {"type": row.topic, "timestamp": row.created.isoformat(), "data": about}
    return {"id": row.pk, "created": row.created.isoformat(), **row.body}


def _discord_body(row: WebhookDelivery) -> dict[str, Any]:
    """A message as Discord's `Execute Webhook` takes it: a headline, and what happened in an embed."""
    topic = str(row.get_topic_display())
    embed: dict[str, Any] = {"description": _description(row)[:DESCRIPTION], "timestamp": row.created.isoformat()}
    entry = row.body.get("log")
    if isinstance(entry, dict):
        embed["timestamp"] = entry.get("happened_at") or entry["created"]
        writer = entry.get("speaker") or entry["by"]
        embed |= {"author": {"name": writer}} if writer else {}
    return {"content": (topic[:1].upper() + topic[1:])[:CONTENT], "embeds": [embed], "allowed_mentions": NOBODY}


def _description(row: WebhookDelivery) -> str:
    for name in ("log", "encounter", "session"):
        about = row.body.get(name)
        if not isinstance(about, dict):
            continue
        if name == "log":
            return str(about["text"])
        if name == "encounter":
            return str(about["title"])
        return str(about["title"] or _("Session %(number)s") % {"number": about["number"]})
    return _("This is a test.")


def standard_secret(secret: str) -> str:
    """A secret as libraries for Standard Webhooks take it."""
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def standard_headers(row: WebhookDelivery, timestamp: str, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """The headers of Standard Webhooks, signed with each of the secrets."""
    message_id = f"msg_{row.pk}"
    signed = f"{message_id}.{timestamp}.".encode() + body
    sums = (hmac.new(secret.encode(), signed, hashlib.sha256).digest() for secret in secrets)
    signatures = " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in sums)
    return {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signatures}

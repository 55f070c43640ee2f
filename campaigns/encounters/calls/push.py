"""Sends one encrypted push message (RFC 8030, 8291, 8292) to one device.

It takes the same connection as webhooks: to a checked address, without redirects, within ten seconds.
"""

import http.client
import json
import ssl
import threading
from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher

from campaigns.webhooks import signed_requests
from people.devices.models import PushDevice, PushKey

# A message that was not delivered within this time (in seconds) is of no use any more.
TIME_TO_LIVE: Final = 12 * 60 * 60
DEVICE_GONE: Final = {404, 410}


class DeadDevice(Exception):
    """The push service says that the subscription has ended."""


def send(device: PushDevice, key: PushKey, message: dict[str, Any], topic: str) -> None:
    """Sends a message. Raises `DeadDevice`, or `signed_requests.Unreachable` if it may succeed later."""
    parts = urlsplit(device.endpoint)
    keys = {"p256dh": device.public_key, "auth": device.auth}
    encrypted = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(json.dumps(message).encode())
    heads = {
        **_signature(f"{parts.scheme}://{parts.netloc}", key),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TIME_TO_LIVE),
        "Urgency": "high",
        # A newer message about the same table takes the place of one that was not delivered yet.
        "Topic": topic,
    }
    status = _post(device.endpoint, bytes(encrypted["body"]), heads)
    if status in DEVICE_GONE:
        raise DeadDevice
    if not 200 <= status < 300:
        raise signed_requests.Unreachable(f"Answered {status}")


def _signature(audience: str, key: PushKey) -> dict[str, str]:
    """The header by which the push service knows the site; it names the address of the site's operator."""
    contact = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    signed: dict[str, str] = Vapid02.from_raw(key.private.encode()).sign({"aud": audience, "sub": f"mailto:{contact}"})
    return signed


def _post(url: str, body: bytes, heads: dict[str, str]) -> int:
    """Sends a request within ten seconds and returns the status of the answer."""
    parts = urlsplit(url)
    try:
        connection = signed_requests.open_connection(parts)
    except (http.client.HTTPException, ValueError) as fault:  # an address that no connection takes
        raise signed_requests.Unreachable(type(fault).__name__) from fault
    clock = threading.Timer(signed_requests.TIMEOUT, connection.cut)
    clock.daemon = True
    clock.start()
    try:
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", target, body=body, headers=heads)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError, ssl.SSLError) as fault:
        raise signed_requests.Unreachable(type(fault).__name__) from fault
    finally:
        clock.cancel()
        connection.close()

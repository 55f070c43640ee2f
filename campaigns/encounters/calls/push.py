"""Sends one encrypted push message (RFC 8030, 8291, 8292) to one device.

`common.outgoing` checks the address of the push service.
"""

import json
from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02, VapidException

from common import outgoing
from people.devices import push_key
from people.devices.models import PushDevice, PushKey

# A message that was not delivered within this time (in seconds) is of no use any more.
TIME_TO_LIVE: Final = 12 * 60 * 60
DEVICE_GONE: Final = {404, 410}


class DeadDevice(Exception):
    """The push service says that the subscription has ended."""


def send(device: PushDevice, key: PushKey, message: dict[str, Any], topic: str) -> None:
    """Sends a message. Raises `DeadDevice`, or `outgoing.Unreachable` if it may succeed later."""
    parts = urlsplit(device.endpoint)
    content = encrypt(device, json.dumps(message).encode())
    heads = {
        **_signature(f"{parts.scheme}://{parts.netloc}", key),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TIME_TO_LIVE),
        "Urgency": "high",
        # A newer message about the same table takes the place of one that was not delivered yet.
        "Topic": topic,
    }
    status = outgoing.post(device.endpoint, content, heads)
    if status in DEVICE_GONE:
        raise DeadDevice
    if not 200 <= status < 300:
        raise outgoing.NotAccepted(f"Answered {status}")


def encrypt(device: PushDevice, content: bytes) -> bytes:
    """The content for the device alone, as `aes128gcm` (RFC 8188, 8291), with a key that is used once."""
    encrypted: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=push_key.decode(device.public_key),
        auth_secret=push_key.decode(device.auth),
    )
    return encrypted


def is_contact_valid() -> bool:
    """Whether the address in DEFAULT_FROM_EMAIL can be given to push services."""
    key = Vapid02()
    key.generate_keys()
    try:
        _sign("https://push.example.org", key)
    except VapidException:
        return False
    return True


def _signature(audience: str, key: PushKey) -> dict[str, str]:
    """The header by which the push service knows the site; it names the address of the site's operator."""
    try:
        return _sign(audience, Vapid02.from_raw(key.private.encode()))
    except VapidException as fault:
        raise outgoing.NotAccepted(str(fault)) from fault


def _sign(audience: str, key: Vapid02) -> dict[str, str]:
    contact = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    signed: dict[str, str] = key.sign({"aud": audience, "sub": f"mailto:{contact}"})
    return signed

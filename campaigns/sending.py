"""One message to one webhook's address: signed, over a connection that is looked at before it is made.

An address inside the operator's own network is never reached unless the operator allows it: the name is resolved
once, every address it has is looked at, and the connection goes to the very address that was looked at. Redirects
are not followed. Certificates are verified; without TLS goes only what stays inside the operator's network.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from contextlib import suppress
from datetime import datetime
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.models import Webhook, WebhookDelivery

TIMEOUT: Final = 10.0  # seconds, all in all: an address that answers a byte at a time holds nobody up
# IPv6 in which a network's own translator reaches IPv4 (RFC 6052): what counts is the address inside.
TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")


class Unreachable(Exception):
    """The address is not to be reached, or did not take the message; the sentence says why."""


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What the receiver computes as well: HMAC-SHA256 over the timestamp, a dot and the body."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def post(hook: Webhook, row: WebhookDelivery, now: datetime) -> str:
    """Sends one message; the answer's status in words. Raises `Unreachable`."""
    parts = urlsplit(hook.url)
    body = json.dumps({"id": row.pk, "created": row.created.isoformat(), **row.body}, sort_keys=True).encode()
    connection = _connection(parts)
    clock = threading.Timer(TIMEOUT, connection.cut)
    clock.daemon = True
    clock.start()
    try:
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", target, body=body, headers=_heads(hook, row, now, body))
        answer = connection.getresponse()
    except ssl.SSLCertVerificationError as fault:
        why = _("The certificate is not valid for this address: %(why)s") % {"why": fault.verify_message}
        raise Unreachable(why) from fault
    except (OSError, http.client.HTTPException, ValueError) as fault:
        raise Unreachable(_("No answer: %(why)s") % {"why": type(fault).__name__}) from fault
    finally:
        clock.cancel()
        connection.close()
    said = _("Answered %(status)s") % {"status": answer.status}
    if not 200 <= answer.status < 300:
        raise Unreachable(said)
    return said


def _heads(hook: Webhook, row: WebhookDelivery, now: datetime, body: bytes) -> dict[str, str]:
    timestamp = str(int(now.timestamp()))
    heads = {
        "Content-Type": "application/json", "User-Agent": "Fatekeeper", "Fatekeeper-Delivery": str(row.pk),
        "Fatekeeper-Timestamp": timestamp, "Fatekeeper-Signature": signature(hook.secret, timestamp, body),
    }  # fmt: skip
    if hook.old_secret and hook.old_until and now < hook.old_until:
        heads["Fatekeeper-Signature-Before"] = signature(hook.old_secret, timestamp, body)
    return heads


def _connection(parts: SplitResult) -> "Pinned":
    tls, host = parts.scheme == "https", str(parts.hostname)
    port = parts.port or (443 if tls else 80)
    address = reachable(host, port)
    if not tls and (public(address) or not settings.WEBHOOKS_PRIVATE):
        raise Unreachable(_("Without https nothing is sent beyond the operator's own network."))
    return Pinned(host, port, address, tls)


def reachable(host: str, port: int) -> str:
    """The one address to connect to. Raises `Unreachable` when any the name has lies inside somebody's network."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise Unreachable(_("The name is not known.")) from fault
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_PRIVATE and not all(map(public, addresses)):
        raise Unreachable(_("The address lies in a private network; the operator has not allowed that."))
    return addresses[0]


def public(address: str) -> bool:
    """Whether an IP address is one of the open internet, and so is every other that it carries inside."""
    known: Any = ipaddress.ip_address(address.partition("%")[0])
    if known.version == 6:
        translated = ipaddress.IPv4Address(int(known) & 0xFFFFFFFF) if known in TRANSLATED else None
        known = known.ipv4_mapped or translated or known
    inner = getattr(known, "sixtofour", None)
    every = [known, *([inner] if inner else []), *(getattr(known, "teredo", None) or ())]
    return all(map(_open, every))


def _open(known: Any) -> bool:
    closed = known.is_multicast or known.is_reserved or getattr(known, "is_site_local", False)
    return bool(known.is_global and not closed)


class Pinned(http.client.HTTPSConnection):
    """A connection to one IP address under the name that its certificate must have."""

    def __init__(self, host: str, port: int, address: str, tls: bool = True) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
        self.address, self.tls = address, tls

    def connect(self) -> None:
        """To the address that was looked at, whatever the name says by now."""
        self.sock = socket.create_connection((self.address, self.port), TIMEOUT)
        if self.tls:
            context: ssl.SSLContext = self._context  # type: ignore[attr-defined]
            # The socket is known before the first byte, so that `cut` also ends a handshake that drags on.
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def cut(self) -> None:
        """Ends the connection from outside, whatever it is waiting for."""
        with suppress(OSError, AttributeError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def checked_url(url: str) -> str:
    """An https address without a password in it (in the operator's own network, where allowed, http as well)."""
    wrong = ValidationError({"url": _("Give an address such as https://example.com/hook.")})
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise wrong from None
    schemes = {"https", "http"} if settings.WEBHOOKS_PRIVATE else {"https"}
    sound = parts.scheme in schemes and parts.hostname and not parts.username and not parts.password and port != 0
    if not sound or not url.isascii() or len(url) > 500 or any(ord(sign) <= 32 for sign in url.strip()):
        raise wrong
    if not settings.WEBHOOKS_PRIVATE and _private(str(parts.hostname)):
        raise ValidationError({"url": _("The address lies in a private network; the operator has not allowed that.")})
    return url.strip()


def _private(host: str) -> bool:
    try:
        return not public(host)
    except ValueError:  # a name; it is looked up anew at every delivery
        name = host.rstrip(".")
        return name == "localhost" or name.endswith(".localhost")

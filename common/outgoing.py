"""Requests that the site sends to addresses which people chose, over a connection whose address is checked first.

They cannot reach the operator's own network unless the operator allows it: the site resolves the host name once,
checks all its addresses, and connects to the checked address. It follows no redirects, verifies certificates, and sends
without TLS only inside the operator's network.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

TOO_MANY: Final = 429
GONE: Final = 410  # the server says that the address will not take messages again
WAIT: Final = frozenset({TOO_MANY, 503})  # the statuses with which a server may say when to come back
SECONDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
LONGEST_WAIT: Final = timedelta(hours=1)
TIMEOUT: Final = 10.0  # seconds for the complete exchange, so that a server that answers byte by byte delays nobody
# IPv6 addresses that a translator maps to IPv4 (RFC 6052): the IPv4 address inside decides.
TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")


class Unreachable(Exception):
    """The address may not be reached, or did not accept the message; the text says why.

    `asks_to_wait`: it refuses all messages for a while; `retry_after`: how long, at most an hour, if it says so;
    `gone`: it takes no messages any more."""

    asks_to_wait: bool = False
    retry_after: timedelta | None = None
    gone: bool = False


class NotAccepted(Unreachable):
    """The server answered with another status than success."""

    def __init__(
        self, text: str, asks_to_wait: bool = False, retry_after: timedelta | None = None, gone: bool = False
    ) -> None:
        super().__init__(text)
        self.asks_to_wait, self.retry_after, self.gone = asks_to_wait, retry_after, gone


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Sends a POST request within ten seconds and returns the status of the response. Raises `Unreachable`."""
    return _exchange(url, body, headers).status


def _exchange(url: str, body: bytes, headers: dict[str, str]) -> http.client.HTTPResponse:
    parts = urlsplit(url)
    try:
        connection = open_connection(parts)
    except (http.client.HTTPException, ValueError) as fault:  # an address that no connection takes
        raise Unreachable(_("No response: %(why)s") % {"why": type(fault).__name__}) from fault
    clock = threading.Timer(TIMEOUT, connection.cut)
    clock.daemon = True
    clock.start()
    try:
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", target, body=body, headers=headers)
        return connection.getresponse()
    except ssl.SSLCertVerificationError as fault:
        why = _("The certificate is not valid for this address: %(why)s") % {"why": fault.verify_message}
        raise Unreachable(why) from fault
    except (OSError, http.client.HTTPException, ValueError) as fault:
        if connection.is_cut or isinstance(fault, TimeoutError):
            raise Unreachable(_("No response within %(seconds)g seconds.") % {"seconds": TIMEOUT}) from fault
        raise Unreachable(_("No response: %(why)s") % {"why": type(fault).__name__}) from fault
    finally:
        clock.cancel()
        connection.close()


def post_accepted(url: str, body: bytes, headers: dict[str, str]) -> str:
    """Sends a POST request and returns the status of the response in words. Raises `Unreachable`, or `NotAccepted`."""
    response = _exchange(url, body, headers)
    status = response.status
    text = _("Answered %(status)s") % {"status": status}
    if status in WAIT:
        retry_after = _read_retry_after(response.getheader("Retry-After") or "")
        raise NotAccepted(text, status == TOO_MANY or retry_after is not None, retry_after)
    if not 200 <= status < 300:
        raise NotAccepted(text, gone=status == GONE)
    return text


def _read_retry_after(value: str) -> timedelta | None:
    """The time that a header Retry-After names in seconds or as a date, between a second and an hour, or None."""
    if SECONDS.fullmatch(value):
        seconds = float(value)
    else:
        try:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):  # TypeError: a date without a time zone
            return None
    return timedelta(seconds=min(max(seconds, 1), LONGEST_WAIT.total_seconds()))


def open_connection(parts: SplitResult) -> "PinnedConnection":
    """A connection to the checked address of a URL. Raises `Unreachable` for one that may not be reached."""
    tls, host = parts.scheme == "https", str(parts.hostname)
    port = parts.port or (443 if tls else 80)
    address = resolve_address(host, port)
    if not tls and (is_public_address(address) or not settings.WEBHOOKS_PRIVATE):
        raise Unreachable(_("Addresses outside the operator's own network need https."))
    return PinnedConnection(host, port, address, tls)


def resolve_address(host: str, port: int) -> str:
    """The IP address to connect to. Raises `Unreachable` if any address of the name is in a private network."""
    try:
        resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise Unreachable(_("The host name was not found.")) from fault
    addresses = [str(result[4][0]) for result in resolved]
    if not settings.WEBHOOKS_PRIVATE and not all(map(is_public_address, addresses)):
        raise Unreachable(_("The address is in a private network, which the operator has not allowed."))
    return addresses[0]


def is_public_address(address: str) -> bool:
    """Whether an IP address, and every address embedded in it, belongs to the public internet."""
    known: Any = ipaddress.ip_address(address.partition("%")[0])
    if known.version == 6:
        translated = ipaddress.IPv4Address(int(known) & 0xFFFFFFFF) if known in TRANSLATED else None
        known = known.ipv4_mapped or translated or known
    inner = getattr(known, "sixtofour", None)
    every = [known, *([inner] if inner else []), *(getattr(known, "teredo", None) or ())]
    return all(map(_is_open, every))


def _is_open(known: Any) -> bool:
    closed = known.is_multicast or known.is_reserved or getattr(known, "is_site_local", False)
    return bool(known.is_global and not closed)


class PinnedConnection(http.client.HTTPSConnection):
    """A connection to one IP address, with the host name that its certificate must have."""

    def __init__(self, host: str, port: int, address: str, tls: bool = True) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
        self.address, self.tls, self.is_cut = address, tls, False

    def connect(self) -> None:
        """Connects to the checked address, even if the name resolves differently by now."""
        self.sock = socket.create_connection((self.address, self.port), TIMEOUT)
        if self.tls:
            context: ssl.SSLContext = self._context  # type: ignore[attr-defined]
            # The socket is stored before the handshake, so that `cut` can end a slow handshake too.
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        if self.is_cut:  # before there was a socket to close
            raise TimeoutError
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def cut(self) -> None:
        """Closes the connection from another thread, whatever it is waiting for, also for its socket."""
        self.is_cut = True
        sock = self.sock
        with suppress(OSError):
            if sock is not None:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)


def validate_url(url: str) -> str:
    """Requires an https URL without a password; also http inside the operator's network, if that is allowed."""
    wrong = ValidationError({"url": _("Enter an address such as https://example.com/hook.")})
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise wrong from None
    schemes = {"https", "http"} if settings.WEBHOOKS_PRIVATE else {"https"}
    sound = parts.scheme in schemes and parts.hostname and not parts.username and not parts.password and port != 0
    if not sound or not url.isascii() or len(url) > 500 or any(ord(sign) <= 32 for sign in url.strip()):
        raise wrong
    if not settings.WEBHOOKS_PRIVATE and _is_private_host(str(parts.hostname)):
        raise ValidationError({"url": _("The address is in a private network, which the operator has not allowed.")})
    return url.strip()


def _is_private_host(host: str) -> bool:
    try:
        return not is_public_address(host)
    except ValueError:  # a host name, which every delivery resolves again
        name = host.rstrip(".")
        return name == "localhost" or name.endswith(".localhost")

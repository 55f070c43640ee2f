"""The IP address of a request, for everything that counts or stores addresses."""

import ipaddress
import logging
from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest

# For requests without a trustworthy address, which count as one visitor.
UNKNOWN: Final = "0.0.0.0"  # noqa: S104 (nothing listens here)
log = logging.getLogger(__name__)


def client_address(request: HttpRequest) -> str:
    """The visitor's IP address.

    Without a trusted proxy it is the address that connected, and X-Forwarded-For is ignored. Behind proxies
    (BEHIND_PROXY, TRUSTED_PROXIES) each proxy appends the address that connected to it, so the visitor is the entry
    that the first trusted proxy appended; the visitor may have written the entries before it.
    """
    peer = _parse(request.META.get("REMOTE_ADDR", ""))
    hops = [_parse(hop) for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    trusted: int = settings.TRUSTED_PROXIES
    if trusted:
        return (hops[-trusted] if len(hops) >= trusted else None) or peer or UNKNOWN
    if peer in hops and peer is not None:
        # The server (uvicorn with its proxy headers) replaced the peer by an entry of the header.
        _warn_of_rewriting()
        return UNKNOWN
    return peer or UNKNOWN


def client_network(request: HttpRequest) -> str:
    """The network by which visitors are counted: for IPv6 the /64 network, because a visitor has all of it."""
    address = ipaddress.ip_address(client_address(request))
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _parse(text: str) -> str | None:
    """An IP address in its usual form, without a port; None for anything else."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


@cache
def _warn_of_rewriting() -> None:
    """Warns the operator once in each process."""
    log.warning(
        "The server reads visitors' addresses from X-Forwarded-For, but no proxy is trusted, so all these "
        "visitors count as one. Set BEHIND_PROXY=1 behind a proxy; otherwise start uvicorn with "
        "--no-proxy-headers."
    )

"""Checks of the installation that need a request: proxy, host name, mail, time, disk, database."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from common.client_address import client_address
from operations.health import Finding

# Mail backends that send nothing.
NOT_SENDING: Final = ("console", "dummy", "locmem", "filebased")
GIB: Final = 1024**3
LITTLE: Final = 1.0
SLOW_CLOCK: Final = 5.0


def check_site(request: HttpRequest) -> Iterator[Finding]:
    """The result of each check with a sentence."""
    yield _proxy(request)
    yield _encryption(request)
    yield _mail()
    yield _time()
    yield _disk()
    yield Finding(True, f"The database is {connection.display_name}.")


def _proxy(request: HttpRequest) -> Finding:
    address = client_address(request)
    forwarded = "X-Forwarded-For" in request.headers
    if forwarded and not settings.TRUSTED_PROXIES:
        return Finding(False, "There is a proxy in front of the site, but BEHIND_PROXY is off: set BEHIND_PROXY=1.")
    if settings.TRUSTED_PROXIES and not forwarded:
        return Finding(
            False, "BEHIND_PROXY is on, but the request has no X-Forwarded-For: configure the proxy to append it."
        )
    return Finding(True, f"Your address is {address}. If that is wrong, check TRUSTED_PROXIES.")


def _encryption(request: HttpRequest) -> Finding:
    if request.is_secure():
        return Finding(True, "The connection is encrypted.")
    local = request.get_host().partition(":")[0] in {"localhost", "127.0.0.1"}
    return Finding(local, "The connection is not encrypted" + (", and does not leave this machine." if local else "."))


def sends_mail() -> bool:
    """Whether a mail leaves the site."""
    return settings.EMAIL_BACKEND.split(".")[-2] not in NOT_SENDING


def _mail() -> Finding:
    if not sends_mail():
        return Finding(False, "No mail is sent: set EMAIL_URL, or nobody can reset a forgotten password.")
    through = f"Mail is sent through {settings.EMAIL_HOST}"
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    if sender.endswith("@localhost") and settings.HTTPS:
        return Finding(False, f"{through} from {sender}, which most mail servers refuse: set DEFAULT_FROM_EMAIL.")
    return Finding(True, f"{through} from {sender}. Send a test mail to see whether it arrives.")


def _time() -> Finding:
    here = datetime.now(UTC)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            away = abs((cursor.fetchone()[0] - here).total_seconds())
        if away > SLOW_CLOCK:
            return Finding(
                False, f"The clocks of the site and the database differ by {away:.0f} seconds: run a time service."
            )
    return Finding(True, f"The server's clock says {here:%Y-%m-%d %H:%M:%S} UTC.")


def _disk() -> Finding:
    free = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR).free / GIB
    sentence = f"{free:.1f} GiB are free for the site's data."
    return Finding(free >= LITTLE, sentence if free >= LITTLE else f"Only {sentence}")

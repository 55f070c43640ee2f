"""The middleware that repeats a request after an outage of the database, if that cannot have a second effect.

It may be tried again when it only reads, when it had not begun to write, or when it carries a key that makes a
repetition harmless: an Idempotency-Key of the API, or the hidden key of a table's form
(campaigns/encounters/play/storage.py).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, connections
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]
READS: Final = {"GET", "HEAD", "OPTIONS"}
# The pauses before each further attempt, in seconds; a database server is back from a restart within two.
PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 2.0)
# After this many seconds the caller gets the error instead of further attempts.
RETRY_SECONDS: Final = 8.0
# A body up to this size is kept, so that it can be read again.
SMALL: Final = 1024 * 1024
KEYED_FORMS: Final = {"encounter-command", "encounter-undo"}


class Writes:
    """Records whether a request began to write."""

    ignores_reads = True  # common/direct_reads.py

    def __init__(self) -> None:
        self.begun = False

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Runs a query of the request."""
        if not str(sql).lstrip()[:6].upper().startswith("SELECT"):
            self.begun = True
        return execute(sql, params, many, context)


class DatabaseRetries:
    """Repeats a request while its response is a passing outage."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _keep_small_body(request)
        until = time.monotonic() + RETRY_SECONDS
        for pause in PAUSES:
            with _watch_writes() as writes:
                response = self.get_response(request)
            outage = getattr(response, "outage", None)
            if outage is None or not outage.passing or not may_repeat(request, writes.begun):
                return response
            if time.monotonic() + pause > until:
                return response
            _close_connections()
            time.sleep(pause)
        return self.get_response(request)


def may_repeat(request: HttpRequest, wrote: bool) -> bool:
    """Whether repeating the request cannot have a second effect."""
    if connection.in_atomic_block:
        return False
    if request.method in READS:
        return True
    if request._read_started and not hasattr(request, "_body"):  # type: ignore[attr-defined]
        return False
    return not wrote or has_key(request)


def has_key(request: HttpRequest) -> bool:
    """Whether the request carries a key under which the site stores what it did."""
    if request.path_info.startswith("/api/"):
        return request.method == "POST" and "Idempotency-Key" in request.headers
    match = request.resolver_match
    return match is not None and match.view_name in KEYED_FORMS and bool(request.POST.get("key"))


def _keep_small_body(request: HttpRequest) -> None:
    """Reads a small JSON body now, because REST framework would consume the stream."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if request.content_type == "application/json" and length.isdecimal() and 0 < int(length) <= SMALL:
        request.body  # noqa: B018 (reading keeps it)


@contextmanager
def _watch_writes() -> Iterator[Writes]:
    writes = Writes()
    # Not `execute_wrapper`, which removes the wrapper that was added last, perhaps another one.
    connection.execute_wrappers.insert(0, writes)
    try:
        yield writes
    finally:
        connection.execute_wrappers.remove(writes)


def _close_connections() -> None:
    for each in connections.all(initialized_only=True):
        each.close()

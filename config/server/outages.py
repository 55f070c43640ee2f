"""Recognises outages of the database server and the disk, and answers them with 503 or 507.

An outage is no fault of the program: 503 (the database is away, busy or read-only) or 507 (the disk is full), with
Retry-After. `config/server/retries.py` tries again first where that is safe.
"""

import errno
import logging
import sqlite3
from dataclasses import dataclass
from typing import Final

import psycopg
from django.db import InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.full_disks import FILE_ERRORS, POSTGRESQL_FULL, SQLITE_FULL, error_chain
from config.api.problems import MEDIA_TYPE, Problem

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outage:
    """An outage with a sentence for the caller; `passing` ones may be over at the next attempt."""

    status: int
    code: str
    detail: str | Promise
    retry_after: int
    passing: bool = False


AWAY: Final = Outage(503, "database.away", _("The site's database does not respond. Try again in a moment."), 2, True)
BUSY: Final = Outage(503, "database.busy", _("The site is busy. Try again in a moment."), 2)
# Two writers waited for each other, and the database undid one of them whole.
UNDONE: Final = Outage(503, "database.busy", BUSY.detail, 1, True)
FULL: Final = Outage(
    507, "storage.full", _("The site's disk is full, so nothing can be stored. Tell the person who runs the site."), 60
)
BROKEN: Final = Outage(
    503,
    "storage.unwritable",
    _("The site's disk cannot be written to, so nothing can be stored. Tell the person who runs the site."),
    60,
)

# PostgreSQL's SQLSTATE, the whole code before its class.
POSTGRESQL: Final = {
    POSTGRESQL_FULL: FULL,
    "53": BUSY,
    "08": AWAY,
    "57P": AWAY,
    "58": BROKEN,
    "25006": BROKEN,
    "40001": UNDONE,
    "40P01": UNDONE,
    "55P03": BUSY,
    "57014": BUSY,
}
# SQLite's primary result codes: BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL.
SQLITE: Final = {5: BUSY, 6: BUSY, 7: BUSY, 8: BROKEN, 10: BROKEN, SQLITE_FULL: FULL, 14: BROKEN, 15: BUSY}
DISK: Final = {**dict.fromkeys(FILE_ERRORS, FULL), errno.EROFS: BROKEN, errno.EIO: BROKEN}


def find_outage(error: BaseException | None) -> Outage | None:
    """The outage behind an exception, or None for a fault of the program."""
    return next((outage for fault in error_chain(error) if (outage := _classify(fault)) is not None), None)


def _classify(error: BaseException) -> Outage | None:
    if isinstance(error, psycopg.Error):
        return _classify_postgresql(error)
    if isinstance(error, sqlite3.DatabaseError):
        return SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(error, OSError):
        return DISK.get(error.errno or 0)
    # Django itself raises this for a closed connection; its other errors have the driver's error as their cause.
    if isinstance(error, InterfaceError) and error.__cause__ is None and "connection" in str(error).lower():
        return AWAY
    return None


def _classify_postgresql(error: psycopg.Error) -> Outage | None:
    if error.sqlstate is not None:
        return next((POSTGRESQL[part] for end in (5, 3, 2) if (part := error.sqlstate[:end]) in POSTGRESQL), None)
    # libpq: no connection, or a broken one; psycopg: no free connection of the pool in time.
    gone = isinstance(error, psycopg.OperationalError) or "connection" in str(error).lower()
    return AWAY if gone else None


def answer_outage(request: HttpRequest, outage: Outage) -> HttpResponse:
    """The response: a problem under /api/, a page elsewhere, neither of which needs the database."""
    if request.path_info.startswith("/api/"):
        body = Problem(outage.status, outage.code, str(outage.detail)).body()
        response: HttpResponse = JsonResponse(body, status=outage.status, content_type=MEDIA_TYPE)
    else:
        page = loader.render_to_string("errors/outage.html", {"sentence": outage.detail})
        response = HttpResponse(page, status=outage.status)
    # One line for the operator, because tracebacks of forty lines for each request would add nothing.
    log.warning("%s %s: %s", request.method, request.path, outage.code)
    response._has_been_logged = True  # type: ignore[attr-defined]
    response["Retry-After"] = str(outage.retry_after)
    response["Cache-Control"] = "no-store, private"
    response.outage = outage  # type: ignore[attr-defined]
    return response

"""A database or a disk that is away: 503 or 507 with words, and tried again only where nothing is done twice."""

import errno
import sqlite3

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client, RequestFactory
from django.urls import path

from campaigns.log.models import LogEntry
from config import urls
from config.server import retries
from config.server.outages import AWAY, BROKEN, BUSY, FULL, UNDONE, find_outage
from tests.site.api.conftest import Caller, ok, refused

faults: list[BaseException] = []
calls: list[str] = []


def fragile(request: HttpRequest) -> HttpResponse:
    """Reads, writes when it is posted to, and fails as often as there are faults left."""
    calls.append(request.method)
    body = request.body
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        if request.GET.get("write"):
            cursor.execute("CREATE TEMPORARY TABLE IF NOT EXISTS touched (x integer)")
    if faults:
        raise faults.pop()
    return JsonResponse({"body": body.decode()})


fragile.csrf_exempt = True  # type: ignore[attr-defined]
urlpatterns = [path("fragile/", fragile), path("api/v1/fragile/", fragile), *urls.urlpatterns]
handler500 = urls.handler500


def chained(error: BaseException, cause: BaseException) -> BaseException:
    """As Django raises it."""
    error.__cause__ = cause
    return error


def sqlite_fault(code: int) -> BaseException:
    fault = sqlite3.OperationalError("a fault")
    fault.sqlite_errorcode = code
    return chained(OperationalError("a fault"), fault)


def away() -> BaseException:
    return chained(OperationalError("gone"), psycopg.errors.AdminShutdown("terminating connection"))


@pytest.mark.parametrize(
    ("fault", "outage"),
    [
        (sqlite_fault(sqlite3.SQLITE_FULL), FULL),
        (sqlite_fault(sqlite3.SQLITE_IOERR | 3 << 8), BROKEN),
        (sqlite_fault(sqlite3.SQLITE_READONLY), BROKEN),
        (sqlite_fault(sqlite3.SQLITE_BUSY), BUSY),
        (chained(OperationalError(), psycopg.errors.DiskFull()), FULL),
        (chained(OperationalError(), psycopg.errors.TooManyConnections()), BUSY),
        (chained(OperationalError(), psycopg.errors.DeadlockDetected()), UNDONE),
        (chained(OperationalError(), psycopg.errors.SerializationFailure()), UNDONE),
        (chained(OperationalError(), psycopg.errors.CannotConnectNow()), AWAY),
        (chained(OperationalError(), psycopg.OperationalError("server closed the connection")), AWAY),
        (chained(InterfaceError(), psycopg.InterfaceError("the connection is closed")), AWAY),
        (chained(RuntimeError("in the middle"), away()), AWAY),
        (InterfaceError("connection already closed"), AWAY),
        (OSError(errno.ENOSPC, "No space left on device"), FULL),
        (OSError(errno.EROFS, "Read-only file system"), BROKEN),
        (sqlite_fault(sqlite3.SQLITE_ERROR), None),
        (chained(OperationalError(), psycopg.errors.UndefinedTable()), None),
        (FileNotFoundError(errno.ENOENT, "nothing"), None),
        (RuntimeError("a bug"), None),
        (None, None),
    ],
)
def test_outages_are_told_from_faults_of_the_site(fault, outage):
    assert find_outage(fault) is outage


@pytest.fixture
def site(transactional_db, settings, monkeypatch):
    """A client of a site with a fragile page."""
    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(retries, "PAUSES", (0.01, 0.01))
    faults.clear()
    calls.clear()
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("method", "address", "headers", "attempts", "status"),
    [
        ("GET", "/fragile/", {}, 3, 200),
        ("GET", "/fragile/?write=1", {}, 3, 200),
        ("POST", "/api/v1/fragile/", {}, 3, 200),
        ("POST", "/api/v1/fragile/?write=1", {}, 1, 503),
        ("POST", "/api/v1/fragile/?write=1", {"Idempotency-Key": "k"}, 3, 200),
        ("PATCH", "/api/v1/fragile/?write=1", {"Idempotency-Key": "k"}, 1, 503),
        ("POST", "/fragile/?write=1", {}, 1, 503),
    ],
)
def test_only_what_cannot_be_done_twice_is_tried_again(site, method, address, headers, attempts, status):
    faults.extend(away() for _time in range(2))
    answer = site.generic(method, address, b'{"a": 1}', content_type="application/json", headers=headers)
    assert (len(calls), answer.status_code) == (attempts, status)
    if status == 200:
        assert answer.json() == {"body": '{"a": 1}'}, "the body is read again"
    else:
        assert answer["Retry-After"] == "2"


def test_a_database_that_stays_away_is_told_in_words(site):
    faults.extend(away() for _time in range(9))
    page = site.get("/fragile/")
    assert page.status_code == 503
    assert "does not respond" in page.content.decode()
    assert page["Retry-After"] == "2"
    assert "no-store" in page["Cache-Control"]
    refused(site.get("/api/v1/fragile/"), 503, "database.away")


def test_a_fault_of_ours_is_neither_tried_again_nor_hidden(site):
    faults.extend([RuntimeError("a bug")])
    assert site.get("/fragile/").status_code == 500
    assert calls == ["GET"]


def test_a_full_disk_answers_507_and_the_site_recovers_by_itself(site, gm, campaign):
    api, address = Caller(gm), f"campaigns/{campaign.pk}/log/"
    faults.append(chained(OperationalError(), psycopg.errors.DiskFull()))
    # A form as a browser sends it: its fields are read before the view, and its body stays readable.
    assert site.post("/fragile/", content_type="application/x-www-form-urlencoded").status_code == 507
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
    try:
        answers = [api.post(address, {"text": "x" * 3000})]
        while answers[-1].status_code == 201 and len(answers) < 2000:
            answers.append(api.post(address, {"text": "x" * 3000}))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    statuses = {answer.status_code for answer in answers}
    assert statuses <= {201, 507}, statuses
    told = refused(answers[-1], 507, "storage.full")
    assert "disk is full" in told["detail"]
    assert LogEntry.objects.filter(kind="note").count() == sum(answer.status_code == 201 for answer in answers)
    ok(api.post(address, {"text": "There is room again."}), 201)


def test_a_file_that_cannot_be_written_answers_503(site, gm, campaign):
    if connection.vendor != "sqlite":
        pytest.skip("an SQLite file")
    api, address = Caller(gm), f"campaigns/{campaign.pk}/log/"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
    try:
        refused(api.post(address, {"text": "x"}), 503, "storage.unwritable")
        ok(api.get(address))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0")
    ok(api.post(address, {"text": "x"}), 201)


def test_inside_a_transaction_nothing_is_tried_again(db):
    assert connection.in_atomic_block
    assert not retries.may_repeat(RequestFactory().get("/"), wrote=False)

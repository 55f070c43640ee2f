"""Reading bodies: who may send how much where, how many large ones at a time, and how long it may take."""

import asyncio
import errno
from contextlib import ExitStack

import psycopg
import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.db import OperationalError
from django.test import Client
from django.urls import get_resolver

from campaigns.modules.api import STANDARD_PARSERS
from config.api.urls import urlpatterns as endpoint_patterns
from config.server import body_limits, request_bodies
from config.server.asgi_handler import SiteHandler
from config.server.body_limits import ANONYMOUS, BY_ROUTE, DEFAULT, MEBIBYTE, Sender
from config.server.refusals import Refusal
from config.server.request_bodies import BodyReader
from config.server.routes import HEAVY_READS, HEAVY_WRITES, is_heavy
from people.models import User
from tests import factories


def scope_of(path="/about/", length=None, user=None, **headers):
    """A request as the server hands it over; `user` is signed in."""
    found = [(name.encode(), value.encode()) for name, value in headers.items()]
    if length is not None:
        found.append((b"content-length", str(length).encode()))
    if user is not None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        found.append((b"cookie", f"{name}={client.cookies[name].value}".encode()))
    return {"type": "http", "method": "POST", "path": path, "headers": found, "query_string": b""}


identify = sync_to_async(body_limits.identify)  # in the thread of the test, which has the database


def reading(scope, size, reader=None, *, part=256 * 1024, identify=identify):
    """How many bytes are read of a body of this size."""

    async def read():
        sent = 0

        async def receive():
            nonlocal sent
            now = min(part, size - sent)
            sent += now
            return {"type": "http.request", "body": b"a" * now, "more_body": sent < size}

        with await (reader or BodyReader(identify)).read(scope, receive) as body:
            return len(body.read())

    return async_to_sync(read)()


def refused(scope, size, **more):
    """The status and the code with which a body is refused."""
    with pytest.raises(Refusal) as refusal:
        reading(scope, size, **more)
    assert refusal.value.detail()
    return refusal.value.status, refusal.value.code


LARGE = (413, "request.too_large")


@pytest.mark.parametrize("declares", [True, False])
def test_strangers_send_little(declares):
    def scope(path, size):
        return scope_of(path, size if declares else None)

    for path in ("/accounts/login/", "/nowhere/", "/api/v1/restores/"):
        assert reading(scope(path, ANONYMOUS), ANONYMOUS) == ANONYMOUS
    assert refused(scope("/accounts/login/", ANONYMOUS + 1), ANONYMOUS + 1) == LARGE
    assert refused(scope("/api/v1/restores/", ANONYMOUS + 1), ANONYMOUS + 1) == LARGE
    assert refused(scope("/nowhere/", ANONYMOUS + 1), ANONYMOUS + 1) == (404, "not-found")
    assert refused(scope("/api/v1/nowhere", ANONYMOUS + 1), ANONYMOUS + 1) == (404, "not-found")


def test_a_stranger_with_a_made_up_session_or_token_is_a_stranger(db):
    for header in (
        {"cookie": f"{settings.SESSION_COOKIE_NAME}=made-up"},
        {"authorization": "Token fate_0123456789abcdef"},
    ):
        assert refused(scope_of("/restore/", MEBIBYTE, **header), MEBIBYTE) == LARGE


def test_the_password_of_a_proxy_does_not_hide_who_sends_a_large_body(gm):
    basic = {"authorization": "Basic YW5hOnBhc3N3b3Jk"}
    assert reading(scope_of("/restore/", MEBIBYTE, gm, **basic), MEBIBYTE) == MEBIBYTE
    assert refused(scope_of("/restore/", MEBIBYTE, **basic), MEBIBYTE) == LARGE
    unknown = {"authorization": "Token fate_0123456789abcdef"}
    assert refused(scope_of("/restore/", MEBIBYTE, gm, **unknown), MEBIBYTE) == LARGE


def test_a_large_body_signs_nobody_out_after_a_change_of_the_secret_key(settings, gm):
    scope = scope_of("/restore/", MEBIBYTE, gm)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 6
    assert refused(scope, MEBIBYTE) == LARGE
    settings.SECRET_KEY_FALLBACKS = [old]
    assert [reading(scope, MEBIBYTE) for _ in range(2)] == [MEBIBYTE, MEBIBYTE]


@pytest.mark.parametrize("declares", [True, False])
def test_people_send_large_bodies_only_where_they_are_taken(gm, campaign, declares):
    def scope(path, size):
        return scope_of(path, size if declares else None, gm)

    upload = f"/campaigns/{campaign.pk}/modules/upload/"
    assert reading(scope("/accounts/login/", DEFAULT), DEFAULT) == DEFAULT
    assert refused(scope("/accounts/login/", DEFAULT + 1), DEFAULT + 1) == LARGE
    assert reading(scope(upload, 50 * MEBIBYTE), 50 * MEBIBYTE, part=MEBIBYTE) == 50 * MEBIBYTE
    assert refused(scope(upload, 51 * MEBIBYTE), 51 * MEBIBYTE, part=MEBIBYTE) == LARGE
    assert reading(scope("/api/v1/modules", 6 * MEBIBYTE), 6 * MEBIBYTE) == 6 * MEBIBYTE  # without its last slash


def test_visitors_of_the_demo_send_no_large_bodies(db):
    visitor = factories.UserFactory(kind=User.Kind.DEMO_VISITOR)
    assert refused(scope_of("/restore/", MEBIBYTE, visitor), MEBIBYTE) == LARGE
    assert reading(scope_of("/demo/", MEBIBYTE, visitor), MEBIBYTE) == MEBIBYTE


def route_names():
    """The names of all addresses."""
    names = set()

    def collect(resolver):
        for pattern in resolver.url_patterns:
            collect(pattern) if hasattr(pattern, "url_patterns") else names.add(pattern.name)

    collect(get_resolver())
    return names


def test_every_route_with_a_limit_of_its_own_exists():
    assert set(BY_ROUTE) <= route_names()


def test_every_route_that_takes_files_has_a_limit_of_its_own():
    plain = {parser.media_type for parser in STANDARD_PARSERS}
    takes_files = set()
    for pattern in endpoint_patterns:
        parsers = getattr(getattr(pattern.callback, "cls", None), "parser_classes", ())
        if {parser.media_type for parser in parsers} - plain:
            takes_files.add(pattern.name)
    assert {"api-text-pictures", "api-vault-imports", "api-restores"} <= takes_files
    assert takes_files <= set(BY_ROUTE)
    pages = {"vault-import", "restore", "module-upload", "map-new", "text-pictures", "note-pictures"}
    assert pages <= set(BY_ROUTE)


def test_few_large_bodies_arrive_at_a_time(monkeypatch):
    monkeypatch.setattr(request_bodies, "LARGE_IN_ALL", 3)

    async def known(scope):
        return Sender(user=scope["user"], limit=50 * MEBIBYTE)

    async def scenario():
        reader, held, waiting = BodyReader(known), asyncio.Event(), []

        async def receive():
            await held.wait()
            return {"type": "http.request", "body": b"a" * 10, "more_body": False}

        def start(user, length):
            scope = scope_of("/restore/", length, cookie="session=someone") | {"user": user}
            return asyncio.create_task(reader.read(scope, receive))

        waiting = [start(user, 5 * MEBIBYTE) for user in (1, 1, 2)]
        await asyncio.sleep(0)
        more = [start(1, 5 * MEBIBYTE), start(3, 5 * MEBIBYTE), start(3, 1000)]
        done, _pending = await asyncio.wait(more, timeout=0.05)
        codes = {task.exception().code for task in done}
        held.set()
        for task in [*waiting, more[2]]:
            (await task).close()
        (await start(3, 5 * MEBIBYTE)).close()
        return len(done), codes

    assert async_to_sync(scenario)() == (2, {"request.uploads"})


def test_a_slow_body_is_refused_and_one_at_a_fair_rate_is_not(monkeypatch):
    monkeypatch.setattr(request_bodies, "SECONDS", 0.2)
    monkeypatch.setattr(request_bodies, "SLOWEST_RATE", 10_000)

    def read(parts, size, pause):
        async def scenario():
            sent = 0

            async def receive():
                nonlocal sent
                await asyncio.sleep(pause)
                sent += 1
                return {"type": "http.request", "body": b"a" * size, "more_body": sent < parts}

            with await BodyReader(identify).read(scope_of(), receive) as body:
                return len(body.read())

        return async_to_sync(scenario)()

    assert read(10, 1500, 0.04) == 15_000
    with pytest.raises(Refusal) as refusal:
        read(10, 1, 0.04)
    assert refusal.value.code == "request.slow"


def test_a_sender_who_leaves_is_nobodys_request():
    async def receive():
        return {"type": "http.disconnect"}

    with ExitStack() as stack:
        stack.enter_context(pytest.raises(RequestAborted))
        async_to_sync(BodyReader(identify).read)(scope_of(), receive)


def test_every_heavy_route_exists():
    assert route_names() >= (HEAVY_WRITES | HEAVY_READS)


def test_requests_that_take_seconds_are_known_by_their_addresses():
    assert is_heavy(scope_of("/api/v1/modules/convert/"))
    assert is_heavy(scope_of("/api/v1/modules/convert"))
    for reading in ("GET", "HEAD"):
        assert not is_heavy(scope_of("/api/v1/modules/convert/") | {"method": reading})
        assert is_heavy(scope_of("/site-health/") | {"method": reading})
    assert not is_heavy(scope_of("/api/v1/encounters/1/commands/"))
    assert not is_heavy(scope_of("/nowhere/"))


@pytest.mark.parametrize(
    "path",
    [
        "/maps/1/shared-world/",
        "/maps/1/shared-world/changes/",
        "/campaigns/1/shared-world/pages/1/take/",
        "/world/1/shared-world/",
        "/world/1/shared-world/changes/",
    ],
)
def test_sharing_and_taking_maps_and_ties_takes_long_on_pages_and_in_the_api(path):
    assert is_heavy(scope_of(path))
    assert is_heavy(scope_of(f"/api/v1{path}"))
    assert not is_heavy(scope_of(path) | {"method": "GET"})


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 507, "storage.full"),
        (OperationalError("gone"), 503, "database.away"),
    ],
)
def test_an_outage_while_a_body_arrives_is_answered_as_one(monkeypatch, fault, status, code):
    if isinstance(fault, OperationalError):
        fault.__cause__ = psycopg.OperationalError("server closed the connection")
    sent = []

    async def read(_self, _scope, _receive):
        raise fault

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    monkeypatch.setattr(BodyReader, "read", read)
    async_to_sync(SiteHandler())(scope_of("/api/v1/restores/"), receive, send)
    assert sent[0]["status"] == status
    assert b"retry-after" in dict(sent[0]["headers"])
    assert code in sent[1]["body"].decode()


def test_another_fault_while_a_body_arrives_is_not_hidden(monkeypatch):
    async def read(_self, _scope, _receive):
        raise ZeroDivisionError

    monkeypatch.setattr(BodyReader, "read", read)
    with pytest.raises(ZeroDivisionError):
        async_to_sync(SiteHandler())(scope_of("/api/v1/restores/"), None, None)

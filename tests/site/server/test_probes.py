"""Probes: alive and ready, without a host name that the site knows, and metrics for the token alone."""

import asyncio
import http.client
import json
import os
import subprocess
import sys
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from campaigns.archive.models import BackupRecord
from config.server import probes
from operations import startup
from tests.architecture.source import ROOT

TOKEN = "a-token-for-the-metrics"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """No answer of an earlier test is kept; the check uses the test's own connection."""
    monkeypatch.setattr(probes, "_answer", None)
    monkeypatch.setattr(probes, "_migrated", False)


@pytest.fixture
def same_connection(db, monkeypatch):
    """The rows of this test are in a transaction that no other connection sees."""
    from contextlib import nullcontext

    monkeypatch.setattr(startup, "private_connection", lambda: nullcontext(connection))


def ask(path, method="GET", headers=()):
    """Status and body of a probe."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "method": method, "headers": list(headers)}
    assert probes.is_probe(scope)
    asyncio.run(probes.answer_probe(scope, send))
    return sent[0]["status"], sent[1]["body"].decode()


def get(server, path):
    """The same over HTTP, by a name that is not among ALLOWED_HOSTS."""
    connected = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connected.request("GET", path, headers={"Host": "10.1.2.3"})
    answer = connected.getresponse()
    return answer.status, answer.read().decode()


def test_a_running_server_is_alive_and_not_ready_before_it_is_migrated(server):
    assert get(server, "/healthz") == (200, "ok\n")
    status, body = get(server, "/readyz")
    assert status == 503
    assert json.loads(body) == {"ready": False, "database": "ok", "migrations": "waiting", "disk": "ok"}
    assert get(server, "/metrics")[0] == 404
    assert get(server, "/about/")[0] == 400, "pages still need a host name that the site knows"


def test_a_migrated_site_is_ready_and_names_the_age_of_its_backup(same_connection):
    state = probes.check_readiness()
    assert state == {"ready": True, "database": "ok", "migrations": "ok", "disk": "ok", "backup": "none"}
    row = BackupRecord._base_manager.create(sha256="0" * 64, rows=1, encounters=0)
    assert probes.check_readiness()["backup_age_hours"] == 0
    BackupRecord._base_manager.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=9))
    state = probes.check_readiness()
    assert (state["ready"], state["backup"], state["backup_age_hours"]) == (True, "late", 216)


def test_a_full_disk_is_not_ready(same_connection, monkeypatch):
    monkeypatch.setattr(probes, "LEAST_ROOM", 1 << 62)
    state = probes.check_readiness()
    assert (state["ready"], state["disk"]) == (False, "full")


def test_a_database_that_is_away_is_not_ready(monkeypatch):
    from django.db import OperationalError

    def fail():
        raise OperationalError("gone")

    monkeypatch.setattr(startup, "waiting_migrations", fail)
    status, body = ask("/readyz")
    assert status == 503
    assert json.loads(body) == {"ready": False, "database": "away"}


def test_many_probes_ask_the_database_once(monkeypatch):
    asked = []
    monkeypatch.setattr(probes, "check_readiness", lambda: asked.append(1) or {"ready": True})
    assert [ask("/readyz")[0] for _ in range(5)] == [200] * 5
    assert len(asked) == 1


def test_a_probe_only_reads():
    assert ask("/healthz", "POST")[0] == 405


def test_metrics_are_for_the_token_alone(settings):
    settings.METRICS_TOKEN = TOKEN
    assert ask("/metrics")[0] == 401
    assert ask("/metrics", headers=[(b"authorization", b"Bearer wrong")])[0] == 401
    status, body = ask("/metrics", headers=[(b"authorization", f"Bearer {TOKEN}".encode())])
    assert status == 200
    assert "fatekeeper_build" in body


async def answer(path, headers):
    """Answers a probe and returns its status."""
    sent = []

    async def send(message):
        sent.append(message)

    await probes.answer_probe({"type": "http", "path": path, "method": "GET", "headers": headers}, send)
    return sent[0]["status"]


def test_metrics_do_not_wait_for_a_check_of_readiness_that_hangs(settings, monkeypatch):
    settings.METRICS_TOKEN = TOKEN
    begun, release = threading.Event(), threading.Event()

    def hang():
        begun.set()
        release.wait(20)
        return {"ready": True}

    async def ask_both():
        readiness = asyncio.create_task(answer("/readyz", []))
        try:
            assert await asyncio.to_thread(begun.wait, 5)
            headers = [(b"authorization", f"Bearer {TOKEN}".encode())]
            return await asyncio.wait_for(answer("/metrics", headers), 3)
        finally:
            release.set()
            await readiness

    monkeypatch.setattr(probes, "check_readiness", hang)
    monkeypatch.setattr(probes, "LONGEST", 10.0)
    assert asyncio.run(ask_both()) == 200


# In processes of their own, because the library reads the folder's name when it is imported.
STREAMING = """
import os, sys
import django
django.setup()
from config.server import metrics
metrics.STREAMS.inc(3)
if sys.argv[1:] == ["render"]:
    print(metrics.render()[0].decode())
else:
    os.kill(os.getpid(), 9)
"""


def test_streams_of_killed_processes_are_not_counted(tmp_path):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "FATEKEEPER_MODE": "test",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
    }

    def run(*arguments):
        command = [sys.executable, "-c", STREAMING, *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert run().returncode == -9
    (left,) = tmp_path.glob("gauge_livesum_*.db")
    rendered = run("render")
    assert "fatekeeper_live_streams 3.0" in rendered.stdout, rendered.stderr
    assert not left.exists()


@pytest.mark.django_db
def test_metrics_count_requests_by_route_and_never_by_address(settings):
    from django.test import Client

    settings.METRICS_TOKEN = TOKEN
    client = Client()
    client.get("/about/")
    client.get("/join/3-a-secret-token/")
    client.generic("INVENTED", "/about/")
    body = ask("/metrics", headers=[(b"authorization", f"Bearer {TOKEN}".encode())])[1]
    assert 'fatekeeper_requests_total{method="GET",route="/about/",status="200"}' in body
    assert 'fatekeeper_request_seconds_count{method="GET"}' in body
    assert 'method="OTHER"' in body
    assert "secret-token" not in body

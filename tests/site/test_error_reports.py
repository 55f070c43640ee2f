"""Errors reach a service that speaks Sentry's protocol, and nothing of a person or an address goes along."""

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading

import brotli
import pytest

from config.server import error_reports
from tests.architecture.source import ROOT

SECRET = "7-NoBodyMayReadThisToken"


@pytest.fixture
def service():
    """A service on this machine: its address, and the bodies it received."""
    received, arrived = [], threading.Event()

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
            received.append(unpack.get(self.headers.get("Content-Encoding"), bytes)(body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")
            arrived.set()

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://key@127.0.0.1:{server.server_port}/1", received, arrived
    server.shutdown()
    server.server_close()


# In a process of its own, because the library changes Django for good.
FAILING_SITE = """
import django
django.setup()
import sentry_sdk
from django.test import Client
from campaigns.overview import home_views
from config.server import error_reports

def fail(*args, **kwargs):
    hand = "QH KD"
    raise RuntimeError(hand + "SECRET")

home_views.render = fail
error_reports.install()
client = Client(raise_request_exception=False)
answer = client.get("/about/?q=SECRET", headers={"authorization": "Bearer SECRET"})
assert answer.status_code == 500, answer.status_code
sentry_sdk.flush(5)
"""


def test_an_error_is_reported_with_its_route_and_without_secrets(service, tmp_path):
    address, received, arrived = service
    environment = {
        **os.environ,
        "SENTRY_DSN": address,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "FATEKEEPER_MODE": "test",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
    }
    script = FAILING_SITE.replace("SECRET", SECRET)
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True)
    assert arrived.wait(5)
    text = b"".join(received).decode()
    assert "RuntimeError" in text
    event = next(one for line in text.splitlines() if "exception" in (one := json.loads(line)))
    assert event["transaction"] == "/about/"
    assert event["tags"]["request_id"]
    assert SECRET not in text
    assert "QH KD" not in text


def test_a_request_that_django_refused_is_not_reported():
    assert error_reports.strip_event({"logger": "django.security.DisallowedHost"}, {}) is None
    assert error_reports.strip_event({"logger": "django.request"}, {}) == {"logger": "django.request"}


def test_without_an_address_nothing_is_loaded(settings):
    settings.SENTRY_DSN = ""
    error_reports.install()

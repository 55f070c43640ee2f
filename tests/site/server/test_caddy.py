"""The Caddy example, started: HTTP/2, uploads, a buffered request, an unbuffered stream, figures for nobody outside.

Where Caddy is not installed, the test skips; CADDY_PATH names one that is elsewhere.
"""

import json
import os
import re
import shutil
import subprocess

import pytest

from config import env
from tests.architecture.source import ROOT
from tests.site.server.proxied import check_slow_request, check_stream, check_upload, curl, free_port, started

CADDY = os.environ.get("CADDY_PATH") or shutil.which("caddy")
# A certificate of its own, ports that nobody uses, and nothing outside the folder of the test.
LOCAL = """{{
	local_certs
	skip_install_trust
	admin off
	http_port {plain}
	https_port {tls}
	storage file_system {folder}
}}
"""
FIRST_WITH_SIZES = (2, 6, 3)
pytestmark = pytest.mark.skipif(not CADDY or not shutil.which("curl"), reason="needs caddy and curl")


def example():
    """The example, in the words of the version that is installed."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    said = subprocess.run([CADDY, "version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(number) for number in re.search(r"(\d+)\.(\d+)\.(\d+)", said).groups())
    assert "request_buffers 1MiB" in text
    return text if version >= FIRST_WITH_SIZES else text.replace("request_buffers 1MiB", "buffer_requests")


@pytest.fixture
def caddy(upstream, tmp_path, monkeypatch):
    """Caddy with the example; its port with TLS."""
    tls, plain = free_port(), free_port()
    written = tmp_path / "Caddyfile"
    written.write_text(LOCAL.format(tls=tls, plain=plain, folder=tmp_path / "storage") + example())
    monkeypatch.setenv("SITE_NAME", "fatekeeper.example")
    monkeypatch.setenv("SITE_UPSTREAM", f"127.0.0.1:{upstream.port}")
    monkeypatch.setenv("HOME", str(tmp_path))
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", written]
    with started(command, tls, tmp_path / "said.log"):
        yield tls


def test_a_page_comes_by_http_2_and_the_site_hears_who_asks(caddy, upstream):
    answer = curl(caddy, "/about/", "--http2", "--write-out", " %{http_version}", "-H", "X-Forwarded-For: 192.0.2.9")
    assert answer == "ok 2"
    (head,) = upstream.heads
    assert "X-Forwarded-For: 127.0.0.1" in head, "what a stranger claims is not passed on"
    assert "X-Forwarded-Proto: https" in head
    assert f"Host: fatekeeper.example:{caddy}" in head


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_figures_of_the_machine_are_for_nobody_outside(caddy, upstream, path):
    assert curl(caddy, path, "--write-out", "%{http_code}") == "404"
    assert upstream.heads == []


@pytest.mark.parametrize(("between", "accepted"), [(", ", True), (",", False)])
def test_several_names_are_written_as_in_the_example_of_the_settings(tmp_path, monkeypatch, between, accepted):
    names = re.search(r"^# ALLOWED_HOSTS=(.+)$", (ROOT / "deploy" / "site.env.example").read_text(), re.M)[1]
    monkeypatch.setenv("ALLOWED_HOSTS", names)
    hosts = env.names("ALLOWED_HOSTS")
    assert len(hosts) == 2
    assert names == ", ".join(hosts)
    monkeypatch.setenv("SITE_NAME", between.join(hosts))
    (tmp_path / "Caddyfile").write_text(example())
    command = [CADDY, "adapt", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode == 0) is accepted, done.stderr
    assert (json.dumps(hosts, separators=(",", ":")) in done.stdout) is accepted


def test_an_upload_of_50_mib_arrives_whole(caddy, upstream, tmp_path):
    check_upload(caddy, upstream, tmp_path)


def test_a_request_reaches_the_site_when_all_of_it_is_there(caddy, upstream):
    check_slow_request(caddy, upstream)


def test_an_event_of_a_stream_passes_at_once(caddy):
    check_stream(caddy)

"""The nginx example, started: HTTP/2, uploads, a buffered request, an unbuffered stream, figures for nobody outside.

Where nginx is not installed, the test skips; NGINX_PATH names one that is elsewhere.
"""

import os
import re
import shutil
import subprocess

import pytest

from tests.architecture.source import ROOT
from tests.site.server.proxied import check_slow_request, check_stream, check_upload, curl, free_port, started

NGINX = os.environ.get("NGINX_PATH") or shutil.which("nginx")
FRAME = """
{user}
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
daemon off;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""
pytestmark = pytest.mark.skipif(
    not NGINX or not shutil.which("openssl") or not shutil.which("curl"), reason="needs nginx, openssl and curl"
)


@pytest.fixture
def nginx(upstream, tmp_path):
    """nginx with the example, whose ports, certificate and upstream are those of the test; its port with TLS."""
    files = {"certificate": tmp_path / "cert.pem", "key": tmp_path / "key.pem"}
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=fatekeeper.example"]
    subprocess.run([*make, "-out", files["certificate"], "-keyout", files["key"]], check=True, capture_output=True)
    site, tls, plain = (ROOT / "deploy" / "nginx.conf").read_text(), free_port(), free_port()
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.M)
    for wanted, given in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{upstream.port};"),
        ("/etc/letsencrypt/live/fatekeeper.example/fullchain.pem", str(files["certificate"])),
        ("/etc/letsencrypt/live/fatekeeper.example/privkey.pem", str(files["key"])),
    ):
        assert wanted in site, f"deploy/nginx.conf has no {wanted!r} any more"
        site = site.replace(wanted, given)
    written = tmp_path / "nginx.conf"
    written.write_text(FRAME.format(folder=tmp_path, site=site, user="" if os.geteuid() else "user root;"))
    with started([NGINX, "-p", tmp_path, "-c", written, "-e", tmp_path / "error.log"], tls, tmp_path / "said.log"):
        yield tls


def test_a_page_comes_by_http_2_and_the_site_hears_who_asks(nginx, upstream):
    assert (
        curl(nginx, "/about/", "--http2", "--write-out", " %{http_version}", "-H", "X-Forwarded-For: 192.0.2.9")
        == "ok 2"
    )
    (head,) = upstream.heads
    assert "X-Forwarded-For: 192.0.2.9, 127.0.0.1" in head
    assert "X-Forwarded-Proto: https" in head
    assert f"Host: fatekeeper.example:{nginx}\r\n" in head, "browsers send the port, and the site compares it"
    assert re.search(r"X-Request-ID: [0-9a-f]{32}", head)


def test_an_upload_of_50_mib_arrives_whole(nginx, upstream, tmp_path):
    check_upload(nginx, upstream, tmp_path)


def test_a_request_reaches_the_site_when_all_of_it_is_there(nginx, upstream):
    check_slow_request(nginx, upstream)


def test_an_event_of_a_stream_passes_at_once(nginx):
    check_stream(nginx)

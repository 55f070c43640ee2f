"""The nginx example, started: HTTP/2, uploads, a buffered request, an unbuffered stream, figures for nobody outside.

Where nginx is not installed, the test skips; NGINX_PATH names one that is elsewhere.
"""

import os
import re
import shutil
import socket
import subprocess
import threading
import time

import pytest

from tests.architecture.source import ROOT

NGINX = os.environ.get("NGINX_PATH") or shutil.which("nginx")
MIB = 1024 * 1024
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


def free_port():
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Upstream:
    """A site of one connection after the other: notes what arrives and when; a stream sends a line, waits, sends."""

    def __init__(self):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.heads, self.sizes, self.held = [], [], threading.Event()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        """Serves until the test is over."""
        while True:
            try:
                connection, _address = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        """Answers one request."""
        with connection, connection.makefile("rb") as lines:
            head = b"".join(iter(lines.readline, b"\r\n")).decode()
            if not head:
                return
            self.heads.append(head)
            length = re.search(r"(?i)content-length: (\d+)", head)
            self.sizes.append(len(lines.read(int(length[1])) if length else b""))
            if "/stream/" not in head:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
                return
            connection.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nevent: changed\n\n"
            )
            self.held.wait(10)


@pytest.fixture
def upstream():
    """What stands where the site would."""
    made = Upstream()
    yield made
    made.held.set()
    made.listening.close()


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
    process = subprocess.Popen([NGINX, "-p", tmp_path, "-c", written, "-e", tmp_path / "error.log"])
    end = time.monotonic() + 20
    while True:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", tls)) == 0:
                break
        assert process.poll() is None, (tmp_path / "error.log").read_text()
        assert time.monotonic() < end
        time.sleep(0.05)
    yield tls
    process.terminate()
    process.wait(10)


def curl(port, path, *options):
    """What curl prints."""
    resolve = f"fatekeeper.example:{port}:127.0.0.1"
    command = ["curl", "--silent", "--insecure", "--max-time", "30", "--resolve", resolve, *options]
    return subprocess.run(
        [*command, f"https://fatekeeper.example:{port}{path}"], capture_output=True, text=True, check=False
    ).stdout


def test_a_page_comes_by_http_2_and_the_site_hears_who_asks(nginx, upstream):
    assert (
        curl(nginx, "/about/", "--http2", "--write-out", " %{http_version}", "-H", "X-Forwarded-For: 192.0.2.9")
        == "ok 2"
    )
    (head,) = upstream.heads
    assert "X-Forwarded-For: 192.0.2.9, 127.0.0.1" in head
    assert "X-Forwarded-Proto: https" in head
    assert "Host: fatekeeper.example" in head
    assert re.search(r"X-Request-ID: [0-9a-f]{32}", head)


def test_an_upload_of_50_mib_arrives_whole(nginx, upstream, tmp_path):
    file = tmp_path / "module.zip"
    file.write_bytes(b"x" * 50 * MIB)
    status = curl(nginx, "/modules/upload/", "--data-binary", f"@{file}", "-o", "/dev/null", "-w", "%{http_code}")
    assert status == "200"
    assert upstream.sizes == [50 * MIB]


def test_a_request_reaches_the_site_when_all_of_it_is_there(nginx, upstream):
    sender = subprocess.Popen(
        ["curl", "--silent", "--insecure", "--http1.1", "-H", "Content-Length: 4000", "-H", "Host: fatekeeper.example",
         "--data-binary", "@-", "-H", "Expect:", f"https://127.0.0.1:{nginx}/slow/"],
        stdin=subprocess.PIPE,
    )  # fmt: skip
    try:
        sender.stdin.write(b"x" * 100)
        sender.stdin.flush()
        time.sleep(1)
        assert upstream.heads == []
    finally:
        sender.kill()
        sender.wait()
        sender.stdin.close()


def test_an_event_of_a_stream_passes_at_once(nginx):
    stream = subprocess.Popen(
        ["curl", "--silent", "--insecure", "--no-buffer", "-H", "Host: fatekeeper.example",
         f"https://127.0.0.1:{nginx}/api/v1/encounters/7/stream/"],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    begun = time.monotonic()
    try:
        assert stream.stdout.readline() == "event: changed\n"
        assert time.monotonic() - begun < 5, "the site holds the stream open for ten seconds"
    finally:
        stream.kill()
        stream.wait()
        stream.stdout.close()

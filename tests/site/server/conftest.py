"""One server for the tests of a module, and clients of it that behave badly."""

import http.client
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.site.server.proxied import Upstream

ROOT = Path(__file__).parents[3]


class Server:
    """The running site."""

    def __init__(self, port, process):
        self.port, self.process = port, process

    def connect(self, receive_buffer=0):
        """A raw connection; with a small receive buffer the server notices soon that nobody reads."""
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(10)
        client.connect(("127.0.0.1", self.port))
        return client

    def seconds_to_answer(self):
        """How long another client waits for a page."""
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", "/about/")
        assert connection.getresponse().status == 200
        connection.close()
        return time.monotonic() - begun

    def peak_memory(self):
        """The most memory that the server has held so far, in MiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) // 1024
        raise AssertionError("no VmHWM")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The site with nothing in its database."""
    database = tmp_path_factory.mktemp("server") / "site.sqlite3"
    environment = {**os.environ, "FATEKEEPER_MODE": "test", "DATABASE_URL": f"sqlite:///{database}"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.site.server.serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    running = Server(int(process.stdout.readline()), process)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                running.seconds_to_answer()
                break
            except OSError:
                assert time.monotonic() < end, "the server does not start"
                time.sleep(0.1)
        yield running
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@pytest.fixture
def upstream():
    """What stands behind a proxy, where the site would."""
    made = Upstream()
    yield made
    made.held.set()
    made.listening.close()

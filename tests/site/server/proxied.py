"""What stands behind a proxy in a test, and requests to the proxy."""

import re
import socket
import subprocess
import threading
import time
from contextlib import contextmanager

MIB = 1024 * 1024


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


def where(port):
    """What leads curl from the name of the site to the proxy."""
    return ["--resolve", f"fatekeeper.example:{port}:127.0.0.1"]


def curl(port, path, *options):
    """What curl prints."""
    command = ["curl", "--silent", "--insecure", "--max-time", "30", *where(port), *options]
    return subprocess.run(
        [*command, f"https://fatekeeper.example:{port}{path}"], capture_output=True, text=True, check=False
    ).stdout


@contextmanager
def started(command, port, log):
    """A proxy that runs until the end of the block; `log` is the file that says why it did not start."""
    with log.open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
    end = time.monotonic() + 20
    while True:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)
    yield
    process.terminate()
    process.wait(10)


def check_upload(port, upstream, tmp_path):
    """An upload of 50 MiB arrives whole."""
    file = tmp_path / "module.zip"
    file.write_bytes(b"x" * 50 * MIB)
    status = curl(port, "/modules/upload/", "--data-binary", f"@{file}", "-o", "/dev/null", "-w", "%{http_code}")
    assert status == "200"
    assert upstream.sizes == [50 * MIB]


def check_slow_request(port, upstream):
    """A request reaches the site when all of it is there."""
    sender = subprocess.Popen(
        ["curl", "--silent", "--insecure", "--http1.1", "-H", "Content-Length: 4000", *where(port), "--data-binary",
         "@-", "-H", "Expect:", f"https://fatekeeper.example:{port}/slow/"],
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


def check_stream(port):
    """An event of a stream passes at once."""
    stream = subprocess.Popen(
        ["curl", "--silent", "--insecure", "--no-buffer", *where(port),
         f"https://fatekeeper.example:{port}/api/v1/encounters/7/stream/"],
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

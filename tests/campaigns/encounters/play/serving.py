"""A real server in a thread, and phones that listen to its streams."""

import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager

import uvicorn
from django.conf import settings
from django.test import Client


@contextmanager
def serving():
    """The site under uvicorn on a free port: ("127.0.0.1", port)."""
    from config.asgi import application

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listening.getsockname()
    finally:
        server.should_exit = True
        thread.join(5)
        listening.close()


def cookie_of(user):
    """The Cookie header of a signed-in browser."""
    client = Client()
    client.force_login(user)
    return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"}


class Phone:
    """A client of one stream; `said` holds (when, data) of every event that carries data.

    `subject`: the id of an encounter, or the middle of the stream's address; `tab`: the name of the page."""

    def __init__(self, address, subject, headers, tab=None):
        path = f"encounters/{subject}" if isinstance(subject, int) else subject
        self.connection = http.client.HTTPConnection(*address, timeout=30)
        self.connection.request("GET", f"/api/v1/{path}/stream/{f'?tab={tab}' if tab else ''}", headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.said = []
        self.closed_at = None
        self.raw = b""
        if self.status == 200:
            self.thread = threading.Thread(target=self._read, daemon=True)
            self.thread.start()

    def _read(self):
        try:
            for line in self.response:
                self.raw += line
                if line.startswith(b"data: "):
                    self.said.append((time.monotonic(), json.loads(line[6:])))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.closed_at = time.monotonic()

    def heard(self, number, within=3.0):
        """When the stream said this number; None when it did not in time."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            for when, data in list(self.said):
                if data.get("number", data.get("latest")) == number:
                    return when
            time.sleep(0.005)
        return None

    def closed(self, within=3.0):
        """When the server closed the stream; None when it did not in time."""
        end = time.monotonic() + within
        while time.monotonic() < end and self.closed_at is None:
            time.sleep(0.005)
        return self.closed_at

    def hang_up(self):
        """Closes the connection as a phone does that goes to sleep."""
        if self.connection.sock:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.connection.close()

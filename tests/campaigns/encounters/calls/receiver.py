"""A push service for tests: browsers subscribe to it, and it decrypts the messages that it receives for them."""

import base64
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from people.actions import create_token
from people.devices import actions
from people.devices.push_key import encode


class Browser:
    """A subscription: its keys, and what was shown."""

    def __init__(self, receiver, name):
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.endpoint = f"http://127.0.0.1:{receiver.server_port}/push/{name}"
        self.shown, self.headers = [], []
        self.status, self.delay = 201, 0.0

    @property
    def keys(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"public_key": encode(point), "auth": encode(self.secret)}

    def add_for(self, user, **more):
        token, _secret = create_token(user=user, name="Phone", can_write=True)
        return actions.add_device(user=user, endpoint=self.endpoint, name="Phone", token=token, **self.keys, **more)

    def take(self, headers, body):
        self.headers.append(headers)
        if self.status < 300:
            self.shown.append(json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret)))


class PushReceiver:
    """The service: an HTTP server in a thread."""

    def __init__(self):
        self.browsers = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                browser = outer.browsers[self.path.rsplit("/", 1)[1]]
                time.sleep(browser.delay)
                browser.take(dict(self.headers), body)
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server_port = self.server.server_port

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_fault):
        self.server.shutdown()
        self.server.server_close()

    def browser(self, name):
        self.browsers[name] = Browser(self, name)
        return self.browsers[name]


def claims(headers, public):
    """The claims of a message's signature, once it is shown to be of the site's key."""
    scheme, rest = headers["Authorization"].split(" ", 1)
    assert scheme == "vapid"
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert parts["k"] == public
    assert Vapid02.verify(headers["Authorization"])
    body = parts["t"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))

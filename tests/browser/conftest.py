"""A real server and a real Chromium: pages, live streams and phones as people have them."""

import contextlib
import os
import shutil
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest
import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 900}}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

chromium_path = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium")
# The same browser without windows of its own, which takes three fifths of the processor time.
headless_path = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium-headless-shell") or chromium_path


def pytest_collection_modifyitems(items):
    """Marks every test here, and skips them in words where there is no Chromium."""
    for item in items:
        if "tests/browser" in str(item.fspath):
            item.add_marker(pytest.mark.browser)
            if not headless_path:
                item.add_marker(pytest.mark.skip(reason="no chromium: install it or set CHROMIUM_PATH"))


@pytest.fixture
def site(transactional_db):
    """The whole ASGI application on a free port: its address."""
    from config.asgi import application

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < until, "the site did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(8)
    listener.close()


@pytest.fixture(scope="session")
def launch():
    """Starts a browser, which runs until all tests have ended."""
    with sync_playwright() as playwright, contextlib.ExitStack() as browsers:

        def start(path):
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            browsers.callback(browser.close)
            return browser

        yield start


@pytest.fixture(scope="session")
def chromium(launch):
    """One browser for all tests."""
    return launch(headless_path)


@pytest.fixture(scope="session")
def complete_chromium(launch):
    """A browser with push messages and notifications, for the few tests of them."""
    if not chromium_path:
        pytest.skip("no chromium with push messages: install it or set CHROMIUM_PATH")
    return launch(chromium_path)


# What htmx logs of a question for odds that a newer one replaced.
REPLACED = {f"{event}, [object HTMLParagraphElement]" for event in ("htmx:afterRequest", "htmx:sendAbort")}


class Person:
    """Someone with a browser of their own; remembers faults of the page and requests to other hosts."""

    def __init__(self, context, site):
        self.context, self.site = context, site
        self.page = context.new_page()
        self.faults, self.foreign = [], []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, message):
        # A refused play is an answer (4xx), not a fault of the page.
        if message.type == "error" and "status of 4" not in message.text and message.text not in REPLACED:
            self.faults.append(message.text)

    def _asked(self, request):
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and f"{parts.scheme}://{parts.netloc}" != self.site:
            self.foreign.append(request.url)

    def open(self, path):
        return self.page.goto(self.site + path)

    def sign_in(self, username):
        """Opens the home page with a new session; `keyboard.sign_in` fills in the form."""
        client = Client()
        client.force_login(get_user_model().objects.get(username=username))
        session = {"name": settings.SESSION_COOKIE_NAME, "value": client.session.session_key}
        self.context.add_cookies([session | {"url": self.site, "httpOnly": True, "sameSite": "Lax"}])
        self.open("/")
        return self


@pytest.fixture
def people(chromium, site):
    """Makes people: `people(phone=True)`; at the end no page may have failed or asked another host."""
    made, contexts = [], contextlib.ExitStack()

    def make(phone=False, **options):
        context = chromium.new_context(**(PHONE if phone else LAPTOP), **options)
        contexts.callback(context.close)
        made.append(Person(context, site))
        return made[-1]

    yield make
    for person in made:
        person.page.close()
    contexts.close()
    assert [fault for person in made for fault in person.faults] == []
    assert [url for person in made for url in person.foreign] == []

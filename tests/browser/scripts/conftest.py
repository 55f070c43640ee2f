"""One script at a time, on a page of a made-up site that answers what a test says: no server and no database."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import django_htmx
import pytest

SITE = "http://site.test"
ROOT = Path(__file__).resolve().parents[3]
SENDING = """<p id="sending" data-state="idle" data-sending="Sending {what}" data-waiting="No network: {what} waits"
  data-retrying="Again: {what}" data-refused="Refused: {what}" data-done="Done: {what}" data-progress="…"
  data-unsent="No network" data-rejected="Not sent" data-unfetched="No network"><button hidden>Give up</button></p>"""


# An answer that never comes.
HANGS = "hangs"


class ScriptPage:
    """A page with some of the site's scripts. `posted` holds what arrived; `answers` what the site says next."""

    def __init__(self, context):
        self.context = context
        self.page = context.new_page()
        self.faults, self.posted, self.answers, self.hanging, self.documents = [], [], [], [], {}
        # Addresses that answer "busy" to a GET, each as often as its number says.
        self.busy = {}
        self.main_attributes = ""
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        context.route(re.compile(re.escape(SITE) + "/.*"), self._answer)

    def _answer(self, route):
        request = route.request
        path = urlsplit(request.url).path
        if request.method == "POST":
            answer = self.answers.pop(0) if self.answers else (200, "")
            if answer == HANGS:
                return self.hanging.append(route)
            if answer is None:
                return route.abort("internetdisconnected")
            self.posted.append((path, dict(parse_qsl(request.post_data or ""))))
            return route.fulfill(status=answer[0], content_type="text/html; charset=utf-8", body=answer[1])
        if self.busy.get(path, 0):
            self.busy[path] -= 1
            return route.fulfill(status=503, body="busy")
        body, kind = self.documents.get(path, ("", "text/html"))
        return route.fulfill(status=200, content_type=f"{kind}; charset=utf-8", body=body)

    def open(self, html, *scripts, htmx=False):
        """Opens a page with this content; the scripts are deferred, as on the site."""
        names = [f"/static/js/{name}.js" for name in scripts]
        for name in names:
            self.documents[name] = ((ROOT / name.lstrip("/")).read_text(), "text/javascript")
        if htmx:
            self.documents["/htmx.js"] = (_htmx(), "text/javascript")
            names.insert(0, "/htmx.js")
        tags = "".join(f'<script src="{name}" defer></script>' for name in names)
        head = f"<!doctype html><title>Test</title>{tags}"
        self.documents["/page/"] = (f"{head}<main id=main {self.main_attributes}>{html}</main>", "text/html")
        self.page.goto(f"{SITE}/page/")
        return self.page

    def answer_hanging(self, body, content_type="text/html"):
        """Answers the request that hangs, once it has arrived."""
        for _moment in range(200):
            if self.hanging:
                break
            self.page.wait_for_timeout(25)
        self.hanging.pop().fulfill(status=200, content_type=content_type, body=body)

    def wait(self, condition):
        """Waits until the condition, an expression of JavaScript, is true."""
        self.page.wait_for_function(condition, timeout=10_000)


def _htmx():
    return (Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js").read_text()


@pytest.fixture
def scripts(chromium):
    """A page for scripts; no script may raise an error."""
    context = chromium.new_context()
    opened = ScriptPage(context)
    yield opened
    context.close()
    assert opened.faults == []

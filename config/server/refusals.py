"""Refusals that the server gives before Django sees a request: too large, too slow, too busy."""

import asyncio
import json
from html import escape
from typing import Final

from django.utils.translation import gettext as _

from config.api import cross_origin
from config.api.problems import MEDIA_TYPE, Problem
from config.server.asgi_types import Receive, Scope, Send

RETRY_AFTER: Final = 10
# How much of a refused body is read before the connection is closed, so that the sender can read the refusal.
LINGER_BYTES: Final = 8 * 1024 * 1024
LINGER_SECONDS: Final = 2.0
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head><body><main><h1>{title}</h1><p>{detail}</p></main></body></html>
"""


class Refusal(Exception):
    """A request that is answered without Django; `code` is one of config/api/codes.py.

    `sentence`: what people read, for a code without a sentence here. `retry_after`: in seconds."""

    def __init__(
        self, status: int, code: str, *, sentence: str = "", retry_after: int = RETRY_AFTER, **values: str
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.values = status, code, values
        self.sentence, self.retry_after = sentence, retry_after

    def detail(self) -> str:
        """The sentence for people."""
        if self.sentence:
            return self.sentence
        sentences = {
            "not-found": _("This does not exist, or you may not see it."),
            "request.too_large": _("The request is too large. This address accepts at most %(size)s from you."),
            "request.slow": _("The request arrived too slowly. Send it again over a better connection."),
            "request.uploads": _("Too many files are being uploaded at the same time. Wait a moment and try again."),
            "server.busy": _("The site is busy. Nothing was done; try again in a moment."),
        }
        return sentences[self.code] % self.values


async def send_refusal(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends a refusal and closes the connection, since the rest of the request was not read."""
    body, media_type = _document(refusal, scope["path"])
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store, private"),
        (b"connection", b"close"),
        (b"content-security-policy", b"default-src 'none'"),
        (b"x-content-type-options", b"nosniff"),
        *cross_origin.headers_beside_django(scope),
    ]
    if refusal.status in (429, 503, 507):
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    await _linger(receive)
    await send({"type": "http.response.body", "body": b""})


def _document(refusal: Refusal, path: str) -> tuple[bytes, str]:
    problem = Problem(refusal.status, refusal.code, refusal.detail()).body()
    if path.startswith("/api/"):
        return json.dumps(problem).encode(), MEDIA_TYPE
    page = PAGE.format(title=escape(problem["title"]), detail=escape(problem["detail"]))
    return page.encode(), "text/html; charset=utf-8"


async def _linger(receive: Receive) -> None:
    """Reads a little more of the body, because closing the connection at once could discard the refusal."""
    size = 0
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            while size < LINGER_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
    except TimeoutError:
        pass

"""Runs Django behind ASGI: the event loop reads bodies and sends responses, and threads only do Django's work.

A request goes through three steps. Its body is read within limits of size and time (config/server/request_bodies.py);
then the whole synchronous middleware stack runs in one of a few threads (config/server/request_threads.py); then the
response, collected in memory or in a temporary file, is sent. A slow sender or reader never holds a thread.
config/server/connection_limits.py limits the connection before and after that.
"""

import asyncio
import tempfile
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, Final, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.server.asgi_types import Receive, Scope, Send, wait_for_disconnect
from config.server.body_limits import identify
from config.server.outages import Outage, find_outage
from config.server.refusals import Refusal, send_refusal
from config.server.request_bodies import BodyReader
from config.server.request_threads import NoThreadFree, RequestThreads
from config.server.routes import RouteHandler, is_heavy, is_urgent

Result = TypeVar("Result")
CHUNK: Final = 64 * 1024
# A streamed response (a file) is kept in memory up to this size while it is sent, and on disk beyond it.
IN_MEMORY: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class CollectedResponse:
    """A complete response, which needs neither Django nor the database any more."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | IO[bytes]


class SiteHandler(RouteHandler, ASGIHandler):
    """Django's handler with a synchronous middleware stack in a few threads."""

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        self.threads = RequestThreads()
        self.bodies = BodyReader(lambda scope: self.threads.run(partial(identify, scope)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        if scope["type"] != "http":
            raise ValueError(f"The site answers HTTP requests only, not {scope['type']}.")
        try:
            try:
                body = await self.bodies.read(scope, receive)
                await self._answer(scope, body, receive, send)
            except NoThreadFree:
                raise Refusal(503, "server.busy") from None
        except Refusal as refusal:
            await send_refusal(refusal, scope, receive, send)
        except RequestAborted:
            pass
        except Exception as fault:
            # A full disk, or a database that is away, while a body arrives or a response is collected.
            outage = find_outage(fault)
            if outage is None:
                raise
            await send_refusal(_refuse_for(outage), scope, receive, send)

    async def _answer(self, scope: Scope, body: IO[bytes], receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(wait_for_disconnect(receive))
        try:
            work, urgent = partial(self._respond, scope, body), is_urgent(scope)
            heavy = not urgent and is_heavy(scope)
            answer = await _abort_on_disconnect(gone, self.threads.run(work, heavy=heavy, urgent=urgent))
            await _send(answer, send, gone)
        finally:
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone

    def _respond(self, scope: Scope, body: IO[bytes]) -> CollectedResponse:
        """The complete response; runs in a thread."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        with body:
            request, failure = self.create_request(scope, body)
            response: Any = failure if request is None else self.get_response(request)
            response._handler_class = self.__class__
            try:
                return _collect(response)
            finally:
                response.close()


def _refuse_for(outage: Outage) -> Refusal:
    return Refusal(outage.status, outage.code, sentence=str(outage.detail), retry_after=outage.retry_after)


def _collect(response: HttpResponseBase) -> CollectedResponse:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [
        (b"Set-Cookie", cookie.output(header="").encode("ascii").strip()) for cookie in response.cookies.values()
    ]
    return CollectedResponse(response.status_code, headers + cookies, _content(response))


def _content(response: Any) -> bytes | IO[bytes]:
    if not response.streaming:
        return bytes(response.content)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (it is sent later)
    for part in response:
        file.write(part)
    file.seek(0)
    return file


async def _send(answer: CollectedResponse, send: Send, gone: "asyncio.Task[None]") -> None:
    """Sends a response piece by piece, as fast as the reader takes it."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    if isinstance(answer.body, bytes):
        for start in range(0, len(answer.body) - CHUNK, CHUNK):
            await _send_part(send, answer.body[start : start + CHUNK])
        rest = answer.body[(max(len(answer.body) - 1, 0) // CHUNK) * CHUNK :]
        await send({"type": "http.response.body", "body": rest})
        return
    with answer.body:
        while not gone.done() and (part := await asyncio.to_thread(answer.body.read, CHUNK)):
            await _send_part(send, part)
        await send({"type": "http.response.body", "body": b""})


async def _send_part(send: Send, part: bytes) -> None:
    await send({"type": "http.response.body", "body": part, "more_body": True})


async def _abort_on_disconnect(gone: "asyncio.Task[None]", work: Awaitable[Result]) -> Result:
    """The result of the work; drops a request whose sender leaves while it waits for a thread."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise RequestAborted
        return task.result()
    finally:
        task.cancel()

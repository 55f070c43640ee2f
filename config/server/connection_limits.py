"""Limits on connections, below ASGI: size and time of headers, and clients that do not read.

uvicorn's default parser (httptools) collects headers without any limit, and neither of its parsers ends a connection
that sends half a request or reads nothing. `install` gives every connection these limits, however the server is
started. uvicorn's own option `--h11-max-incomplete-event-size` only concerns its slower parser, h11.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # without uvicorn[standard] h11 parses, which limits the size of headers itself
    HttpToolsProtocol = None  # type: ignore[assignment, misc]

HEADER_BYTES: Final = 32 * 1024  # request line and all headers
HEADER_FIELDS: Final = 100
# From the connection, or from the end of keep-alive, until the next request's headers are complete.
HEADER_SECONDS: Final = 15.0
# In this time a client must read about 48 KiB; otherwise the connection is closed and its memory freed.
WRITE_SECONDS: Final = 30.0
PIPELINED: Final = 16  # requests sent before the first of them is answered
TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 40\r\nconnection: close\r\n\r\nThe headers of the request are too large"
)


class LimitedConnection:
    """Ends a connection whose headers do not arrive in time, and one whose reader does not read."""

    cycle: Any
    transport: asyncio.Transport
    timeout_keep_alive: int

    def connection_made(self, transport: Any) -> None:
        """Begins the time for the first request's headers."""
        self._header_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        super().connection_made(transport)  # type: ignore[misc]
        self._expect_headers(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timers."""
        _cancel(self._header_timer)
        _cancel(self._write_timer)
        super().connection_lost(exc)  # type: ignore[misc]

    def on_response_complete(self) -> None:
        """Begins the time for the next request's headers, after the time that keep-alive allows."""
        super().on_response_complete()  # type: ignore[misc]
        self._expect_headers(self.timeout_keep_alive + HEADER_SECONDS)

    def pause_writing(self) -> None:
        """Starts the time within which the client must read again."""
        super().pause_writing()  # type: ignore[misc]
        _cancel(self._write_timer)
        self._write_timer = asyncio.get_running_loop().call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has read."""
        _cancel(self._write_timer)
        super().resume_writing()  # type: ignore[misc]

    def _expect_headers(self, seconds: float) -> None:
        _cancel(self._header_timer)
        self._header_timer = asyncio.get_running_loop().call_later(seconds, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()  # also one that is closing and whose reader never reads the rest


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class LimitedH11(LimitedConnection, H11Protocol):
    """uvicorn's h11 parser with the limits."""


if HttpToolsProtocol is not None:

    class LimitedHttpTools(LimitedConnection, HttpToolsProtocol):
        """uvicorn's httptools parser with the limits, and with one on the size of headers."""

        _in_body = _too_large = False
        _running: Any = None  # the request that is being answered; `cycle` is the one parsed last
        _received = 0  # bytes since the end of the last request's body or headers

        def data_received(self, data: bytes) -> None:
            """Parses what arrived; headers that do not end within the limit end the connection."""
            if self.transport.is_closing():
                return
            self._received += len(data)
            super().data_received(data)
            if not self._in_body and self._received > HEADER_BYTES and not self.transport.is_closing():
                self._too_large = True
                self.send_400_response("")

        def _start_asgi_task(self, cycle: Any, app: Any) -> None:
            self._running = cycle
            super()._start_asgi_task(cycle, app)

        def connection_lost(self, exc: Exception | None) -> None:
            """Tells the request that is being answered, too, when others were sent before its response."""
            self.pipeline.clear()
            if self._running is not None and not self._running.response_complete:
                self._running.disconnected = True
                self._running.message_event.set()
            super().connection_lost(exc)

        def on_headers_complete(self) -> None:
            """Begins the request, unless its headers are too large."""
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            self._too_large = size > HEADER_BYTES or len(self.headers) > HEADER_FIELDS
            if self._too_large or len(self.pipeline) >= PIPELINED:
                raise ValueError("The headers are too large, or too many requests wait.")
            self._received, self._in_body = 0, True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            """Ends the body: what comes next are headers."""
            self._received, self._in_body = 0, False
            super().on_message_complete()

        def send_400_response(self, msg: str) -> None:
            """Refuses what cannot be parsed, or has headers that are too large, and closes the connection."""
            if not self._too_large:
                super().send_400_response(msg)
                return
            self.transport.write(TOO_LARGE)
            self.transport.close()


def install() -> None:
    """Adds the limits to every connection of uvicorn's parsers; can be repeated."""
    _replace(H11Protocol, LimitedH11)
    if HttpToolsProtocol is not None:
        _replace(HttpToolsProtocol, LimitedHttpTools)


def _replace(parser: type[Any], limited: type[Any]) -> None:
    # The server chooses its class before it loads the site, so that class is changed to create objects of ours.
    def new(cls: type[Any], *_args: Any, **_kwargs: Any) -> Any:
        return object.__new__(limited if cls is parser else cls)

    setattr(parser, "__new__", new)  # noqa: B010 (a type may not be assigned to by name)

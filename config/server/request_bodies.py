"""Reads request bodies in the event loop, before a request takes a thread, within limits of size and time."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import IO, Final

from django.core.exceptions import RequestAborted

from config.server import body_limits
from config.server.asgi_types import Receive, Scope
from config.server.body_limits import DEFAULT, KIBIBYTE, MEBIBYTE, Sender
from config.server.refusals import Refusal

Identify = Callable[[Scope], Awaitable[Sender]]

# A sender has this many seconds, plus the time for its bytes at the slowest allowed rate.
SECONDS: Final = 20.0
SLOWEST_RATE: Final = 32 * KIBIBYTE  # bytes a second
LONGEST_PAUSE: Final = 20.0
# The most bodies above the default limit at the same time: of one person, and in one process.
LARGE_BY_PERSON, LARGE_IN_ALL = 2, 8
IN_MEMORY: Final = 64 * KIBIBYTE  # the rest of a body goes to a temporary file


@dataclass(slots=True)
class _Arrival:
    """A body that is being read: its sender, and whether it counts as large."""

    scope: Scope
    sender: Sender = field(default_factory=Sender)
    large: bool = False


class BodyReader:
    """Reads bodies; `identify` says who sends one that is too large for strangers."""

    def __init__(self, identify: Identify) -> None:
        self._identify = identify
        self._large: Counter[int | None] = Counter()

    async def read(self, scope: Scope, receive: Receive) -> IO[bytes]:
        """The body as a file at its beginning. Raises `Refusal`, or `RequestAborted` when the sender is gone."""
        arrival = _Arrival(scope)
        body: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the handler reads it)
        try:
            await self._require_room(arrival, _declared_size(scope))
            await self._receive_all(arrival, receive, body)
        except BaseException:
            body.close()
            raise
        finally:
            if arrival.large:
                self._large[arrival.sender.user] -= 1
        body.seek(0)
        return body

    async def _receive_all(self, arrival: _Arrival, receive: Receive, body: IO[bytes]) -> None:
        loop, size, more = asyncio.get_running_loop(), 0, True
        begun = loop.time()
        while more:
            end = begun + SECONDS + size / SLOWEST_RATE
            try:
                async with asyncio.timeout_at(min(end, loop.time() + LONGEST_PAUSE)):
                    message = await receive()
            except TimeoutError:
                raise Refusal(408, "request.slow") from None
            if message["type"] == "http.disconnect":
                raise RequestAborted
            part = message.get("body", b"")
            size += len(part)
            await self._require_room(arrival, size)  # the declared size may be missing
            body.write(part)
            more = message.get("more_body", False)

    async def _require_room(self, arrival: _Arrival, size: int) -> None:
        """Raises `Refusal` if the sender may not send a body of this size to this address."""
        if size > arrival.sender.limit and arrival.sender.user is None:
            arrival.sender = await self._sender(arrival.scope, size)
        if size > arrival.sender.limit:
            raise _too_large(arrival.sender.limit)
        if size > DEFAULT and not arrival.large:
            if self._large[arrival.sender.user] >= LARGE_BY_PERSON or self._large.total() >= LARGE_IN_ALL:
                raise Refusal(429, "request.uploads")
            self._large[arrival.sender.user] += 1
            arrival.large = True

    async def _sender(self, scope: Scope, size: int) -> Sender:
        """The sender of a body that is too large for strangers; queries the database only if necessary."""
        most = body_limits.route_limit(scope)
        if most is None:
            raise Refusal(404, "not-found")
        if size > most:
            raise _too_large(most)
        return Sender() if body_limits.is_anonymous(scope) else await self._identify(scope)


def _declared_size(scope: Scope) -> int:
    """The size that a request declares; 0 when it declares none."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def _too_large(most: int) -> Refusal:
    size = f"{most // MEBIBYTE} MiB" if most >= MEBIBYTE else f"{most // KIBIBYTE} KiB"
    return Refusal(413, "request.too_large", size=size)

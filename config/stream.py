"""`GET /api/v1/encounters/{id}/stream/`: server-sent events that say only that an encounter changed.

A raw ASGI application beside Django, because a streaming view would hold a thread for each phone. It serves
whoever may listen; everybody else is passed on to Django, whose endpoint of the same address answers 401, 404
(or 501 where the site runs without ASGI and streams cannot be had: pages then reload by hand).
"""

import asyncio
import contextlib
import json
import re
import secrets
from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from config import guests
from config.guests import Guest
from config.hub import Hub, Listener, hub

PATH = re.compile(r"/api/v1/encounters/(\d{1,18})/stream/")
HEARTBEAT = 20.0
SLOWEST_SEND = 10.0
SHORTEST_LIFE, LONGEST_LIFE = 15 * 60, 30 * 60
RETRY_AFTER = 30
# In one process: streams of one session or token, of one person, of one campaign, of everybody.
CAPS = {"session": 3, "user": 10, "campaign": 60, "process": 500}
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform, private"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]

_open: Counter[tuple[str, Any]] = Counter()


def wanted(scope: Any) -> int | None:
    """The encounter whose stream a request asks for."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    match = PATH.fullmatch(scope["path"])
    return int(match[1]) if match else None


async def serve(encounter_id: int, scope: Any, receive: Any, send: Any, otherwise: Any) -> None:
    """The stream for whoever may listen; `otherwise` answers everybody else."""
    room = hub()
    guest = await room.ask(guests.admit, scope, encounter_id)
    if guest is None:
        await otherwise(scope, receive, send)
        return
    seats = _seats(guest)
    if any(_open[seat] >= CAPS[seat[0]] for seat in seats):
        await _full(send)
        return
    _open.update(seats)
    try:
        await _converse(room, Listener(guest), receive, send)
    finally:
        _open.subtract(seats)
        for seat in seats:
            if not _open[seat]:
                del _open[seat]


def _seats(guest: Guest) -> list[tuple[str, Any]]:
    return [
        ("session", guest.session or guest.token), ("user", guest.user), ("campaign", guest.campaign),
        ("process", None),
    ]  # fmt: skip


async def _converse(room: Hub, listener: Listener, receive: Any, send: Any) -> None:
    gone = asyncio.create_task(_disconnected(receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await room.enter(listener)
        await _talk(listener, gone, send)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(send({"type": "http.response.body", "body": b""}), SLOWEST_SEND)
    except (asyncio.CancelledError, TimeoutError, OSError):
        pass  # the server stops, or the reader is too slow or gone: it comes back and asks anew
    finally:
        gone.cancel()
        await room.leave(listener)


async def _talk(listener: Listener, gone: "asyncio.Task[None]", send: Any) -> None:
    loop = asyncio.get_running_loop()
    # Jitter, so that phones that came together do not come back together.
    end = loop.time() + SHORTEST_LIFE + secrets.randbelow(LONGEST_LIFE - SHORTEST_LIFE)
    await _say(send, "retry: 2000\n\n")
    while loop.time() < end and not gone.done():
        if listener.woken.is_set():
            listener.woken.clear()
            if listener.closed:
                return
            await _say(send, _changed(listener))
        waking = asyncio.create_task(listener.woken.wait())
        done, _left = await asyncio.wait({waking, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
        waking.cancel()
        if not done:
            await _say(send, ": still here\n\n")


def _changed(listener: Listener) -> str:
    number = listener.latest[0] if listener.latest else 0
    data = json.dumps({"encounter": listener.guest.encounter, "number": number})
    return f"event: changed\nid: {number}\ndata: {data}\n\n"


async def _say(send: Any, text: str) -> None:
    message = {"type": "http.response.body", "body": text.encode(), "more_body": True}
    await asyncio.wait_for(send(message), SLOWEST_SEND)


async def _disconnected(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _full(send: Any) -> None:
    problem = {
        "type": "about:blank", "title": _("Too many streams"), "status": 429, "code": "stream.limit",
        "detail": _("Too many live pages are open. Close one, or wait a moment and reload."),
    }  # fmt: skip
    headers = [
        (b"content-type", b"application/problem+json"), (b"retry-after", str(RETRY_AFTER).encode()),
        (b"cache-control", b"no-store, private"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})

"""The live streams: server-sent events that only say that an encounter changed, or that a log has new entries.

`GET /api/v1/encounters/{id}/stream/` and `GET /api/v1/campaigns/{id}/log/stream/`.

A raw ASGI application beside Django, because a streaming view would hold a thread for each phone. It serves
people who may listen; it passes everyone else on to Django, whose endpoint of the same address answers 401, 404
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

from config.api import cross_origin
from config.api.problems import MEDIA_TYPE, Problem
from config.live import stream_auth
from config.live.hub import Hub, Listener, hub
from config.live.stream_auth import RequestedSubject, StreamViewer
from config.server.asgi_types import Receive, Scope, Send, wait_for_disconnect
from config.server.outages import find_outage

PATH = re.compile(r"/api/v1/(?:encounters/(?P<encounter>\d{1,18})|campaigns/(?P<log>\d{1,18})/log)/stream/?")
HEARTBEAT = 20.0
SLOWEST_SEND = 10.0
SHORTEST_LIFE, LONGEST_LIFE = 15 * 60, 30 * 60
RETRY_AFTER = 30
# Limits of one process: streams of one session, of one token (a bot follows all tables of its person), of one person,
# of one campaign, and of everyone.
CAPS = {"session": 3, "token": 10, "user": 10, "campaign": 60, "process": 500}
# `?tab=` names the page that listens: when it connects again, its earlier stream ends. The server notices a line that
# died only late, and a page that lost three of them would have to wait.
TAB = re.compile(rb"(?:^|&)tab=([0-9A-Za-z_-]{8,40})(?:&|$)")
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform, private"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]

_open: Counter[tuple[str, Any]] = Counter()
# What each open stream counts for, and the streams of pages that have a name.
_counted: dict[Listener, list[tuple[str, Any]]] = {}
_of_tabs: dict[tuple[Any, bytes], Listener] = {}


def requested_subject(scope: Scope) -> RequestedSubject | None:
    """The subject that a request wants to follow; None for a request that is not for a stream."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    match = PATH.fullmatch(scope["path"])
    if match is None:
        return None
    return (
        RequestedSubject("encounter", int(match["encounter"]))
        if match["encounter"]
        else RequestedSubject("log", int(match["log"]))
    )


async def serve_stream(wanted: RequestedSubject, scope: Scope, receive: Receive, send: Send, otherwise: Any) -> None:
    """Serves the stream to people who may listen; `otherwise` answers other requests."""
    live_hub = hub()
    try:
        viewer = await live_hub.ask(stream_auth.authorize, scope, wanted)
    except Exception as fault:
        await _refuse_in_outage(fault, scope, send)
        return
    if viewer is None:
        await otherwise(scope, receive, send)
        return
    listener, counters = Listener(viewer), _connection_counts(viewer)
    tab = _end_earlier_stream(viewer, scope)
    if any(_open[counter] >= CAPS[counter[0]] for counter in counters):
        await _too_many(scope, send)
        return
    _open.update(counters)
    _counted[listener] = counters
    if tab:
        _of_tabs[tab] = listener
    try:
        await _run_stream(live_hub, listener, scope, receive, send)
    finally:
        _end(listener)
        if tab and _of_tabs.get(tab) is listener:
            del _of_tabs[tab]


def _end_earlier_stream(viewer: StreamViewer, scope: Scope) -> tuple[Any, bytes] | None:
    """The session or token and the name of the page that listens, whose earlier stream ends; None without a name."""
    named = TAB.search(scope.get("query_string", b""))
    if named is None:
        return None
    tab = (viewer.session or viewer.token, named[1])
    if tab in _of_tabs:
        _end(_of_tabs[tab])
    return tab


def _end(listener: Listener) -> None:
    """Ends a stream; it no longer counts toward the limits, even if the client does not notice the end."""
    listener.close()
    counters = _counted.pop(listener, [])
    _open.subtract(counters)
    for counter in counters:
        if not _open[counter]:
            del _open[counter]


def _connection_counts(viewer: StreamViewer) -> list[tuple[str, Any]]:
    return [
        ("session", viewer.session) if viewer.session else ("token", viewer.token),
        ("user", viewer.user),
        ("campaign", viewer.campaign),
        ("process", None),
    ]


async def _run_stream(live_hub: Hub, listener: Listener, scope: Scope, receive: Receive, send: Send) -> None:
    gone = asyncio.create_task(wait_for_disconnect(receive))
    try:
        try:
            await live_hub.enter(listener)
        except Exception as fault:
            await _refuse_in_outage(fault, scope, send)
            return
        headers = HEADERS + cross_origin.headers_beside_django(scope)
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await _send_changes(listener, gone, send)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(send({"type": "http.response.body", "body": b""}), SLOWEST_SEND)
    except (asyncio.CancelledError, TimeoutError, OSError):
        pass  # the server stops, or the reader is too slow or gone; it will connect again
    finally:
        gone.cancel()
        await live_hub.leave(listener)


async def _send_changes(listener: Listener, gone: "asyncio.Task[None]", send: Any) -> None:
    loop = asyncio.get_running_loop()
    # Jitter, so that phones that connected together do not reconnect together.
    end = loop.time() + SHORTEST_LIFE + secrets.randbelow(LONGEST_LIFE - SHORTEST_LIFE)
    await _send_text(send, "retry: 2000\n\n")
    gone.add_done_callback(lambda _task: listener.woken.set())
    while loop.time() < end and not gone.done():
        if not await _is_woken(listener):
            # An event, not a comment, because scripts cannot see comments, and the page treats a connection without
            # events as dead.
            await _send_text(send, "event: here\ndata:\n\n")
            continue
        if listener.closed or gone.done():
            return
        if listener.changed:
            listener.changed = False
            await _send_text(send, _change_text(listener))
        if listener.has_new_signs:
            listener.has_new_signs = False
            await _send_text(send, "event: signs\ndata: {}\n\n")


async def _is_woken(listener: Listener) -> bool:
    """Waits for something to send; False after HEARTBEAT seconds without."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await listener.woken.wait()
    except TimeoutError:
        return False
    listener.woken.clear()
    return True


def _change_text(listener: Listener) -> str:
    number, subject = listener.latest.number if listener.latest else 0, listener.viewer.subject
    if subject.kind == "log":
        event, data = "log", {"campaign": subject.pk, "latest": number}
    else:
        event, data = "changed", {"encounter": subject.pk, "number": number}
    return f"event: {event}\nid: {number}\ndata: {json.dumps(data)}\n\n"


async def _send_text(send: Any, text: str) -> None:
    message = {"type": "http.response.body", "body": text.encode(), "more_body": True}
    await asyncio.wait_for(send(message), SLOWEST_SEND)


async def _too_many(scope: Scope, send: Send) -> None:
    detail = _("Too many live pages are open. Close one, or wait a moment and reload.")
    await _send_problem(scope, send, Problem(429, "stream.many", detail), RETRY_AFTER)


async def _refuse_in_outage(fault: Exception, scope: Scope, send: Send) -> None:
    """Answers 503 while the database is away, so that the phone tries again later; raises any other error."""
    outage = find_outage(fault)
    if outage is None:
        raise fault
    await _send_problem(scope, send, Problem(outage.status, outage.code, str(outage.detail)), outage.retry_after)


async def _send_problem(scope: Scope, send: Send, problem: Problem, retry_after: int) -> None:
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"retry-after", str(retry_after).encode()),
        (b"cache-control", b"no-store, private"),
        *cross_origin.headers_beside_django(scope),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem.body()).encode()})

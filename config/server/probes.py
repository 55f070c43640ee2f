"""Answers /healthz, /readyz and /metrics before Django, so that they need no allowed host name.

A probe comes by address and number, not by a name in ALLOWED_HOSTS, and every few seconds. /healthz says that the
process answers. /readyz says whether it can serve: the database answers, every migration has run, and the disk has
room. The response also has the age of the last backup, but a late backup does not make the site unready.
"""

import asyncio
import json
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from campaigns.archive.models import BackupRecord
from config.server.asgi_types import Scope, Send
from operations import startup
from operations.health import BACKUP_LATE_AFTER

ADDRESSES: Final = {"/healthz", "/readyz", "/metrics"}
# How many seconds one result is used for all probes.
CACHE_SECONDS: Final = 5.0
LONGEST: Final = 4.0
# The least free bytes on the disk of the data folder; with less the site is not ready.
LEAST_ROOM: Final = 64 * 1024 * 1024

_thread = ThreadPoolExecutor(1, thread_name_prefix="probe")
# Metrics have their own, because a check of readiness may wait for the database.
_metrics_thread = ThreadPoolExecutor(1, thread_name_prefix="metrics")
_answer: tuple[float, dict[str, Any]] | None = None
_migrated = False


def is_probe(scope: Scope) -> bool:
    """Whether the request is answered here."""
    return scope["type"] == "http" and scope["path"] in ADDRESSES


async def answer_probe(scope: Scope, send: Send) -> None:
    """Answers a probe."""
    if scope["method"] not in {"GET", "HEAD"}:
        await _send(send, 405, b"Only GET is answered here.\n")
    elif scope["path"] == "/healthz":
        await _send(send, 200, b"ok\n")
    elif scope["path"] == "/readyz":
        state = await _readiness()
        await _send(send, 200 if state["ready"] else 503, json.dumps(state).encode() + b"\n", "application/json")
    else:
        await _answer_metrics(scope, send)


async def _answer_metrics(scope: Scope, send: Send) -> None:
    if not settings.METRICS_TOKEN:
        await _send(send, 404, b"Metrics are off.\n")
        return
    from config.server import metrics

    if not metrics.may_read(scope["headers"]):
        await _send(send, 401, b"Send the token of METRICS_TOKEN as a bearer token.\n")
        return
    body, kind = await asyncio.get_running_loop().run_in_executor(_metrics_thread, metrics.render)
    await _send(send, 200, body, kind)


async def _readiness() -> dict[str, Any]:
    global _answer
    now = time.monotonic()
    if _answer is None or now - _answer[0] > CACHE_SECONDS:
        work = asyncio.get_running_loop().run_in_executor(_thread, check_readiness)
        try:
            _answer = now, await asyncio.wait_for(work, LONGEST)
        except TimeoutError:
            _answer = now, {"ready": False, "database": "does not answer in time"}
    return _answer[1]


def check_readiness() -> dict[str, Any]:
    """The result of each check, and whether the site can serve; uses a separate database connection."""
    state: dict[str, Any] = {"ready": False, "database": "away"}
    with startup.private_connection():
        try:
            state["migrations"] = _migrations()
            state["database"] = "ok"
            state |= _backup() if state["migrations"] == "ok" else {}
        except DatabaseError:
            return state
    state["disk"] = _disk()
    state["ready"] = state["migrations"] == state["disk"] == "ok"
    return state


def _migrations() -> str:
    # Checked once, because the code of a process does not change.
    global _migrated
    if not _migrated:
        waiting, unknown = startup.waiting_migrations(), startup.unknown_migrations()
        if waiting or unknown:
            return "waiting" if waiting else "newer"
        _migrated = True
    return "ok"


def _backup() -> dict[str, Any]:
    last = BackupRecord._base_manager.order_by("-id").values_list("created", flat=True).first()
    if last is None:
        return {"backup": "none"}
    age = timezone.now() - last
    return {"backup": "late" if age > BACKUP_LATE_AFTER else "ok", "backup_age_hours": int(age.total_seconds() // 3600)}


def _disk() -> str:
    database = settings.DATABASES["default"]
    folder = Path(str(database["NAME"])).parent if database["ENGINE"].endswith("sqlite3") else settings.DATA_DIR
    return "ok" if shutil.disk_usage(folder).free >= LEAST_ROOM else "full"


async def _send(send: Send, status: int, body: bytes, kind: str = "text/plain; charset=utf-8") -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

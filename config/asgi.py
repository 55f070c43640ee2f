"""The ASGI application: live streams and probes beside Django."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import django

from config.server.asgi_types import Receive, Scope, Send

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from config.live import stream  # noqa: E402 (needs the settings)
from config.live.hub import hub  # noqa: E402
from config.server import connection_limits, error_reports, garbage_collection, probes  # noqa: E402
from config.server.asgi_handler import SiteHandler  # noqa: E402
from config.server.retries import READS  # noqa: E402
from operations import startup  # noqa: E402

# In a separate thread, because the server imports this inside its event loop, where Django refuses database queries.
with ThreadPoolExecutor(1) as thread:
    try:
        thread.submit(startup.check).result()
    except startup.UnfitDatabase as refusal:
        raise SystemExit(str(refusal)) from None

connection_limits.install()
error_reports.install()
site = SiteHandler()
garbage_collection.keep_loaded_objects()
open_stream: Callable[[], AbstractContextManager[Any]] = nullcontext
if settings.METRICS_TOKEN:
    from config.server import metrics

    open_stream = metrics.STREAMS.track_inprogress


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers streams and probes, and passes everything else to Django."""
    if probes.is_probe(scope):
        await probes.answer_probe(scope, send)
        return
    wanted = stream.requested_subject(scope)
    if wanted is None:
        await site(scope, receive, send)
        if scope["type"] == "http" and scope["method"] not in READS:
            hub().poll_now()
    else:
        with open_stream():
            await stream.serve_stream(wanted, scope, receive, send, site)

"""The ASGI application: live streams beside Django."""

import os
import warnings
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config import stream  # noqa: E402 (needs the settings)
from config.onehop import OneHop  # noqa: E402

# WhiteNoise answers with files, which Django then reads in the request's own thread: no fault of ours.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

site = OneHop()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams are answered here, everything else by Django."""
    encounter = stream.wanted(scope)
    if encounter is None:
        await site(scope, receive, send)
    else:
        await stream.serve(encounter, scope, receive, send, site)

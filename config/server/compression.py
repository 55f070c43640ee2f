"""Compresses HTML responses if that is safe and useful; docs/decisions/compression.md has the reasons."""

import gzip
import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from campaigns.encounters.table import pieces

LEVEL: Final = 6
LEAST_BYTES: Final = 500
# A random file name of up to so many bytes in the gzip header blurs the length (BREACH), as Django's own does.
MOST_PADDING: Final = 100
TYPES: Final = ("text/html", pieces.CONTENT_TYPE)
HAS_NAME: Final = b"\x08"


class CompressionMiddleware:
    """Compresses complete HTML responses for browsers that accept gzip; streams and files pass as they are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_compressible(response):
            return response
        response.headers["Vary"] = _with_encoding(response.headers.get("Vary", ""))
        if not _accepts_gzip(request.headers.get("Accept-Encoding", "")):
            return response
        packed = compress(response.content)
        if len(packed) < len(response.content):
            response.content = packed
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(packed))
            if response.get("ETag", "").startswith('"'):
                response["ETag"] = f"W/{response['ETag']}"
        return response


def compress(content: bytes) -> bytes:
    """The content as gzip, with a random number of random characters in the header."""
    padding = secrets.token_hex(MOST_PADDING // 2)[: secrets.randbelow(MOST_PADDING + 1)].encode()
    packed = gzip.compress(content, compresslevel=LEVEL, mtime=0)
    # The fourth byte holds the flags; a name stands behind the ten bytes of the fixed header and ends with a zero.
    return packed[:3] + HAS_NAME + packed[4:10] + padding + b"\0" + packed[10:]


def _is_compressible(response: HttpResponse) -> bool:
    if response.streaming or response.has_header("Content-Encoding") or response.status_code in {204, 206, 304}:
        return False
    kind = response.get("Content-Type", "").partition(";")[0].strip().lower()
    return kind in TYPES and len(response.content) >= LEAST_BYTES


@lru_cache(maxsize=100)
def _with_encoding(vary: str) -> str:
    """A `Vary` header with the encoding added; the pages of the site have few different ones."""
    response = HttpResponse(headers={"Vary": vary} if vary else {})
    patch_vary_headers(response, ("Accept-Encoding",))
    return response.headers["Vary"]


@lru_cache(maxsize=100)
def _accepts_gzip(header: str) -> bool:
    """Whether gzip is among the accepted encodings and not refused with q=0."""
    for part in header.lower().split(","):
        name, _semicolon, options = part.partition(";")
        if name.strip() in {"gzip", "*"}:
            value = options.strip().removeprefix("q=").strip()
            return not value or value.strip("0.") != ""
    return False

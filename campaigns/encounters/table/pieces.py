"""The response with the live part of a table. A screen that says which pieces it has receives only the others.

A piece begins with a block of the page, such as a row or a form, and ends before a later one. With each piece a screen
receives a digest, and with its next request it sends the digests of the pieces that it has (static/js/pieces.js). The
server keeps nothing of this: it makes the part as the viewer may see it now, and leaves out the pieces whose digests
the request names. So a response depends on nothing but this part and what the viewer sent.

Digests are made of pieces with marks in the place of the token, the number and the key of the forms
(common/fragments.py). The screen puts the new ones in the place of the old ones in each piece that it has.
"""

import json
import re
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac

from common import fragments

HEADER: Final = "Shown-Pieces"
CONTENT_TYPE: Final = "application/vnd.fatekeeper.pieces+json"
# Six bytes, which are eight characters. The chance that a piece that changed has the digest of another one on the same
# screen is less than one in a million million.
DIGEST_BYTES: Final = 6
DIGEST_CHARACTERS: Final = 8
# A shorter piece continues with the next block: each digest takes some ten bytes in the request and in the response.
LEAST_BYTES: Final = 50
START: Final = re.compile(rb"<(?:section|header|li|form|details|div|p|button|h2)\b")
# Made with a key of the site, so that nobody can look for two texts with the same digest.
DIGEST_KEY: Final = salted_hmac("campaigns.encounters.table.pieces", "digests", algorithm="sha256").digest()

# The places of the first and the last of some pieces that the screen has, or a new piece with its digest first.
Item = tuple[int, int] | tuple[str, str]


def part_response(request: HttpRequest, html: str, number: int, status: int = 200) -> HttpResponse:
    """The response with a live part that has marks; as pieces if the request names those of its screen."""
    shown = request.headers.get(HEADER)
    token, key = get_token(request), uuid.uuid4().hex
    if shown is None:
        return HttpResponse(fragments.fill_marks(html, csrf_token=token, number=number, key=key), status=status)
    pieces = [key, token, str(number), changed_pieces(html, shown)]
    text = json.dumps(pieces, ensure_ascii=False, separators=(",", ":"))
    filled = fragments.fill_marks(text, csrf_token=token, number=number, key=key)
    return HttpResponse(filled, content_type=CONTENT_TYPE, status=status)


def changed_pieces(html: str, shown: str) -> list[Item]:
    """All pieces of a part in their order; those that the screen has are named by their places in `shown`."""
    had = _cut_digests(shown)
    places = {digest: place for place, digest in enumerate(had)}
    items: list[Item] = []
    first = following = 0
    for digest, piece in _digested_pieces(html.encode()):
        # Of pieces that are equal, such as the ends of forms, the one that continues the row is named.
        place = following if following < len(had) and had[following] == digest else places.get(digest)
        if place is None:
            items.append((digest, piece.decode()))
            continue
        if items and items[-1] == (first, place - 1):
            items[-1] = (first, place)
        else:
            first = place
            items.append((place, place))
        following = place + 1
    return items


def _digested_pieces(html: bytes) -> Iterator[tuple[str, bytes]]:
    starts = [0]
    for found in START.finditer(html):
        if found.start() - starts[-1] >= LEAST_BYTES:
            starts.append(found.start())
    pieces = [html[start:end] for start, end in zip(starts, [*starts[1:], len(html)], strict=True)]
    digests = [blake2b(piece, digest_size=DIGEST_BYTES, key=DIGEST_KEY).digest() for piece in pieces]
    return zip(_cut_digests(urlsafe_b64encode(b"".join(digests)).decode()), pieces, strict=True)


def _cut_digests(text: str) -> list[str]:
    return [text[place : place + DIGEST_CHARACTERS] for place in range(0, len(text), DIGEST_CHARACTERS)]

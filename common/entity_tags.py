"""Entity tags of the API, so that clients need not read unchanged rows again and never overwrite changed ones.

A tag is `"REVISION-DIGEST"`: the row's revision, and a digest of what this caller read. A read is compared with the
whole tag, since figures may change without the row. A change is compared with the revision, which the action checks
under its lock; so `If-Match: "7"` means the same as `"7-5d1f0a9c22e4"`.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

TAG: Final = re.compile(r'(?:W/)?"?([0-9]{1,10})(?:-[0-9a-f]*)?"?')
# A revision that no row has.
NONE: Final = -1
ETAG: Final = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="The revision, and a digest of the response.",
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag, or the revision in quotes, that you read (one, no list); `*` overwrites whatever is there."
    " Required, unless the body has `revision`.",
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="An ETag or a list of them; 304 if nothing of the response has changed.",
)
DIGEST_ETAG: Final = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201], description="A digest of the content."
)
READ: Final = [IF_NONE_MATCH, ETAG]
CHANGE: Final = [IF_MATCH, ETAG]
READ_CONTENT: Final = [IF_NONE_MATCH, DIGEST_ETAG]
OPTIONAL_IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag, or the revision in quotes, that you read (one, no list); the same as `revision` in a body."
    " Without either, the request is carried out even if something has changed since.",
)


class PreconditionRequired(APIException):
    """A change that does not say on which revision it is based: 428."""

    status_code = 428
    default_code = "precondition.required"
    default_detail = "Send If-Match with the ETag that you read, so that you do not overwrite other people's changes."


def with_entity_tag(request: Request, data: Mapping[str, Any], status: int = 200) -> Response:
    """The response with its tag; 304 without a body to a read whose If-None-Match has that tag.

    `data` has `revision`, and is exactly what the caller may read."""
    words = json.dumps(data, sort_keys=True, default=str).encode("utf-8", "surrogatepass")
    tag = f'"{data["revision"]}-{hashlib.blake2b(words, digest_size=6).hexdigest()}"'
    if is_known(request, tag):
        return Response(status=304, headers={"ETag": tag})
    return Response(data, status, headers={"ETag": tag})


def is_known(request: Request, tag: str) -> bool:
    """Whether a read says in If-None-Match that it knows what has this tag."""
    known = {known.strip().removeprefix("W/") for known in request.headers.get("If-None-Match", "").split(",")}
    return request.method in {"GET", "HEAD"} and not known.isdisjoint({tag, "*"})


def optional_revision(request: Request, fields: dict[str, Any]) -> int | None:
    """As `request_revision`, but None also for a request that names no revision."""
    named = "revision" in fields or request.headers.get("If-Match", "").strip()
    return request_revision(request, fields) if named else None


def request_revision(request: Request, fields: dict[str, Any]) -> int | None:
    """The revision that the caller saw, from If-Match or else from `revision`, which leaves the fields.

    None for `*`, which overwrites on purpose; NONE for a tag that no row ever had. PreconditionRequired: neither."""
    revision = fields.pop("revision", None)
    header = request.headers.get("If-Match", "").strip()
    if header == "*":
        return None
    if header:
        match = TAG.fullmatch(header)
        return int(match[1]) if match else NONE
    if revision is None:
        raise PreconditionRequired
    return int(revision)

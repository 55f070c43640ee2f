"""Revisions that are computed from content: for rows without a stored one, and for people who only read."""

import json
import zlib
from collections.abc import Mapping
from typing import Final

READ: Final = "For people who may not change the object: a number that changes with the part that they can read."
# Ids and times are not part of what a person reads.
UNHASHED_FIELDS: Final = frozenset({
    "id", "campaign", "owner", "author", "parent", "character", "players", "attendance", "starts", "created", "closed",
    "archived", "revision",
})  # fmt: skip


def revision_read(fields: Mapping[str, object]) -> int:
    """A number that changes with the readable fields, but not with hidden changes."""
    content = {name: value for name, value in fields.items() if name not in UNHASHED_FIELDS}
    # Of these only their presence counts: a closed thread, a page with a parent.
    content |= {name: fields.get(name) is not None for name in ("closed", "archived", "parent")}
    return content_revision(content)


def content_revision(content: object) -> int:
    """The revision of a row without a stored one: a number that changes with its content."""
    words = json.dumps(content, sort_keys=True, default=str)
    return zlib.crc32(words.encode("utf-8", "surrogatepass")) % (2**31 - 1) + 1

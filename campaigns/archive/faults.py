"""What stops a transfer: a fault with its place, or somebody's wish."""

from collections.abc import Callable
from typing import Any

# Called with (stage, done, total); raises Cancelled to stop. Stages: "reading", "writing", "packing".
Progress = Callable[[str, int, int], Any]


class ArchiveInvalid(Exception):
    """The archive is refused whole; `place` is a file in it, with line and pointer where there is one.

    `code`: archive.damaged, archive.unsafe, archive.too_large, archive.version, archive.kind, archive.row,
    archive.reference, archive.sealed."""

    def __init__(self, code: str, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.code, self.place, self.message = code, place, message


class Cancelled(Exception):
    """Somebody stopped it; nothing has been written."""


def silent(stage: str, done: int, total: int) -> None:
    """Tells nobody."""

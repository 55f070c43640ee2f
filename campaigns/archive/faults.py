"""The exceptions that stop a transfer."""

from collections.abc import Callable
from typing import Any

# Called with (stage, done, total); raises Cancelled to stop. Stages: "reading", "writing", "packing".
Progress = Callable[[str, int, int], Any]


class ArchiveInvalid(Exception):
    """The archive is refused; `place` is a file in it, if possible with line and pointer.

    `code`: archive.damaged, archive.unsafe, archive.too_large, archive.version, archive.kind, archive.row,
    archive.reference, archive.sealed."""

    def __init__(self, code: str, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.code, self.place, self.message = code, place, message


class SiteBusy(Exception):
    """Another process was still writing after `seconds`; nothing was changed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"another process was still writing after {seconds:g} seconds")
        self.seconds = seconds


class Cancelled(Exception):
    """A person cancelled the transfer; nothing was written."""


def ignore_progress(stage: str, done: int, total: int) -> None:
    """Ignores progress."""

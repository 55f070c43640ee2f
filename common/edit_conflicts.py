"""The exception for two people who change the same row: the second one writes nothing and sees the current row."""

from typing import Any

from django.utils.translation import gettext as _


class EditConflict(Exception):
    """Another person changed the row since it was read; nothing was written.

    `current` is the current row, `revision` its number as the writer sees it."""

    def __init__(self, current: Any, name: str, revision: int | None = None) -> None:
        super().__init__(
            _("Someone else has changed “%(name)s” since you opened it. Compare the two versions and save again.")
            % {"name": name}
        )
        self.current = current
        self.revision: int = current.revision if revision is None else revision


def seen_revision(posted: Any) -> int:
    """The revision on which a posted form is based; 0, which no row has, if it has none."""
    text = posted.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

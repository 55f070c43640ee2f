"""The exception for two people who change the same row: the second one writes nothing and sees the current row."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _

from common.line_ends import unix_line_ends

# The digits of the largest revision, 2147483647 (common/revisions.py).
MAX_DIGITS: Final = 10
OVERWRITE_TRIES: Final = 5
Result = TypeVar("Result")


class EditConflict(Exception):
    """The row was changed since it was read, by someone else or in another window; nothing was written.

    `current` is the current row, `revision` its number as the writer sees it."""

    def __init__(self, current: Any, name: str, revision: int | None = None) -> None:
        super().__init__(
            _("“%(name)s” was changed after you opened it. Compare the two versions and save again.") % {"name": name}
        )
        self.current, self.name = current, name
        self.revision: int = current.revision if revision is None else revision


def require_revision(row: Any, name: str, seen: int | None, current: int | None = None) -> None:
    """EditConflict if the locked row has another revision than the writer saw; None overwrites on purpose.

    `current`: the row's revision, if it has none of its own."""
    now = row.revision if current is None else current
    if seen is not None and seen != now:
        raise EditConflict(row, name, now)


def has_values(row: Any, fields: Mapping[str, Any]) -> bool:
    """Whether the row already has these values: then a form with an older revision was sent twice, because its answer
    was lost, and there is nothing to compare. Other line ends are no difference."""
    return all(_plain(getattr(row, name)) == _plain(value) for name, value in fields.items())


def _plain(value: Any) -> Any:
    return unix_line_ends(value).strip() if isinstance(value, str) else value


def overwrite(change: Callable[[], Result]) -> Result:
    """Makes a change that reads the row, keeps the fields that were not sent, and writes at the revision it read.

    If someone else changes the row in between, it reads it again. EditConflict after a few such tries."""
    for _try in range(OVERWRITE_TRIES - 1):
        with suppress(EditConflict):
            return change()
    return change()


def posted_revision(posted: Any) -> int:
    """The revision on which a posted form is based; 0, which no row has, if it has none."""
    text = posted.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else 0

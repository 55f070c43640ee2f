"""What two people who change the same row at once are told: the second one writes nothing and sees what stands."""

from typing import Any

from django.utils.translation import gettext as _


class Stale(Exception):
    """The row was changed by somebody else since it was read; nothing has been written.

    `current` is the row as it stands, `revision` its number."""

    def __init__(self, current: Any, name: str) -> None:
        super().__init__(
            _("“%(name)s” was changed by somebody else meanwhile. Compare the two versions and save again.")
            % {"name": name}
        )
        self.current = current
        self.revision: int = current.revision


def seen_revision(posted: Any) -> int:
    """The revision that a posted form was made from; 0, which never stands, when it names none."""
    text = posted.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

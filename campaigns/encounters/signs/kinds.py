"""The signs that people at a table can show each other."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy


@dataclass(frozen=True)
class Sign:
    """A sign: its key, the character that is shown, and what it says."""

    key: str
    symbol: str
    words: Promise


SIGNS: Final = {
    sign.key: sign
    for sign in (
        Sign("yes", "✓", _lazy("Yes")),
        Sign("no", "✕", _lazy("No")),
        Sign("wait", "…", _lazy("One moment")),
        Sign("question", "?", _lazy("A question")),
        Sign("careful", "!", _lazy("Careful")),
        Sign("thanks", "♥", _lazy("Thank you")),
        Sign("great", "★", _lazy("Brilliant")),
        Sign("laugh", "☺", _lazy("Ha!")),
    )
}

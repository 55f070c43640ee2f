"""Refuses names that nobody can read or tap."""

import re
import unicodedata
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# They turn the text after them around, also outside the name. The marks U+200E and U+200F do not, and names need them.
TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
# Letters and signs that are drawn as nothing.
EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def require_visible_name(row: Any) -> None:
    """ValidationError for a row with a new name that has no visible sign, or signs that turn text around.

    A name that is stored already stays, so that the row can be saved for other reasons."""
    if is_visible_name(row.name):
        return
    if row.pk is not None and type(row)._default_manager.filter(pk=row.pk, name=row.name).exists():
        return
    message = _(
        "A name needs a visible letter and must not contain invisible signs that change the direction of the text. If "
        "you pasted the name, type it instead."
    )
    raise ValidationError({"name": message})


def is_visible_name(name: str) -> bool:
    """Whether a name has a visible sign, and none that turns the text after it around."""
    return not TURNING.search(name) and any(
        unicodedata.category(sign)[0] not in "CMZ" and sign not in EMPTY for sign in name
    )

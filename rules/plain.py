"""Texts that others read as they were typed: none of them holds a secret block."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from rules.play import Refused
from rules.secrets import has_secret


def must_be_plain(**texts: str) -> None:
    """ValidationError on the first field, by its name, whose text has the mark of a secret block.

    Nothing is cut out of such a text later, so that players would read the secret as it was typed."""
    for field, text in texts.items():
        if isinstance(text, str) and has_secret(text):
            message = _("Players read this as it is typed: a secret block hides nothing here. Write it as a GM note.")
            raise ValidationError({field: message})


def must_give_plainly(command: Any) -> None:
    """`Refused` for a command with such a mark in any of its texts: the table reads them in the account of play."""
    left = [command]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif isinstance(one, str) and has_secret(one):
            raise Refused("text.secret", _("The table reads this as it is typed: a secret block hides nothing here."))

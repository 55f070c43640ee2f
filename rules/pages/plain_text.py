"""Refuses secret blocks in texts that others read exactly as they were typed."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from common.secret_blocks import has_secret
from rules.play import Refused


def require_plain_text(**texts: str) -> None:
    """ValidationError for the first field whose text has the mark of a secret block.

    Nothing is removed from such a text later, so players would read the secret.
    """
    for field, text in texts.items():
        if isinstance(text, str) and has_secret(text):
            message = _(
                "Players see this text as typed, so a secret block hides nothing here. Write a GM note instead."
            )
            raise ValidationError({field: message})


def require_plain_command(command: Any) -> None:
    """`Refused` for a command with such a mark in a text, because everyone reads it in the event log."""
    left = [command]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            left += part.values()
        elif isinstance(part, list):
            left += part
        elif isinstance(part, str) and has_secret(part):
            raise Refused(
                "text.secret", _("Everyone at the table sees this text as typed, so a secret block hides nothing here.")
            )

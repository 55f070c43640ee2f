"""The ends of sentences."""

from typing import Final

ENDS: Final = (".", "!", "?", "…")


def end_sentence(text: str) -> str:
    """The text with a full stop, unless it ends a sentence already, also inside a link."""
    return text if text.rstrip("]").endswith(ENDS) else f"{text}."

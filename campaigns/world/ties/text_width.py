"""Shortens a text to the width that it has in a drawing. Only a browser knows the font, so widths are estimated."""

import unicodedata
from bisect import bisect_right
from itertools import accumulate
from typing import Final

# Widths of characters, in ordinary small letters.
FULL_WIDTH, WIDE, CAPITAL, ORDINARY, COMBINING = 1.9, 1.5, 1.25, 1.0, 0.0
WIDE_LETTERS: Final = frozenset("MWmw@%ЖМФШЩЫЮжмфшщыю")


def shorten_to_width(text: str, most: int) -> str:
    """The text, or its beginning with "…" if it is wider than `most` ordinary letters."""
    widths = list(accumulate(map(_width, text)))
    if not widths or widths[-1] <= most:
        return text
    kept = bisect_right(widths, most - ORDINARY)  # leaves room for "…"
    return f"{text[:kept].rstrip()}…"


def _width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return FULL_WIDTH
    if unicodedata.combining(character):
        return COMBINING
    if character in WIDE_LETTERS:
        return WIDE
    return CAPITAL if character.isupper() else ORDINARY

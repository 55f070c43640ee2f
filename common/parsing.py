"""Parses numbers from URLs and forms."""

import re


def parse_id(text: object) -> int | None:
    """The integer, such as a row's id, from up to 18 ASCII digits; None for everything else.

    Longer numbers fit no column, and `int` refuses some digits, such as a superscript two."""
    typed = str(text)
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 19 else None


def split_numbers(text: str) -> list[str]:
    """The words of a field for several numbers, whatever stands between them: a phone's keypad may have no space."""
    return re.findall(r"[^\W_]+", text)

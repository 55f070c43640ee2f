"""Ranges of versions such as ">=1.0.0 <2", "^1.2" or "1.x || 3", for required modules."""

import re
from typing import Final

PART: Final = re.compile(r"(>=|<=|>|<|=|\^|~)?\s*v?(\d{1,9}|[xX*])(?:\.(\d{1,9}|[xX*]))?(?:\.(\d{1,9}|[xX*]))?")
SPACE: Final = re.compile(r"(>=|<=|>|<|=|\^|~)\s+")
Version = tuple[int, int, int]
END: Final = 10**10


def bounds(text: str) -> list[list[tuple[Version, Version]]] | None:
    """The range as alternatives of spans from (included) to (excluded) that must all match; None if invalid."""
    alternatives = []
    for alternative in text.split("||"):
        spans = []
        for word in SPACE.sub(r"\1", alternative.strip()).split():
            match = PART.fullmatch(word)
            if match is None:
                return None
            spans.append(_span(match))
        if not spans:
            return None
        alternatives.append(spans)
    return alternatives


def fits(number: str, text: str) -> bool:
    """Whether a version is in a range; an empty range matches all. A pre-release comes just before its release."""
    if not text:
        return True
    core, _dash, pre = number.partition("-")
    major, minor, patch = (int(part) for part in core.split("."))
    place = (major, minor, patch)
    for spans in bounds(text) or []:
        if all((low <= place) and (place < high) and not (pre and place == low) for low, high in spans):
            return True
        if pre and all(low < place < high for low, high in spans):
            return True
    return False


def _span(match: re.Match[str]) -> tuple[Version, Version]:
    parts = [int(part) for part in match.groups()[1:] if part and part.isdecimal()]
    major, minor, patch, *_rest = [*parts, 0, 0, 0]
    low: Version = (major, minor, patch)
    sign, top = match[1] or "", (END, 0, 0)
    if not parts:
        return (0, 0, 0), top
    if sign == ">=":
        return low, top
    if sign == ">":
        return _after(parts), top
    if sign == "<":
        return (0, 0, 0), low
    if sign == "<=":
        return (0, 0, 0), _after(parts)
    if sign == "^":
        # The first number that is not zero stays fixed; for ^0 and ^0.0, the last one written.
        place = next((number for number, part in enumerate(parts) if part), len(parts) - 1)
        return low, _after(parts[: place + 1])
    if sign == "~":
        return low, _after(parts[:2])
    return low, _after(parts)


def _after(parts: list[int]) -> Version:
    """The first version after all versions that begin with these numbers."""
    raised = [*parts[:-1], parts[-1] + 1, 0, 0]
    return raised[0], raised[1], raised[2]

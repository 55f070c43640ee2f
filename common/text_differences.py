"""Compares two texts by lines or paragraphs, in bounded time."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

# Python's comparison takes a second for 500 lines that are nearly alike, and minutes for a few thousand.
MOST: Final = 300


class Change(NamedTuple):
    """A part of the old text and the part that replaces it in the new one; `equal` if nothing changed."""

    equal: bool
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def find_changes(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The runs of both texts in order. Between their common beginning and end at most MOST parts are compared."""
    head = _common_length(old, new)
    tail = _common_length(old[head:][::-1], new[head:][::-1])
    if head:
        yield Change(True, 0, head, 0, head)
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(before), len(after)) <= MOST:
        for tag, *places in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            yield Change(tag == "equal", *(place + head for place in places))
    else:
        yield Change(False, head, len(old) - tail, head, len(new) - tail)
    if tail:
        yield Change(True, len(old) - tail, len(old), len(new) - tail, len(new))


def _common_length(first: Sequence[str], other: Sequence[str]) -> int:
    """How many parts at the beginning are the same."""
    pairs = zip(first, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(first), len(other)))

"""Secret blocks: text between `:::secret` and `:::` is only for GMs, and for people to whom a block was opened.

A block that was opened has a number on its first line: `:::secret {2}`. The number does not say who may read the block:
that is stored beside the page.

A block may contain others, up to MOST_NESTED levels. What is nested deeper belongs to the block of the last level,
which cannot be opened. The GM's page repeats the inner text for each block, so a text of a thousand nested blocks would
become megabytes.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

CLOSING = ":::"
# Possessive, and anchored at the first colon of a run, so that a text of many colons takes linear time. No group is
# possessive: before Python 3.11.5 such a group keeps what it had read when it fails in its middle.
OPENS = re.compile(r"(?:^[\s>*+-]*+)?(?<!:):{3,}+\s*+secret\b(?:\s*+\{([0-9]{1,4})\})?", re.IGNORECASE)
# A block with the numbers after it, of which only the first counts.
NUMBERS = re.compile(OPENS.pattern + r"(?:\s*+\{[0-9]{1,4}\})*", re.IGNORECASE)
MOST_NESTED: Final = 20
HIGHEST_NUMBER: Final = 9999
CLOSES = re.compile(r"^[\s>*+-]*+:{3,}+\s*$")


@dataclass(frozen=True)
class Block:
    """A secret block of a text: its index among all blocks, and the number on its first line if it has one."""

    index: int
    number: int | None


@dataclass(frozen=True)
class Piece:
    """A part of a text, and the blocks in which it stands, the outermost first."""

    blocks: tuple[Block, ...]
    text: str

    def is_visible(self, opened: Container[int]) -> bool:
        """Whether a reader sees the piece; `opened` are the numbers of the blocks that are open to the reader."""
        return all(block.number in opened for block in self.blocks)


@dataclass(frozen=True)
class _Opening:
    """The mark that begins a block."""

    number: int | None


class _Every:
    """A container of every number, and not of blocks without one."""

    def __contains__(self, number: object) -> bool:
        return number is not None


EVERY_NUMBER: Container[int] = _Every()


def split_secrets(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces, each with whether it is secret. An unclosed block is secret to the end of the text.

    The marks may be indented, quoted, in a list or within a line: everything that looks like the beginning of a secret
    is one, and the rest of its line belongs to it."""
    depth, piece = 0, list[str]()
    for line in _lines(text):
        if isinstance(line, _Opening):
            if depth == 0:
                yield False, "\n".join(piece)
                piece = []
            depth += 1
        elif depth and CLOSES.match(line):
            depth -= 1
            if depth == 0:
                yield True, "\n".join(piece)
                piece = []
        else:
            piece.append(line)
    yield depth > 0, "\n".join(piece)


def escape_stray_ends(text: str) -> str:
    """The text with a backslash before each mark that would end a block that begins before the text."""
    depth, lines = 0, text.splitlines()
    for place, line in enumerate(lines):
        for piece in list(_lines(line)):
            if isinstance(piece, _Opening):
                depth += 1
            elif CLOSES.match(piece):
                if depth == 0:
                    lines[place] = line.replace(":", "\\:", 1)
                depth = max(depth - 1, 0)
    return "\n".join(lines)


def has_whole_blocks(text: str) -> bool:
    """Whether the text ends every block that it begins, and no other."""
    depth = 0
    for line in _lines(text):
        if isinstance(line, _Opening):
            depth += 1
        elif CLOSES.match(line):
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def block_numbers(text: str) -> list[int]:
    """The numbers on the blocks of a text, also those that do not count."""
    return [line.number for line in _lines(text) if isinstance(line, _Opening) and line.number is not None]


def repeats_number(text: str) -> bool:
    """Whether two blocks have the same number, of which only the first counts."""
    numbers = block_numbers(text)
    return len(numbers) > len(set(numbers))


def split_blocks(text: str) -> Iterator[Piece]:
    """The text in pieces, each with the secret blocks around it, at most MOST_NESTED.

    If a number is repeated, only the first block has it. The number of a block on the last level is ignored."""
    around, piece, index, numbers, deeper = tuple[Block, ...](), list[str](), 0, set[int](), 0
    for line in _lines(text):
        closes = isinstance(line, str) and bool(around) and CLOSES.match(line) is not None
        if isinstance(line, str) and not closes:
            piece.append(line)
            continue
        yield Piece(around, "\n".join(piece))
        piece = []
        if isinstance(line, str):
            around, deeper = (around, deeper - 1) if deeper else (around[:-1], 0)
            continue
        if len(around) == MOST_NESTED:
            deeper += 1
        else:
            is_last_level = len(around) == MOST_NESTED - 1
            around = (*around, Block(index, None if is_last_level or line.number in numbers else line.number))
        index += 1
        if line.number is not None:
            numbers.add(line.number)
    yield Piece(around, "\n".join(piece))


def number_block(text: str, index: int, number: int) -> str:
    """The text with a number on the block of an index; raises LookupError if there is none."""
    marks = [
        (start + mark.start(), start + mark.end())
        for start, line in _starts_of_lines(text)
        for mark in OPENS.finditer(line)
    ]
    if not 0 <= index < len(marks):
        raise LookupError
    begin, end = marks[index]
    bare = re.sub(r"\s*\{[0-9]{1,4}\}\Z", "", text[begin:end])
    rest = text[end:]
    return f"{text[:begin]}{bare} {{{number}}}{rest}"


def remove_block_numbers(text: str) -> str:
    """The text without the numbers of its blocks, so that readers of another text's block do not get these."""
    return "\n".join(NUMBERS.sub(_without_numbers, line) if CLOSING in line else line for line in text.split("\n"))


def _without_numbers(mark: re.Match[str]) -> str:
    return re.sub(r"(?:\s*\{[0-9]{1,4}\})+\Z", "", mark[0])


def _starts_of_lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, line.rstrip("\r\n")
        start += len(line)


def _lines(text: str) -> Iterator[str | _Opening]:
    """The lines, with every mark on its own line. A block that opens within a line may close at its end."""
    for line in text.splitlines():
        marks = list(OPENS.finditer(line))
        if not marks:
            yield line
            continue
        rest, closed = _split_closing(line[marks[-1].end() :], len(marks))
        previous_end = 0
        for mark in marks:
            before = line[previous_end : mark.start()]
            if before.strip():
                # The first part of the line keeps its indent, which may say that it belongs to a list.
                yield before.strip() if previous_end else before.rstrip()
            yield _Opening(int(mark[1]) if mark[1] else None)
            previous_end = mark.end()
        if rest.strip():
            yield rest.strip()
        yield from [CLOSING] * closed


def _split_closing(rest: str, opened: int) -> tuple[str, int]:
    """The text before the closing marks at the end of a line, and how many open blocks the marks close."""
    for closed in range(opened):
        ended = rest.rstrip()
        bare = ended.rstrip(":")
        if len(ended) - len(bare) < len(CLOSING):
            return rest, closed
        rest = bare
    return rest, opened


def visible_text(text: str, *, is_gm: bool, opened: Container[int] = frozenset()) -> str:
    """The text as a person may read it: complete for GMs (`is_gm`), for others with the secrets `opened` to them."""
    return text if is_gm else "\n\n".join(piece.text for piece in visible_pieces(text, opened)).strip()


def visible_pieces(text: str, opened: Container[int]) -> Iterator[Piece]:
    """The pieces that a reader sees, without blank ends; two in one block with only hidden text between are one.

    There is always one blank line where something is hidden, because more of them would show where a hidden block is.
    """
    visible = (piece for piece in split_blocks(text) if piece.text.strip() and piece.is_visible(opened))
    for blocks, pieces in groupby(visible, key=lambda piece: piece.blocks):
        yield Piece(blocks, "\n\n".join(_without_blank_ends(piece.text) for piece in pieces))


def _without_blank_ends(text: str) -> str:
    """The text without blank lines before and after it."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def has_secret(text: str) -> bool:
    """Whether the text has a secret."""
    return any(OPENS.search(line) for line in text.splitlines())

"""Secret blocks: what stands between `:::secret` and `:::` in a text is for GMs alone."""

import re
from collections.abc import Iterator

OPENING, CLOSING = ":::secret", ":::"
# Possessive, and from the first colon of a run on: a text of nothing but colons is read in one go.
OPENS = re.compile(r"(?:^[\s>*+-]*+)?(?<!:):{3,}+\s*+secret\b", re.IGNORECASE)
CLOSES = re.compile(r"^[\s>*+-]*+:{3,}+\s*$")


def parts(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces, each with whether it is secret. A block that nobody closes is secret to the end.

    The marks may be indented, quoted, in a list or within a line: what looks like the beginning of a secret is one,
    and what follows it on its line belongs to it."""
    depth, piece = 0, list[str]()
    for line in _lines(text):
        opens = OPENS.match(line)
        if opens:
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


def _lines(text: str) -> Iterator[str]:
    """The lines, every mark of a block on one of its own. A block that opens within a line may close at its end."""
    for line in text.splitlines():
        marks = list(OPENS.finditer(line))
        if not marks:
            yield line
            continue
        rest, closed = _closed(line[marks[-1].end() :], len(marks))
        ends = [mark.start() for mark in marks]
        for begins, ends_at in zip([0, *(mark.end() for mark in marks)], ends, strict=False):
            if line[begins:ends_at].strip():
                yield line[begins:ends_at].strip() if begins else line[:ends_at].rstrip()
            yield OPENING
        if rest.strip():
            yield rest.strip()
        yield from [CLOSING] * closed


def _closed(rest: str, opened: int) -> tuple[str, int]:
    """What stands before the closing marks at the end of a line, and how many of the opened blocks they close."""
    for closed in range(opened):
        ended = rest.rstrip()
        bare = ended.rstrip(":")
        if len(ended) - len(bare) < len(CLOSING):
            return rest, closed
        rest = bare
    return rest, opened


def told(text: str, *, runs: bool) -> str:
    """The text as somebody may read it: whole to GMs, without its secrets to everybody else."""
    if runs:
        return text
    return "\n\n".join(piece for secret, piece in parts(text) if not secret and piece.strip()).strip()


def has_secret(text: str) -> bool:
    """Whether something in the text is for GMs alone."""
    return any(OPENS.search(line) for line in text.splitlines())

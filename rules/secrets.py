"""Secret blocks: what stands between `:::secret` and `:::` in a text is for GMs alone."""

import re
from collections.abc import Iterator

OPENS = re.compile(r"(?:^[\s>*+-]*)?:{3,}\s*secret\b", re.IGNORECASE)
CLOSES = re.compile(r"^[\s>*+-]*:{3,}\s*$")
# A block that opens within a line may close at that line's end.
ENDS = re.compile(r":{3,}\s*$")


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
    """The lines, every mark of a block on one of its own."""
    for line in text.splitlines():
        opens = OPENS.search(line)
        if opens is None:
            yield line
            continue
        before, after = line[: opens.start()], line[opens.end() :]
        if before.strip():
            yield before.rstrip()
        yield ":::secret"
        if after.strip():
            yield from _lines(ENDS.sub("", after).strip())
            if ENDS.search(after):
                yield ":::"


def told(text: str, *, runs: bool) -> str:
    """The text as somebody may read it: whole to GMs, without its secrets to everybody else."""
    if runs:
        return text
    return "\n\n".join(piece for secret, piece in parts(text) if not secret and piece.strip()).strip()


def has_secret(text: str) -> bool:
    """Whether something in the text is for GMs alone."""
    return any(OPENS.search(line) for line in text.splitlines())

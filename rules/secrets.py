"""Secret blocks: what stands between `:::secret` and `:::` in a text is for GMs alone."""

import re
from collections.abc import Iterator

OPENS = re.compile(r"^[\s>*+-]*:{3,}\s*secret\b", re.IGNORECASE)
CLOSES = re.compile(r"^[\s>*+-]*:{3,}\s*$")


def parts(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces, each with whether it is secret. A block that nobody closes is secret to the end.

    The marks may be indented, quoted or in a list: what looks like the beginning of a secret is one."""
    depth, piece = 0, list[str]()
    for line in text.splitlines():
        if OPENS.match(line):
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


def told(text: str, *, runs: bool) -> str:
    """The text as somebody may read it: whole to GMs, without its secrets to everybody else."""
    if runs:
        return text
    return "\n\n".join(piece for secret, piece in parts(text) if not secret and piece.strip()).strip()


def has_secret(text: str) -> bool:
    """Whether something in the text is for GMs alone."""
    return any(OPENS.match(line) for line in text.splitlines())

"""Secret blocks: text between `:::secret` and `:::` is only for GMs."""

import re
from collections.abc import Iterator

OPENING, CLOSING = ":::secret", ":::"
# Possessive, and anchored at the first colon of a run, so that a text of many colons takes linear time.
OPENS = re.compile(r"(?:^[\s>*+-]*+)?(?<!:):{3,}+\s*+secret\b", re.IGNORECASE)
CLOSES = re.compile(r"^[\s>*+-]*+:{3,}+\s*$")


def split_secrets(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces, each with whether it is secret. An unclosed block is secret to the end of the text.

    The marks may be indented, quoted, in a list or within a line: everything that looks like the beginning of a secret
    is one, and the rest of its line belongs to it."""
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
    """The lines, with every mark on its own line. A block that opens within a line may close at its end."""
    for line in text.splitlines():
        marks = list(OPENS.finditer(line))
        if not marks:
            yield line
            continue
        rest, closed = _split_closing(line[marks[-1].end() :], len(marks))
        ends = [mark.start() for mark in marks]
        for begins, ends_at in zip([0, *(mark.end() for mark in marks)], ends, strict=False):
            if line[begins:ends_at].strip():
                yield line[begins:ends_at].strip() if begins else line[:ends_at].rstrip()
            yield OPENING
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


def visible_text(text: str, *, runs: bool) -> str:
    """The text as a person may read it: complete for GMs (`runs`), without secrets for others."""
    if runs:
        return text
    return "\n\n".join(piece for secret, piece in split_secrets(text) if not secret and piece.strip()).strip()


def has_secret(text: str) -> bool:
    """Whether the text has a secret."""
    return any(OPENS.search(line) for line in text.splitlines())

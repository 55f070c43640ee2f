"""Excerpts of texts around what was found."""

import re
import unicodedata
from typing import Final

from campaigns.overview.search import index
from campaigns.world import wiki_links

EXCERPT_LENGTH: Final = 70
LINES_AROUND: Final = 6
# Markup without content: fences of secrets, headings, emphasis, quotes.
BARE: Final = re.compile(r"^[ \t>*+-]*+:{3,}.*$|^[ \t]*+#+|[*_`>|]+", re.MULTILINE)


def text_excerpt(text: str, search_text: str) -> str:
    """An excerpt of a readable text around the first match, as plain text on one line, or else its beginning."""
    wanted = tuple(index.search_words(search_text))
    lines = unicodedata.normalize("NFC", text).split("\n")
    # Only the lines around the match are made plain: the recap of a long session has thousands of words.
    matched = next((number for number, line in enumerate(lines) if _first_match(line, wanted) is not None), 0)
    first, last = max(matched - LINES_AROUND, 0), matched + LINES_AROUND + 1
    flat = _flatten("\n".join(lines[first:last]))
    middle = _first_match(flat, wanted) or 0
    # Cut at word boundaries.
    begin = flat.rfind(" ", 0, middle - EXCERPT_LENGTH) + 1 if middle > EXCERPT_LENGTH else 0
    end = flat.find(" ", middle + 2 * EXCERPT_LENGTH)
    goes_on = end > 0 or _flatten("\n".join(lines[last : last + LINES_AROUND]))
    return f"{'… ' if begin or first else ''}{flat[begin : end if end > 0 else None]}{' …' if goes_on else ''}"


def _flatten(text: str) -> str:
    """The text without markup, on one line; links are their words."""
    named = wiki_links.LINK.sub(lambda link: link[2] or link[1], wiki_links.PICTURE.sub(r"\1", text))
    return " ".join(BARE.sub(lambda mark: "" if mark[0][0] in "*_`" else " ", named).split())


def _first_match(text: str, wanted: tuple[str, ...]) -> int | None:
    """Where the first word with one of the wanted beginnings is."""
    folded = text.casefold()
    if not any(word in folded for word in wanted):
        return None
    return next((at.start() for at in index.word_pattern().finditer(text) if at[0].casefold().startswith(wanted)), None)

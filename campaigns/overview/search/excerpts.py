"""Excerpts of texts around what was found."""

import re
from typing import Final

from campaigns.overview.search import index
from campaigns.world import wiki_links

EXCERPT_LENGTH: Final = 70
# Markup without content: fences of secrets, headings, emphasis, quotes.
BARE: Final = re.compile(r"^[ \t>*+-]*+:{3,}.*$|^[ \t]*+#+|[*_`>|]+", re.MULTILINE)


def text_excerpt(text: str, search_text: str) -> str:
    """An excerpt of a readable text around the first match, as plain text on one line, or else its beginning."""
    named = wiki_links.LINK.sub(lambda link: link[2] or link[1], wiki_links.PICTURE.sub(r"\1", text))
    flat = " ".join(BARE.sub(lambda mark: "" if mark[0][0] in "*_`" else " ", named).split())
    wanted = tuple(index.search_words(search_text))
    matches = (at.start() for at in index.WORD.finditer(flat) if at[0].casefold().startswith(wanted))
    middle = next(matches, 0)
    # Cut at word boundaries.
    begin = flat.rfind(" ", 0, middle - EXCERPT_LENGTH) + 1 if middle > EXCERPT_LENGTH else 0
    end = flat.find(" ", middle + 2 * EXCERPT_LENGTH)
    return f"{'… ' if begin else ''}{flat[begin : end if end > 0 else None]}{' …' if end > 0 else ''}"

"""The syntax of wiki links: `[[name]]`, and `[[name|words]]`, which shows only its words.

In a table other programs for notes write `[[name\\|words]]`, because a bare `|` would end the cell."""

import re

from common.picture_syntax import pictures_as_words

LINK = re.compile(r"\[\[([^\[\]|\n]{1,120}?)(?:\\?\|([^\[\]|\n]{1,200}))?\]\]")
# A line that begins as a row of a table, perhaps in a quotation.
TABLE_ROW = re.compile(r"[ \t>]*+\|")


def links_with_words(text: str) -> set[str]:
    """The links in a text that do not show their target."""
    return {match[0] for match in LINK.finditer(text) if match[2]}


def words_only(text: str) -> str:
    """The text with every link and picture replaced by its words, as read by people who may open none of them."""
    return pictures_as_words(LINK.sub(words_of, text))


def words_of(match: re.Match[str]) -> str:
    """The words that a link shows."""
    return (match[2] or match[1]).strip()


def separator_at(match: re.Match[str]) -> str:
    """The sign before the words of a link at this place: `\\|` in a row of a table and where a link has it already."""
    text = match.string
    is_in_row = TABLE_ROW.match(text, text.rfind("\n", 0, match.start()) + 1, match.start())
    return "\\|" if is_in_row or "\\|" in match[0] else "|"

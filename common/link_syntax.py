"""The syntax of wiki links: `[[name]]`, and `[[name|words]]`, which shows only its words."""

import re

from common.picture_syntax import pictures_as_words

LINK = re.compile(r"\[\[([^\[\]|\n]{1,120})(?:\|([^\[\]|\n]{1,200}))?\]\]")


def links_with_words(text: str) -> set[str]:
    """The links in a text that do not show their target."""
    return {match[0] for match in LINK.finditer(text) if match[2]}


def words_only(text: str) -> str:
    """The text with every link and picture replaced by its words, as read by people who may open none of them."""
    return pictures_as_words(LINK.sub(words_of, text))


def words_of(match: re.Match[str]) -> str:
    """The words that a link shows."""
    return (match[2] or match[1]).strip()

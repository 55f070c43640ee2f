"""Module text for people: joined blocks, and [[references]] as links or plain words."""

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from typing import Any, Final

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt

from campaigns.modules.format.references import IN_MARKDOWN, Reference, parse_reference
from campaigns.modules.format.vocabulary import SINGULAR
from common.markdown_html import new_parser, to_html

SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()<>#+!|~&])")
# Returns (title, URL) of a reference, with an empty URL for a deleted object; None for a missing object.
Resolver = Callable[[Reference], tuple[str, str] | None]


def render_links(markdown: str, resolve: Resolver) -> str:
    """Markdown in which every [[reference|words]] is a link, or its plain words if the object is missing."""

    def replace(match: re.Match[str]) -> str:
        reference = parse_reference(match[1].strip())
        target = resolve(reference) if reference else None
        words = escape((match[2] or (target[0] if target else _readable(reference, match[1]))).strip())
        return f"[{words}]({target[1]})" if target and target[1] else words

    return IN_MARKDOWN.sub(replace, markdown)


def plain(markdown: str, titles: dict[str, str]) -> str:
    """Markdown in which every [[reference|words]] is only its words, or the title it has in `titles`."""

    def replace(match: re.Match[str]) -> str:
        reference = parse_reference(match[1].strip())
        title = titles.get(reference.short) if reference else None
        return escape((match[2] or title or _readable(reference, match[1])).strip())

    return IN_MARKDOWN.sub(replace, markdown)


def links_as_words(markdown: str) -> str:
    """Markdown in which every [[reference|words]] is its words, or those of its key, with nothing escaped."""

    def replace(match: re.Match[str]) -> str:
        return (match[2] or _readable(parse_reference(match[1].strip()), match[1])).strip()

    return IN_MARKDOWN.sub(replace, markdown)


@cache
def _parser() -> MarkdownIt:
    return new_parser()


def as_words(markdown: str) -> str:
    """The words of a Markdown text in one line, without its markup."""
    return " ".join(unescape(strip_tags(to_html(_parser(), plain(markdown, {})))).split())


def escape(words: str) -> str:
    """Words that Markdown shows as they are."""
    return SPECIAL.sub(r"\\\1", words)


def titles_of(document: dict[str, Any]) -> dict[str, str]:
    """The titles of all objects of a module, by "kind:key"."""
    return {
        f"{kind}:{item['key']}": title(item)
        for collection, kind in SINGULAR.items()
        for item in document.get(collection, [])
    }


def title(item: dict[str, Any]) -> str:
    """The title, name or key of an object."""
    return str(item.get("title") or item.get("name") or item["key"])


def notes(item: dict[str, Any], titles: dict[str, str]) -> str:
    """All text blocks of an object as one Markdown text for the GM; texts to read aloud are quotations."""
    return "\n\n".join(block(text_block, titles) for text_block in item.get("blocks", []))


def block(text_block: dict[str, Any], titles: dict[str, str]) -> str:
    """One text block as Markdown."""
    text = plain(text_block["md"], titles)
    if text_block["kind"] == "read_aloud":
        text = "\n".join(f"> {line}" for line in text.split("\n"))
    elif text_block["kind"] == "secret":
        text = f"**{_('Secret')}:** {text}"
    heading = f"### {escape(text_block['title'])}\n\n" if text_block.get("title") else ""
    return heading + text


def cut(words: str, most: int) -> str:
    """The text, shortened with an ellipsis to `most` characters."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _readable(reference: Reference | None, fallback: str) -> str:
    return reference.key.replace("-", " ") if reference else fallback

"""Renders Markdown as safe HTML without raw HTML and images, with limited tables, and caches the results."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table

from common.text_cache import TextCache

LONGEST: Final = 65_536  # characters of a text that are shown
# Cells of all tables in a text; short rows are padded, so a small text could become a megabyte of HTML.
MOST_CELLS: Final = 4000
# Where this site shows the pictures in texts, and where a book has them beside its pages.
OWN_PICTURE: Final = re.compile(
    r"/(?:world/[0-9]+/text-pictures|log/[0-9]+/note-pictures|sessions/[0-9]+/(?:recaps/[a-z0-9]+/)?note-pictures)"
    r"/[0-9a-f]{16}/"
    r"|media/(?:text-[0-9]+|note)-[0-9a-f]{16}\.[a-z]{3,4}"
)
# The number that a list begins with, as Markdown allows it.
LIST_START: Final = re.compile(r"[0-9]{1,9}")
CACHE: Final = TextCache(16 * 1024 * 1024)
SHORTEST_CACHED: Final = 16  # characters; shorter texts are rendered as fast as they are found
TAGS: Final = {
    "p",
    "br",
    "strong",
    "em",
    "ul",
    "ol",
    "li",
    "blockquote",
    "code",
    "pre",
    "hr",
    "a",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "s",
}


def new_parser() -> MarkdownIt:
    """A parser that outputs no active content; the sanitiser checks the output again."""
    parser = MarkdownIt("js-default", {"html": False, "linkify": False, "maxNesting": 20})
    parser.block.ruler.at("table", parse_bounded_table, {"alt": ["paragraph", "reference"]})
    return parser


def to_html(
    parser: MarkdownIt, text: str, links: Mapping[str, str] | None = None, *, pictures: bool = False
) -> SafeString:
    """The HTML of a text; `links` are URLs by name for a parser with wiki links.

    With `pictures` the HTML may have pictures of this site; never those of other sites."""
    if len(text) < SHORTEST_CACHED:
        return _render(parser, text, links, pictures)
    words = f"{id(parser)}\n{json.dumps(links, sort_keys=True)}\n{text}"
    key = hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()
    html = CACHE.get(key)
    if html is None:
        html = _render(parser, text, links, pictures)
        CACHE.put(key, html)
    return mark_safe(html)  # noqa: S308 (the sanitiser's output)


def _render(parser: MarkdownIt, text: str, links: Mapping[str, str] | None, pictures: bool) -> SafeString:
    html = parser.render(text[:LONGEST], {"links": links or {}})
    clean = nh3.clean(
        html,
        tags=TAGS | {"img"} if pictures else TAGS,
        attributes={"a": {"href", "title"}, "img": {"src", "alt", "loading"}, "ol": {"start"}},
        attribute_filter=_safe_attribute,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )
    return mark_safe(clean)  # noqa: S308 (the sanitiser's output)


def _safe_attribute(tag: str, attribute: str, value: str) -> str | None:
    """Keeps the address of a picture only if it is one of this site's, and the start of a list if it is a number."""
    if attribute == "start" and not LIST_START.fullmatch(value):
        return None
    if tag == "img" and attribute == "src" and not OWN_PICTURE.fullmatch(value):
        return None
    return value


def parse_bounded_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parses a table, unless the text's tables have too many cells: then it stays plain text."""
    if start + 2 > end or "-" not in (below := _line(state, start + 1)) or set(below) - set("|-: \t"):
        return False
    # Counting the rows costs most, so it is done only for a table, and once for the lines of one that is refused.
    if start < state.env.get("refused_rows_end", 0) or not table(state, start, end, True):
        return False
    columns, rows = below.strip().strip("|").count("|") + 1, _rows(state, start, end)
    cells = state.env.get("cells", 0) + columns * rows
    if cells > MOST_CELLS:
        state.env["refused_rows_end"] = start + rows
        return False
    if silent:
        return True
    state.env["cells"] = cells
    return table(state, start, end, False)


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _rows(state: StateBlock, start: int, end: int) -> int:
    """The number of lines up to the next empty one, limited to the largest table."""
    number = start
    while number < min(end, start + MOST_CELLS + 1) and not state.isEmpty(number):
        number += 1
    return number - start

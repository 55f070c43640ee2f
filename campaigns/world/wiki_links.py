"""Wiki links in texts of the world: finding, hiding and renaming them, and rendering texts as HTML."""

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any
from urllib.parse import quote

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from common import markdown_html
from common.link_syntax import LINK, separator_at, words_of, words_only
from common.picture_syntax import PICTURE, PICTURE_SCHEME
from common.secret_blocks import EVERY_NUMBER, has_secret, split_secrets, visible_text

__all__ = [
    "LINK",
    "fold_name",
    "has_secret",
    "hide_targets",
    "linked_names",
    "new_page_address",
    "rename_links",
    "render_html",
    "render_page",
    "split_secrets",
    "visible_text",
    "words_only",
]

# More than a text has room for, unless its names are shorter than 29 letters on average. It bounds the rows that a save
# of the index writes.
MAX_LINKS = 2000
# Characters that Markdown would read as markup.
SIGNS = re.compile(r"[\\`*_<>&#~+=.!|-]")


def fold_name(name: str) -> str:
    """A name in the form that links compare: without differences in case, spaces and the encoding of accents."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def linked_names(text: str) -> dict[str, bool]:
    """The folded names that a text links to (at most 2000), each with whether all its links are in secrets."""
    names: dict[str, bool] = {}
    for secret, piece in split_secrets(text):
        for match in LINK.finditer(piece):
            name = fold_name(match[1])
            if name and (name in names or len(names) < MAX_LINKS):
                names[name] = names.get(name, True) and secret
    return names


def hide_targets(text: str, plain: Container[str], aliased: Container[str], *, escaped: bool = False) -> str:
    """The text with only the words of each link that its reader may not follow.

    `plain` are the folded names that `[[name]]` may lead to, `aliased` those that `[[name|words]]` may lead to.
    `escaped` is for texts that become HTML: the words are escaped, so that Markdown finds no markup in them."""

    def shown(match: re.Match[str]) -> str:
        if fold_name(match[1]) in (aliased if match[2] else plain):
            return match[0]
        words = words_of(match)
        return SIGNS.sub(lambda sign: f"\\{sign[0]}", words) if escaped else words

    return LINK.sub(shown, text)


def rename_links(text: str, old: str, new: str, *, keep_words: bool = False) -> str:
    """The text in which every link to the folded name `old` leads to `new`.

    A link's own words stay. With `keep_words` a link without words keeps its text (`[[new|old]]`), except in secrets,
    so that what players read does not change."""
    open_links = _open_links(text, old) if keep_words else set()
    place = count()

    def replace_next(match: re.Match[str]) -> str:
        at = next(place)
        if fold_name(match[1]) != old:
            return match[0]
        words = match[2] or (match[1] if at in open_links else "")
        return f"[[{new}{separator_at(match)}{words}]]" if words and words != new else f"[[{new}]]"

    return LINK.sub(replace_next, text)


def _open_links(text: str, name: str) -> set[int]:
    """The positions, among all links of the text, of links to a folded name that players may read.

    They are outside secrets, or in blocks that may be open to someone."""
    place = count()
    marked = LINK.sub(lambda match: f"\ue000{next(place)}\ue001" if fold_name(match[1]) == name else _skip(place), text)
    readable = visible_text(marked, is_gm=False, opened=EVERY_NUMBER)
    return {int(number) for number in re.findall("\ue000([0-9]{1,6})\ue001", readable)}


def _skip(place: Iterator[int]) -> str:
    next(place)
    return ""


@cache
def _markdown() -> MarkdownIt:
    parser = markdown_html.new_parser()
    parser.block.ruler.at("table", _parse_table, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler.before("link", "wiki", _parse_link)
    parser.inline.ruler.before("image", "picture", _parse_picture)
    parser.add_render_rule("image", lambda *_given: "")
    parser.add_render_rule("picture", _render_picture)
    return parser


def _parse_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parses a table in which the `|` of a link does not end a cell.

    Meanwhile the text has a null character for it, which Markdown has in no text."""
    text, first = state.src, len(state.tokens)
    if "links_masked" not in state.env:
        state.env["links_masked"] = LINK.sub(lambda match: match[0].replace("|", "\0"), text)
    state.src = state.env["links_masked"]
    try:
        return markdown_html.parse_bounded_table(state, start, end, silent)
    finally:
        state.src = text
        for token in state.tokens[first:]:
            token.content = token.content.replace("\0", "|")


def _parse_picture(state: StateInline, silent: bool) -> bool:
    """Parses `![words](picture:key)` as a picture of the page if it has it, or else as its words."""
    match = PICTURE.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        address = state.env.get("links", {}).get(f"{PICTURE_SCHEME}{match[2]}")
        token = state.push("picture" if address else "text", "img" if address else "", 0)
        token.content = match[1]
        if address:
            token.attrs = {"src": address}
    state.pos = match.end()
    return True


def _render_picture(_renderer: Any, tokens: Sequence[Token], place: int, *_given: Any) -> str:
    token = tokens[place]
    return format_html('<img src="{}" alt="{}" loading="lazy">', token.attrs["src"], token.content)


def _parse_link(state: StateInline, silent: bool) -> bool:
    """Parses `[[name]]` and `[[name|words]]` as a link if the reader may follow it, or else as plain words."""
    match = LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        target = state.env.get("links", {}).get(fold_name(match[1]))
        if target:
            token = state.push("link_open", "a", 1)
            token.attrs = {"href": target}
        state.push("text", "", 0).content = words_of(match)
        if target:
            state.push("link_close", "a", -1)
    state.pos = match.end()
    return True


def render_html(text: str, links: dict[str, str]) -> SafeString:
    """Markdown as safe HTML; `links` are the URLs that the reader may follow, by folded name."""
    return markdown_html.to_html(_markdown(), text, links, pictures=True)


def render_page(text: str, links: dict[str, str], *, is_gm: bool) -> SafeString:
    """A complete text as HTML: GMs see the secrets in boxes, and nobody else learns of them."""
    if not is_gm:
        return render_html(visible_text(text, is_gm=False), links)
    pieces = [(secret, render_html(piece, links)) for secret, piece in split_secrets(text) if piece.strip()]
    return format_html_join("", "{}", [(_secret_box(piece) if secret else piece,) for secret, piece in pieces])


def _secret_box(piece: SafeString) -> SafeString:
    words = _("GMs only")
    return format_html('<div class="secret"><p class="chip warn">{}</p>{}</div>', words, piece)


def new_page_address(base: str, name: str) -> str:
    """The URL where a GM writes the missing page of a link."""
    return f"{base}?name={quote(name)}"

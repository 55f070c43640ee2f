"""Texts of the world: what of them whom is told, the names they link to, and the HTML they become."""

import re
import unicodedata
from functools import cache
from urllib.parse import quote

import nh3
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from rules.secrets import has_secret, parts, told

__all__ = ["folded", "has_secret", "html", "names", "new_page", "page", "parts", "renamed", "told"]

LONGEST = 65536
MOST_LINKS = 200
LINK = re.compile(r"\[\[([^\[\]|\n]{1,120})(?:\|([^\[\]|\n]{1,200}))?\]\]")
TAGS = {
    "p", "br", "strong", "em", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "a",
    "h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "s",
}  # fmt: skip


def folded(name: str) -> str:
    """A name as links find it: whatever its case, its blanks and its way of writing accents."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def names(text: str) -> dict[str, bool]:
    """The folded names a text links to, each with whether it is linked from secrets alone; 200 at most."""
    found: dict[str, bool] = {}
    for secret, piece in parts(text):
        for match in LINK.finditer(piece):
            name = folded(match[1])
            if name and (name in found or len(found) < MOST_LINKS):
                found[name] = found.get(name, True) and secret
    return found


def renamed(text: str, old: str, new: str) -> str:
    """The text with every link to the folded name `old` leading to `new`; its own words stay, where it has any."""

    def swapped(match: re.Match[str]) -> str:
        if folded(match[1]) != old:
            return match[0]
        return f"[[{new}|{match[2]}]]" if match[2] else f"[[{new}]]"

    return LINK.sub(swapped, text)


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("js-default", {"html": False, "linkify": False, "maxNesting": 20})
    made.inline.ruler.before("link", "wiki", _wiki)
    return made


def _wiki(state: StateInline, silent: bool) -> bool:
    """Reads `[[name]]` and `[[name|words]]`: a link where the reader may follow it, plain words elsewhere."""
    match = LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        target = state.env.get("links", {}).get(folded(match[1]))
        if target:
            token = state.push("link_open", "a", 1)
            token.attrs = {"href": target}
        state.push("text", "", 0).content = (match[2] or match[1]).strip()
        if target:
            state.push("link_close", "a", -1)
    state.pos = match.end()
    return True


def html(text: str, links: dict[str, str]) -> SafeString:
    """Markdown as safe HTML; `links` are the addresses by folded name that the reader may follow."""
    made = _markdown().render(text[:LONGEST], {"links": links})
    clean = nh3.clean(
        made, tags=TAGS, attributes={"a": {"href", "title"}}, url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )  # fmt: skip
    return mark_safe(clean)  # noqa: S308 (the sanitiser's output)


def page(text: str, links: dict[str, str], *, runs: bool) -> SafeString:
    """A whole text for its reader: for GMs the secrets stand in boxes of their own, nobody else learns of them."""
    if not runs:
        return html(told(text, runs=False), links)
    pieces = [(secret, html(piece, links)) for secret, piece in parts(text) if piece.strip()]
    return format_html_join(
        "", "{}", [(_box(piece) if secret else piece,) for secret, piece in pieces]
    )  # fmt: skip


def _box(piece: SafeString) -> SafeString:
    words = _("GMs only")
    return format_html('<div class="secret"><p class="chip warn">{}</p>{}</div>', words, piece)


def new_page(base: str, name: str) -> str:
    """Where a GM writes the page that a name is waiting for."""
    return f"{base}?name={quote(name)}"

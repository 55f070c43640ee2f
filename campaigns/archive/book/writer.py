"""Writes the files of a book: pages, the print page, and the words of the search."""

import json
import re
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaigns.archive.book.contents import Contents, Page
from campaigns.archive.book.texts import NameIndex, plain_text
from campaigns.archive.container import ArchiveWriter
from common.temporary_folders import temporary_file

TEMPLATES: Final = "campaigns/archive/book"
LINK: Final = re.compile(r'href="([a-z0-9-]+)\.html(?:#([a-z0-9-]+))?"')
DRAWN: Final = re.compile(r'href="#card-(\w+)"')
CHUNK: Final = 256 * 1024
FIRST_PAGE: Final = "index"


class BookFile:
    """A book being written into a seekable file. What grows with the campaign is kept in temporary files."""

    def __init__(self, into: IO[bytes], contents: Contents, shared: dict[str, Any]) -> None:
        self.archive, self.contents, self.shared = ArchiveWriter(into), contents, shared
        self.names = NameIndex(contents.names)
        self.cards: set[str] = set()
        self._words: IO[bytes] = temporary_file()  # closed in `finish`
        self._print: IO[bytes] = temporary_file()  # closed in `finish`
        self._order = {page.stem: place for place, page in enumerate(contents.pages)}
        self._words.write(b"window.bookWords = [];\n")

    def add_page(self, page: Page, template: str, **context: Any) -> None:
        """Renders a page of the book into its own file and into the print page."""
        body = render_to_string(f"{TEMPLATES}/{template}.html", {**self.shared, **context, "page": page})
        pages, at = self.contents.pages, self._order[page.stem]
        self._add_file(
            page,
            body,
            before=pages[at - 1] if at else None,
            after=pages[at + 1] if at + 1 < len(pages) else None,
        )
        self._add_to_print(page, body)

    def add_front(self, template: str, page: Page, **context: Any) -> None:
        """Renders a page that the print page does not have."""
        body = render_to_string(f"{TEMPLATES}/{template}.html", {**self.shared, **context, "page": page})
        self._add_file(page, body, **context)

    def _add_file(self, page: Page, body: str, **context: Any) -> None:
        values = {**self.shared, **context, "page": page, "body": mark_safe(body), "sprite": draw_cards(body)}  # noqa: S308 (a rendered template)
        self.archive.add(page.address, render_to_string(f"{TEMPLATES}/page.html", values).encode())

    def _add_to_print(self, page: Page, body: str) -> None:
        self.cards |= set(DRAWN.findall(body))
        self._print.write(f'<section class="leaf" id="{page.stem}">\n{_link_inside(body)}</section>\n'.encode())

    def add_words(self, page: Page, title: str, html: str, anchor: str = "") -> None:
        """Makes a text searchable, and finds the names in it."""
        text = plain_text(html)
        self.names.add_mentions(page.stem, text)
        row = [f"{page.address}#{anchor}" if anchor else page.address, page.title, title, text]
        # A script must not hold these two line ends within a text.
        line = json.dumps(row, ensure_ascii=False).replace("\u2028", " ").replace("\u2029", " ")
        self._words.write(f"bookWords.push({line});\n".encode())

    def add_media(self, name: str, data: bytes) -> None:
        """Adds a picture."""
        self.archive.add(f"media/{name}", data, packed=False)

    def finish(self, front: SafeString) -> None:
        """Adds the print page, the words and the styles, and closes the file."""
        page = Page("print", self.shared["title"], "")
        sprite = draw_cards("".join(f'href="#card-{code}"' for code in sorted(self.cards)))
        body = mark_safe(_link_inside(front))  # noqa: S308 (a rendered template)
        context = {**self.shared, "page": page, "body": body, "sprite": sprite}
        head, tail = render_to_string(f"{TEMPLATES}/print.html", context).split("<!-- leaves -->", 1)
        with self.archive.stream("print.html") as file:
            file.write(head.encode())
            _copy(self._print, file)
            file.write(tail.encode())
        with self.archive.stream("words.js") as file:
            _copy(self._words, file)
        for name in ("book.css", "paper.css", "print.js", "search.js"):
            self.archive.add(name, Path(__file__).with_name(name).read_bytes())
        running = render_to_string(f"{TEMPLATES}/print.css", {"title": css_text(self.shared["title"])})
        self.archive.add("print.css", running.encode())
        self.archive.zip.comment = b""
        self.archive.zip.close()

    def close(self) -> None:
        """Deletes the temporary files."""
        self._words.close()
        self._print.close()


def _link_inside(body: str) -> str:
    """A part of the print page: links to pages of the book lead to their places on it."""
    return LINK.sub(lambda match: f'href="#{match[2] or match[1]}"', body)


def _copy(source: IO[bytes], into: Any) -> None:
    source.seek(0)
    while part := source.read(CHUNK):
        into.write(part)


def css_text(text: str) -> SafeString:
    """A text as a string of a style sheet, with everything escaped that could end it."""
    escaped = "".join(sign if sign.isalnum() or sign == " " else f"\\{ord(sign):x} " for sign in text)
    return mark_safe(f'"{escaped}"')  # noqa: S308 (letters, digits and escapes only)


def draw_cards(body: str) -> SafeString:
    """The drawings of the cards that a page shows, once each."""
    drawn = _card_symbols()
    symbols = [drawn[code] for code in sorted(set(DRAWN.findall(body))) if code in drawn]
    return mark_safe("".join(symbols))  # noqa: S308 (the site's own drawings)


@cache
def _card_symbols() -> dict[str, str]:
    path = finders.find("img/cards.svg")
    text = Path(str(path)).read_text(encoding="utf-8") if path else ""
    symbols = re.findall(r'<symbol id="([0-9A-Z]{2})"(.*?</symbol>)', text, re.DOTALL)
    return {code: f'<symbol id="card-{code}"{rest}' for code, rest in symbols}

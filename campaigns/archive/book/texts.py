"""Texts of a book as its reader may read them, with links to pages of the book; and the index of names."""

import html
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.archive.book.contents import Contents
from campaigns.archive.book.pasted_pictures import PastedPictures
from campaigns.world import wiki_links
from campaigns.world.readable_text import Reader
from common.card_signs import CODE, short_name
from people.models import Member

HEADING: Final = re.compile(r"<(/?)h([1-6])>")
LAZY: Final = ' loading="lazy"'
ALT: Final = re.compile(r'<img [^>]*alt="([^"]*)"[^>]*>')
TAG: Final = re.compile(r"<[^>]*>")
BLOCK_END: Final = re.compile(r"</(?:p|li|h[1-6]|td|th|blockquote|pre)>|<br ?/?>")
ITALIC_LINE: Final = re.compile(r"\A\*([^*\n]+)\*\n*")
WORD: Final = re.compile(r"\w+")
SHORTEST_NAME: Final = 3


Pictures = Callable[[str], dict[str, str]]


class BookTexts:
    """Renders texts for the reader of a book."""

    def __init__(self, reader: Member, contents: Contents) -> None:
        self.reader, self.addresses = Reader(reader), contents.addresses
        self.pictures = PastedPictures(reader.campaign_id)

    def render(self, text: str, author_id: int | None = None, entry_id: int | None = None) -> SafeString:
        """The HTML of a text; `author_id` is the player whose page it is, who reads its links as they are written.

        `entry_id` is the page, whose secret blocks may be open to the reader, and whose pictures it shows."""
        shown = None if entry_id is None else partial(self.pictures.of_page, entry_id)
        return self._render(text, author_id, entry_id, shown)

    def render_note(self, text: str) -> SafeString:
        """A text of the log or of a session, with the pictures that were pasted into such texts."""
        return self._render(text, None, None, self.pictures.of_note)

    def _render(self, text: str, author_id: int | None, entry_id: int | None, shown: Pictures | None) -> SafeString:
        member = self.reader.membership
        if not text.strip():
            return SafeString()
        if member.is_gm:
            pictures = shown(text) if shown else {}
            return _finish(wiki_links.render_page(text, self.addresses | pictures, is_gm=True))
        opened = self.reader.opened_in(entry_id, text)
        readable = wiki_links.visible_text(text, is_gm=False, opened=opened)
        links = {name: self.addresses[name] for name in wiki_links.linked_names(readable) if name in self.addresses}
        if "[[" in readable and (author_id is None or author_id != member.pk):
            may = self.reader.followable
            links = {name: address for name, address in links.items() if name in may.by_name}
            readable = wiki_links.hide_targets(readable, links, links.keys() & may.by_words, escaped=True)
        # Only now, so that no picture of a closed secret block is found.
        return _finish(wiki_links.render_html(readable, links | (shown(readable) if shown else {})))

    def render_recap(self, text: str, title: str) -> SafeString:
        """A recap without the title, day and people of a draft, because the chapter has them.

        `title` is the first line of a draft. One from before a rename is known by the day and people below it. A line
        with the mark of a secret block stays: the block begins there."""
        body = wiki_links.visible_text(text, is_gm=self.reader.membership.is_gm)
        first, _end, rest = body.partition("\n")
        rest = rest.lstrip("\n")
        under = _day_and_people(rest)
        is_title = first.rstrip() == title or (first.startswith("# ") and under.rstrip().endswith(".*"))
        if is_title and not wiki_links.has_secret(first):
            body = rest
        return self.render_note(body[len(_day_and_people(body)) :])

    def render_sentence(self, text: str) -> SafeString:
        """A sentence of the site, its cards as signs."""
        return card_signs(self.reader.text(text))


def _day_and_people(text: str) -> str:
    """The line in italics with the people of a draft, at the beginning of a text; empty without one."""
    line = ITALIC_LINE.match(text)
    names = _("Present: %(names)s") % {"names": ""}
    return line[0] if line is not None and names in line[1] and not wiki_links.has_secret(line[0]) else ""


def card_signs(sentence: str) -> SafeString:
    """A sentence in which every card is a rank and a suit; all else is escaped."""
    marked = CODE.sub(
        lambda match: f'<span class="suit-{match[2].lower()}">{short_name(match[0])}</span>',
        escape(sentence),
    )
    return mark_safe(marked)  # noqa: S308 (the sentence was escaped)


def _finish(rendered: SafeString) -> SafeString:
    """Makes the headings of a text smaller than those of its page, and lets pictures load at once."""
    lower = HEADING.sub(lambda match: f"<{match[1]}h{min(int(match[2]) + 2, 6)}>", rendered).replace(LAZY, "")
    return mark_safe(lower)  # noqa: S308 (the sanitiser's output with other headings)


def plain_text(rendered: str) -> str:
    """The words of rendered HTML, with those of its pictures."""
    return " ".join(html.unescape(TAG.sub("", BLOCK_END.sub(" ", ALT.sub(r" \1 ", rendered)))).split())


class NameIndex:
    """On which pages of the book each name is mentioned."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._first: dict[str, list[tuple[str, str]]] = {}
        self.mentions: dict[str, list[str]] = {}
        for name, _anchor in names:
            folded = wiki_links.fold_name(name)
            first = WORD.search(folded)
            if first is not None and len(folded) >= SHORTEST_NAME and folded not in self.mentions:
                self.mentions[folded] = []
                self._first.setdefault(first[0], []).append((folded[first.start() :], folded))

    def add_mentions(self, stem: str, text: str) -> None:
        """Finds the names in a text of a page."""
        folded = wiki_links.fold_name(text)
        for word in WORD.finditer(folded):
            for name, key in self._first.get(word[0], ()):
                end = word.start() + len(name)
                ends = end >= len(folded) or not folded[end].isalnum()
                if ends and folded.startswith(name, word.start()) and stem not in self.mentions[key][-1:]:
                    self.mentions[key].append(stem)

    def pages_naming(self, name: str) -> list[str]:
        """The pages that mention a name, in the order of the book."""
        return list(dict.fromkeys(self.mentions.get(wiki_links.fold_name(name), [])))

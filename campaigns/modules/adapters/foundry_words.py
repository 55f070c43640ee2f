"""Converts Foundry's HTML descriptions to Markdown; links into Foundry are removed and noted."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, text

ENRICHER: Final = re.compile(
    r"(?:\[\[/?[^\]]{0,400}\]\]|[@&](?:UUID|Embed|Compendium|Item|Reference)\[([^\]]{0,400})\])(?:\{([^}]{0,400})\})?"
)
# A "<" that never becomes a tag is escaped, because the parser would search for its end again and again.
UNCLOSED: Final = re.compile(r"<(?=[^<>]*+(?:<|$))")


# Elements that may be a box to read aloud, and the mark of such a box in the text until it is split.
BOXES: Final = ("blockquote", "div", "section", "aside")
ALOUD: Final = re.compile(r"read-?aloud|narrative|boxed-?text", re.IGNORECASE)
BEGIN, END = "\x0e", "\x0f"


class _Plain(HTMLParser):
    """Converts an editor's HTML to Markdown: paragraphs, emphasis and lists; other elements become their text."""

    MARKS: Final = {
        "strong": "**",
        "b": "**",
        "em": "*",
        "i": "*",
        "h1": "\n\n### ",
        "h2": "\n\n### ",
        "h3": "\n\n#### ",
    }

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.dropped = 0
        self.boxes: list[bool] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Opens a mark."""
        self.dropped += tag in ("script", "style")
        self.parts.append(self.MARKS.get(tag, "\n* " if tag == "li" else "\n" if tag == "br" else ""))
        if tag in BOXES:
            aloud = tag == "blockquote" or any(name == "class" and ALOUD.search(value or "") for name, value in attrs)
            self.boxes.append(aloud)
            self.parts.append(BEGIN if aloud else "")

    def handle_endtag(self, tag: str) -> None:
        """Closes a mark; a paragraph ends with an empty line."""
        self.dropped -= tag in ("script", "style") and self.dropped > 0
        if tag in BOXES and self.boxes and self.boxes.pop():
            self.parts.append(END)
        ends = ("p", "h1", "h2", "h3", "h4", "ul", "ol", "tr", *BOXES)
        mark = "" if tag in ("h1", "h2", "h3") else self.MARKS.get(tag, "")
        self.parts.append(mark or ("\n\n" if tag in ends else " | " if tag in ("td", "th") else ""))

    def handle_data(self, data: str) -> None:
        """Adds text, except for that of scripts."""
        if not self.dropped:
            self.parts.append(data)


def blocks(draft: Draft, html: Any, place: str) -> Iterator[tuple[str, str]]:
    """The texts of a page in order, each as (kind of block, Markdown): boxes are read aloud, the rest is for the GM."""
    words = markdown(draft, html, place, None, boxes=True)
    for number, part in enumerate(re.split(f"[{BEGIN}{END}]", words)):
        plain = part.strip()
        if plain:
            yield ("read_aloud" if BEGIN in words and _inside(words, number) else "gm"), plain


def _inside(words: str, number: int) -> bool:
    """Whether the text after this number of marks is inside a box."""
    marks = re.findall(f"[{BEGIN}{END}]", words)[:number]
    return marks.count(BEGIN) > marks.count(END)


def markdown(draft: Draft, html: Any, place: str, dc: int | None, *, boxes: bool = False) -> str:
    """A description as Markdown; links into Foundry become their words, and lost links are noted.

    Rolls that Foundry inserts ([[/attack]], [[/damage]]) are left out, because the block has the figures; a save
    becomes its DC."""
    parser = _Plain()
    parser.feed(UNCLOSED.sub("&lt;", text(html)))
    parser.close()
    lost = 0

    def plain(match: re.Match[str]) -> str:
        nonlocal lost
        roll = match[0].startswith("[[/")
        if roll and match[0].startswith("[[/save") and dc is not None:
            return f"DC {dc}"
        lost += not roll and not match[2] and not match[1]
        return match[2] or (match[1] or "").rpartition(".")[2].partition(" ")[0]

    together = "".join(parser.parts)
    together = together if boxes else together.replace(BEGIN, "").replace(END, "")
    words = re.sub(r"\n{3,}", "\n\n", ENRICHER.sub(plain, together)).strip()
    if lost:
        message = _("%(count)s links into Foundry were left out of the description")
        draft.note(place, "left_out", message % {"count": lost})
    return words if words.strip(" .\n") else ""

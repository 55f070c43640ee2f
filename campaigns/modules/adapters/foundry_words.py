"""Converts Foundry's HTML descriptions to Markdown; links into Foundry are removed and noted."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, text

ENRICHER: Final = re.compile(
    r"(?:\[\[/?[^\]]{0,400}\]\]|[@&](?:UUID|Embed|Compendium|Item|Reference)\[([^\]]{0,400})\])(?:\{([^}]{0,400})\})?"
)
COMMAND: Final = re.compile(r"\[\[/(\w+)\s*([^\]]*)\]\]")
# A roll that Foundry makes at once.
INLINE_ROLL: Final = re.compile(r"\[\[(\d*d?\d[^\]]*)\]\]")
ROLLS: Final = {"r", "roll", "gmr", "gmroll", "br", "blindroll", "pr", "publicroll", "sr", "selfroll"}
DAMAGE: Final = {"damage", "heal", "healing"}
TESTS: Final = {"save", "check", "skill", "tool", "concentration"}
# Words of a command that only say how Foundry shows it.
MANNERS: Final = {"average", "extended", "passive"}
ABILITIES: Final = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
# A "<" that never becomes a tag is escaped, because the parser would search for its end again and again.
UNCLOSED: Final = re.compile(r"<(?=[^<>]*+(?:<|$))")


# Elements that may be a box to read aloud, and the mark of such a box in the text until it is split.
BOXES: Final = ("blockquote", "div", "section", "aside")
ALOUD: Final = re.compile(r"read-?aloud|narrative|boxed-?text", re.IGNORECASE)
BEGIN, END = "\x0e", "\x0f"
EMPHASIS: Final = ("strong", "b", "em", "i")


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
        # The open elements of emphasis, each with the place of its mark in the parts.
        self.emphasis: list[tuple[str, int]] = []
        self.opened: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Opens a mark."""
        self.dropped += tag in ("script", "style")
        if tag in EMPHASIS:
            self.emphasis.append((tag, len(self.parts)))
            self.opened[tag] += 1
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
        if tag in EMPHASIS:
            self._end_emphasis(tag)
        else:
            self.parts.append("\n\n" if tag in ends else " | " if tag in ("td", "th") else "")

    def _end_emphasis(self, tag: str) -> None:
        """Closes a mark, with spaces outside of it: Markdown shows the marks otherwise. An empty one is removed."""
        if not self.opened[tag]:
            return
        while (begun := self.emphasis.pop())[0] != tag:
            self.parts[begun[1]] = ""  # an element that is never closed
            self.opened[begun[0]] -= 1
        self.opened[tag] -= 1
        place = begun[1]
        parts, mark = self.parts, self.MARKS[tag]
        first = next((number for number in range(place + 1, len(parts)) if parts[number].strip()), None)
        if first is None:
            parts[place:] = ["".join(parts[place + 1 :])]
            return
        text = parts[first].lstrip()
        before = "".join(parts[place + 1 : first]) + parts[first].removesuffix(text)
        parts[place : first + 1] = [before + mark, text]
        after = ""
        while not parts[-1].strip():
            after = parts.pop() + after
        text = parts[-1].rstrip()
        parts.append(mark)
        parts.append(parts[-2].removeprefix(text) + after)
        parts[-3] = text

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

    Rolls that Foundry inserts become their formula or DC. Without one of their own ([[/attack]], [[/damage]]) they are
    left out, because the block has the figures; a save becomes its DC."""
    parser = _Plain()
    parser.feed(UNCLOSED.sub("&lt;", text(html)))
    parser.close()
    lost = 0

    def plain(match: re.Match[str]) -> str:
        nonlocal lost
        command, inline = COMMAND.match(match[0]), INLINE_ROLL.match(match[0])
        name = command[1].lower() if command else "roll" if inline else ""
        roll = _roll_words(name, command[2] if command else inline[1] if inline else "")
        if name == "save" and not match[2] and not roll and dc is not None:
            return f"DC {dc}"
        lost += not match[2] and not match[1] and not roll and name not in {"attack", *DAMAGE}
        return match[2] or roll or (match[1] or "").rpartition(".")[2].partition(" ")[0]

    together = "".join(parser.parts)
    together = together if boxes else together.replace(BEGIN, "").replace(END, "")
    words = re.sub(r"\n{3,}", "\n\n", ENRICHER.sub(plain, together)).strip()
    if lost:
        message = _("%(count)s links into Foundry were left out of the description")
        draft.note(place, "left_out", message % {"count": lost})
    return words if words.strip(" .\n") else ""


def _roll_words(name: str, arguments: str) -> str:
    """A roll with arguments of its own in words, such as “1d6 psychic” or “DC 15 Constitution”; otherwise empty."""
    if name in ROLLS:
        return arguments.partition("#")[0].strip().replace("*", "×")
    if name not in DAMAGE | TESTS:
        return ""
    named = [word.rpartition("=")[::2] for word in arguments.replace('"', "").split()]
    kept = {"", "formula", "type", "ability", "skill", "tool", "dc"}
    words = [word for field, word in named if field.lower() in kept and word.lower() not in MANNERS]
    if name in DAMAGE:
        return " ".join(words).replace("*", "×")
    dcs = [word for word in words if word.isdecimal()]
    others = [ABILITIES.get(word.lower(), word) for word in words if not word.isdecimal()]
    return " ".join([f"DC {dcs[0]}", *others]) if dcs else ""

"""Turns the text of a note into the text of a page, and back."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from campaigns.archive.vault.code import HIDDEN_PERCENT, hide_percents_of_code
from campaigns.archive.vault.notes import ANY_FILE, COMMENT, MARKED, PICTURE_FILE, QUOTED, SECRET, LinkNames
from campaigns.modules.adapters.obsidian import NOTE_LINK
from campaigns.world.wiki_links import fold_name
from common.link_syntax import LINK as PAGE_LINK
from common.link_syntax import separator_at, words_of
from common.picture_syntax import PICTURE
from common.secret_blocks import MOST_NESTED, Block, escape_stray_ends, split_blocks

# A link or embed of a vault: `![[target#heading|words]]`.
LINK: Final = re.compile(r"(!?)\[\[([^\[\]|#^\n]{0,200})([#^][^\[\]|\n]{0,200})?(?:\\?\|([^\[\]\n]{0,200}))?\]\]")
SIZE: Final = re.compile(r"\A[0-9x]{1,9}\Z")
PERCENTS: Final = re.compile(r"%{2,}")
ESCAPED_PERCENTS: Final = re.compile(r"(?:\\%){2,}")
MOST_BYTES = 200
DEVICES = re.compile(r"(?:CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9])", re.IGNORECASE)
UNSAFE: Final = re.compile(r'[\\/:*?"<>|#^\[\]]')
# Gives the Markdown of a picture by its path and words; empty for one that the page cannot have.
ShowPicture = Callable[[str, str], str]


def read_text(text: str, names: LinkNames, show: ShowPicture, lost: set[str]) -> str:
    """The text of a page; adds to `lost` the files that it cannot show.

    A link to a heading leads to its page and names the heading; an embedded note becomes a link."""

    def link(match: re.Match[str]) -> str:
        target, words = match[2].strip().removesuffix("\\"), (match[4] or "").strip()
        if ANY_FILE.search(target) and not names.find(target):
            return _file(target, "" if SIZE.match(words) else words)
        heading = (match[3] or "")[1:].strip("^ ")
        return _page_link(names, target.removesuffix(".md"), heading, words, separator_at(match))

    def note_link(match: re.Match[str]) -> str:
        if "://" in match[3]:
            return match[0]
        target = unquote(match[3]).removesuffix(".md")
        return _page_link(names, target, "", match[2].strip(), separator_at(match))

    def marked(match: re.Match[str]) -> str:
        target = unquote(match[2]).split("#")[0].strip()
        outside = "://" in target or not ANY_FILE.search(target)
        return match[0] if outside else _file(target, match[1].partition("|")[0])

    def _file(target: str, words: str) -> str:
        shown = show(target, words) if PICTURE_FILE.search(target) else ""
        if not shown:
            lost.add(target)
        return shown or words or target.rpartition("/")[2]

    text = LINK.sub(link, MARKED.sub(marked, NOTE_LINK.sub(note_link, text)))
    text = hide_percents_of_code(_read_callouts(text, MOST_NESTED))
    text = COMMENT.sub(lambda match: secret_block(match[1]), text)
    text = _unescape_percents(text).replace(HIDDEN_PERCENT, "%")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _read_callouts(text: str, levels: int) -> str:
    """The text with secret blocks for its callouts; those inside others become inner blocks, up to so many levels."""

    def block(match: re.Match[str]) -> str:
        title, words = match[1].strip(), QUOTED.sub("", match[2]).strip("\n")
        words = _read_callouts(words, levels - 1) if levels > 1 else words
        return secret_block(f"**{title}**\n\n{words}" if title and words.strip() else title or words)

    return SECRET.sub(block, text)


def secret_block(words: str) -> str:
    """The words as a secret block between blank lines; empty without words. No line of the words ends it."""
    return f"\n\n:::secret\n{escape_stray_ends(words.strip())}\n:::\n\n" if words.strip() else ""


def _page_link(names: LinkNames, target: str, heading: str, words: str, separator: str) -> str:
    """A link to the page; one to a page that is not there stays, so that a GM can write the page."""
    last = target.rpartition("/")[2]
    # The name of a page may have several percent signs, and they begin no comment.
    page = names.find(target).replace("%", HIDDEN_PERCENT) or last
    words = re.sub(r"[\[\]|]", "", words or (f"{last} › {heading}" if heading and last else heading or last))
    if not page:
        return words  # a heading of the same note
    return f"[[{page}]]" if words == page.replace(HIDDEN_PERCENT, "%") else f"[[{page}{separator}{words}]]"


def write_text(text: str, files: Mapping[str, str], pictures: Mapping[str, str]) -> str:
    """The text of a note: secret blocks as callouts, pictures as embeds, links to the names of files.

    `files` are the names of files by the folded name of the page; `pictures` are paths by key."""

    def link(match: re.Match[str]) -> str:
        name = _unescape_percents(match[1].strip())
        other = files.get(fold_name(name), "")
        # Programs for notes find a file whatever the case of the link is.
        target = other if other.casefold() != name.casefold() else ""
        if target or match[2]:
            return f"[[{target or name}{separator_at(match)}{words_of(match)}]]"
        return f"[[{name}]]"

    def picture(match: re.Match[str]) -> str:
        path = pictures.get(match[2], "")
        return f"![[{path}|{match[1]}]]" if path and match[1] else f"![[{path}]]" if path else match[1]

    written, around = "", tuple[Block, ...]()
    for piece in split_blocks(text):
        words = PICTURE.sub(picture, PAGE_LINK.sub(link, _escape_percents(piece.text))).strip("\n")
        if words.strip():
            written += _callouts(words, around, piece.blocks)
            around = piece.blocks
    return written.strip("\n")


def _unescape_percents(text: str) -> str:
    return ESCAPED_PERCENTS.sub(lambda match: match[0].replace("\\", ""), text)


def _escape_percents(text: str) -> str:
    """The text with a backslash before each `%` of several, which would begin a comment in a note."""
    hidden = hide_percents_of_code(text)
    return PERCENTS.sub(lambda match: "\\%" * len(match[0]), hidden).replace(HIDDEN_PERCENT, "%")


def _callouts(words: str, before: Sequence[Block], around: Sequence[Block]) -> str:
    """The words within the callouts of the blocks around them, those of `before` begun already.

    An empty line of the outer callout ends an inner one."""
    common = sum(one == other for one, other in zip(before, around, strict=False))
    begun = [f"{_quote_marks(level)} [!secret]" for level in range(common + 1, len(around) + 1)]
    marks = _quote_marks(len(around))
    quoted = [f"{marks} {line}" if marks and line else marks or line for line in words.split("\n")]
    return "".join(f"{line}\n" for line in (_quote_marks(common), *begun, *quoted))


def _quote_marks(levels: int) -> str:
    return " ".join(">" * levels)


def file_name(name: str) -> str:
    """A name that common file systems take: at most 200 bytes in UTF-8, and none that Windows keeps for devices."""
    plain = " ".join(UNSAFE.sub("-", name).split()).strip(". ")[:100]
    cut = plain.encode()[:MOST_BYTES].decode(errors="ignore").strip(". ") or "-"
    return f"{cut}-" if DEVICES.fullmatch(cut.partition(".")[0]) else cut

"""The result of an adapter: a draft of a module, and a list of points that a person should check."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format.canonical_json import digest

Item = dict[str, Any]
MOST_LINES: Final = 2000
# More lines that say the same of different monsters become one.
MOST_ALIKE: Final = 12
UNKNOWN: Final = {"spdx": "LicenseRef-unknown"}


def no_licence() -> str:
    """The text of the review for a file that names no licence."""
    return _("the file names no licence; enter the licence and the attribution before you share the module")


class NotUnderstood(Exception):
    """The adapter cannot read the file: `message` says what it can read, `pointer` where it failed."""

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.message, self.pointer = message, pointer


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """One point to check: `pointer` into the foreign file, `code` not_understood, contradiction, assumed or left_out,
    `about` the object of the draft that it concerns."""

    pointer: str
    code: str
    message: str
    about: str = ""

    def as_json(self) -> dict[str, str]:
        """The line as the API answers it."""
        return {"pointer": self.pointer, "code": self.code, "message": self.message, "about": self.about}


@dataclass(frozen=True, slots=True)
class Recognised:
    """What an adapter recognised in a file: its format, the game, and the edition of the game ("" without one)."""

    format: str
    system: str = ""
    edition: str = ""

    def as_json(self) -> dict[str, str]:
        """The findings as the API answers them."""
        return {"format": self.format, "system": self.system, "edition": self.edition}


@dataclass(slots=True)
class Draft:
    """A draft of a Satchel document, its review list, and what the file was recognised as."""

    document: Item
    review: list[Line] = field(default_factory=list)
    keys: dict[str, set[str]] = field(default_factory=dict)
    more: int = 0
    recognised: Recognised = Recognised("")
    # The licence in each monster's own source, by the monster's key; None without one.
    licences: dict[str, Item | None] = field(default_factory=dict)
    # The lines about monsters of which no attack was read.
    without_attacks: list[Line] = field(default_factory=list)

    @classmethod
    def begin(
        cls,
        *,
        title: str,
        licence: Item | None = None,
        source: Item | None = None,
        recognised: Recognised | None = None,
    ) -> "Draft":
        """An empty module with a title; without a licence the review asks for one."""
        title = title.strip() or _("Converted")
        draft = cls(
            {
                "format": "satchel",
                "format_version": "1.0",
                "module": {
                    "key": key_of(title, "converted"),
                    "version": "1.0.0",
                    "title": title[:200],
                    "language": "en",
                    "rulesets": [],
                    "authors": [{"name": "Fatekeeper", "role": "converter"}],
                    "licence": dict(licence or UNKNOWN),
                },
            },
            recognised=recognised or Recognised(""),
        )
        draft.document["module"]["rulesets"] = [
            {"ruleset": game, "support": "converted"} for game in sorted(stats_conversion.GAMES)
        ]
        if source:
            draft.document["module"]["sources"] = [source]
        if licence is None:
            draft.note("", "not_understood", no_licence())
        return draft

    def set_title(self, title: str) -> None:
        """Gives the module a title, and the key that is made from it, so that modules of other titles stay apart."""
        self.document["module"] |= {"title": title[:200], "key": key_of_title(title)}

    def note(self, pointer: str, code: str, message: str, about: str = "") -> None:
        """Adds a line to the review list; beyond 2,000 they are only counted."""
        if len(self.review) < MOST_LINES:
            self.review.append(Line(pointer, code, message, about))
        else:
            self.more += 1

    def note_attacks(self) -> None:
        """Adds the lines about monsters without attacks; one for all of them if there are many."""
        lines, many = self.without_attacks, len(self.without_attacks)
        if many > MOST_ALIKE:
            message = _("no attack of %(count)s monsters could be read; enter attacks for those that fight")
            lines = [Line("", "assumed", message % {"count": many}, lines[0].about)]
        for line in lines:
            self.note(line.pointer, line.code, line.message, line.about)
        self.without_attacks = []

    def key(self, collection: str, name: str) -> str:
        """A new key for the collection, made from a name."""
        taken = self.keys.setdefault(collection, set())
        stem, number = key_of(name, collection.rstrip("s")), 1
        key = stem
        while key in taken:
            number += 1
            key = f"{stem[:60]}-{number}"
        taken.add(key)
        return key

    def source_key(self, name: str) -> str:
        """The key under which `sources` of the module list a source."""
        return key_of(name, "source")

    def is_empty(self) -> bool:
        """Whether the draft has no object."""
        return not any(isinstance(items, list) and items for items in self.document.values())

    def add(self, collection: str, item: Item) -> Item:
        """Adds an object with its key to the draft."""
        self.document.setdefault(collection, []).append(item)
        return item

    def as_json(self) -> Item:
        """The draft and its review list as the API answers them."""
        return {
            "document": self.document,
            "review": [line.as_json() for line in self.review],
            "truncated": self.more > 0,
            "recognised": self.recognised.as_json(),
        }


def key_of(name: str, spare: str) -> str:
    """A key of the format, made from a name, or from its digest if no character of the name is allowed."""
    stem = slugify(name)[:64].strip("-_").replace("_", "-")
    return re.sub(r"-{2,}", "-", stem) or f"{spare}-{digest(name)[:8]}"


def key_of_title(title: str) -> str:
    """The key of a module with this title, which ends with its digest if the end or letters of the title are left out.

    So titles that differ only there have different keys."""
    key, plain = key_of(title, "converted"), unicodedata.normalize("NFKD", title)
    slug = slugify(title)
    if slug and (len(slug) > 64 or any(sign.isalnum() and not sign.isascii() for sign in plain)):
        return f"{key[:55].strip('-')}-{digest(title)[:8]}"
    return key


def text(value: Any, most: int = 65_536) -> str:
    """Foreign text as the format allows it: without control characters, cut to the longest length."""
    if not isinstance(value, str):
        return ""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "", value)[:most].strip()


def name_of(value: Any, most: int = 120) -> str:
    """A foreign name as one line without invisible characters."""
    plain = re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\x7f-\x9f]+", " ", text(value, most * 2))
    return unicodedata.normalize("NFC", plain).strip()[:most].strip()

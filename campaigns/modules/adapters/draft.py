"""What an adapter gives: a module in the making, and a list of what a person should look at."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.modules.canonical import digest
from campaigns.modules.faults import shown

Item = dict[str, Any]
MOST_LINES: Final = 2000
# The words that SRD 5.1 asks for, whatever file it came through.
SRD: Final = {
    "spdx": "CC-BY-4.0", "url": "https://creativecommons.org/licenses/by/4.0/",
    "attribution": (
        "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the "
        "Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is "
        "licensed under the Creative Commons Attribution 4.0 International License available at "
        "https://creativecommons.org/licenses/by/4.0/legalcode."
    ),
}  # fmt: skip
UNKNOWN: Final = {"spdx": "LicenseRef-unknown"}


class NotUnderstood(Exception):
    """The file is not what its adapter reads: `message` says what would be, `pointer` where it failed."""

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.message, self.pointer = message, pointer


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """One thing to look at: `pointer` into the foreign file, `code` not_understood, contradiction, assumed or left_out,
    `about` the object of the draft it concerns."""

    pointer: str
    code: str
    message: str
    about: str = ""

    def as_json(self) -> dict[str, str]:
        """The line as the API answers it."""
        return {"pointer": self.pointer, "code": self.code, "message": self.message, "about": self.about}


@dataclass(slots=True)
class Draft:
    """A Satchel document in the making and its review list."""

    document: Item
    review: list[Line] = field(default_factory=list)
    keys: dict[str, set[str]] = field(default_factory=dict)
    more: int = 0

    @classmethod
    def begin(cls, *, title: str, licence: Item | None = None, source: Item | None = None) -> "Draft":
        """An empty module of a title; without a licence the review asks for one."""
        title = title.strip() or _("Converted")
        draft = cls({
            "format": "satchel", "format_version": "1.0",
            "module": {
                "key": key_of(title, "converted"), "version": "1.0.0", "title": title[:200], "language": "en",
                "rulesets": [],
                "authors": [{"name": "Fatekeeper", "role": "converter"}], "licence": dict(licence or UNKNOWN),
            },
        })  # fmt: skip
        draft.document["module"]["rulesets"] = [
            {"ruleset": game, "support": "converted"} for game in RULESETS
        ]  # fmt: skip
        if source:
            draft.document["module"]["sources"] = [source]
        if licence is None:
            draft.note("", "not_understood", _("the file names no licence; write whom to credit and on what terms"))
        return draft

    def note(self, pointer: str, code: str, message: str, about: str = "") -> None:
        """Adds a line to the review list; beyond 2,000 they are only counted."""
        if len(self.review) < MOST_LINES:
            self.review.append(Line(pointer, code, message, about))
        else:
            self.more += 1

    def key(self, collection: str, name: str) -> str:
        """A key made of a name that no object of the collection has."""
        taken = self.keys.setdefault(collection, set())
        stem, number = key_of(name, collection.rstrip("s")), 1
        key = stem
        while key in taken:
            number += 1
            key = f"{stem[:60]}-{number}"
        taken.add(key)
        return key

    def add(self, collection: str, item: Item) -> Item:
        """Puts an object with its key into the draft."""
        self.document.setdefault(collection, []).append(item)
        return item

    def as_json(self) -> Item:
        """The draft and its review list as the API answers them."""
        return {
            "document": self.document, "review": [line.as_json() for line in self.review],
            "truncated": self.more > 0,
        }  # fmt: skip


RULESETS: Final = ("fifty-two-fates", "fortune-and-power", "fortune-system", "game-of-bastards")


def key_of(name: str, spare: str) -> str:
    """A key of the format made of a name; where nothing is left of it, of its digest."""
    stem = slugify(name)[:64].strip("-_").replace("_", "-")
    return re.sub(r"-{2,}", "-", stem) or f"{spare}-{digest(name)[:8]}"


def told(value: Any) -> str:
    """A foreign value in a message."""
    return shown(value)


def text(value: Any, most: int = 65_536) -> str:
    """Foreign text as the format takes it: without control characters, not too long."""
    if not isinstance(value, str):
        return ""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "", value)[:most].strip()


def name_of(value: Any, most: int = 120) -> str:
    """A foreign name: one line, without what cannot be seen."""
    plain = re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\x7f-\x9f]+", " ", text(value, most * 2))
    return unicodedata.normalize("NFC", plain).strip()[:most].strip()

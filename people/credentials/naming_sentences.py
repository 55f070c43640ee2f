"""Sentences that the site stores and that name people.

The log and the events of encounters are stored as text. When a person changes their name or deletes the account, the
site replaces the name in the sentences that it wrote itself, and nowhere else. So every such sentence is a
`NamingSentence`, and campaigns/archive/account/names.py lists all of them. Tests check both.
"""

import re
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, override

from common.listener import Listener
from people.models import User

_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]")
# Renames a person in stored sentences.
name_change: Final = Listener[[User, str, int | None]]()


class NamingSentence:
    """A sentence of the site with placeholders, of which those in `people` stand for accounts.

    `lead` and `rest` are regular expressions of what the site may write before and after it in the same text."""

    def __init__(self, template: str | Promise, *people: str, lead: str = "", rest: str = "") -> None:
        self.template, self.people, self.lead, self.rest = template, people, lead, rest

    def write(self, **words: object) -> str:
        """The sentence in the current language; an account is named by its user name."""
        values = {key: word.username if isinstance(word, User) else word for key, word in words.items()}
        return str(self.template) % values

    def read(self, text: str, **known: str) -> dict[str, str]:
        """The words for the placeholders, as far as the text is this sentence with the `known` words; else nothing."""
        parts = _PLACEHOLDER.split(str(self.template))
        for index, part in enumerate(parts):
            word = re.escape(known[part]) if part in known else ".*"
            parts[index] = f"(?P<{part}>{word})" if index % 2 else re.escape(part)
        match = re.fullmatch(self.lead + "".join(parts) + self.rest, text, re.DOTALL)
        return match.groupdict() if match else {}

    def rename(self, text: str, before: str, after: str) -> str:
        """The text with the name `after` for the person `before`; unchanged if it is not this sentence about them."""
        for person in self.people:
            match = _naming_pattern(self, person, before, get_language()).fullmatch(text)
            if match is not None:
                text = text[: match.start(person)] + after + text[match.end(person) :]
        return text


@lru_cache(maxsize=500)
def _naming_pattern(sentence: NamingSentence, person: str, name: str, language: str | None) -> re.Pattern[str]:
    """The pattern of a sentence that names this person; compiled once for all texts in which a name is replaced.

    An archive may have any text, so no text may take long: each of the other words ends where the words of the sentence
    after it first occur, and only the last one is looked for again."""
    with override(language):
        template = str(sentence.template)
    pieces = [""]
    for index, part in enumerate(_PLACEHOLDER.split(template)):
        if index % 2 and part != person:
            pieces.append("")
        else:
            pieces[-1] += f"(?P<{part}>{re.escape(name)})" if index % 2 else re.escape(part)
    first, *middle = pieces
    last = middle.pop() if middle else None
    words = first + "".join(f"(?>.*?{piece})" for piece in middle) + (f".*{last}" if last is not None else "")
    return re.compile(sentence.lead + words + sentence.rest, re.DOTALL)


def notify_name_change(user: User, before: str, campaign_id: int | None = None) -> None:
    """Tells the apps above that `user` was called `before`, only there or everywhere; in the caller's transaction."""
    if before != user.username:
        name_change.notify(user, before, campaign_id)

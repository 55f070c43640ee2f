"""Marks of the texts that an import wrote, which show whether people changed such a text since."""

from campaigns.modules.format.canonical_json import digest
from common.line_ends import unix_line_ends


def text_mark(text: str) -> str:
    """A hash of the text that stays the same when a page is saved: its form changes line ends and strips the text."""
    return digest(unix_line_ends(text).strip())


def is_written_text(text: str, mark: str | None) -> bool:
    """Whether the text is the one that has this mark. Marks of earlier releases are hashes of the unchanged text."""
    return mark in {text_mark(text), digest(text)}

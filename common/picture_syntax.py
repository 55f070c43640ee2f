"""The syntax of pictures in texts: `![words](picture:key)`."""

import re
from typing import Final

from django.utils.translation import gettext as _

PICTURE_SCHEME: Final = "picture:"
PICTURE: Final = re.compile(r"!\[([^\[\]\n]{0,200})\]\(picture:([0-9a-f]{16})\)")


def picture_keys(text: str) -> set[str]:
    """The keys of the pictures in a text."""
    return {match[2] for match in PICTURE.finditer(text)} if PICTURE_SCHEME in text else set()


def pictures_as_words(text: str) -> str:
    """The text with the words of each picture in its place."""
    return PICTURE.sub(lambda match: match[1].strip() or _("(picture)"), text)


def picture_markdown(key: str) -> str:
    """The Markdown that shows a picture in a text."""
    return f"![]({PICTURE_SCHEME}{key})"

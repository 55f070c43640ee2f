"""Names and titles in one line: a line break in one would break a mail, a calendar file or an exported text."""

import re
from typing import Final

BREAKS: Final = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def one_line(text: str) -> str:
    """The text with a space in place of line breaks, without spaces around it."""
    return BREAKS.sub(" ", text).strip()

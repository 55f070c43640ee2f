"""Reading pages in tests of the calendar."""

import html
import re
from typing import Any


def words_of(response: Any) -> str:
    """The text of a page without its tags, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())

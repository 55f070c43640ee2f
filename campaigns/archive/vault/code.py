"""Finds the code in a note, in which `%%` begins no comment."""

import re
from typing import Final

# No note and no page has a null character.
HIDDEN_PERCENT: Final = "\0"
FENCE: Final = re.compile(r"([ \t]{0,12})(`{3,}+|~{3,}+)([^`]*)\Z")
SPAN: Final = re.compile(r"(?<![`\\])(`{1,3})(?!`)[^`\n]{1,500}\1(?!`)")


def hide_percents_of_code(text: str) -> str:
    """The text with HIDDEN_PERCENT for each `%` in code: in whole fenced blocks, and within a line.

    A block that has no end, or that a line with a smaller indent ends, is no code, so that nothing that the author
    has hidden is shown by mistake."""
    lines = text.split("\n")
    begin, indent, mark = -1, "", ""
    for place, line in enumerate(lines):
        fence = FENCE.match(line)
        if begin >= 0 and line.strip() and not line.startswith(indent):
            begin = -1
        if begin >= 0:
            if fence and fence[2].startswith(mark) and not fence[3].strip():
                lines[begin : place + 1] = [code.replace("%", HIDDEN_PERCENT) for code in lines[begin : place + 1]]
                begin = -1
        elif fence:
            begin, indent, mark = place, fence[1], fence[2]
    return SPAN.sub(lambda match: match[0].replace("%", HIDDEN_PERCENT), "\n".join(lines))

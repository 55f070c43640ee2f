"""Refusals: the answer to input that is malformed or against the rules."""

import re
from typing import Final, NoReturn

# The path of a field, if what follows begins as a sentence does: with a name or a quotation.
PATH: Final = re.compile(r"\A[a-z_]+(?:\.[a-z0-9_]+|\[[0-9]+\])*: (?=[A-Z\"])")


class Refused(Exception):
    """Input that is malformed or against the rules; nothing has changed.

    `code`: stable and dotted, such as "card.not-held". `message`: a sentence for people that says what would work.
    `rule`: the id of the rule that decided, or None for malformed input.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The message for a page: without the path of a field in front of a complete sentence."""
        return PATH.sub("", self.message)


def refuse(code: str, message: str, rule: str | None = None) -> NoReturn:
    """Raise `Refused`; see there for the arguments."""
    raise Refused(code, message, rule)


def quote(value: object) -> str:
    """Someone's input for the sentence of a refusal: in quotation marks, ASCII, at most 40 characters."""
    text = value if isinstance(value, str) else type(value).__name__
    return '"' + text[:40].encode("ascii", "replace").decode("ascii") + ("…" if len(text) > 40 else "") + '"'

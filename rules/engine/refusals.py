"""Refusals: the answer to input that is malformed or against the rules."""

from typing import NoReturn


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


def refuse(code: str, message: str, rule: str | None = None) -> NoReturn:
    """Raise `Refused`; see there for the arguments."""
    raise Refused(code, message, rule)


def quote(value: object) -> str:
    """Somebody's input for the sentence of a refusal: in quotation marks, ASCII, at most 40 characters."""
    text = value if isinstance(value, str) else type(value).__name__
    return '"' + text[:40].encode("ascii", "replace").decode("ascii") + ("…" if len(text) > 40 else "") + '"'

"""Refusals: the answer to a command that the rules or its shape do not allow."""

from typing import NoReturn


class Refused(Exception):
    """An illegal or malformed request; nothing has changed.

    `code` is stable and dotted ("card.not-held"), `message` a sentence for people that says what would
    work, `rule` the ledger id that decided, or None for a fault of shape.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


def refuse(code: str, message: str, rule: str | None = None) -> NoReturn:
    """Raise `Refused`; a function, so that a move can refuse in one line."""
    raise Refused(code, message, rule)


def quoted(value: object) -> str:
    """Somebody's input, short and harmless enough to stand in a refusal's sentence."""
    text = value if isinstance(value, str) else type(value).__name__
    return '"' + text[:40].encode("ascii", "replace").decode("ascii") + ("…" if len(text) > 40 else "") + '"'

"""Numbers as addresses and forms bring them: text that may be anything."""


def whole(text: object) -> int | None:
    """A whole number, such as a row's id, in up to 18 ASCII digits; None for everything else.

    Longer ones fit no column, and a superscript two is a digit that `int` refuses."""
    typed = str(text)
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 19 else None

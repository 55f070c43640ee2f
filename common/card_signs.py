"""Cards in plain text: a rank and the sign of the suit instead of a code."""

import re
from typing import Final

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
CODE: Final = re.compile(r"(?<![\w-])([2-9TJQKA])([CDHS])(?![\w-])")


def short_name(code: str) -> str:
    """A card that is no joker in short form: "10♦" for "TD"."""
    return code[0].replace("T", "10") + SIGNS[code[1]]


def with_suit_signs(sentence: str) -> str:
    """A sentence in which every code of a card is its rank and suit: "10♦" for "TD"."""
    return CODE.sub(lambda match: short_name(match[0]), sentence)

"""Cards in sentences that are plain text: a rank and the sign of the suit instead of a code."""

import re
from typing import Final

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
CODE: Final = re.compile(r"(?<![\w-])([2-9TJQKA])([CDHS])(?![\w-])")


def with_suit_signs(sentence: str) -> str:
    """A sentence in which every code of a card is its rank and suit: "10♦" for "TD"."""
    return CODE.sub(lambda match: f"{match[1].replace('T', '10')}{SIGNS[match[2]]}", sentence)

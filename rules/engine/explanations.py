"""Explanations of the things on a table: what a card, a figure or an action is, in one to three sentences.

They are the same for everyone and at all times: nothing in them depends on a state, so they reveal nothing. A card
that lies face down has one explanation, whatever it is.
"""

from collections.abc import Mapping
from typing import Protocol, TypedDict, runtime_checkable


class Explanation(TypedDict):
    """What one thing is: its name, the sentences, and the ids of the rules behind them."""

    title: str
    text: str
    rules: list[str]


Explanations = Mapping[str, Explanation]

# The things that every table has, for games that do not explain them themselves.
PLAIN: Explanations = {
    "person": {"title": "A participant", "text": "A character or monster in this encounter.", "rules": []},
    "turn": {"title": "Whose turn it is", "text": "The round, and whom the table waits for.", "rules": []},
    "card": {"title": "A card", "text": "A card of the table's deck, with its rank and suit.", "rules": []},
    "card-back": {
        "title": "A face-down card",
        "text": "A card whose face you may not see now. Every face-down card looks the same.",
        "rules": [],
    },
    "hand": {"title": "A hand", "text": "The cards that someone holds. Only their number is open.", "rules": []},
    "dice": {"title": "The last roll", "text": "The dice as they fell in the last roll that you may see.", "rules": []},
    "action": {
        "title": "An action",
        "text": "Something that you can do now. The page shows what it needs before you press the button.",
        "rules": [],
    },
}


@runtime_checkable
class HasExplanations(Protocol):
    """A game that explains the things on its table."""

    @property
    def explanations(self) -> Explanations:
        """By key; `rules.play.explanation` says how keys are made."""


def explanation(title: str, text: str, rules: str = "") -> Explanation:
    """Build an explanation; `rules` are ids with spaces between them."""
    return {"title": title, "text": text, "rules": rules.split()}


def find_explanation(explained: Explanations, key: str) -> Explanation | None:
    """The explanation with the key, else that of the key without its last word, and so on; None without any.

    So "card-ace" is explained by "card" in a game where aces are nothing special.
    """
    while key:
        if key in explained:
            return explained[key]
        key = key.rpartition("-")[0]
    return None

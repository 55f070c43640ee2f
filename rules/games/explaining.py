"""Explanations for the table of a game: its own, and those that every table has."""

from rules.engine import codec
from rules.engine.explanations import PLAIN, Explanation, Explanations, HasExplanations, find_explanation
from rules.games import registry


def explanations(system: object) -> Explanations:
    """The explanations of all things at a table of the game, by key.

    Keys: "card", "card-face", "card-ace", "card-joker", "card-back"; "action-" and the type of a command, after which
    words of the command may follow; figures by the names that the game's templates give them.
    """
    game = registry.game(system)
    return {**PLAIN, **game.explanations} if isinstance(game, HasExplanations) else PLAIN


def explanation(system: object, key: str) -> Explanation | None:
    """The explanation of one thing; an unknown key is shortened word by word. None if nothing fits.

    Refused: a key that is no text.
    """
    return find_explanation(explanations(system), codec.plain_text(key, "key"))

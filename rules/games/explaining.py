"""What the things at the table of a game are: its own explanations and those of every table."""

from rules.engine.explanations import PLAIN, Explanation, Explanations, HasExplanations, find_explanation
from rules.games import registry


def explanations(system: object) -> Explanations:
    """What every thing at a table of the game is, by key.

    Keys: "card", "card-face", "card-ace", "card-joker", "card-back"; "action-" and the type of a command, after which
    words of the command may follow; figures by the names that the game's templates give them.
    """
    game = registry.game(system)
    return {**PLAIN, **game.explanations} if isinstance(game, HasExplanations) else PLAIN


def explanation(system: object, key: str) -> Explanation | None:
    """What one thing at a table is; a key that nobody knows is shortened word by word. None when nothing fits."""
    return find_explanation(explanations(system), key)

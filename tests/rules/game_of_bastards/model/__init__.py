"""A Game of Bastards read once more from docs/rules/game-of-bastards.md; the drawn cards are told to it."""

from tests.rules.game_of_bastards.model.orders import Model
from tests.rules.game_of_bastards.model.participants import Illegal, Participant

__all__ = ["Illegal", "Model", "Participant"]

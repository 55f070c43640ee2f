"""A Game of Bastards read once more from its ledger, as short as can be; the cards that are drawn are told to it."""

from .orders import Model
from .people import Illegal, Person

__all__ = ["Illegal", "Model", "Person"]

"""52 Fates read once more from its ledger, as short as can be; the cards that are drawn are told to it."""

from .orders import Model
from .people import UNKNOWN, Illegal, Person

__all__ = ["UNKNOWN", "Illegal", "Model", "Person"]

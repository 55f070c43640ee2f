"""52 Fates read once more from docs/rules/fifty-two-fates.md; the drawn cards are told to it."""

from tests.rules.fifty_two_fates.model.orders import Model
from tests.rules.fifty_two_fates.model.participants import UNKNOWN, Illegal, Participant

__all__ = ["UNKNOWN", "Illegal", "Model", "Participant"]

"""Gives the site the functions of rules/engine/verify_fairness.py, and the file itself."""

from pathlib import Path

from rules.engine import verify_fairness
from rules.engine.verify_fairness import examine, has_receipt, notes, promise_of, receipt, seed_of, word_seal

__all__ = [
    "VERIFIER_NAME",
    "examine",
    "has_receipt",
    "notes",
    "promise_of",
    "receipt",
    "seed_of",
    "verifier_source",
    "word_seal",
]

VERIFIER_NAME = "verify_fairness.py"


def verifier_source() -> str:
    """Return the text of the verifier, which runs without the site."""
    return Path(verify_fairness.__file__).read_text(encoding="utf-8")

"""The admin of characters, their experience, and the bestiary."""

from characters.admin import characters, ledger, monsters

__all__ = ["characters", "ledger", "monsters"]

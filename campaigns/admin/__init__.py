"""The admin of people and play, one file a subject."""

from campaigns.admin import campaigns, encounters, log, members, modules, sessions, transfers, world

__all__ = ["campaigns", "encounters", "log", "members", "modules", "sessions", "transfers", "world"]

"""The tables of people and play, one file a subject."""

from campaigns.models.library import ImportedObject, ImportRun, Module, ModuleVersion
from campaigns.models.people import ApiToken, Campaign, Invitation, Member, User
from campaigns.models.play import (
    Command,
    Encounter,
    EncounterGroup,
    EncounterSecret,
    Event,
    Participant,
)
from campaigns.models.story import IdempotencyRecord, LogEntry, Session

__all__ = [
    "ApiToken",
    "Campaign",
    "Command",
    "Encounter",
    "EncounterGroup",
    "EncounterSecret",
    "Event",
    "IdempotencyRecord",
    "ImportRun",
    "ImportedObject",
    "Invitation",
    "LogEntry",
    "Member",
    "Module",
    "ModuleVersion",
    "Participant",
    "Session",
    "User",
]

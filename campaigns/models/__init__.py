"""The tables of people and play, one file a subject."""

from campaigns.models.library import (
    ConversionRow,
    ImportedObject,
    ImportRun,
    Module,
    ModuleFile,
    ModuleVersion,
    ObjectState,
)
from campaigns.models.people import ApiToken, Campaign, Invitation, Member, User
from campaigns.models.play import (
    Command,
    Encounter,
    EncounterDraw,
    EncounterGroup,
    EncounterSecret,
    Event,
    Participant,
)
from campaigns.models.story import IdempotencyRecord, LogEntry, Recap, Session
from campaigns.models.transfers import BackupRecord, Transfer, TransferPart
from campaigns.models.webhooks import Webhook, WebhookDelivery
from campaigns.models.world import Reveal, WorldEntry, WorldLink, WorldPicture

__all__ = [
    "ApiToken",
    "BackupRecord",
    "Campaign",
    "Command",
    "ConversionRow",
    "Encounter",
    "EncounterDraw",
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
    "ModuleFile",
    "ModuleVersion",
    "ObjectState",
    "Participant",
    "Recap",
    "Reveal",
    "Session",
    "Transfer",
    "TransferPart",
    "User",
    "Webhook",
    "WebhookDelivery",
    "WorldEntry",
    "WorldLink",
    "WorldPicture",
]

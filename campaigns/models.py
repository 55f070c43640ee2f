"""Imports the models of every subject, because Django looks for them here."""

from campaigns.archive.models import BackupRecord, Transfer, TransferPart
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import (
    Command,
    Encounter,
    EncounterDraw,
    EncounterGroup,
    EncounterSecret,
    EncounterSeed,
    Event,
    Participant,
)
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.models import NotePicture
from campaigns.modules.models import (
    ConversionRow,
    ImportedObject,
    ImportRun,
    Module,
    ModuleFile,
    ModuleVersion,
    ObjectState,
)
from campaigns.sessions.guests.models import SessionGuest
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll, ProposedDate
from campaigns.sessions.stand_ins.models import StandIn
from campaigns.webhooks.models import Webhook, WebhookDelivery
from campaigns.world.blocks.models import BlockReader
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, MapRendering, MapVisit, WorldMap
from campaigns.world.models import Reveal, WorldEntry, WorldLink, WorldPicture
from campaigns.world.page_templates.models import PageTemplate
from campaigns.world.quests.models import QuestLine
from campaigns.world.shared_worlds.maps.models import SharedMapPicture, SharedPinCopy
from campaigns.world.shared_worlds.models import (
    SharedEdition,
    SharedPage,
    SharedPageCopy,
    SharedPortrait,
    SharedWorld,
    WorldInvitation,
    WorldTable,
)
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from campaigns.world.shared_worlds.ties.models import SharedTie, SharedTieCopy
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.thumbnails.models import WorldThumbnail
from campaigns.world.ties.models import Tie
from people.credentials.models import ApiToken
from people.idempotency.models import IdempotencyRecord
from people.models import Campaign, Invitation, Member, PlaceOffer, User

__all__ = [
    "ApiToken",
    "BackupRecord",
    "BlockReader",
    "Calendar",
    "Call",
    "Campaign",
    "CharacterOffer",
    "Command",
    "ConversionRow",
    "DateAnswer",
    "DateLink",
    "DatePoll",
    "EarlierMapPicture",
    "Encounter",
    "EncounterDraw",
    "EncounterGroup",
    "EncounterSecret",
    "EncounterSeed",
    "Event",
    "IdempotencyRecord",
    "ImportRun",
    "ImportedObject",
    "InWorldDate",
    "Invitation",
    "LogEntry",
    "MapArea",
    "MapPicture",
    "MapPin",
    "MapRendering",
    "MapVisit",
    "Member",
    "Module",
    "ModuleFile",
    "ModuleVersion",
    "NotePicture",
    "ObjectState",
    "OfferNotice",
    "PageTemplate",
    "Participant",
    "PlaceOffer",
    "PlannedEvent",
    "ProposedDate",
    "QuestLine",
    "Recap",
    "Reveal",
    "Session",
    "SessionGuest",
    "SessionNotice",
    "SharedEdition",
    "SharedMapPicture",
    "SharedPage",
    "SharedPageCopy",
    "SharedPinCopy",
    "SharedPortrait",
    "SharedTie",
    "SharedTieCopy",
    "SharedWorld",
    "StandIn",
    "TextPicture",
    "Tie",
    "Transfer",
    "TransferPart",
    "User",
    "Webhook",
    "WebhookDelivery",
    "WorldEntry",
    "WorldInvitation",
    "WorldLink",
    "WorldMap",
    "WorldPicture",
    "WorldTable",
    "WorldThumbnail",
]

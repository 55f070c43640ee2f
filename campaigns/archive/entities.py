"""The tables of a campaign in an archive, in an order in which each row follows the rows it refers to.

A test fails for a model that is neither here nor in LEFT_OUT.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Field, Model, Q, QuerySet

from campaigns import models as campaign_models
from campaigns.log.calendar.reckoning.arithmetic import FULL
from characters import models as character_models
from rules.catalogue.queries import may_be_hidden
from rules.models import CatalogueRow

# Paths to row ids in JSON columns: {column: {path: model}}; "*" is every item or value.
ReferencePath = dict[str, dict[tuple[str, ...], type[Model]]]


@dataclass(frozen=True)
class Entity:
    """A table of an archive: its name there, its model, and the lookup from a row to the campaign (`within`)."""

    name: str
    model: type[Model]
    within: str
    excluded_fields: frozenset[str] = frozenset()
    json_references: Any = None  # a ReferencePath
    is_history: bool = False  # a history table, whose rows may refer to deleted rows
    may_be_missing: bool = False  # a table that older archives lack
    # The columns that older archives lack: {name: function that computes the value from the row's line}.
    column_defaults: Any = None

    def rows(self, campaign: campaign_models.Campaign, using: str = "default") -> QuerySet[Any]:
        """The campaign's rows, oldest first."""
        every = self.model._base_manager.using(using)
        return every.filter(_campaign_filter(self, campaign)).distinct().order_by("pk")

    @property
    def fields(self) -> "list[Field[Any, Any]]":
        """The exported columns, without the key."""
        every = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        return [field for field in every if field.name not in self.excluded_fields]

    @property
    def many(self) -> list[Any]:
        """The exported lists of other rows."""
        return list(self.model._meta.many_to_many)


def _campaign_filter(entity: Entity, campaign: campaign_models.Campaign) -> Q:
    if entity.model is character_models.Monster and entity.name == "site_monsters":
        used = Q(pk__in=_used_rows(campaign_models.EncounterGroup, campaign)) | Q(
            pk__in=_used_rows(campaign_models.Participant, campaign)
        )
        imported = campaign_models.ImportedObject._base_manager.filter(campaign=campaign).values("monster")
        return Q(campaign__isnull=True) & (used | Q(pk__in=imported))
    if entity.name in {"modules", "module_versions", "module_files"}:
        return Q(**{entity.within: campaign})
    return Q(**{entity.within: campaign.pk})


def _used_rows(model: Any, campaign: campaign_models.Campaign) -> Any:
    return model._base_manager.filter(encounter__campaign=campaign, monster__isnull=False).values("monster")


ENTRIES, STEP_REQUESTS = character_models.ExperienceEntry, character_models.StepRequest
ADDED_REVISION: Final[dict[str, Any]] = {"revision": lambda line: 1}
# What only GMs could read when the archive was written, only GMs can read after a restore.
ADDED_CATALOGUE_FIELDS: Final[dict[str, Any]] = ADDED_REVISION | {
    "gm_only": lambda line: may_be_hidden(str(line.get("kind")))
}
ADDED_PAGE_FIELDS: Final[dict[str, Any]] = {
    "author": lambda line: None,
    "here": lambda line: None,
    "tags": lambda line: "",
    "shared": lambda line: False,
}
CURRENT_ENTITIES: Final = (
    # Each restore stores its own time and that of its archive.
    Entity(
        "campaign",
        campaign_models.Campaign,
        "pk",
        excluded_fields=frozenset({"restored", "archive_made"}),
        column_defaults=ADDED_REVISION | {"pass_after": lambda line: 0},
    ),
    Entity("members", campaign_models.Member, "campaign", column_defaults={"guest_until": lambda line: None}),
    Entity("sessions", campaign_models.Session, "campaign", column_defaults={"remind_hours": lambda line: 24}),
    Entity("session_guests", campaign_models.SessionGuest, "session__campaign", may_be_missing=True),
    Entity("date_polls", campaign_models.DatePoll, "session__campaign", may_be_missing=True),
    Entity("proposed_dates", campaign_models.ProposedDate, "poll__session__campaign", may_be_missing=True),
    Entity("date_answers", campaign_models.DateAnswer, "date__poll__session__campaign", may_be_missing=True),
    Entity("catalogue", CatalogueRow, "campaign", column_defaults=ADDED_CATALOGUE_FIELDS),
    Entity("conversions", campaign_models.ConversionRow, "campaign"),
    # The owner of a module differs between sites: the restoring GM, if the site does not have the module.
    Entity("modules", campaign_models.Module, "versions__runs__campaign", excluded_fields=frozenset({"owner"})),
    Entity("module_versions", campaign_models.ModuleVersion, "runs__campaign"),
    Entity("module_files", campaign_models.ModuleFile, "version__runs__campaign"),
    # The time when a site got its own rows does not concern other sites.
    Entity(
        "site_monsters",
        character_models.Monster,
        "",
        excluded_fields=frozenset({"campaign", "created"}),
        column_defaults=ADDED_REVISION,
    ),
    Entity("monsters", character_models.Monster, "campaign", column_defaults=ADDED_REVISION),
    Entity(
        "characters",
        character_models.Character,
        "campaign",
        column_defaults={
            "about": lambda line: "",
            "hidden_revisions": lambda line: 0,
            "players": lambda line: [],
            "portrait": lambda line: "",
        },
    ),
    Entity("portraits", character_models.Portrait, "character__campaign", may_be_missing=True),
    Entity("stand_ins", campaign_models.StandIn, "session__campaign", may_be_missing=True),
    Entity("imported_objects", campaign_models.ImportedObject, "campaign"),
    Entity(
        "imports",
        campaign_models.ImportRun,
        "campaign",
        json_references={
            "journal": {
                ("calm", "*", "*"): campaign_models.ImportedObject,
                ("moved", "*", "*"): campaign_models.ImportedObject,
                ("marked", "*"): campaign_models.ImportedObject,
            }
        },
    ),
    Entity(
        # A restored site computes again whom an encounter waits for. In an older archive the campaign says whether its
        # encounters have a dealer (restoring.py).
        "encounters",
        campaign_models.Encounter,
        "campaign",
        excluded_fields=frozenset({"awaited"}),
        column_defaults={
            "real_cards": lambda line: None,
            "repeated_source": lambda line: None,
            "dealerless": lambda line: False,
        },
    ),
    Entity(
        "encounter_groups",
        campaign_models.EncounterGroup,
        "encounter__campaign",
        column_defaults={"hidden": lambda line: False},
    ),
    Entity(
        "participants",
        campaign_models.Participant,
        "encounter__campaign",
        column_defaults={"hidden": lambda line: False},
    ),
    Entity("step_requests", STEP_REQUESTS, "character__campaign"),
    Entity("experience", ENTRIES, "character__campaign", json_references={"data": {("request",): STEP_REQUESTS}}),
    Entity(
        # Each restore decides again which log entries are marked as restored.
        "log",
        campaign_models.LogEntry,
        "campaign",
        excluded_fields=frozenset({"restored"}),
        column_defaults={
            "speaker": lambda line: "",
            "source": lambda line: "",
            "external_id": lambda line: "",
            "happened_at": lambda line: None,
        },
        json_references={
            "data": {
                ("place",): campaign_models.Member,
                ("import",): campaign_models.ImportRun,
                ("entries", "*"): ENTRIES,
                ("request",): STEP_REQUESTS,
            }
        },
    ),
    Entity("recaps", campaign_models.Recap, "session__campaign"),
    Entity("note_pictures", campaign_models.NotePicture, "campaign", may_be_missing=True),
    Entity("world", campaign_models.WorldEntry, "campaign", column_defaults=ADDED_PAGE_FIELDS),
    Entity("page_templates", campaign_models.PageTemplate, "campaign", may_be_missing=True),
    Entity(
        "object_states",
        campaign_models.ObjectState,
        "campaign",
        json_references={"state": {("world",): campaign_models.WorldEntry}},
    ),
    Entity("pictures", campaign_models.WorldPicture, "entry__campaign"),
    Entity("text_pictures", campaign_models.TextPicture, "entry__campaign", may_be_missing=True),
    Entity("maps", campaign_models.WorldMap, "campaign", may_be_missing=True),
    Entity("map_pictures", campaign_models.MapPicture, "map__campaign", may_be_missing=True),
    Entity("earlier_map_pictures", campaign_models.EarlierMapPicture, "map__campaign", may_be_missing=True),
    Entity("map_areas", campaign_models.MapArea, "campaign", may_be_missing=True),
    Entity("map_pins", campaign_models.MapPin, "campaign", may_be_missing=True),
    Entity("map_visits", campaign_models.MapVisit, "campaign", may_be_missing=True),
    Entity("quest_lines", campaign_models.QuestLine, "campaign", may_be_missing=True),
    Entity("ties", campaign_models.Tie, "campaign", may_be_missing=True),
    Entity("block_readers", campaign_models.BlockReader, "entry__campaign", may_be_missing=True),
    Entity(
        "reveals",
        campaign_models.Reveal,
        "campaign",
        column_defaults={name: lambda line: None for name in ("tie", "block", "map", "area")},
    ),
    Entity("links", campaign_models.WorldLink, "campaign"),
    Entity("calendar", campaign_models.Calendar, "campaign", may_be_missing=True),
    Entity(
        "planned_events",
        campaign_models.PlannedEvent,
        "campaign",
        may_be_missing=True,
        column_defaults={
            "repeats": lambda line: "",
            "every": lambda line: 1,
            "moon": lambda line: "",
            "phase": lambda line: FULL,
            "repeats_until": lambda line: None,
            "reached": lambda line: None,
        },
    ),
    Entity(
        "in_world_dates",
        campaign_models.InWorldDate,
        "campaign",
        may_be_missing=True,
        column_defaults={"automatic": lambda line: False},
    ),
)

# Encrypted, in one file for each encounter (encryption.py).
ENCRYPTED_MODELS: Final = (campaign_models.EncounterSecret, campaign_models.Command, campaign_models.Event)

LEFT_OUT: Final[dict[str, str]] = {
    "people.User": "only the names are exported; an account stays on its site",
    "people.Invitation": "a restore gives nobody old access",
    "people.PlaceOffer": "the restoring GM offers places again, to people of that site",
    "people.ApiToken": "a restore gives nobody old access",
    "people.PushKey": "belongs to the site, not to a campaign",
    "people.PushDevice": "belongs to an account, which stays on its site",
    "people.CallPreferences": "belongs to an account, which stays on its site",
    "campaigns.Call": "a notification about a turn; another site sends its own",
    "campaigns.DateLink": "a restore gives nobody old access",
    "campaigns.SessionNotice": "a notification about a session; another site sends its own",
    "campaigns.EncounterDraw": "cards that are being entered; after a restore the command is given again",
    "campaigns.EncounterSeed": "the secret of a deal stays on its site; the events contain what it published",
    "people.IdempotencyRecord": "stored answers to requests, no part of a campaign",
    "campaigns.Transfer": "an export or restore, stored for a day",
    "campaigns.TransferPart": "part of a file, stored for a day",
    "campaigns.BackupRecord": "belongs to the site, not to a campaign",
    "campaigns.WorldThumbnail": "generated again from the picture of a page",
    "campaigns.MapRendering": "generated again from the picture and the hidden areas of a map",
    "campaigns.SharedWorld": "joins campaigns of one site; a restored campaign keeps its copies and can join again",
    "campaigns.WorldTable": "a restore joins no shared world without the consent of another GM",
    "campaigns.WorldInvitation": "a restore gives nobody old access",
    "campaigns.CharacterOffer": "names another campaign of the site; the log says what became of it",
    "campaigns.OfferNotice": "a notification about an offer; another site has no such offer",
    "campaigns.SharedPage": "belongs to a shared world; a campaign's own copy of it is a page of its world",
    "campaigns.SharedEdition": "belongs to a shared page",
    "campaigns.SharedPortrait": "belongs to a shared page",
    "campaigns.SharedPageCopy": "says which page of a shared world a page is a copy of; a restored one is independent",
    "campaigns.SharedMapPicture": "belongs to a shared page",
    "campaigns.SharedPinCopy": "says which pin of a shared map a pin is a copy of; a restored one is independent",
    "campaigns.SharedTie": "joins pages of a shared world; a campaign's own copy of it is a tie of its world",
    "campaigns.SharedTieCopy": "says which shared tie a tie is a copy of; a restored one is independent",
    "campaigns.Webhook": "a URL with a secret; the restoring GM adds webhooks again",
    "campaigns.WebhookDelivery": "belongs to a webhook",
}


def _history_entity(entity: Entity) -> Entity | None:
    manager = getattr(entity.model, "history", None)
    if manager is None or entity.name == "site_monsters":
        return None
    model = manager.model
    names = {field.name for field in model._meta.concrete_fields}
    within = "id" if entity.name == "campaign" else "campaign" if "campaign" in names else "session__campaign"
    return Entity(
        f"{entity.name}_history",
        model,
        within,
        is_history=True,
        json_references=entity.json_references,
        may_be_missing=entity.may_be_missing,
        column_defaults=entity.column_defaults,
    )


ENTITIES: Final = (*CURRENT_ENTITIES, *[past for past in map(_history_entity, CURRENT_ENTITIES) if past is not None])

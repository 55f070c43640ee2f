"""The list: every table of a campaign, in an order in which each row follows those it names.

A model that is neither here nor in LEFT_OUT fails a test that names it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from campaigns import models as own
from characters import models as people
from rules.models import CatalogueRow
from rules.queries import may_be_hidden

# Paths into JSON columns that name rows by id: {column: {path: model}}; "*" is every item or value.
Named = dict[str, dict[tuple[str, ...], type[Model]]]


@dataclass(frozen=True)
class Entity:
    """A table: its file, how its rows hang on the campaign, what of it does not travel, what it names in JSON."""

    name: str
    model: type[Model]
    within: str
    aside: frozenset[str] = frozenset()
    named: Any = None
    past: bool = False  # a table of the history, whose rows may name what is gone
    grown: Any = None  # columns that older archives have not: {name: what stands there instead, by the line}

    def rows(self, campaign: own.Campaign, using: str = "default") -> QuerySet[Any]:
        """The campaign's rows, oldest first."""
        every = self.model._base_manager.using(using)
        return every.filter(_where(self, campaign)).distinct().order_by("pk")

    @property
    def fields(self) -> "list[Field[Any, Any]]":
        """The columns that travel, the key aside."""
        every = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        return [field for field in every if field.name not in self.aside]

    @property
    def many(self) -> list[Any]:
        """The lists of other rows that travel."""
        return list(self.model._meta.many_to_many)


def _where(entity: Entity, campaign: own.Campaign) -> Q:
    if entity.model is people.Monster and entity.name == "site_monsters":
        used = Q(pk__in=_used(own.EncounterGroup, campaign)) | Q(pk__in=_used(own.Participant, campaign))
        imported = own.ImportedObject._base_manager.filter(campaign=campaign).values("monster")
        return Q(campaign__isnull=True) & (used | Q(pk__in=imported))
    if entity.name in {"modules", "module_versions", "module_files"}:
        return Q(**{entity.within: campaign})
    return Q(**{entity.within: campaign.pk})


def _used(model: Any, campaign: own.Campaign) -> Any:
    return model._base_manager.filter(encounter__campaign=campaign, monster__isnull=False).values("monster")


ENTRIES, ASKED = people.ExperienceEntry, people.StepRequest
FIRST: Final[dict[str, Any]] = {"revision": lambda line: 1}
# What only GMs read when the archive was written, only GMs read when it is restored.
KEPT_BACK: Final[dict[str, Any]] = FIRST | {"gm_only": lambda line: may_be_hidden(str(line.get("kind")))}
LIVE: Final = (
    Entity("campaign", own.Campaign, "pk", grown=FIRST),
    Entity("members", own.Member, "campaign"),
    Entity("sessions", own.Session, "campaign"),
    Entity("catalogue", CatalogueRow, "campaign", grown=KEPT_BACK),
    Entity("conversions", own.ConversionRow, "campaign"),
    # Whose the library's copy is differs from site to site: the restoring GM's, where the site has none.
    Entity("modules", own.Module, "versions__runs__campaign", aside=frozenset({"owner"})),
    Entity("module_versions", own.ModuleVersion, "runs__campaign"),
    Entity("module_files", own.ModuleFile, "version__runs__campaign"),
    # When a site got its own rows is that site's matter.
    Entity("site_monsters", people.Monster, "", aside=frozenset({"campaign", "created"}), grown=FIRST),
    Entity("monsters", people.Monster, "campaign", grown=FIRST),
    Entity("characters", people.Character, "campaign", grown={"about": lambda line: ""}),
    Entity("imported_objects", own.ImportedObject, "campaign"),
    Entity(
        "imports", own.ImportRun, "campaign",
        named={"journal": {("calm", "*", "*"): own.ImportedObject, ("marked", "*"): own.ImportedObject}},
    ),
    Entity("encounters", own.Encounter, "campaign", grown={"real_cards": lambda line: None}),
    Entity("encounter_groups", own.EncounterGroup, "encounter__campaign"),
    Entity("participants", own.Participant, "encounter__campaign"),
    Entity("step_requests", ASKED, "character__campaign"),
    Entity("experience", ENTRIES, "character__campaign", named={"data": {("request",): ASKED}}),
    Entity(
        "log", own.LogEntry, "campaign",
        named={"data": {("import",): own.ImportRun, ("entries", "*"): ENTRIES, ("request",): ASKED}},
    ),
    Entity("recaps", own.Recap, "session__campaign"),
    Entity("world", own.WorldEntry, "campaign", grown={"author": lambda line: None}),
    Entity("object_states", own.ObjectState, "campaign", named={"state": {("world",): own.WorldEntry}}),
    Entity("pictures", own.WorldPicture, "entry__campaign"),
    Entity("reveals", own.Reveal, "campaign"),
    Entity("links", own.WorldLink, "campaign"),
)  # fmt: skip

# What is sealed, an encounter a file (sealing.py).
SEALED: Final = (own.EncounterSecret, own.Command, own.Event)

LEFT_OUT: Final[dict[str, str]] = {
    "campaigns.User": "people travel by name alone; an account stays with its site",
    "campaigns.Invitation": "a restore opens no old way in",
    "campaigns.ApiToken": "a restore opens no old way in",
    "campaigns.EncounterDraw": "cards that are being typed in; whoever restores gives the command again",
    "campaigns.IdempotencyRecord": "answers to requests of thirty days, no part of a campaign",
    "campaigns.Transfer": "an archive on its way, kept for a day",
    "campaigns.TransferPart": "an archive on its way, kept for a day",
    "campaigns.BackupRecord": "the site's, not a campaign's",
    "campaigns.Webhook": "an address with a secret: whoever restores decides anew who is told",
    "campaigns.WebhookDelivery": "what an address was told",
}


def _past(entity: Entity) -> Entity | None:
    manager = getattr(entity.model, "history", None)
    if manager is None or entity.name == "site_monsters":
        return None
    model = manager.model
    names = {field.name for field in model._meta.concrete_fields}
    within = "id" if entity.name == "campaign" else "campaign" if "campaign" in names else "session__campaign"
    return Entity(f"{entity.name}_history", model, within, past=True, named=entity.named, grown=entity.grown)


ENTITIES: Final = (*LIVE, *[past for past in map(_past, LIVE) if past is not None])


def target(field: "Field[Any, Any]") -> type[Model] | None:
    """The model whose rows the column names; the model itself for a history's copy of its key."""
    if isinstance(field, ForeignKey):
        return field.related_model
    if field.name == "id" and hasattr(field.model, "instance_type"):
        return field.model.instance_type
    return None


def references(entity: Entity) -> Iterator[tuple[Any, type[Model]]]:
    """The columns that name other rows, with what they name."""
    for field in entity.fields:
        model = target(field)
        if model is not None:
            yield field, model


def renamed(value: Any, path: tuple[str, ...], change: Any) -> Any:
    """A JSON value with the ids at a path changed; what does not fit the path stays as it is."""
    if not path:
        return change(value) if type(value) is int else value
    head, *rest = path
    if isinstance(value, list) and head == "*":
        return [renamed(one, tuple(rest), change) for one in value]
    if isinstance(value, dict):
        return {key: renamed(one, tuple(rest), change) if head in ("*", key) else one for key, one in value.items()}
    return value

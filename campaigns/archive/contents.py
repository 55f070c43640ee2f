"""Checks the values in an archive's rows as forms and the API do, because a value may fit its column and be wrong."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns import models as campaign_models
from campaigns.archive.entities import Entity
from campaigns.archive.faults import ArchiveInvalid
from campaigns.log.calendar.faults import translate_faults
from campaigns.log.calendar.reckoning.definition_json import read_definition
from campaigns.modules.format import object_check, schema_walker
from campaigns.modules.format.faults import WARNINGS
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.stats_conversion import shipped_tables
from campaigns.modules.stats_conversion.tables import misfit_sentence
from campaigns.overview.actions import validate_options
from campaigns.world.maps.geometry import read_corners
from campaigns.world.tags import join_tags, read_tags
from characters import models as character_models
from people.models import validate_time_zone
from rules import play
from rules.models import CatalogueRow

Check = Callable[[Any, str, dict[str, Any]], None]


def check_row(system: str, entity: Entity, values: dict[str, Any], place: str) -> None:
    """Raises ArchiveInvalid with the place of the row's first value that forms and the API would refuse."""
    model = _live(entity)
    for column in entity.fields:
        value = values[column.attname]
        if value is None or column.is_relation:
            continue
        try:
            column.run_validators(value)
            check = CHECKS.get((model, column.name))
            if check is not None:
                check(value, system, values)
        except ValidationError as fault:
            pointer = getattr(fault, "pointer", "")
            raise ArchiveInvalid("archive.row", f"{place}#/{column.name}{pointer}", " ".join(fault.messages)) from None


def _live(entity: Entity) -> Any:
    """The model of an entity; for a history, the model that it records."""
    return getattr(entity.model, "instance_type", entity.model)


def _refuse(message: str, pointer: str = "") -> None:
    fault = ValidationError(message)
    fault.pointer = pointer  # type: ignore[attr-defined]
    raise fault


def _options(value: Any, system: str, _row: Any) -> None:
    """Checks the options of a game; ignores options of older versions."""
    _object(value, system, _row)
    known = play.SYSTEMS[system]["options"] if system in play.SYSTEMS else {}
    validate_options(system, {name: option for name, option in value.items() if name in known})


def _zone(value: Any, _system: str, _row: Any) -> None:
    validate_time_zone(value)


def _object(value: Any, _system: str, _row: Any) -> None:
    if not isinstance(value, dict):
        _refuse(_("This must be an object."))


def _system(value: Any, _system: str, _row: Any) -> None:
    if value not in play.SYSTEMS:
        _refuse(_("This site does not know the game “%(game)s”.") % {"game": value[:40]})


def _document(value: Any, _system: str, row: dict[str, Any]) -> None:
    """Checks a module's document against the schema, and its version."""
    if not isinstance(value, dict):
        _refuse(_("This must be an object."))
    for fault in schema_walker.check(value):
        if fault.code not in WARNINGS:
            _refuse(fault.message, fault.pointer)
    if value["module"]["version"] != row["version"]:
        _refuse(_("The version of the module differs from its row."), "/module/version")


def _module_object(value: Any, _system: str, row: dict[str, Any]) -> None:
    """Checks an object of a module against the schema of its collection."""
    if row["collection"] not in SINGULAR:
        return  # refused as a collection
    for fault in object_check.schema_faults(row["collection"], value):
        if fault.code not in WARNINGS:
            _refuse(fault.message, fault.pointer)


def _collection(value: Any, _system: str, _row: Any) -> None:
    if value not in SINGULAR:
        _refuse(_("A module has no objects of this kind."))


def matches(pattern: str) -> Check:
    """A check of a text by a pattern."""

    def check(value: Any, _system: str, _row: Any) -> None:
        if re.fullmatch(pattern, value) is None:
            _refuse(_("The text is not in the form that this site writes."))

    return check


def _texts(value: Any, _system: str, _row: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        _refuse(_("This must be a list of texts."))


def _rule(value: Any, _system: str, _row: Any) -> None:
    if value and re.fullmatch(RULE, value) is None:
        _refuse(_("This is not the id of a rule."))


def _rules(value: Any, system: str, row: Any) -> None:
    _texts(value, system, row)
    if not all(re.fullmatch(RULE, rule) for rule in value):
        _refuse(_("These are not ids of rules."))


def _figures(value: Any, system: str, row: dict[str, Any]) -> None:
    """Checks a conversion table; ignores a table that the site does not know."""
    _object(value, system, row)
    known = shipped_tables(row["system"]).rows.get(row["key"]) if row["system"] in play.SYSTEMS else None
    if known is not None and (fault := misfit_sentence(known.figures, value, known.labels)):
        _refuse(fault)


class Whole(dict[str, Any]):
    """The shape of an object that has all these keys."""


def shape(wanted: Any) -> Check:
    """A check of a value's shape: a type, `[shape]` for a list, or a dict of the shapes of keys that may occur.

    The keys of a `Whole` must occur."""

    def check(value: Any, _system: str, _row: Any) -> None:
        if not _fits(value, wanted):
            _refuse(_("The value is not in the form that this site writes."))

    return check


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return isinstance(value, list) and all(_fits(item, wanted[0]) for item in value)
    if isinstance(wanted, dict) and set(wanted) == {"*"}:
        return isinstance(value, dict) and all(_fits(item, wanted["*"]) for item in value.values())
    if isinstance(wanted, Whole) and not (isinstance(value, dict) and wanted.keys() <= value.keys()):
        return False
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(_fits(value[key], kind) for key, kind in wanted.items() if key in value)
    if wanted is int:
        return type(value) is int
    return isinstance(value, wanted)


def _calendar(value: Any, _system: str, _row: Any) -> None:
    """Checks the definition of a calendar."""
    with translate_faults():
        read_definition(value)


def _end_of_date(value: Any, _system: str, row: dict[str, Any]) -> None:
    if value < row["first"]:
        _refuse(_("The date ends before it starts."))


def _corners(value: Any, _system: str, _row: Any) -> None:
    """Checks the corners of an area of a map: what hides nothing must not seem to hide something."""
    if read_corners(value) != value:
        _refuse(_("The corners are not in the form that this site writes."))


def _tags(value: Any, _system: str, _row: Any) -> None:
    """Checks the tags of a page or a template."""
    if join_tags(read_tags(value)) != value:
        _refuse(_("The tags are not in the form that this site writes."))


RULE: Final = r"[-a-zA-Z0-9_]{1,20}"  # what the address of a rule takes
PICTURE_KEY: Final = r"[0-9a-f]{16}"
KEY: Final = r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?"
SEMANTIC_VERSION: Final = r"(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z.-]+)?"
FAULT: Final = Whole(pointer=str, code=str, message=str)
# What an import wrote into the rows that belong to an object.
WRITTEN: Final = {
    "monster": Whole(name=str, kind=str, size=str, stats=dict, text=str),
    "character": Whole(name=str),
    "encounter": Whole(
        title=str, counts=bool, notes=str, lines={"*": Whole(group=str, count=int, names=[str], note=str)}
    ),
}
CHECKS: Final[dict[tuple[Any, str], Check]] = {
    (campaign_models.Campaign, "options"): _options,
    (campaign_models.Campaign, "zone"): _zone,
    (campaign_models.Encounter, "options"): _options,
    (campaign_models.EncounterGroup, "names"): _texts,
    (campaign_models.Calendar, "definition"): _calendar,
    (campaign_models.InWorldDate, "last"): _end_of_date,
    (campaign_models.WorldEntry, "tags"): _tags,
    (campaign_models.PageTemplate, "tags"): _tags,
    (campaign_models.TextPicture, "key"): matches(PICTURE_KEY),
    (campaign_models.NotePicture, "key"): matches(PICTURE_KEY),
    (campaign_models.MapArea, "points"): _corners,
    (campaign_models.LogEntry, "data"): _object,
    (campaign_models.LogEntry, "rules"): _rules,
    (campaign_models.ConversionRow, "figures"): _figures,
    (campaign_models.ModuleVersion, "document"): _document,
    (campaign_models.ModuleVersion, "warnings"): shape([FAULT]),
    (campaign_models.ImportRun, "options"): _object,
    (campaign_models.ImportRun, "result"): _object,
    (campaign_models.ImportRun, "journal"): _object,
    (campaign_models.ImportedObject, "base"): _module_object,
    (campaign_models.ImportedObject, "current"): _module_object,
    (campaign_models.ImportedObject, "made"): shape(WRITTEN),
    (campaign_models.ObjectState, "state"): _object,
    (character_models.Character, "sheet"): _object,
    (character_models.ExperienceEntry, "data"): _object,
    (character_models.ExperienceEntry, "rule"): _rule,
    (character_models.StepRequest, "step"): _object,
    (character_models.Monster, "stats"): _object,
    (CatalogueRow, "figures"): _object,
    (CatalogueRow, "rule"): _rule,
    **{
        (model, "key"): matches(KEY)
        for model in (
            campaign_models.Module,
            campaign_models.ModuleFile,
            campaign_models.ImportedObject,
            campaign_models.ObjectState,
        )
    },
    **{(model, "module_key"): matches(KEY) for model in (campaign_models.ImportedObject, campaign_models.ObjectState)},
    **{(model, "collection"): _collection for model in (campaign_models.ImportedObject, campaign_models.ObjectState)},
    (campaign_models.ImportedObject, "base_version"): matches(SEMANTIC_VERSION),
    **{
        (model, "system"): _system
        for model in (campaign_models.Campaign, campaign_models.ConversionRow, character_models.Monster, CatalogueRow)
    },
}

"""Which imported objects are used in play: shown, looted, in an encounter, or worked with by people."""

from collections.abc import Iterable
from typing import Any, Final

from django.db import models

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.modules.imports.local_changes import collect_changes, imported_monsters, lines_of
from campaigns.modules.imports.text_marks import is_written_text
from campaigns.modules.models import ImportedObject, ObjectState
from characters.models import Character
from people.models import Campaign
from rules import play

# Relations whose rows an import itself writes; all other rows were written by people or in play.
WRITTEN_BY_IMPORTS: Final = {ImportedObject, EncounterGroup}


def in_play(campaign: Campaign, rows: Iterable[ImportedObject], unchanged: Iterable[int] = ()) -> set[int]:
    """The ids of those rows that play uses, with a fixed number of queries.

    Ignores preparations from the rows themselves, except those in use, and from `unchanged` objects (ids)."""
    rows = list(rows)
    states = set(ObjectState.objects.filter(campaign=campaign).values_list("module_key", "collection", "key"))
    used = {row.pk for row in rows if (row.module_key, row.collection, row.key) in states}
    used |= _encounters_in_use(campaign, rows)
    monsters = _monsters_in_use(campaign, rows, {*(row.pk for row in rows), *unchanged} - used)
    people = _people_in_use(campaign, rows)
    return used | {row.pk for row in rows if row.monster_id in monsters or row.character_id in people}


def _encounters_in_use(campaign: Campaign, rows: list[ImportedObject]) -> set[int]:
    """The rows whose encounter has begun, or whose preparation people worked on."""
    by_id = {row.pk: row for row in rows}
    encounters = list(Encounter.objects.filter(campaign=campaign, source__in=by_id).prefetch_related("groups"))
    monsters = imported_monsters(campaign)
    # Encounters that have begun count in any case, and have many rows.
    prepared = [encounter.pk for encounter in encounters if encounter.status == Encounter.Status.PREPARED]
    related = _ids_in_other_rows(Encounter, prepared)
    return {
        encounter.source_id
        for encounter in encounters
        if encounter.source_id
        and (
            encounter.status != Encounter.Status.PREPARED
            or encounter.pk in related
            or _is_worked_on(encounter, by_id[encounter.source_id], campaign.system, monsters)
        )
    }


def _is_worked_on(encounter: Encounter, row: ImportedObject, game: str, monsters: set[int]) -> bool:
    """Whether a preparation has a session, settings, notes, lines or changed fields that the import did not write."""
    made = row.made.get("encounter")
    if made is None or not is_written_text(encounter.notes, made["notes"]):
        return True
    if encounter.session_id is not None or encounter.options or encounter.real_cards is not None:
        return True
    notes = {line["group"]: line.get("note") for line in made["lines"].values()}
    lines = encounter.groups.all()
    # Imports write one line for each group.
    if len({line.group for line in lines}) < len(lines):
        return True
    if any(line.monster_id not in monsters or notes.get(line.group) != line.note for line in lines):
        return True
    return collect_changes(row, game, encounter, lines_of(encounter, monsters)) != row.current


def _monsters_in_use(campaign: Campaign, rows: list[ImportedObject], ignored: set[int]) -> set[int | None]:
    """Monsters in an encounter, except in preparations from ignored objects (ids)."""
    ids = [row.monster_id for row in rows if row.monster_id]
    lines = EncounterGroup.objects.filter(monster__in=ids).exclude(
        encounter__source__in=ignored, encounter__status=Encounter.Status.PREPARED
    )
    seats = Participant.objects.filter(encounter__campaign=campaign, monster__in=ids)
    return {*lines.values_list("monster", flat=True), *seats.values_list("monster", flat=True)}


def _people_in_use(campaign: Campaign, rows: list[ImportedObject]) -> set[int]:
    """NPCs whom people changed, put into an encounter, or referred to in any other row, such as a tie or a date."""
    ids = [row.character_id for row in rows if row.character_id]
    if not ids:
        return set()
    lines = EncounterGroup.objects.filter(character__in=ids)
    sheet = play.new_sheet(campaign.system)
    changed = {row.character_id for row in rows if row.character_id and _is_changed(row, sheet)}
    return {*changed, *lines.values_list("character", flat=True), *_ids_in_other_rows(Character, ids)}


def _is_changed(row: ImportedObject, sheet: dict[str, Any]) -> bool:
    """Whether the NPC of an object has texts, a portrait, a player, a status or a sheet that the import did not set."""
    npc = row.character
    if npc is None:
        return False
    written = row.made.get("character", {}).get("notes")
    texts = bool(npc.notes or npc.about or npc.portrait) or (
        bool(npc.gm_notes) and not is_written_text(npc.gm_notes, written)
    )
    return texts or (npc.status, npc.owner_id, npc.sheet) != (Character.Status.ACTIVE, None, sheet)


def _ids_in_other_rows(model: type[models.Model], ids: list[int]) -> set[int]:
    """The ids to which rows of other tables refer that no import writes. Versions in histories do not count."""
    found: set[int] = set()
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ForeignObjectRel) or relation.on_delete is models.DO_NOTHING:
            continue
        if isinstance(relation, models.ManyToManyRel) or relation.related_model in WRITTEN_BY_IMPORTS:
            continue
        rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": ids})
        found |= set(rows.order_by().values_list(relation.field.attname, flat=True).distinct())
    return found

"""Which imported objects are used in play: shown, looted, in an encounter, or in a preparation by people."""

from collections.abc import Iterable

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.models import ImportedObject, ObjectState
from campaigns.world.models import Reveal
from characters.models import ExperienceEntry
from people.models import Campaign


def in_play(campaign: Campaign, rows: Iterable[ImportedObject], calm: Iterable[int] = ()) -> set[int]:
    """The ids of those rows that play uses, with a fixed number of queries.

    Ignores preparations from the rows themselves and from `calm` objects (ids)."""
    rows = list(rows)
    states = set(ObjectState.objects.filter(campaign=campaign).values_list("module_key", "collection", "key"))
    ids = {row.pk for row in rows}
    fought = set(
        Encounter.objects.filter(campaign=campaign, source__in=ids)
        .exclude(status=Encounter.Status.PREPARED)
        .values_list("source", flat=True)
    )
    monsters, people = _monsters_in_use(campaign, rows, calm), _people_in_use(campaign, rows)
    return {
        row.pk
        for row in rows
        if row.pk in fought
        or (row.module_key, row.collection, row.key) in states
        or row.monster_id in monsters
        or row.character_id in people
    }


def _monsters_in_use(campaign: Campaign, rows: list[ImportedObject], calm: Iterable[int]) -> set[int | None]:
    """Monsters in a begun encounter, or in a preparation that was not imported with these rows."""
    ids = [row.monster_id for row in rows if row.monster_id]
    source_ids = [*(row.pk for row in rows), *calm]
    lines = EncounterGroup.objects.filter(monster__in=ids).exclude(
        encounter__source__in=source_ids, encounter__status=Encounter.Status.PREPARED
    )
    seats = Participant.objects.filter(encounter__campaign=campaign, monster__in=ids)
    return {*lines.values_list("monster", flat=True), *seats.values_list("monster", flat=True)}


def _is_written_about(row: ImportedObject) -> bool:
    """Whether the NPC of an object has notes, public notes or a portrait, or GM notes that the import did not write."""
    npc = row.character
    if npc is None:
        return False
    written = row.made.get("character", {}).get("notes")
    return bool(npc.notes or npc.about or npc.portrait) or (bool(npc.gm_notes) and digest(npc.gm_notes) != written)


def _people_in_use(campaign: Campaign, rows: list[ImportedObject]) -> set[int | None]:
    """NPCs who took part in an encounter, have experience, were shown to a player, or whom people wrote about here."""
    ids = [row.character_id for row in rows if row.character_id]
    seats = Participant.objects.filter(encounter__campaign=campaign, character__in=ids)
    lines = EncounterGroup.objects.filter(character__in=ids)
    entries = ExperienceEntry.objects.filter(character__in=ids)
    shown = Reveal.objects.filter(character__in=ids)
    return {
        *shown.values_list("character", flat=True),
        *(row.character_id for row in rows if _is_written_about(row)),
        *seats.values_list("character", flat=True),
        *lines.values_list("character", flat=True),
        *entries.values_list("character", flat=True),
    }

"""Writes many rows of an import in few queries, with their histories."""

from collections.abc import Sequence
from typing import Any

from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.modules.models import ImportedObject
from characters.models import Character, Monster
from people.models import User
from rules import play

BATCH = 500
OBJECT_FIELDS = [
    "key",
    "position",
    "title",
    "base",
    "base_digest",
    "base_version",
    "current",
    "monster",
    "character",
    "tombstone",
    "orphan",
    "made",
]
new_sheet = play.new_sheet


def set_fields(row: Any, fields: dict[str, Any]) -> None:
    """Sets the fields of a row."""
    for name, value in fields.items():
        setattr(row, name, value)


def differs(row: Any, fields: dict[str, Any]) -> bool:
    """Whether setting the fields would change the row."""
    return any(getattr(row, name) != value for name, value in fields.items())


def create_with_history(model: Any, rows: Sequence[Any], by: User) -> None:
    """Inserts rows with their first line of history."""
    if rows:
        bulk_create_with_history(list(rows), model, batch_size=BATCH, default_user=by)


def update_with_history(rows: Sequence[Any], model: Any, by: User, reason: str) -> None:
    """Updates rows with a line of history each."""
    if not rows:
        return
    names = {
        Monster: ["name", "kind", "size", "stats", "text", "licence", "attribution", "converted", "revision"],
        Character: ["name", "gm_notes", "revision"],
    }[model]
    bulk_update_with_history(list(rows), model, names, batch_size=BATCH, default_user=by, default_change_reason=reason)


def update_objects(rows: Sequence[ImportedObject]) -> None:
    """Updates imported objects."""
    if rows:
        ImportedObject.objects.bulk_update(rows, OBJECT_FIELDS, batch_size=100)


def delete_objects(rows: Sequence[ImportedObject]) -> None:
    """Deletes objects with the preparations, monsters and NPCs that the import made for them."""
    delete_written_rows(rows)
    ImportedObject.objects.filter(pk__in=[row.pk for row in rows]).delete()


def delete_written_rows(rows: Sequence[ImportedObject]) -> None:
    """Deletes the monsters, NPCs and preparations of objects, but not the objects."""
    Encounter.objects.filter(source__in=[row.pk for row in rows], status=Encounter.Status.PREPARED).delete()
    # If a preparation that people changed still uses the monster, it stays in the bestiary.
    used = EncounterGroup.objects.filter(monster__isnull=False).values("monster")
    Monster.objects.filter(pk__in=[row.monster_id for row in rows if row.monster_id]).exclude(pk__in=used).delete()
    Character.objects.filter(pk__in=[row.character_id for row in rows if row.character_id]).delete()

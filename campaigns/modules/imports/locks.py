"""Locks what an import reads and then writes, so that no edit in between is lost."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.modules.models import ImportedObject
from characters.models import Character, Monster
from people.models import Campaign


def lock_module(campaign_id: int, module_key: str) -> Campaign:
    """The campaign, locked with a module's objects and their preparations, NPCs and monsters until the end.

    The order is that of deleting one object and of starting an encounter. Rows that refer to the campaign can be added
    meanwhile, because who adds them may already hold one of the other locks. Encounters that have begun stay unlocked,
    so that play continues: an import never writes them, and a start waits for the lock of the preparation."""
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign_id)
    rows = ImportedObject.objects.select_for_update().filter(campaign=campaign_id, module_key=module_key)
    objects = list(rows.order_by("pk").only("monster", "character"))
    encounters = _lock(Encounter, source__in=[row.pk for row in objects], status=Encounter.Status.PREPARED)
    _lock(EncounterGroup, encounter__in=encounters)
    _lock(Character, pk__in=[row.character_id for row in objects if row.character_id])
    _lock(Monster, pk__in=[row.monster_id for row in objects if row.monster_id])
    return campaign


def _lock(model: type[models.Model], **wanted: Iterable[Any] | str) -> list[int]:
    """Locks rows in the order of their ids; their ids."""
    rows = model._base_manager.select_for_update().filter(**wanted)
    return list(rows.order_by("pk").values_list("pk", flat=True))

"""Locks an encounter before its preparation changes; what was checked when it was read is checked again."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.encounters.play import storage
from common.rows import lock_row
from people.models import Member


def lock_encounter_for(membership: Member, encounter: Encounter) -> Encounter:
    """The locked encounter, for a member who runs it, now as when it was read."""
    require_table_runner(membership, encounter)
    locked = storage.lock_encounter(encounter)
    require_table_runner(membership, locked)
    return locked


def lock_preparation(membership: Member, encounter: Encounter) -> Encounter:
    """The locked encounter; refuses one that has begun, perhaps after it was read."""
    locked = lock_encounter_for(membership, encounter)
    if locked.status != Encounter.Status.PREPARED:
        raise ValidationError(_("This encounter has begun. Newcomers can join at the table."))
    return locked


def lock_group(membership: Member, encounter: Encounter, encounter_group: EncounterGroup) -> EncounterGroup:
    """The locked group of a preparation, whose `encounter` is locked too."""
    locked = lock_preparation(membership, encounter)
    return lock_row(locked.groups.all(), encounter_group.pk)

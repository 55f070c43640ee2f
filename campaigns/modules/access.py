"""Which modules, imports and imported objects a person may see."""

from typing import Any

from django.db.models import Q, QuerySet

from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from people.access import campaigns_run_by, get_visible_row, membership_for, require_gm
from people.models import Member, User


def visible_module_versions(user: User) -> QuerySet[ModuleVersion]:
    """The shared library and the person's own uploads."""
    if not user.is_authenticated:
        return ModuleVersion.objects.none()
    rows = ModuleVersion.objects.select_related("module")
    return rows.filter(Q(module__owner__isnull=True) | Q(module__owner=user))


def imported_objects(membership: Member) -> QuerySet[ImportedObject]:
    """The campaign's imported objects; GMs only, because players read module text only after it was revealed."""
    return ImportedObject.objects.filter(campaign=require_gm(membership).campaign_id, tombstone=False)


def deleted_objects(membership: Member) -> QuerySet[ImportedObject]:
    """The imported objects that a GM deleted and can restore; GMs only."""
    return ImportedObject.objects.filter(campaign=require_gm(membership).campaign_id, tombstone=True)


def import_runs_of(membership: Member) -> QuerySet[ImportRun]:
    """The imports of the campaign; GMs only."""
    return ImportRun.objects.filter(campaign=require_gm(membership).campaign_id).select_related("version__module", "by")


def get_imported_object(user: User, object_id: Any, deleted: bool | None = False) -> tuple[ImportedObject, Member]:
    """An imported object of a campaign that the person runs, and their membership; 404 for everyone else.

    `deleted` True finds only objects that were deleted, None finds both."""
    rows = ImportedObject.objects.filter(campaign__in=campaigns_run_by(user))
    row = get_visible_row(rows if deleted is None else rows.filter(tombstone=deleted), pk=object_id)
    return row, require_gm(membership_for(user, row))

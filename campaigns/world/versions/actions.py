"""Restoring an earlier version of a page."""

from django.db import transaction

from campaigns.world.actions import change_entry
from campaigns.world.models import WorldEntry
from campaigns.world.versions.queries import describe_restore, get_version
from people.models import Member


@transaction.atomic
def restore_version(*, membership: Member, entry: WorldEntry, version_id: int, revision: int | None) -> WorldEntry:
    """Gives the page the name, text and tags of an earlier version; who sees it does not change.

    It is a new version: those in between stay in the history. `revision` is the one that the writer saw."""
    version = get_version(membership, entry, version_id)
    return change_entry(
        membership=membership,
        entry=entry,
        revision=revision,
        reason=describe_restore(version),
        name=version.name,
        text=version.text,
        tags=[tag for tag in version.tags.split(",") if tag],
    )

"""Restoring an earlier version of a page."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.actions import change_entry
from campaigns.world.models import WorldEntry
from campaigns.world.versions.queries import get_version
from people.models import Member


@transaction.atomic
def restore_version(*, membership: Member, entry: WorldEntry, version_id: int, revision: int | None) -> WorldEntry:
    """Gives the page the name, text and tags of an earlier version; who sees it does not change.

    It is a new version: those in between stay in the history. `revision` is the one that the writer saw."""
    version = get_version(membership, entry, version_id)
    when = timezone.localtime(version.history_date)
    return change_entry(
        membership=membership,
        entry=entry,
        revision=revision,
        reason=_("restored as of %(when)s") % {"when": f"{when:%Y-%m-%d %H:%M}"},
        name=version.name,
        text=version.text,
        tags=[tag for tag in version.tags.split(",") if tag],
    )

"""Restoring an earlier version of a tie's words and times."""

from django.db import transaction

from campaigns.world.ties.actions import TEXTS, change_tie
from campaigns.world.ties.models import Tie
from campaigns.world.versions.queries import describe_restore, list_versions
from people.access import get_visible_row, require_gm
from people.models import Member


@transaction.atomic
def restore_tie(*, membership: Member, tie: Tie, version_id: int, revision: int | None) -> Tie:
    """Gives the tie the words and times of an earlier version; who sees it does not change.

    It is a new version: those in between stay in the history. `revision` is the one that the writer saw: an older one
    raises `EditConflict`. 404 for a version that the tie never had."""
    require_gm(membership)
    version = get_visible_row(list_versions(tie), history_id=version_id)
    texts = {name: getattr(version, name) for name in TEXTS}
    return change_tie(membership=membership, tie=tie, revision=revision, reason=describe_restore(version), **texts)

"""Restoring what a step or reward of a thread was, also one that was removed."""

from django.db import transaction

from campaigns.world.models import WorldEntry
from campaigns.world.quests import actions
from campaigns.world.quests.models import QuestLine
from campaigns.world.quests.versions.queries import list_versions
from campaigns.world.versions.queries import describe_restore
from people.access import get_visible_row
from people.models import Member


@transaction.atomic
def restore_line(*, membership: Member, thread: WorldEntry, version_id: int) -> QuestLine:
    """Gives a step or reward the words of a version, and whether it was done; who sees it does not change.

    A removed one returns at the end of the thread's, for those who could see it before, and its history becomes that of
    the new one. 404 for a version that the thread never had; ValidationError if the thread has as many steps and
    rewards as it can have."""
    actions.lock_thread(membership, thread)
    version = get_visible_row(list_versions(thread), history_id=version_id)
    row = QuestLine.objects.filter(pk=version.id, thread=thread).first()
    if row is None:
        versions = list_versions(thread).filter(id=version.id)
        row = actions.add_line(
            membership=membership, thread=thread, text=version.text, kind=version.kind, gm_only=versions[0].gm_only
        )
        # The old id may not be used again: in a restored campaign it is negative, and not unique.
        versions.update(id=row.pk)
    return actions.change_line(
        membership=membership,
        line=row,
        text=version.text,
        done=version.done is not None,
        reason=describe_restore(version),
    )

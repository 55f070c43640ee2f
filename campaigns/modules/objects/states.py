"""The revision of an imported object, and the row with its state in play."""

from campaigns.modules.models import ImportedObject, ObjectState
from common.edit_conflicts import EditConflict
from common.revisions import content_revision
from people.models import Member


def revision_of(row: ImportedObject) -> int:
    """The revision of an object; it changes when an edit or an import changes or deletes the object."""
    return content_revision([row.current, row.tombstone])


def notes_revision(state: ObjectState) -> int:
    """A number that changes with the GM's notes."""
    return content_revision(state.notes)


def check_revision(row: ImportedObject, revision: int | None) -> None:
    """EditConflict if the locked row is no longer as the writer saw it; None overwrites on purpose."""
    current = revision_of(row)
    if revision is not None and revision != current:
        raise EditConflict(row, row.title, current)


def lock_state(membership: Member, row: ImportedObject) -> ObjectState:
    """The object's state in play, locked; made if there is none."""
    state, _new = ObjectState.objects.get_or_create(
        campaign=membership.campaign, module_key=row.module_key, collection=row.collection, key=row.key
    )
    return ObjectState.objects.select_for_update().get(pk=state.pk)

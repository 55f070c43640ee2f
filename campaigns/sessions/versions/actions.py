"""Restoring an earlier version of a session's texts or of a recap."""

from typing import Final

from django.db import transaction

from campaigns.sessions.actions import change_session
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.recaps.actions import save_recap
from campaigns.world.versions.queries import describe_restore, list_versions
from people.access import get_visible_row, require_gm
from people.models import Member

TEXTS: Final = ("title", "agenda", "notes", "gm_notes")


@transaction.atomic
def restore_session(*, membership: Member, session: Session, version_id: int, revision: int | None) -> Session:
    """Gives the session the title, agenda, notes and GM notes of an earlier version; its date and attendance stay.

    It is a new version: those in between stay in the history. `revision` is the one that the writer saw: an older one
    raises `EditConflict`. 404 for a version that the session never had."""
    require_gm(membership)
    version = get_visible_row(list_versions(session), history_id=version_id)
    return change_session(
        membership=membership,
        session=session,
        revision=revision,
        reason=describe_restore(version),
        **{name: getattr(version, name) for name in TEXTS},
    )


@transaction.atomic
def restore_recap(*, membership: Member, recap: Recap, version_id: int, revision: int | None) -> Recap:
    """Gives the recap the text of an earlier version; as `restore_session`."""
    require_gm(membership)
    version = get_visible_row(list_versions(recap), history_id=version_id)
    return save_recap(
        membership=membership,
        session=recap.session,
        audience=recap.audience,
        character=recap.character,
        text=version.text,
        revision=revision,
        reason=describe_restore(version),
    )

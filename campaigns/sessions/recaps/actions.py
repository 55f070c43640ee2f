"""Writes to recaps: a GM stores a text in place of the draft, and sends it to those who missed the session."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.note_pictures.actions import mark_used
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.notices.outbox import queue_session_notices
from campaigns.sessions.recaps import recipients
from characters.models import Character
from common.edit_conflicts import EditConflict
from common.rows import save_with_history, validate_row
from people.access import require_gm
from people.models import Member


@transaction.atomic
def save_recap(
    *,
    membership: Member,
    session: Session,
    audience: str,
    text: str,
    character: Character | None = None,
    revision: int | None = None,
    reason: str = "",
) -> Recap:
    """Stores the session's recap for an audience; `character` only for the audience `character`.

    `revision` is the one that the writer saw (0: the draft): another one raises `EditConflict`, and nothing changes.
    `reason`: at most 100 characters for the history."""
    _require_session_of_gm(membership, session)
    if (audience == Recap.Audience.CHARACTER) != (character is not None):
        raise ValidationError({"character": _("Name a character only in a recap for one character.")})
    if character is not None and character.campaign_id != membership.campaign_id:
        raise ValidationError({"character": _("This belongs to another campaign.")})
    Session.objects.select_for_update().get(pk=session.pk)  # of two first recaps at the same time, the second waits
    row = Recap.objects.filter(session=session, audience=audience, character=character).first()
    row = row or Recap(session=session, audience=audience, character=character, revision=0)
    if revision is not None and row.revision != revision:
        raise EditConflict(row, str(row))
    row.revision += 1
    row.text, row.by = text.replace("\r\n", "\n").strip(), membership.user
    validate_row(row)
    save_with_history(row, membership.user, reason)
    mark_used(membership.campaign_id, [row.text])
    return row


@transaction.atomic
def send_recap(*, membership: Member, session: Session, origin: str = "") -> int:
    """Sends the recap to those who missed a played session and did not get it yet; returns how many.

    Each person gets the recap for their audience. `origin` is the address of the site, for the links in mails."""
    _require_session_of_gm(membership, session)
    row = Session.objects.select_for_update().get(pk=session.pk)
    if row.status != Session.Status.HELD:
        raise ValidationError(_("First mark the session as played, so that the site knows who missed it."))
    waiting = recipients.get_absent_members(membership, row).waiting
    queue_session_notices(row, SessionNotice.Kind.RECAP, timezone.now(), origin, to=waiting)
    return len(waiting)


def _require_session_of_gm(membership: Member, session: Session) -> None:
    require_gm(membership)
    if session.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))

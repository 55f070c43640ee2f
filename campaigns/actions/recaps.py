"""Writes to recaps: a GM keeps a text in the place of the draft, and takes it away again."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import must_run
from campaigns.actions.fields import clean, keep
from campaigns.models import Member, Recap, Session
from characters.models import Character
from rules.stale import Stale


@transaction.atomic
def save(
    *, own: Member, session: Session, audience: str, text: str, character: Character | None = None,
    revision: int | None = None,
) -> Recap:  # fmt: skip
    """Keeps the text as the evening's recap for its audience; `character` for that audience alone.

    `revision` is the one the writer saw, 0 for the draft: another one raises `Stale`, nothing is overwritten."""
    must_run(own)
    if session.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    if (audience == Recap.Audience.CHARACTER) != (character is not None):
        raise ValidationError({"character": _("A recap for one character names it; the others name none.")})
    if character is not None and character.campaign_id != own.campaign_id:
        raise ValidationError({"character": _("That belongs to another campaign.")})
    Session.objects.select_for_update().get(pk=session.pk)  # two first recaps at once: the second waits
    row = Recap.objects.filter(session=session, audience=audience, character=character).first()
    if revision is not None and (row.revision if row else 0) != revision:
        current = row or Recap(session=session, audience=audience, character=character, revision=0)
        raise Stale(current, str(current))
    if row is None:
        row = Recap(session=session, audience=audience, character=character)
    else:
        row.revision += 1
    row.text, row.by = text.replace("\r\n", "\n").strip(), own.user
    clean(row)
    keep(row, own.user)
    return row

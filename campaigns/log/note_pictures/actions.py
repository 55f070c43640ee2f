"""Adding pictures for texts of the log and of sessions, and removing those that no text shows."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.note_pictures.models import NotePicture
from common import pictures
from common.picture_syntax import picture_keys
from common.rows import validate_row
from people.access import require_player
from people.idempotency import claims
from people.models import Campaign, Member

MOST_UNUSED: Final = 60
# A picture is uploaded before the text is saved that uses it.
KEPT_UNUSED: Final = timedelta(days=1)


def add_note_picture(*, membership: Member, data: bytes) -> NotePicture:
    """Stores a picture for a log entry, session notes or a recap; `markdown` of the result goes into the text.

    Raises PermissionDenied for observers, and ValidationError for bytes that are no picture."""
    require_player(membership)
    # Outside the transaction, because on SQLite decoding inside it would block every table.
    return _store(membership, pictures.read_picture(data))


@transaction.atomic
def _store(membership: Member, picture: pictures.Picture) -> NotePicture:
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    remove_unused(membership.campaign_id)
    waiting = NotePicture.objects.filter(campaign=membership.campaign_id, by=membership.user, used=False)
    if waiting.count() >= MOST_UNUSED:
        message = _("%(most)s of your pictures are in no saved text yet. Save your text, then add more pictures.")
        raise ValidationError(message % {"most": MOST_UNUSED})
    kept = NotePicture(campaign=membership.campaign, key=secrets.token_hex(8), by=membership.user, **picture.columns)
    validate_row(kept)
    kept.save()
    claims.record_effect({"picture": kept.pk})
    return kept


def mark_used(campaign_id: int, texts: Iterable[str]) -> None:
    """Marks the pictures in texts that are being saved, so that they stay; call it in the transaction that saves."""
    keys = set().union(*map(picture_keys, texts))
    if keys:
        NotePicture.objects.filter(campaign=campaign_id, key__in=keys, used=False).update(used=True)


def require_own_pictures(membership: Member, texts: Iterable[str], kept: str = "") -> None:
    """Refuses a player's text with another person's picture, unless the earlier text `kept` has it (ValidationError).

    A text decides who sees a picture. So nobody but a GM may put pictures of others into a text."""
    keys = set().union(*map(picture_keys, texts)) - picture_keys(kept)
    if membership.is_gm or not keys:
        return
    rows = NotePicture.objects.filter(campaign=membership.campaign_id, key__in=keys)
    if rows.exclude(by=membership.user).exists():
        raise ValidationError({"text": _("You can show only pictures that you added. Paste the picture again.")})


def remove_unused(campaign_id: int) -> None:
    """Removes pictures older than a day that no saved text has shown."""
    NotePicture.objects.filter(campaign=campaign_id, used=False, created__lt=timezone.now() - KEPT_UNUSED).delete()

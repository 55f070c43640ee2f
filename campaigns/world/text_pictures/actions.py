"""Adding pictures to the text of a page, and removing those that no version of the text uses."""

import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from campaigns.world.access import require_page_edit
from campaigns.world.actions import lock_entry
from campaigns.world.models import WorldEntry
from campaigns.world.text_pictures.copying import require_room
from campaigns.world.text_pictures.models import TextPicture
from common import pictures
from common.rows import validate_row
from people.idempotency import claims
from people.models import Member

# A picture is uploaded before the text is saved that uses it.
KEPT_UNUSED: Final = timedelta(days=1)


def add_text_picture(*, membership: Member, entry: WorldEntry, data: bytes) -> TextPicture:
    """Stores a picture for the text of a page; `markdown` of the result goes into the text."""
    require_page_edit(membership, entry)
    # Outside the transaction, because on SQLite decoding inside it would block every table.
    picture = pictures.read_picture(data)
    with transaction.atomic():
        kept = attach_text_picture(membership=membership, entry=entry, picture=picture)
        claims.record_effect({"picture": kept.pk})
    return kept


@transaction.atomic
def attach_text_picture(*, membership: Member, entry: WorldEntry, picture: pictures.Picture) -> TextPicture:
    """As `add_text_picture`, for a picture that was already decoded."""
    require_page_edit(membership, entry)
    row = lock_entry(membership, entry)
    remove_unused(row)
    require_room(TextPicture.objects.filter(entry=row).count() + 1)
    kept = TextPicture(entry=row, key=secrets.token_hex(8), by=membership.user, **picture.columns)
    validate_row(kept)
    kept.save()
    return kept


def remove_unused(entry: WorldEntry) -> None:
    """Removes pictures older than a day that are in no version of the page's text."""
    old = TextPicture.objects.filter(entry=entry, created__lt=timezone.now() - KEPT_UNUSED)
    for pk, key in old.values_list("pk", "key"):
        if key not in entry.text and not entry.history.filter(text__contains=key).exists():
            TextPicture.objects.filter(pk=pk).delete()

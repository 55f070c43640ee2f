"""Writes to portraits: a character gets one, and loses it. For those who may change the character."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.access import require_character_edit, runs_campaign
from characters.models import Character, Portrait
from characters.sheets.saving import lock_character, save_next_revision
from common import pictures
from common.edit_conflicts import require_revision
from people.models import User


def set_portrait(*, character: Character, by: User, data: bytes, revision: int | None = None) -> Character:
    """Gives the character a portrait instead of the present one; ValidationError for bytes that cannot be read.

    EditConflict: the character no longer has that revision."""
    require_character_edit(by, character)
    # Outside the transaction, because on SQLite decoding inside it would block every table.
    return _store(character, by, pictures.read_picture(data, fit=pictures.LONGEST_PORTRAIT), revision)


@transaction.atomic
def _store(character: Character, by: User, picture: pictures.Picture, revision: int | None) -> Character:
    row = _lock(character, by, revision)
    Portrait.objects.update_or_create(character=row, defaults=picture.columns | {"by": by, "created": timezone.now()})
    row.portrait = picture.sha256
    return save_next_revision(row, by, _("portrait changed"))


@transaction.atomic
def remove_portrait(*, character: Character, by: User, revision: int | None = None) -> Character:
    """Removes the portrait, so that the character has the emblem of its name again.

    EditConflict: the character no longer has that revision."""
    row = _lock(character, by, revision)
    if not row.portrait:
        return row
    Portrait.objects.filter(character=row).delete()
    row.portrait = ""
    return save_next_revision(row, by, _("portrait removed"))


def _lock(character: Character, by: User, revision: int | None) -> Character:
    """The locked character; EditConflict if the person, GM or player, saw another revision."""
    row = lock_character(character)
    require_character_edit(by, row)
    require_revision(row, row.name, revision, row.revision_for(is_gm=runs_campaign(by, row.campaign_id)))
    return row

"""Reads and writes rows of characters: locks one, and saves one with its next revision and history."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.models import Character
from characters.sheets.end_of_play import tell_end_of_play
from common.one_line import one_line
from people.models import User
from rules.pages.plain_text import require_plain_text

LIMITS = {"notes": 65536, "about": 65536, "gm_notes": 65536}
REASON = 400


def lock_character(character: Character) -> Character:
    """The stored character, locked until the transaction ends."""
    rows = Character.objects.select_for_update(of=("self",)).select_related("campaign", "owner")
    return rows.get(pk=character.pk)


def save_next_revision(character: Character, by: User, reason: str) -> Character:
    """Saves the changed character under the next revision, with who and why in its history."""
    character.revision += 1
    save_checked(character, by, reason)
    tell_end_of_play(character)
    return character


def save_checked(character: Any, by: User, reason: str) -> None:
    """Checks the fields of a new or changed character and saves it; `reason` stands in its history.

    Raises ValidationError for a field that is too long or not plain text.
    """
    character.name = one_line(character.name) if isinstance(character.name, str) else character.name
    for field, limit in LIMITS.items():
        if len(getattr(character, field)) > limit:
            raise ValidationError({field: _("At most %(limit)s characters are allowed here.") % {"limit": limit}})
    require_plain_text(name=character.name, reason=reason)
    character.clean_fields(exclude=["campaign", "owner"])
    character._change_reason = reason.strip()[:REASON]
    character._history_user = by
    character.save()

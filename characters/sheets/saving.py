"""Reads and writes rows of characters: locks one, and saves one with its next revision and history."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from characters.models import Character
from characters.sheets.end_of_play import notify_end_of_play
from common.line_ends import unix_line_ends
from common.one_line import one_line
from common.rows import save_with_history
from common.visible_names import require_visible_name
from people.models import User
from rules.pages.plain_text import require_plain_text

LIMITS = {"notes": 65536, "about": 65536, "gm_notes": 65536}


def lock_character(character: Character) -> Character:
    """The stored character, locked until the transaction ends."""
    return _locked_characters().get(pk=character.pk)


def lock_characters(ids: Iterable[int]) -> dict[int, Character]:
    """The stored characters with these ids, by id, locked until the transaction ends.

    They are locked in the order of their ids, so that no two calls block each other."""
    return {row.pk: row for row in _locked_characters().filter(pk__in=list(ids)).order_by("pk")}


def _locked_characters() -> QuerySet[Character]:
    """`no_key`: a date of the character is written by others who already hold the lock of the calendar."""
    return Character.objects.select_for_update(of=("self",), no_key=True).select_related("campaign", "owner")


def save_next_revision(character: Character, by: User, reason: str) -> Character:
    """Saves the changed character under the next revision, with who and why in its history."""
    character.revision += 1
    save_checked(character, by, reason)
    notify_end_of_play(character)
    return character


def save_checked(character: Any, by: User, reason: str) -> None:
    """Checks the fields of a new or changed character and saves it; `reason` stands in its history.

    Raises ValidationError for a field that is too long or not plain text.
    """
    character.name = one_line(character.name) if isinstance(character.name, str) else character.name
    for field, limit in LIMITS.items():
        text = unix_line_ends(getattr(character, field))
        setattr(character, field, text)
        if len(text) > limit:
            raise ValidationError({field: _("This text can have at most %(limit)s letters.") % {"limit": limit}})
    require_plain_text(name=character.name, reason=reason)
    character.clean_fields(exclude=["campaign", "owner"])
    require_visible_name(character)
    save_with_history(character, by, reason)

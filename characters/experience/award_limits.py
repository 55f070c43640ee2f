"""Limits of awards: more experience than the highest level needs makes a sheet invalid, and it cannot be used."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.models import Character
from characters.sheets import queries


def require_valid_sheets(before: Sequence[queries.CharacterReading], after: Sequence[queries.CharacterReading]) -> None:
    """Refuses an award after which the rules no longer allow a sheet that they allowed before (ValidationError)."""
    for was, now in zip(before, after, strict=True):
        if now.refusal and not was.refusal:
            sentence = _("This is too much for %(name)s: %(why)s Award less, or leave %(name)s out.")
            raise ValidationError({"amount": sentence % {"name": now.character.name, "why": now.refusal}})


def characters_with_room(characters: Iterable[Character], amount: int, unit: str) -> list[Character]:
    """The characters whose sheets an award of `amount` does not make invalid."""
    return [
        read.character
        for read in queries.read_characters(characters)
        if read.refusal or not _read_with_award(read, amount, unit).refusal
    ]


def _read_with_award(read: queries.CharacterReading, amount: int, unit: str) -> queries.CharacterReading:
    gained = {**read.progress, unit: read.progress.get(unit, 0) + amount}
    return queries.read_with_experience(read.character, gained)

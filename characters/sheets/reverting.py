"""Reverting what the end of an encounter wrote to a sheet, but nothing that was changed after it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from characters.models import Character
from characters.sheets import queries
from characters.sheets.saving import lock_character, save_next_revision
from people.models import User
from rules import play
from rules.catalogue.queries import house_of

MISSING: Final = object()
Sheet = Mapping[str, Any]


def complete(character: Character) -> dict[str, Any]:
    """The character's sheet with every field, as the engine completes it; unchanged when the engine refuses it."""
    try:
        return _check(character, character.sheet)
    except play.Refused:
        return dict(character.sheet)


@transaction.atomic
def revert(
    *, character: Character, before: Sheet, after: Sheet, status: tuple[str, str], by: User, reason: str
) -> list[str]:
    """Revert the fields that still have the written value (`after`, over `before`); returns the names of the others.

    `status` is the character's status before and after. A sheet that would become invalid stays unchanged, and all its
    fields are returned.
    """
    current = lock_character(character)
    labels = _labels(current)
    sheet, kept = _revert(current.sheet, before, after)
    if sheet != current.sheet:
        try:
            _check(current, sheet)
        except play.Refused:
            kept, sheet = list(_changed_fields(before, after)), current.sheet
    named = [labels.get(field, capfirst(field.replace("_", " "))) for field in kept]
    revived = status[0] != status[1] and current.status == status[1]
    if status[0] != status[1] and current.status not in status:
        named.append(_("Status"))
    if sheet != current.sheet or revived:
        current.sheet = sheet
        current.status = status[0] if revived else current.status
        save_next_revision(current, by, reason)
    return named


def _revert(current: Sheet, before: Sheet, after: Sheet) -> tuple[dict[str, Any], list[str]]:
    """The sheet with the written fields as before, and the fields that were changed since; objects field by field."""
    sheet, kept = dict(current), []
    for field in sorted({*before, *after}):
        old, new, now = before.get(field, MISSING), after.get(field, MISSING), current.get(field, MISSING)
        if new in (old, MISSING) or now == old:
            continue
        if now == new:
            _put(sheet, field, old)
        elif isinstance(old, dict) and isinstance(new, dict) and isinstance(now, dict):
            sheet[field], inner = _revert(now, old, new)
            kept += inner
        else:
            kept.append(field)
    return sheet, kept


def _put(sheet: dict[str, Any], field: str, value: Any) -> None:
    if value is MISSING:
        sheet.pop(field, None)
    else:
        sheet[field] = value


def _changed_fields(before: Sheet, after: Sheet) -> Iterator[str]:
    return (field for field in sorted(after) if before.get(field, MISSING) != after[field])


def _labels(character: Character) -> dict[str, str]:
    pools = queries.read_character(character).figures.get("pools", [])
    return {pool["key"]: str(pool["name"]) for pool in pools}


def _check(character: Character, sheet: Sheet) -> dict[str, Any]:
    house = house_of(character.campaign)
    checked = play.sheet(character.campaign.system, sheet, queries.experience_of(character), house=house)
    return dict(checked["sheet"])

"""What a writer's form has saved already: if it comes again, as after a lost answer, its save is nobody else's.

Kept in the cache for a day, under the key of the form."""

from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache

from campaigns.world.models import WorldEntry
from campaigns.world.tags import join_tags
from people.models import Member

LASTS: Final = 24 * 60 * 60


@dataclass(frozen=True)
class SavedForm:
    """What a form said whose save was merged with the changes of others: the base of what its writer changes next."""

    name: str
    text: str
    tags: str
    parent: int | None


@dataclass(frozen=True)
class FormSave:
    """The revision that a form saved; `written` if the page does not say exactly what the form said.

    `choices` are the sides that its writer chose for conflicts, one of `CHOICES` each."""

    revision: int
    written: SavedForm | None = None
    choices: tuple[str, ...] = ()


def remember_save(
    membership: Member, row: WorldEntry, key: str, fields: dict[str, Any], *, merged: bool, choices: tuple[str, ...]
) -> None:
    """Stores which revision the form with this key saved; without a key nothing."""
    if not key:
        return
    parent = fields.get("parent")
    written = SavedForm(
        name=fields.get("name", row.name),
        text=fields["text"].replace("\r\n", "\n"),
        tags=join_tags(fields.get("tags", ())),
        parent=parent.pk if parent else None,
    )
    cache.set(_cache_key(membership, row, key), FormSave(row.revision, written if merged else None, choices), LASTS)


def find_save(membership: Member, row: WorldEntry, key: str) -> FormSave | None:
    """The last save of the form with this key."""
    found: FormSave | None = cache.get(_cache_key(membership, row, key)) if key else None
    return found


def _cache_key(membership: Member, row: WorldEntry, key: str) -> str:
    # Not "written-", under which earlier versions stored classes that this one does not have.
    return f"saved-form-{row.pk}-{membership.pk}-{key}"

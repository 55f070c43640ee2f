"""Saves a page that someone else saved meanwhile: both changes are kept, or the writer chooses."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.actions import change_entry, lock_entry
from campaigns.world.models import WorldEntry
from campaigns.world.tags import join_tags, read_tags
from campaigns.world.versions.queries import visible_versions
from common.edit_conflicts import EditConflict
from common.text_merge import TextMerge, merge_texts, whole_conflict
from people.models import Member

MERGED = ("name", "parent", "tags")


class PageConflict(EditConflict):
    """Two people changed the same paragraphs of a page; nothing was written."""

    def __init__(self, current: WorldEntry, merge: TextMerge) -> None:
        super().__init__(current, current.name)
        self.merge = merge


@dataclass(frozen=True)
class Seen:
    """What a writer saw: the revision on which the text is based, and the conflicts that were decided."""

    base: int
    revision: int
    digest: str = ""
    choices: tuple[str, ...] = ()


@transaction.atomic
def save_page(*, membership: Member, entry: WorldEntry, seen: Seen, reason: str = "", **fields: Any) -> WorldEntry:
    """Changes a page (`actions.change_entry`). If someone saved it meanwhile, the changes of both are merged.

    Raises PageConflict if both changed the same paragraphs and the writer has not chosen between exactly these."""
    row = lock_entry(membership, entry)
    if row.revision == seen.base:
        return change_entry(membership=membership, entry=row, revision=seen.base, reason=reason, **fields)
    # Only a version that the writer may read: otherwise a merge would reveal what a private note said.
    base = visible_versions(membership, row).filter(revision=seen.base).first()
    merge = _merge_page(row, base, fields)
    decided = seen.revision == row.revision and seen.digest == merge.digest
    if merge.conflicts and not decided:
        raise PageConflict(row, merge)
    fields["text"] = merge.resolve(seen.choices)
    return change_entry(membership=membership, entry=row, revision=row.revision, reason=reason or _("merged"), **fields)


def _merge_page(row: WorldEntry, base: Any, fields: dict[str, Any]) -> TextMerge:
    """The merge of the texts; also puts the other fields into `fields` that only the other one changed."""
    mine = fields["text"].replace("\r\n", "\n")
    if base is None:
        return whole_conflict(mine, row.text)
    for name in MERGED:
        if name == "tags":
            fields[name] = merge_tags(base.tags, join_tags(fields.get(name, ())), row.tags)
        elif name in fields and _value(fields[name]) == _value(getattr(base, name)):
            fields[name] = getattr(row, name)
    return merge_texts(base.text, mine, row.text)


def _value(value: Any) -> Any:
    return getattr(value, "pk", value)


def merge_tags(base: str, mine: str, theirs: str) -> list[str]:
    """The tags that the other one kept or added, without those that the writer took away, and the writer's new ones."""
    old, own, other = (read_tags(text) for text in (base, mine, theirs))
    kept = [tag for tag in other if tag in own or tag not in old]
    return [*kept, *(tag for tag in own if tag not in old and tag not in kept)]

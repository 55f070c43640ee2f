"""Saves a page that someone else saved meanwhile: both changes are kept, or the writer chooses."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.access import visible_entries
from campaigns.world.actions import change_entry, lock_entry
from campaigns.world.co_editing.form_saves import SavedForm
from campaigns.world.models import WorldEntry
from campaigns.world.tags import join_tags, read_tags
from campaigns.world.versions.queries import visible_versions
from common.edit_conflicts import EditConflict
from common.text_merge import Conflict, TextMerge, merge_texts, whole_conflict
from people.models import Member

# The fields, besides text and tags, of which one value can stand.
ONE_VALUE = ("name", "parent")


@dataclass(frozen=True)
class PageMerge:
    """The merge of the texts of a page, and the other fields that both changed: name or location."""

    text: TextMerge
    fields: tuple[str, ...] = ()

    @property
    def conflicts(self) -> list[Conflict]:
        """The places of the text to decide."""
        return self.text.conflicts

    @property
    def undecided(self) -> bool:
        """Whether the writer has something to decide."""
        return bool(self.conflicts or self.fields)

    @property
    def digest(self) -> str:
        """What identifies the conflicts, so that choices fit them."""
        return "-".join([self.text.digest, *self.fields])


class PageConflict(EditConflict):
    """Two people changed the same paragraphs, the name or the location of a page; nothing was written."""

    def __init__(self, current: WorldEntry, merge: PageMerge) -> None:
        super().__init__(current, current.name)
        self.merge = merge


@dataclass(frozen=True)
class SeenPage:
    """What a writer saw: the revision on which the text is based, and the conflicts that were decided.

    `written`: what the writer's form said when it was saved before, if that is the base, and no revision says it."""

    base: int
    revision: int
    digest: str = ""
    choices: tuple[str, ...] = ()
    written: SavedForm | None = None


@transaction.atomic
def save_page(*, membership: Member, entry: WorldEntry, seen: SeenPage, reason: str = "", **fields: Any) -> WorldEntry:
    """Changes a page (`actions.change_entry`). If someone saved it meanwhile, the changes of both are merged.

    Raises PageConflict if both changed the same paragraphs, the name or the location, and the writer has not seen and
    decided exactly that."""
    row = lock_entry(membership, entry)
    if row.revision == seen.base and seen.written is None:
        return change_entry(membership=membership, entry=row, revision=seen.base, reason=reason, **fields)
    # Only a version that the writer may read: otherwise a merge would reveal what a private note said.
    base = seen.written or visible_versions(membership, row).filter(revision=seen.base).first()
    merge = _merge_page(membership, row, base, fields)
    decided = seen.revision == row.revision and seen.digest == merge.digest
    if merge.undecided and not decided:
        raise PageConflict(row, merge)
    fields["text"] = merge.text.resolve(seen.choices)
    return change_entry(membership=membership, entry=row, revision=row.revision, reason=reason or _("merged"), **fields)


def _merge_page(membership: Member, row: WorldEntry, base: Any, fields: dict[str, Any]) -> PageMerge:
    """The merge of the page; also puts the other fields into `fields` that only the other one changed.

    Without a `base` everything that differs is a conflict. A location that the writer may not know is none."""
    mine = fields["text"].replace("\r\n", "\n")
    both = []
    for name in (name for name in ONE_VALUE if name in fields):
        typed, current = _value(fields[name]), _value(getattr(row, name))
        before = None if base is None else _value(getattr(base, name))
        if base is not None and typed == before:
            fields[name] = getattr(row, name)
        elif typed != current and (base is None or current != before):
            both.append(name)
    if "parent" in both and row.parent and not visible_entries(membership).filter(pk=row.parent.pk).exists():
        both.remove("parent")
    if base is None:
        return PageMerge(whole_conflict(mine, row.text), tuple(both))
    fields["tags"] = merge_tags(base.tags, join_tags(fields.get("tags", ())), row.tags)
    return PageMerge(merge_texts(base.text, mine, row.text), tuple(both))


def _value(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else getattr(value, "pk", value)


def merge_tags(base: str, mine: str, theirs: str) -> list[str]:
    """The tags that the other one kept or added, without those that the writer took away, and the writer's new ones."""
    old, own, other = (read_tags(text) for text in (base, mine, theirs))
    kept = [tag for tag in other if tag in own or tag not in old]
    return [*kept, *(tag for tag in own if tag not in old and tag not in kept)]

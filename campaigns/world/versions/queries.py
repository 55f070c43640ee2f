"""The earlier versions of a page, for people who may change it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.access import may_manage, require_page_edit
from campaigns.world.models import WorldEntry
from common.text_differences import find_changes
from people.access import get_visible_row
from people.models import Member

SAME, GONE, NEW = "same", "gone", "new"


@dataclass(frozen=True)
class ChangedLine:
    """A paragraph of a version: `what` is same, gone or new."""

    what: str
    text: str


def list_versions(row: Any) -> QuerySet[Any]:
    """The versions of a row with a history, newest first, without the mark of its removal; the caller checks access."""
    versions: QuerySet[Any] = row.history.exclude(history_type="-").order_by("-history_id")
    return versions


def visible_versions(membership: Member, entry: WorldEntry) -> QuerySet[Any]:
    """The versions of a page that the member may read, newest first.

    Players who did not begin a page of the party notebook read only what it was since it is in the notebook."""
    require_page_edit(membership, entry)
    rows = list_versions(entry)
    return rows if may_manage(membership, entry) else rows.filter(shared=True)


def get_version(membership: Member, entry: WorldEntry, version_id: int) -> Any:
    """One version that the member may read."""
    return get_visible_row(visible_versions(membership, entry), history_id=version_id)


def describe_restore(version: Any) -> str:
    """The reason that the history states for a restored version."""
    when = timezone.localtime(version.history_date)
    return _("restored as of %(when)s") % {"when": f"{when:%Y-%m-%d %H:%M}"}


def compare_texts(old: str, new: str) -> list[ChangedLine]:
    """The paragraphs of two texts, in the order of both."""
    return list(_changed_lines(old.split("\n"), new.split("\n")))


def _changed_lines(old: list[str], new: list[str]) -> Iterator[ChangedLine]:
    for change in find_changes(old, new):
        before, after = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
        if change.equal:
            yield from (ChangedLine(SAME, line) for line in before if line.strip())
            continue
        yield from (ChangedLine(GONE, line) for line in before if line.strip())
        yield from (ChangedLine(NEW, line) for line in after if line.strip())

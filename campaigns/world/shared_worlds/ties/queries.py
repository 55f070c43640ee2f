"""Reads of shared ties: those of an edition in words, and what an edition changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.changes import CHANGED, ENDED, NEW
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.ties.models import SharedTie, SharedTieCopy
from people.models import Member


@dataclass(frozen=True)
class TieLine:
    """A tie of an edition as it is read from the page of the edition.

    `waits`: the campaign does not have the other page yet."""

    fields: dict[str, Any]
    page: SharedPage
    waits: bool

    @property
    def words(self) -> str:
        """The words before the name of the other page."""
        return str(self.fields["words" if self.fields["forward"] else "back"])

    @property
    def back(self) -> str:
        """The words as read from the other page."""
        return str(self.fields["back" if self.fields["forward"] else "words"])

    @property
    def since(self) -> str:
        """Since when, or empty."""
        return str(self.fields["since"])

    @property
    def until(self) -> str:
        """Until when; if empty, the tie has not ended."""
        return str(self.fields["until"])


@dataclass(frozen=True)
class TieChange:
    """A tie that an edition adds, changes or no longer has; `shown`: players of the campaign see it."""

    what: str
    line: TieLine
    shown: bool = False


def offered_tie_lines(membership: Member, edition: SharedEdition) -> list[TieLine]:
    """The ties of an edition, without those that were taken back with a later edition of the other page; three
    queries."""
    gone = _taken_back(tie["tie"] for tie in edition.ties)
    return tie_lines(membership, [tie for tie in edition.ties if tie["tie"] not in gone])


def _taken_back(keys: Iterable[int]) -> set[int]:
    """Which of these shared ties are no longer shared."""
    return set(SharedTie.objects.filter(pk__in=set(keys), removed__isnull=False).values_list("pk", flat=True))


def tie_lines(membership: Member, ties: Iterable[dict[str, Any]]) -> list[TieLine]:
    """The ties of an edition, as an edition or a draft stores them, by the other page; two queries.

    Without those to pages that were withdrawn."""
    ties = list(ties)
    others = {tie["other"] for tie in ties}
    pages = {
        shared_page.pk: shared_page for shared_page in SharedPage.objects.filter(pk__in=others, withdrawn__isnull=True)
    }
    here = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=others)
    known = set(here.values_list("page", flat=True))
    lines = [TieLine(tie, pages[tie["other"]], tie["other"] not in known) for tie in ties if tie["other"] in pages]
    return sorted(lines, key=lambda line: (line.page.folded, line.words, line.fields["tie"]))


def tie_changes(membership: Member, copy: SharedPageCopy, newest: SharedEdition) -> list[TieChange]:
    """What the newest edition changes in the ties of a page; ties that the campaign removed are left out."""
    before = {tie["tie"]: tie for tie in copy.edition.ties}
    after = {tie["tie"]: tie for tie in newest.ties}
    rows = SharedTieCopy.objects.filter(shared__in={**before, **after}, campaign=membership.campaign_id)
    own = {tie_copy.shared_id: tie_copy for tie_copy in rows.select_related("tie")}
    changes = {key: _describe(fields, before.get(key), own.get(key)) for key, fields in after.items()}
    changes |= dict.fromkeys(before.keys() - after.keys(), ENDED)
    # The campaign reads no more of those that it does not have.
    gone = _taken_back(changes) - own.keys()
    changes = {key: kind for key, kind in changes.items() if kind and key not in gone}
    lines = tie_lines(membership, [{**before, **after}[key] for key in changes])
    found = [TieChange(changes[key], line, _is_shown(own.get(key))) for line in lines for key in [line.fields["tie"]]]
    return [change for change in found if not _is_removed(own.get(change.line.fields["tie"]))]


def needs_warning(changes: Sequence[TieChange]) -> bool:
    """Whether players see a tie that would be changed."""
    return any(change.what == CHANGED and change.shown for change in changes)


def _describe(fields: dict[str, Any], before: dict[str, Any] | None, mine: SharedTieCopy | None) -> str:
    if mine is None:
        return NEW if fields != before else ""
    return CHANGED if fields["number"] > mine.number else ""


def _is_shown(mine: SharedTieCopy | None) -> bool:
    return mine is not None and mine.tie.visibility != WorldEntry.Visibility.GM


def _is_removed(mine: SharedTieCopy | None) -> bool:
    return mine is not None and mine.tie.removed is not None
